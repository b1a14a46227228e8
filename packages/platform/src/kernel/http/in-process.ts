import { randomUUID } from 'node:crypto'
import type { Api } from './serve.ts'

/**
 * The platform as a `fetch`, for pages rendered in the same process: the same answers, no socket. What a page asks bears the page's own request
 * id where it says it.
 */
export function inProcessFetch(api: Api, headers: Readonly<Record<string, string>> = {}): typeof fetch {
  return async (input, init) => {
    const url = new URL(typeof input === 'string' ? input : input instanceof URL ? input.href : input.url)
    const given = new Headers(init?.headers)
    const {
      status,
      headers: answered,
      body,
    } = await api.answer({
      method: init?.method ?? 'GET',
      path: url.pathname,
      search: url.search.slice(1),
      headers: { host: url.host, ...headers, ...Object.fromEntries(given) },
      body: init?.body === undefined || init.body === null ? undefined : Buffer.from(init.body as string),
      requestId: given.get('x-request-id') ?? randomUUID(),
      internal: true,
    })
    return new Response(body as string, { status, headers: answered })
  }
}
