import type { Session } from './auth.ts'
import { Unreachable } from './errors.ts'

/** Who may call a web method: staff; members and staff; every visitor. Programs with API keys call none. */
export const Permissions = { Admin: 'Admin', SiteMember: 'SiteMember', Anyone: 'Anyone' } as const
export type Permission = keyof typeof Permissions

/** What a host that caches answers may read; our handler caches none. */
export interface WebMethodOptions {
  readonly cache?: { readonly tags: string[] /** Seconds. */; readonly ttl?: number }
}

/** A function that may be called from a browser. On the server it is unchanged, and is called as before. */
export type WebMethod<Args extends unknown[] = never[], Answer = unknown> = ((...args: Args) => Promise<Awaited<Answer>>) & {
  readonly permission: Permission
  readonly options?: WebMethodOptions
}

/**
 * Declares a function that browsers may call. The function gets what a browser sent: validate each argument before you trust it.
 *
 * @example
 * export const greet = webMethod(Permissions.Anyone, (name: string) => `Hello, ${name}`)
 */
export function webMethod<Args extends unknown[], Answer>(
  permission: Permission,
  method: (...args: Args) => Answer,
  options?: WebMethodOptions,
): WebMethod<Args, Answer> {
  return Object.assign(method, { permission, ...(options && { options }) }) as unknown as WebMethod<Args, Answer>
}

/** A value after a round trip through JSON: dates are strings, functions are gone. */
export type Wire<T> = T extends { toJSON(): infer J }
  ? Wire<J>
  : T extends string | number | boolean | null | undefined
    ? T
    : T extends bigint | symbol | ((...args: never[]) => unknown)
      ? undefined
      : { [K in keyof T]: Wire<T[K]> }

/** The declared functions of a file, as a browser calls them; other exports are left out. */
export type WebMethodsOf<Exports> = {
  readonly [Name in keyof Exports as Exports[Name] extends { readonly permission: Permission } ? Name : never]: Exports[Name] extends (
    ...args: infer Args
  ) => infer Answer
    ? (...args: Args) => Promise<Wire<Awaited<Answer>>>
    : never
}

/** A web method threw, does not exist, or is not for this caller. Only a server in development says which. */
export class WebMethodFailed extends Error {
  override readonly name = 'WebMethodFailed'
}

export interface WebMethodConnection {
  /** In front of `/_webMethods`, such as `https://shop.example`; the empty text means the page's own origin. */
  readonly baseUrl: string
  /** Who is calling: `client.auth`. */
  readonly session: Session
  readonly fetch?: typeof fetch | undefined
}

/**
 * The web methods of a file as functions. Only the file's type is imported, so none of its code reaches the browser.
 *
 * @param file below the folder of web methods, with its extension
 * @throws WebMethodFailed where the method did; Unreachable where there was no answer
 *
 * @example
 * const greetings = webMethods<typeof import('../web-methods/greetings.web.ts')>('greetings.web.ts', { baseUrl, session: client.auth })
 * say(await greetings.greet('Ada'))
 */
export function webMethods<Exports>(
  file: string,
  { baseUrl, session, fetch = (...args) => globalThis.fetch(...args) }: WebMethodConnection,
): WebMethodsOf<Exports> {
  const call =
    (name: string) =>
    async (...args: unknown[]): Promise<unknown> => {
      // JSON has no undefined: one that stands for "left out" stays out, so that defaults hold.
      while (args.length > 0 && args.at(-1) === undefined) args.pop()
      const path = [...file.split('/'), name].map(encodeURIComponent).join('/')
      const what = `${file} ${name}`
      const sent = { method: 'POST', headers: { ...(await session.headers()) }, body: JSON.stringify(args) }
      const response = await fetch(`${baseUrl.replace(/\/$/, '')}/_webMethods/${path}.ajax`, sent).catch((cause: unknown) => {
        throw new Unreachable(`${what} got no answer`, { cause })
      })
      const answer = response.ok ? await response.json().catch(() => undefined) : undefined
      if (!answer) throw new Unreachable(`${what} was answered ${response.status} without a result`, { status: response.status })
      const { result, exception } = answer as { readonly result?: unknown; readonly exception?: boolean }
      if (exception) throw new WebMethodFailed((result as { message?: string } | undefined)?.message, { cause: result })
      return result
    }
  // Whoever awaits the table itself asks for `then`; a method of that name could never be told from a promise's.
  return new Proxy(
    {},
    { get: (_, name) => (typeof name === 'string' && name !== 'then' ? call(name) : undefined) },
  ) as WebMethodsOf<Exports>
}
