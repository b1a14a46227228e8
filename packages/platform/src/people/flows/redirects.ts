import type { Db } from '../../kernel/db/sql.ts'
import type { Caller } from '../../kernel/http/caller.ts'
import type { Seals } from '../../kernel/seals.ts'
import { authorizeUrl, logoutUrl } from '../identity/authorize-url.ts'
import { findRedirectUris, findRedirectUrisOfApp } from '../identity/store.ts'
import { isAllowed } from '../redirects/allowed.ts'
import type { RedirectDeps } from '../redirects/operations.ts'
import type { CommerceFacts } from './commerce-facts.ts'

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
  (origin: string) =>
  (db: Db, caller: Caller, url: string): Promise<boolean> =>
    mayRedirect(origin)(db, caller.site, clientOf(caller), url)

/** The app that a caller comes with. */
const clientOf = (caller: Caller): string | undefined => ('clientId' in caller ? caller.clientId : undefined)

export interface RedirectParts {
  readonly origin: string
  readonly sealing: Seals
  readonly commerce: Pick<CommerceFacts, 'checkoutPage' | 'showsProduct'>
}

/** Checkouts, sign-ins and products as places where browsers are sent. */
export const redirectDeps = ({ origin, sealing, commerce: { checkoutPage, showsProduct } }: RedirectParts): RedirectDeps => ({
  origin,
  allowedRedirects: (db, caller) => allowedTo(db, caller.site, clientOf(caller)),
  checkoutPage,
  authorizePage: (scope, auth) => authorizeUrl({ origin, sealing }, scope, auth),
  logoutPage: (scope, clientId, to) => logoutUrl({ origin, sealing }, scope, { clientId, to }),
  showsProduct,
})
