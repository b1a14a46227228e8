/** What goes along from page to page while somebody signs in. */
export interface Carried {
  /** Where in the shop they want to go. */
  to?: string | undefined
  /** What another app asks for, sealed by the platform. */
  request?: string | undefined
  /** Somebody signs in beside whoever is signed in already. */
  another?: boolean | undefined
}

const somewhere = 'https://shop.invalid'

/** An address of this very shop, from outside: a path and what follows it. Anything else, also what browsers would read as another place, is none. */
export function ownPath(given: string | null | undefined): string | undefined {
  if (!given || given.length > 2000 || !/^\/(?![/\\])/.test(given)) return undefined
  const url = URL.parse(given, somewhere)
  if (url?.origin !== somewhere) return undefined
  const path = url.pathname + url.search + url.hash
  return /^\/(?![/\\])/.test(path) && !isStep.test(url.pathname) && !isData(url) ? path : undefined
}

/** Where the router asks for the data of a page: a browser that opens it shows raw data. */
const isData = ({ pathname, searchParams }: URL): boolean => pathname.endsWith('.data') || searchParams.has('_routes')

/** To come back to a step of signing in would be to stand before it again. */
const isStep = /^\/(?:login|logout|logged-out|register|verify|mfa|passkey|reset|consent|account-picker|approval-pending|blocked)(?:\/|$)/

export function readCarried(search: URLSearchParams): Carried {
  const request = search.get('request') || undefined
  return {
    to: ownPath(search.get('to')),
    request: request && request.length <= 8000 ? request : undefined,
    ...(search.has('another') && { another: true }),
  }
}

/** `/mfa?to=…` */
export function withCarried(path: string, { to, request, another }: Carried, more: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams({ ...more, ...(to && { to }), ...(request && { request }), ...(another && { another: 'yes' }) })
  return search.size > 0 ? `${path}?${search}` : path
}
