import { checkout, currentCart, orders } from '@wix/ecom'
import { redirects } from '@wix/redirects'
import { ApiKeyStrategy, createClient, OAuthStrategy, type Tokens } from '@wix/sdk'
import { collections, products } from '@wix/stores'

/** A request of the published client, as it was sent. */
export interface Seen {
  readonly method: string
  /** The host the client meant. */
  readonly host: string
  readonly path: string
  readonly search: URLSearchParams
  readonly headers: Headers
  readonly body: string | undefined
}

export interface PublishedHosts extends Disposable {
  /** What was sent since the last time anybody looked. */
  takeSeen(): readonly Seen[]
}

/**
 * Sends what the published client addresses to its own hosts to `origin`, path and query untouched, until it is disposed of:
 * the client itself stays as it was published. `using hosts = publishedHosts(platform.url)`.
 */
export function publishedHosts(origin: string): PublishedHosts {
  const own = globalThis.fetch
  let seen: Seen[] = []

  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (!/(^|\.)wixapis\.com$/.test(url.hostname)) return own(input, init)
    const target = new URL(url.pathname + url.search, origin)
    const request = new Request(input instanceof Request ? new Request(target, input) : target, init)
    seen.push({
      method: request.method,
      host: url.hostname,
      path: url.pathname,
      search: url.searchParams,
      headers: request.headers,
      body: request.body ? await request.clone().text() : undefined,
    })
    return own(request)
  }

  return {
    takeSeen() {
      const taken = seen
      seen = []
      return taken
    },
    [Symbol.dispose]() {
      globalThis.fetch = own
    },
  }
}

const modules = { products, collections, currentCart, checkout, orders, redirects }

/** The published client of a shopper. */
export const publishedVisitor = (clientId: string, tokens?: Tokens) =>
  createClient({ modules, auth: OAuthStrategy({ clientId, ...(tokens && { tokens }) }) })

/** The published client of a program with an API key. */
export const publishedApp = (apiKey: string, siteId: string) => createClient({ modules, auth: ApiKeyStrategy({ apiKey, siteId }) })
