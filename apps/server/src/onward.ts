/** A request as far as it says how its answer may lead on. */
interface Asked {
  readonly method: string
  readonly accept: string | undefined
  readonly address: URL
  /** Where the shop is reached from outside. */
  readonly origin: string
}

/** Own addresses that lead on to other origins: to apps, and to those with whom somebody signs in. */
const leadingOn = /^\/(?:oauth2|_api)\//

/**
 * Where an answer leads a browser that a form's `form-action 'self'` would not let it follow: browsers hold all redirects that come after a form
 * to the policy of its page. Undefined where it stays with the shop, or no browser asked for a page.
 */
export function leadsAway(answer: Response, { method, accept, address, origin }: Asked): URL | undefined {
  const location = answer.headers.get('location')
  if (location === null || (answer.status !== 302 && answer.status !== 303)) return undefined
  if (!accept?.includes('text/html') || address.pathname.endsWith('.data')) return undefined
  const to = URL.parse(location, address)
  if (!to || !/^https?:$/.test(to.protocol)) return undefined
  if (to.origin !== address.origin && to.origin !== origin) return to
  return method !== 'GET' && method !== 'HEAD' && leadingOn.test(to.pathname) ? to : undefined
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

/** A page that leads on by itself, without a script: what it leads to is no redirect of a form any more. */
export function onward(answer: Response, to: URL): Response {
  const headers = new Headers(answer.headers)
  headers.delete('location')
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('cache-control', 'no-store')
  const href = escaped(to.href)
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><meta http-equiv="refresh" content="0;url=${href}"><title>One moment</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:20vh auto;padding:0 1.5rem}</style></head>
<body><main><h1 style="font-size:1.375rem">One moment</h1><p><a href="${href}">Go on to ${escaped(to.host)}</a></p></main></body></html>`
  return new Response(body, { status: 200, headers })
}
