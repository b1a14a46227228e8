import { checkoutUrl } from '../checkout/operations.ts'
import { mayUse } from '../checkout/rules.ts'
import { findCheckout } from '../checkout/store.ts'
import type { Db } from '../db/sql.ts'
import { authorizeUrl, logoutUrl } from '../identity/authorize-url.ts'
import type { Seals } from '../identity/seals.ts'
import { findRedirectUris, findRedirectUrisOfApp } from '../identity/store.ts'
import { isAllowed } from '../redirects/allowed.ts'
import type { RedirectDeps } from '../redirects/operations.ts'
import { refuse } from '../refusal.ts'
import { showsProduct } from './identity.ts'

/** Where an app of the shop may send browsers; where none is named, any of them. */
const allowedTo = (db: Db, site: string, clientId: string | undefined): Promise<readonly string[]> =>
  clientId === undefined ? findRedirectUris(db, site) : findRedirectUrisOfApp(db, site, clientId)

/** Whether a browser may be sent to an address: to the shop's own pages, or to those of its apps. */
export const mayRedirect =
  (origin: string) =>
  async (db: Db, site: string, clientId: string | undefined, url: string): Promise<boolean> =>
    isAllowed(url, [`${origin}/*`]) || isAllowed(url, await allowedTo(db, site, clientId))

/** Checkouts, sign-ins and products as places where browsers are sent. */
export const redirectDeps = ({ origin, sealing }: { readonly origin: string; readonly sealing: Seals }): RedirectDeps => ({
  origin,
  allowedRedirects: (db, caller) => allowedTo(db, caller.site, 'clientId' in caller ? caller.clientId : undefined),
  async checkoutPage({ db, site, caller }, checkoutId) {
    const found = await findCheckout(db, site, checkoutId)
    if (!found || !mayUse(caller, found)) return refuse('CHECKOUT_NOT_FOUND')
    return found.completed ? refuse('CHECKOUT_IS_COMPLETE') : checkoutUrl(origin, found)
  },
  authorizePage: (scope, auth) => authorizeUrl({ origin, sealing }, scope, auth),
  logoutPage: (scope, clientId, to) => logoutUrl({ origin, sealing }, scope, { clientId, to }),
  showsProduct,
})
