/** A name, an IPv4 address or an IPv6 address in brackets, and perhaps a port. */
const form = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9_-])?\.?|\[[0-9a-f:.]+\])(?::\d{0,5})?$/i

/** Whether a `Host` header names a host: no user, no path, no space, nothing that a URL could not have there. */
export const isHost = (text: string): boolean => text.length <= 260 && form.test(text) && URL.canParse(`http://${text}/`)

/**
 * Why a request cannot be answered for what its `Host` headers say; undefined where it can. One header at the most, and it names a host
 * (RFC 9112, 3.2). A request of HTTP/1.0 may come without.
 */
export function hostFault(rawHeaders: readonly string[]): string | undefined {
  let seen = false
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue
    if (seen) return 'there are two Host headers'
    seen = true
    if (!isHost(rawHeaders[i + 1]!)) return 'the Host header names no host'
  }
  return undefined
}
