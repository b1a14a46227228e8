import { AsyncLocalStorage } from 'node:async_hooks'
import { type Connection, connect } from './connect.ts'
import { Refused } from './errors.ts'
import type { Permission } from './web-methods.ts'

type SubjectType = 'APP' | 'USER' | 'MEMBER' | 'VISITOR' | 'UNKNOWN'

/** Who called the web method that is running. */
export interface WebMethodCaller {
  readonly subjectType: 'USER' | 'MEMBER' | 'VISITOR'
  /** The id of the visitor, the member or the staff member. */
  readonly subjectId: string
  readonly siteId: string
  /** Their access token: `token(caller().accessToken)` calls the platform in their name. */
  readonly accessToken: string
}

export interface WebMethodHandlerOptions extends Pick<Connection, 'baseUrl' | 'fetch'> {
  /** By their paths: what each file exports, or a function that imports it. Nothing else can be called. */
  readonly files: Readonly<Record<string, object | (() => Promise<object>)>>
  /** The shop whose tokens count. Without it those of every shop that the platform serves do: name it if there are several. */
  readonly siteId?: string | ((request: Request) => string | Promise<string>) | undefined
  /** Returns to callers what went wrong. Never use it with unauthenticated callers. */
  readonly development?: boolean | undefined
  /** Called with what a web method threw, which its caller does not see. */
  readonly onError?: ((error: unknown, of: { readonly file: string; readonly method: string }) => void) | undefined
}

const callers = new AsyncLocalStorage<WebMethodCaller>()

/** Who called the web method that is running. @throws outside of one */
export function caller(): WebMethodCaller {
  const found = callers.getStore()
  if (!found) throw new Error('Nobody called: caller() is for web methods that a handler runs')
  return found
}

const allowed: Readonly<Record<Permission, readonly (SubjectType | undefined)[]>> = {
  Anyone: ['VISITOR', 'MEMBER', 'USER'],
  SiteMember: ['MEMBER', 'USER'],
  Admin: ['USER'],
}

const anywhere = { 'access-control-allow-origin': '*', 'access-control-allow-methods': '*', 'access-control-allow-headers': '*' }
const preflight = { ...anywhere, 'access-control-allow-headers': 'Authorization, Content-Type, Baggage, Sentry-Trace, X-Wix-Consistent' }

/** All that a caller is told of a failure. */
const masked = 'Error: Unable to handle the request. Contact the site administrator or view site monitoring logs for more information.'

/** What only the caller is told, in development: no fault of the method's. */
class Denied extends Error {
  override readonly name = 'Error'
}

/**
 * Answers `POST …/_webMethods/<file>/<method>.ajax`: a function of the web platform, for Node, React Router, Next and others alike.
 *
 * @example
 * const answer = webMethodHandler({ baseUrl, files: { 'greetings.web.ts': greetings } })
 */
export function webMethodHandler({
  files,
  siteId,
  development = false,
  onError,
  ...connection
}: WebMethodHandlerOptions): (request: Request) => Promise<Response> {
  const tokenInfo = connect(connection).api('POST /oauth2/token-info', 'reads')

  async function find(file: string, name: string): Promise<((...args: unknown[]) => unknown) & { readonly permission: Permission }> {
    const known = Object.hasOwn(files, file) ? files[file] : undefined
    const exported = typeof known === 'function' ? ((await known()) as object) : known
    const method: unknown = exported && Object.hasOwn(exported, name) ? exported[name as keyof typeof exported] : undefined
    if (typeof method !== 'function' || !Object.hasOwn(method, 'permission')) throw new Denied(`${file} declares no web method ${name}`)
    return method as Awaited<ReturnType<typeof find>>
  }

  async function admit(request: Request, permission: Permission): Promise<WebMethodCaller> {
    const accessToken = (request.headers.get('authorization') ?? '').replace(/^Bearer /i, '').trim()
    if (!accessToken) throw new Denied('Request is missing authentication data')
    const { active, subjectType, subjectId, siteId: theirs } = await tokenInfo({ token: accessToken }).catch(notOurs)
    const site = typeof siteId === 'function' ? await siteId(request) : siteId
    const enough = active && Object.hasOwn(allowed, permission) && allowed[permission].includes(subjectType)
    if (!enough || (site !== undefined && site !== theirs)) throw new Denied('Insufficient permissions')
    return { subjectType: subjectType as WebMethodCaller['subjectType'], subjectId: subjectId!, siteId: theirs!, accessToken }
  }

  return async (request) => {
    if (request.method === 'OPTIONS') return json('{}', 200, preflight)
    const called = addressed(request.url)
    const args = request.method === 'POST' && called ? await argumentsOf(request) : undefined
    if (!called || !args) return new Response('invalid request', { status: 400, headers: anywhere })
    try {
      const method = await find(called.file, called.method)
      const who = await admit(request, method.permission)
      const result: unknown = await callers.run(who, async () => method(...args))
      return json(JSON.stringify({ result }))
    } catch (error) {
      if (!(error instanceof Denied)) onError?.(error, called)
      return json(
        JSON.stringify({ result: development ? told(error) : { name: 'Error', message: masked, stack: masked }, exception: true }),
      )
    }
  }
}

/** The platform does not recognize it as a token at all. */
const notOurs = (error: unknown): { active: false; subjectType?: undefined; subjectId?: undefined; siteId?: undefined } => {
  if (error instanceof Refused) return { active: false }
  throw error
}

const json = (body: string, status = 200, headers: Readonly<Record<string, string>> = anywhere) =>
  new Response(body, { status, headers: { ...headers, 'content-type': 'application/json', 'cache-control': 'no-store' } })

const told = (error: unknown): object =>
  error instanceof Error ? { name: error.name, message: error.message, stack: error.stack } : { name: 'Error', message: String(error) }

const before = '/_webMethods/'
const after = '.ajax'

function addressed(url: string): { readonly file: string; readonly method: string } | undefined {
  const { pathname } = new URL(url)
  const from = pathname.indexOf(before)
  const until = pathname.lastIndexOf('/')
  if (from < 0 || until <= from + before.length || !pathname.endsWith(after)) return undefined
  try {
    const file = decodeURIComponent(pathname.slice(from + before.length, until))
    const method = decodeURIComponent(pathname.slice(until + 1, -after.length))
    return method ? { file, method } : undefined
  } catch {
    return undefined
  }
}

async function argumentsOf(request: Request): Promise<unknown[] | undefined> {
  try {
    const sent: unknown = JSON.parse(await request.text())
    return Array.isArray(sent) ? sent : undefined
  } catch {
    return undefined
  }
}
