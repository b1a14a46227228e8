import { setTimeout as sleep } from 'node:timers/promises'
import {
  attempt,
  type ClientOf,
  createClient,
  inMemory,
  Refused,
  type Role,
  type TokenStore,
  type Tokens,
  Unreachable,
  type VisitorSession,
  visitor,
} from '@vitrine/client'
import * as account from '@vitrine/client/account'
import * as everybodys from '@vitrine/client/modules'
import { createContext, type MiddlewareFunction, type RouterContextProvider, redirect } from 'react-router'
import { ways } from './account/ways.ts'
import { type Host, host } from './context.ts'
import { cookieOf, isSecure, noCookie, readCookie } from './cookie.ts'
import { ownPath, withCarried } from './hosted/carried.ts'
import { isWindow } from './shop/closed.ts'
import { readShop } from './shop/read-shop.ts'
import type { Settings } from './shop/shop.ts'

const modules = { ...everybodys, ...account }

type Client = ClientOf<typeof modules, VisitorSession>

/** Who looks at which shop, for the loaders and actions of one request. */
export interface Visit {
  /** Path and query of the page as a browser shows them, also where only the data of the page is requested. */
  address: string
  /** What the shop says about itself; at most a second old. */
  shop: Settings
  /** Asks the platform in this visitor's name. */
  client: Client
  /** The shopper has been given a name before, so there may be a bag. Whoever only looks has none, and their pages are all alike. */
  known: boolean
  /** From here on the shopper has a name: to be called before the first write. */
  know: () => void
  /**
   * In whose name somebody signs in: the shopper's, whose cart becomes the member's; or a new visitor's where a member is signed in, whose
   * cart and lists stay theirs.
   */
  signingIn: () => Client
  /** Whether who came with this request stays signed in when the browser is closed. */
  stays: boolean
  /** From here on the shopper is a member. Who does not stay is forgotten when the browser is closed. */
  signIn: (tokens: Tokens, stays: boolean) => Promise<void>
  /** From here on the shopper is signed out, and their browser stores nothing about them. */
  signOut: () => void
  /** From here on the page is a member's own. Whose session ends meanwhile signs in first, and comes back to the address that is named. */
  onlyForMembers: (back: string) => void
  /** A member came with this request, and their session ended before it was answered. */
  hasEnded: () => boolean
  host: Host
}

const visits = createContext<Visit | undefined>(undefined)

/** The visit of this request. */
export function visit(context: Readonly<RouterContextProvider>): Visit {
  const here = context.get(visits)
  if (!here) throw new Error('no visit has begun')
  return here
}

/** Whether what failed may have failed because the member's session ended: that is no fault. */
export const sessionEnded = (context: Readonly<RouterContextProvider>): boolean => context.get(visits)?.hasEnded() ?? false

const COOKIE = 'visitor'
/** As long as the platform's refresh tokens live. */
const CACHED_SECONDS = 365 * 24 * 60 * 60

interface Cached extends Tokens {
  /** Whether it outlasts closing the browser. */
  readonly stays: boolean
}

function readTokens(cookies: string | null | undefined): Cached | undefined {
  const found = readCookie(cookies, COOKIE)
  if (!found) return undefined
  try {
    const { a, e, r, o, s } = JSON.parse(Buffer.from(found, 'base64url').toString()) as Readonly<
      Record<'a' | 'e' | 'r' | 'o' | 's', unknown>
    >
    if (typeof a !== 'string' || typeof e !== 'number' || typeof r !== 'string' || !r) return undefined
    return {
      accessToken: { value: a, expiresAt: e },
      refreshToken: { value: r, role: o === 'member' ? 'member' : 'visitor' },
      stays: s !== 0,
    }
  } catch {
    return undefined
  }
}

function cookieFor({ accessToken, refreshToken, stays }: Cached, secure: boolean) {
  const packed = { a: accessToken.value, e: accessToken.expiresAt, r: refreshToken.value, o: refreshToken.role, ...(!stays && { s: 0 }) }
  return cookieOf(COOKIE, Buffer.from(JSON.stringify(packed)).toString('base64url'), stays ? CACHED_SECONDS : undefined, secure)
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

interface Said {
  settings: Promise<Settings>
  until: number
}
const shops = new Map<string, Said>()
const FRESH_MS = 1000
/** Nobody else asks while somebody does: the client gives up sooner. */
const ASKING_MS = 5 * 60_000
const texts = new WeakMap<Settings, string>()

/** So long it is waited for what the shop says now, where it has said something before. */
const PATIENCE_MS = 300
/** While the platform is in trouble. */
const SOON_MS = 2000

/**
 * What the shop says about itself: at most a second old, and the same object as long as it says the same. While the platform is in trouble
 * it is what the shop said last, so that the page which says so is the shop's.
 */
export const settingsAt = (host: Host): Promise<Settings> => (host.look === undefined ? settingsNow(host) : settingsTried(host, host.look))

function settingsNow(host: Host): Promise<Settings> {
  const cached = shops.get(host.baseUrl)
  return cached && cached.until > Date.now() ? cached.settings : askSettings(host)
}

function askSettings({ baseUrl, fetch, clientId, requestId }: Host, { isWaitedFor = false } = {}): Promise<Settings> {
  const cached = shops.get(baseUrl)
  const reader = clientOf({ baseUrl, fetch, clientId, requestId }, readerOf(baseUrl))
  const keep = (settings: Promise<Settings>, ms: number) => {
    shops.set(baseUrl, { settings, until: Date.now() + ms })
    return settings
  }
  const now = readSettings(reader, cached?.settings).then(
    (settings) => keep(Promise.resolve(settings), FRESH_MS),
    (error: unknown) => {
      if (cached && error instanceof Unreachable) return keep(cached.settings, SOON_MS)
      shops.delete(baseUrl)
      throw error
    },
  )
  if (!cached || isWaitedFor) return keep(now, ASKING_MS)
  return keep(Promise.race([now, sleep(PATIENCE_MS, cached.settings, { ref: false })]), ASKING_MS)
}

/** With the look of a preview; as they are where there is none, or not any more. */
async function settingsTried(host: Host, token: string): Promise<Settings> {
  const [, tried] = await attempt(clientOf(host, readerOf(host.baseUrl)).shop.getLookPreview({ token }))
  return tried ? readShop(tried.shop) : settingsNow(host)
}

/**
 * Whether a page is one that visitors do not see now, because the shop is closed. A shop that was closed when it was last asked is asked again:
 * whoever has just opened it sees it open.
 */
export const isClosed = async (host: Host, path: string): Promise<boolean> =>
  isWindow(path) && (await settingsAt(host)).closed && (await askSettings(host, { isWaitedFor: true })).closed

async function readSettings(client: Client, before: Promise<Settings> | undefined): Promise<Settings> {
  const { shop } = await client.shop.getShop()
  const text = JSON.stringify(shop)
  const known = await before?.catch(() => undefined)
  if (known && texts.get(known) === text) return known
  const settings = readShop(shop)
  texts.set(settings, text)
  return settings
}

interface Heard {
  readonly onSessionLost?: (role: Role) => void
  readonly onError?: (error: Refused | Unreachable) => void
}

const clientOf = ({ baseUrl, fetch, clientId, asking, requestId }: Host, tokens: TokenStore, { onSessionLost, onError }: Heard = {}) =>
  createClient({
    baseUrl,
    fetch,
    headers: { ...asking, ...(requestId && { 'x-request-id': requestId }) },
    modules,
    auth: visitor({ clientId, tokens, onSessionLost }),
    onError,
  })

const hostFromEnvironment = (request: Request): Host => ({
  fetch: globalThis.fetch,
  baseUrl: process.env.PLATFORM_URL ?? new URL(request.url).origin,
  clientId: process.env.CLIENT_ID ?? '',
  requestId: request.headers.get('x-request-id') ?? crypto.randomUUID(),
  asking: { 'user-agent': request.headers.get('user-agent') ?? '' },
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

/** Leads to the sign-in, and back to an address of this shop. */
export const signInFirst = (back: string): Response => redirect(withCarried(ways.login, { to: ownPath(back) }))

/** How a visitor is refused what is somebody else's, as it is now that the member is not signed in. */
const ofOthers: ReadonlySet<string> = new Set(['CHECKOUT_NOT_FOUND', 'ORDER_NOT_FOUND', 'CART_NOT_FOUND', 'OWNED_CART_NOT_FOUND'])

/** Who comes with these cookies, and those that they are to have from now on. */
export async function visitOf(given: Host, cookies: string | null | undefined, address = '/') {
  const secure = isSecure(given)
  const own = readTokens(cookies)
  let changed: Tokens | undefined
  let stays = own?.stays ?? true
  let left = false
  /** Where a member whose session ends comes back to; undefined on pages that are for everybody. */
  let back: string | undefined
  let ended = false
  /** The platform refused a call that it would have answered the member. */
  let denied = false
  const reader = () => clientOf(given, readerOf(given.baseUrl))
  let newcomer: Client | undefined
  const store: TokenStore = {
    get: () => changed ?? own,
    set: (tokens) => {
      changed = tokens
    },
  }
  const shopper = () =>
    clientOf(given, store, {
      // Thrown here it stops the call that noticed: what was the member's is not asked for in the name of a new visitor.
      onSessionLost(role) {
        ended ||= role === 'member'
        if (ended && back !== undefined) throw signInFirst(back)
      },
      onError(error) {
        denied ||= ended && error instanceof Refused && (error.status === 401 || error.status === 403 || ofOthers.has(error.code))
      },
    })
  const here: Visit = {
    address,
    shop: await settingsAt(given),
    client: own ? shopper() : reader(),
    known: own !== undefined,
    know() {
      if (!here.known) here.client = shopper()
      here.known = true
    },
    signingIn() {
      if ((changed ?? own)?.refreshToken.role === 'member') return (newcomer ??= clientOf(given, inMemory()))
      here.know()
      return here.client
    },
    stays,
    async signIn(tokens, staying) {
      here.know()
      stays = staying
      await here.client.auth.setTokens(tokens)
    },
    signOut() {
      left = true
      here.known = false
      here.client = reader()
    },
    onlyForMembers(address) {
      back = address
      if (ended) throw signInFirst(back)
    },
    hasEnded: () => ended && !left,
    host: given,
  }
  /** What a page is answered with in place of what it made while the session ended. */
  const instead = (response: Response): Response | undefined => {
    if (!ended || left) return undefined
    if (back !== undefined) return signInFirst(back)
    return denied && response.status >= 400 ? signInFirst(address) : undefined
  }
  const setCookies = () => (left ? noCookie(COOKIE, secure) : changed ? [cookieFor({ ...changed, stays }, secure)] : [])
  return { here, instead, setCookies }
}

/** Sits at the root, before every loader and action. */
export const welcome: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  if (isForeign(request)) throw new Response('This form belongs to another site.', { status: 403 })
  const given = context.get(host) ?? hostFromEnvironment(request)
  const { here, instead, setCookies } = await visitOf(given, request.headers.get('cookie'), url.pathname + url.search)
  context.set(visits, here)
  const made = await next()
  const response = instead(made) ?? made
  for (const one of setCookies()) response.headers.append('Set-Cookie', one)
  return response
}
