/**
 * Under https a cookie is of this origin alone: no subdomain and no page without https can set one of such a name (RFC 6265bis, section 4.1.3).
 * Those that browsers hold under the name without the prefix count for one release more.
 */
const prefix = '__Host-'

export interface Cookies {
  /** A `Set-Cookie`. Without seconds it is forgotten when the browser is closed. */
  set(name: string, value: string, seconds?: number): string
  /** What takes it away, under each of its names. */
  gone(name: string): readonly string[]
}

/** Cookies that no script reads. Without https they are sent to `path` alone; the prefix asks for all paths. */
export function cookiesAt(origin: string, path: string, sameSite: 'Lax' | 'Strict'): Cookies {
  const isSecure = origin.startsWith('https:')
  const lasting = (seconds: number | undefined) => (seconds === undefined ? '' : `; Max-Age=${seconds}`)
  const before = (name: string, value: string, seconds?: number) =>
    `${name}=${value}; Path=${path}; HttpOnly; SameSite=${sameSite}${isSecure ? '; Secure' : ''}${lasting(seconds)}`
  const set = (name: string, value: string, seconds?: number) =>
    isSecure ? `${prefix}${name}=${value}; Path=/; HttpOnly; SameSite=${sameSite}; Secure${lasting(seconds)}` : before(name, value, seconds)
  return { set, gone: (name) => [...(isSecure ? [set(name, '', 0)] : []), before(name, '', 0)] }
}

/** The value that a browser stores under a name: only a page of this origin can have set the one with the prefix. */
export const readCookie = (header: string | undefined, name: string): string | undefined =>
  valueOf(header, prefix + name) ?? valueOf(header, name)

/** One that is a secret of 256 bits, in base64url. */
export function readSecretCookie(header: string | undefined, name: string): string | undefined {
  const value = readCookie(header, name)
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
}

function valueOf(header: string | undefined, name: string): string | undefined {
  const pair = header?.split(/;\s*/).find((one) => one.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}
