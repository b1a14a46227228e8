import { checkoutUrl } from '../commerce/checkout/operations.ts'
import { mayUse } from '../commerce/checkout/rules.ts'
import { findCheckout } from '../commerce/checkout/store.ts'
import type { MayLeadTo } from '../commerce/selling/checkout-page.ts'
import type { Db } from '../kernel/db/sql.ts'
import type { Caller } from '../kernel/http/caller.ts'
import { refuse } from '../kernel/refusal.ts'
import type { Seals } from '../kernel/seals.ts'
import { authorizeUrl, logoutUrl } from '../people/identity/authorize-url.ts'
import { findRedirectUris, findRedirectUrisOfApp } from '../people/identity/store.ts'
import { isAllowed } from '../people/redirects/allowed.ts'
import type { RedirectDeps } from '../people/redirects/operations.ts'
import { showsProduct } from './identity.ts'

/** Where an app of the shop may send browsers; where none is named, any of them. */
const allowedTo = (db: Db, site: string, clientId: string | undefined): Promise<readonly string[]> =>
  clientId === undefined ? findRedirectUris(db, site) : findRedirectUrisOfApp(db, site, clientId)

/** Whether a browser may be sent to an address: to the shop's own pages, or to those of its apps. */
export const mayRedirect =
  (origin: string) =>
  async (db: Db, site: string, clientId: string | undefined, url: string): Promise<boolean> =>
    isAllowed(url, [`${origin}/*`]) || isAllowed(url, await allowedTo(db, site, clientId))

/** Whether the app of a caller may send browsers to an address. */
export const mayLeadTo =
  (origin: string): MayLeadTo =>
  (db, caller, url) =>
    mayRedirect(origin)(db, caller.site, clientOf(caller), url)

/** The app that a caller comes with. */
const clientOf = (caller: Caller): string | undefined => ('clientId' in caller ? caller.clientId : undefined)

/** Checkouts, sign-ins and products as places where browsers are sent. */
export const redirectDeps = ({ origin, sealing }: { readonly origin: string; readonly sealing: Seals }): RedirectDeps => ({
  origin,
  allowedRedirects: (db, caller) => allowedTo(db, caller.site, clientOf(caller)),
  async checkoutPage(scope, checkoutId) {
    const found = await findCheckout(scope.db, scope.site, checkoutId)
    if (!found || !mayUse(scope, found)) return refuse('CHECKOUT_NOT_FOUND')
    return found.completed ? refuse('CHECKOUT_IS_COMPLETE') : checkoutUrl(origin, found)
  },
  authorizePage: (scope, auth) => authorizeUrl({ origin, sealing }, scope, auth),
  logoutPage: (scope, clientId, to) => logoutUrl({ origin, sealing }, scope, { clientId, to }),
  showsProduct,
})
