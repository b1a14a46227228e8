/**
 * Whether an app may have a code sent to an address: letter by letter as it is registered (RFC 9700 section 4.1), but for the port of a
 * loopback address, which a program on the admin cannot know beforehand. An entry for a whole site (`https://shop.example/*`) is for where
 * visitors are led back to, never for codes.
 */
export function mayTakeCode(address: string, list: readonly string[]): boolean {
  const url = webAddress(address)
  if (!url) return false
  return list.some((entry) => {
    const local = loopbackEntry.exec(entry)
    if (local) {
      const [, host, path = '/*'] = local
      return url.protocol === 'http:' && url.hostname === host && (path === '/*' || url.pathname === path)
    }
    return !entry.includes('*') && entry === address
  })
}

/** The origins of an app's pages, as the policy of a page that may be framed by them names them. */
export const framersOf = (list: readonly string[]): readonly string[] => [
  ...new Set(
    list.flatMap((entry) => {
      const local = loopbackEntry.exec(entry)
      if (local) return [`http://${local[1]}:*`]
      const url = webAddress(entry)
      return url ? [url.origin] : []
    }),
  ),
]

/** An entry that a merchant may register: an address of the web, whole or for everything below it; plain http on loopback alone. */
export function isEntry(entry: string): boolean {
  if (loopbackEntry.test(entry)) return true
  const url = webAddress(entry.replace(/\/\*$/, '/'))
  return (
    url !== undefined &&
    !/[*\s]/.test(entry.replace(/\/\*$/, '')) &&
    url.hash === '' &&
    (url.protocol === 'https:' || isLoopback(url.hostname))
  )
}

const loopbackEntry = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\]):\*(\/[^*\s#]*\*?)?$/

const isLoopback = (host: string): boolean => host === 'localhost' || host === '127.0.0.1' || host === '[::1]'

function webAddress(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  return (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === '' ? url : undefined
}
