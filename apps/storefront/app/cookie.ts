/**
 * Cookies of this origin alone: under https no subdomain and no page without it can set one of these names (RFC 6265bis, section 4.1.3). Those
 * that browsers hold under the name without the prefix count for one release more.
 */
const prefix = '__Host-'

/** A `Set-Cookie` that no script reads. Without seconds it is forgotten when the browser is closed. */
export const cookieOf = (name: string, value: string, seconds: number | undefined, secure: boolean): string =>
  `${secure ? prefix : ''}${name}=${value}; Path=/; ${seconds === undefined ? '' : `Max-Age=${seconds}; `}HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`

/** What takes a cookie away, under each of its names. */
export const noCookie = (name: string, secure: boolean): readonly string[] =>
  secure ? [cookieOf(name, '', 0, true), `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure`] : [cookieOf(name, '', 0, false)]

/** What a browser stores under a name; only a page of this origin can have set the one with the prefix. */
export const readCookie = (header: string | null | undefined, name: string): string | undefined =>
  valueOf(header, prefix + name) ?? valueOf(header, name)

/** The same for a cookie that there was none of without the prefix: under https a subdomain cannot set it. */
export const readOwnCookie = (header: string | null | undefined, name: string, secure: boolean): string | undefined =>
  valueOf(header, secure ? prefix + name : name)

function valueOf(header: string | null | undefined, name: string): string | undefined {
  const pair = header?.split(/;\s*/).find((one) => one.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}

/** Whether the shop is reached by https. */
export const isSecure = ({ baseUrl }: { readonly baseUrl: string }): boolean => baseUrl.startsWith('https:')
