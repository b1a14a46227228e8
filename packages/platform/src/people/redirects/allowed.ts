/**
 * Whether an address is on a list of allowed redirects. An entry is a whole URL, or one that ends in `/*` for every path below it;
 * `http://localhost:*` and `http://127.0.0.1:*` stand for every port, as RFC 8252 section 7.3 wants it for loopback addresses.
 */
export function isAllowed(address: string, list: readonly string[]): boolean {
  let url: URL
  try {
    url = new URL(address)
  } catch {
    return false
  }
  if ((url.protocol !== 'https:' && url.protocol !== 'http:') || url.username !== '' || url.password !== '') return false
  return list.some((entry) => matches(url, entry))
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

function matches(url: URL, entry: string): boolean {
  const anyPort = /^(https?):\/\/([^/]+):\*(\/.*)?$/.exec(entry)
  if (anyPort) {
    const [, scheme, host, path = '/*'] = anyPort
    return url.protocol === `${scheme}:` && loopback.has(host!) && url.hostname === host && fits(url.pathname, path)
  }
  let allowed: URL
  try {
    allowed = new URL(entry)
  } catch {
    return false
  }
  if (url.origin !== allowed.origin) return false
  return entry.endsWith('/*')
    ? fits(url.pathname, allowed.pathname)
    : url.href === allowed.href || (url.pathname === allowed.pathname && allowed.search === '')
}

const fits = (path: string, pattern: string): boolean =>
  pattern.endsWith('/*') ? path.startsWith(pattern.slice(0, -1)) || path === pattern.slice(0, -2) : path === pattern
