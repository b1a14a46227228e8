import type { CallbacksInput, MembersAccountSection, Received, redirects } from '@vitrine/contract'
import { newId } from '../../kernel/db/id.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { append } from '../../kernel/events/outbox.ts'
import type { Caller } from '../../kernel/http/caller.ts'
import type { Handlers, Scope } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { isAllowed } from './allowed.ts'
import { findSession, insertSession, type SessionDocument } from './store.ts'

type Asked = Received<'POST /_api/redirects-api/v1/redirect-session'>

export interface RedirectDeps {
  readonly origin: string
  /** Where the app of a caller may send a browser back to; for a caller without an app, where any app of the shop may. */
  readonly allowedRedirects: (db: Db, caller: Caller) => Promise<readonly string[]>
  /** The page where a checkout is completed, if the caller may use it. */
  readonly checkoutPage: (
    scope: Scope<'visitor'>,
    checkoutId: string,
  ) => Promise<string | Refusal<'CHECKOUT_NOT_FOUND' | 'CHECKOUT_IS_COMPLETE'>>
  /** Where an app sends a browser to sign in. */
  readonly authorizePage: (
    scope: Scope<'visitor'>,
    auth: NonNullable<Asked['auth']>,
  ) => Promise<URL | Refusal<'INVALID_CLIENT' | 'REDIRECT_URI_NOT_ALLOWED'>>
  /** Where a browser goes to sign out, and then on to an address. */
  readonly logoutPage: (scope: Scope<'visitor'>, clientId: string | undefined, to: string | undefined) => Promise<URL>
  /** Whether the shop shows a product under this slug. */
  readonly showsProduct: (db: Db, site: string, slug: string) => Promise<boolean>
}

const intents = [
  'ecomCheckout',
  'bookingsCheckout',
  'eventsCheckout',
  'paidPlansCheckout',
  'login',
  'logout',
  'auth',
  'memberAccountPage',
  'storesProduct',
  'bookingsBook',
  'ecomOrderPaymentRequest',
] as const

/** A redirect session is for one way there and back; after a day nobody is on it any more. */
export const sessionMs = 24 * 60 * 60 * 1000

export const redirectOperations = (deps: RedirectDeps): Handlers<typeof redirects> => ({
  async 'POST /_api/redirects-api/v1/redirect-session'(input, scope) {
    const { db, site, caller, now } = scope
    const [intent, ...more] = intents.filter((name) => input[name] !== undefined && input[name] !== null)
    if (intent === undefined || more.length > 0) return refuse('REDIRECT_INTENT_REQUIRED')
    const callbacks = await savedCallbacks(deps, db, caller, input.callbacks ?? {})
    if (callbacks instanceof Refusal) return callbacks
    const id = newId()
    const url = await pageFor(deps, scope, intent, input, callbacks, id)
    if (url instanceof Refusal) return url
    const checkoutId = input.ecomCheckout?.checkoutId
    await insertSession(db, site, {
      id,
      appId: 'clientId' in caller ? caller.clientId : null,
      intent,
      document: { ...(checkoutId !== undefined && { checkoutId }), callbacks },
      createdAt: now,
    })
    addParameters(url, input.preferences?.additionalQueryParameters ?? {})
    const sessionToken = input.auth?.authRequest?.sessionToken
    const endpoint = `${url.origin}${url.pathname}`
    const redirectSession = {
      id,
      fullUrl: url.href,
      shortUrl: url.href,
      urlDetails: { endpoint, searchParams: Object.fromEntries(url.searchParams) },
      ...(sessionToken && { sessionToken }),
    }
    // What stands in the query opens a checkout or a session.
    const told = { id, fullUrl: endpoint, shortUrl: endpoint, urlDetails: { endpoint } }
    await append(db, site, now, [{ type: 'wix.headless.v1.redirect_session_created', entityId: id, payload: told }])
    return { redirectSession }
  },

  async 'GET /vitrine/v1/redirect-sessions/{id}'({ id }, { db, site, now }) {
    const found = await findSession(db, site, id, new Date(now.getTime() - sessionMs))
    return found ? { ...found.document } : refuse('REDIRECT_SESSION_NOT_FOUND')
  },
})

/** Adds the parameters that the page does not set itself, and writes the query once. */
function addParameters(url: URL, added: Readonly<Record<string, string>>): void {
  const own = new Set(url.searchParams.keys())
  const others = Object.entries(added).filter(([name]) => !own.has(name))
  if (others.length > 0) url.search = new URLSearchParams([...url.searchParams, ...others]).toString()
}

/** The pages of the member's account, by what the wire calls them. */
const accountPages: Readonly<Record<MembersAccountSection, string>> = {
  ACCOUNT_INFO: '/account/profile',
  BOOKINGS: '/account/bookings',
  ORDERS: '/account/orders',
  SUBSCRIPTIONS: '/account/subscriptions',
  EVENTS: '/account/events',
}

/** The page that an intent leads to. */
async function pageFor(
  deps: RedirectDeps,
  scope: Scope<'visitor'>,
  intent: (typeof intents)[number],
  input: Asked,
  callbacks: SessionDocument['callbacks'],
  id: string,
): Promise<
  | URL
  | Refusal<
      | 'REDIRECT_INTENT_NOT_SERVED'
      | 'CHECKOUT_NOT_FOUND'
      | 'CHECKOUT_IS_COMPLETE'
      | 'INVALID_CLIENT'
      | 'REDIRECT_URI_NOT_ALLOWED'
      | 'PRODUCT_NOT_FOUND'
    >
> {
  const { origin } = deps
  switch (intent) {
    case 'ecomCheckout': {
      const page = await deps.checkoutPage(scope, input.ecomCheckout!.checkoutId)
      if (page instanceof Refusal) return page
      const url = new URL(page)
      url.searchParams.set('session', id)
      return url
    }
    case 'auth':
      return deps.authorizePage(scope, input.auth!)
    case 'login': {
      const url = new URL('/login', origin)
      url.searchParams.set('to', callbacks.postFlowUrl === undefined ? '/account' : `/oauth2/back?session=${id}`)
      return url
    }
    case 'logout':
      return deps.logoutPage(scope, input.logout!.clientId ?? undefined, callbacks.postFlowUrl)
    case 'storesProduct': {
      const slug = input.storesProduct!.productSlug
      if (!slug || !(await deps.showsProduct(scope.db, scope.site, slug))) return refuse('PRODUCT_NOT_FOUND')
      return new URL(`/products/${encodeURIComponent(slug)}`, origin)
    }
    case 'memberAccountPage':
      return new URL(accountPages[input.memberAccountPage!.section ?? 'ACCOUNT_INFO'], origin)
    default:
      return refuse('REDIRECT_INTENT_NOT_SERVED', { intent })
  }
}

/** The callbacks that the hosted pages will follow, each of them allowed; the shop's own pages always are. */
async function savedCallbacks(
  { origin, allowedRedirects }: RedirectDeps,
  db: Db,
  caller: Caller,
  selected: CallbacksInput,
): Promise<SessionDocument['callbacks'] | Refusal<'REDIRECT_URI_NOT_ALLOWED'>> {
  const named = Object.entries(selected).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  if (named.length === 0) return {}
  const list = [...(await allowedRedirects(db, caller)), `${origin}/*`]
  const foreign = named.find(([, url]) => !isAllowed(url, list))
  if (foreign) return refuse('REDIRECT_URI_NOT_ALLOWED', { url: foreign[1] })
  return Object.fromEntries(named.filter(([name]) => name === 'thankYouPageUrl' || name === 'postFlowUrl' || name === 'cartPageUrl'))
}
