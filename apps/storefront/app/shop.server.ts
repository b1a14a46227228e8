import { type Client, createClient, inMemory, type TokenStore, type Tokens, type VisitorSession, visitor } from '@vitrine/client'
import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router'
import { type Host, host } from './context.ts'
import { readShop } from './shop/read-shop.ts'
import type { Settings } from './shop/shop.ts'

/** Who looks at which shop, for the loaders and actions of one request. */
export interface Visit {
  /** What the shop says about itself; at most a minute old. */
  shop: Settings
  /** Asks the platform in this visitor's name. */
  client: Client<VisitorSession>
  /** The shopper has been given a name before, so there may be a bag. Whoever only looks has none, and their pages are all alike. */
  known: boolean
  /** From here on the shopper has a name: to be called before the first write. */
  know: () => void
  host: Host
}

const visitOf = createContext<Visit>()

/** The visit of this request. */
export const visit = (context: Readonly<RouterContextProvider>) => context.get(visitOf)

const COOKIE = 'visitor'
/** As long as the platform's refresh tokens live. */
const KEPT_SECONDS = 365 * 24 * 60 * 60

function readTokens(request: Request): Tokens | undefined {
  const found = request.headers.get('cookie')?.match(new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]+)`))?.[1]
  if (!found) return undefined
  try {
    const { a, e, r, o } = JSON.parse(Buffer.from(found, 'base64url').toString()) as { a: string; e: number; r: string; o: string }
    if (typeof a !== 'string' || typeof e !== 'number' || typeof r !== 'string' || !r) return undefined
    return { accessToken: { value: a, expiresAt: e }, refreshToken: { value: r, role: o === 'member' ? 'member' : 'visitor' } }
  } catch {
    return undefined
  }
}

function cookieOf({ accessToken, refreshToken }: Tokens, secure: boolean) {
  const packed = { a: accessToken.value, e: accessToken.expiresAt, r: refreshToken.value, o: refreshToken.role }
  const value = Buffer.from(JSON.stringify(packed)).toString('base64url')
  return `${COOKIE}=${value}; Path=/; Max-Age=${KEPT_SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}

/** The name under which pages are read that are the same for everybody: one for each shop of this process. */
const readers = new Map<string, TokenStore>()
function readerOf(baseUrl: string) {
  let found = readers.get(baseUrl)
  if (!found) {
    found = inMemory()
    readers.set(baseUrl, found)
  }
  return found
}

const shops = new Map<string, { shop: Promise<Settings>; until: number }>()
/** A page may be kept for as long again. */
const FRESH_MS = 30_000

function shopAt({ baseUrl }: Host, client: Client<VisitorSession>): Promise<Settings> {
  const kept = shops.get(baseUrl)
  if (kept && kept.until > Date.now()) return kept.shop
  const shop = client.shop.getShop().then((answer) => readShop(answer.shop))
  shops.set(baseUrl, { shop, until: Date.now() + FRESH_MS })
  shop.catch(() => shops.delete(baseUrl))
  return shop
}

const hostFromEnvironment = (request: Request): Host => ({
  fetch: globalThis.fetch,
  baseUrl: process.env.PLATFORM_URL ?? new URL(request.url).origin,
  clientId: process.env.CLIENT_ID ?? '',
  requestId: request.headers.get('x-request-id') ?? crypto.randomUUID(),
})

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** A form of another site must not write here: the cookie is SameSite=Lax, and a browser that sends an Origin sends ours. */
function isForeign(request: Request) {
  if (SAFE.has(request.method)) return false
  const site = request.headers.get('sec-fetch-site')
  if (site && site !== 'same-origin' && site !== 'none') return true
  const origin = request.headers.get('origin')
  if (!origin || origin === 'null') return origin === 'null'
  const here = request.headers.get('x-forwarded-host') ?? request.headers.get('host') ?? new URL(request.url).host
  return new URL(origin).host !== here
}

/** Sits at the root, before every loader and action. */
export const welcome: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  if (isForeign(request)) throw new Response('This form belongs to another site.', { status: 403 })
  const given = context.get(host) ?? hostFromEnvironment(request)
  const own = readTokens(request)
  let changed: Tokens | undefined
  const clientOf = (tokens: TokenStore) =>
    createClient({ baseUrl: given.baseUrl, fetch: given.fetch, auth: visitor({ clientId: given.clientId, tokens }) })
  const reader = clientOf(readerOf(given.baseUrl))
  const shopper = clientOf({
    get: () => changed ?? own,
    set: (tokens) => {
      changed = tokens
    },
  })
  const here: Visit = {
    shop: await shopAt(given, reader),
    client: own ? shopper : reader,
    known: own !== undefined,
    know() {
      here.known = true
      here.client = shopper
    },
    host: given,
  }
  context.set(visitOf, here)
  const response = await next()
  if (changed) response.headers.append('Set-Cookie', cookieOf(changed, given.baseUrl.startsWith('https:')))
  return response
}
