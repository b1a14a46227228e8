/** Who is there: members, staff, sign-in, keys and personal data. It stands on the shop. */
export { buildPeople, type People, type PeopleOptions } from './build-people.ts'
export type { CommerceFacts } from './flows/commerce-facts.ts'
export { type OpenedShop, openShop } from './flows/open-shop.ts'
export { mayLeadTo, mayRedirect } from './flows/redirects.ts'
export { longestTokenSeconds } from './identity/keys.ts'
export { staffSessionPath } from './staff/routes.ts'
export { shopViewCookie } from './staff/shop-view.ts'
export { findMail, findNames } from './staff/store.ts'
