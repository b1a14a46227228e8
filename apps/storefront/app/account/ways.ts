/** Where the pages of the account are. */
export const ways = {
  login: '/login',
  logout: '/logout',
  picker: '/account-picker',
  overview: '/account',
  orders: '/account/orders',
  order: (id: string) => `/account/orders/${id}`,
  returns: '/account/returns',
  bookings: '/account/bookings',
  events: '/account/events',
  profile: '/account/profile',
  address: (id: string) => `/account/addresses/${encodeURIComponent(id)}`,
  newAddress: '/account/addresses/new',
  security: '/account/security',
  subscriptions: '/account/subscriptions',
  alerts: '/account/alerts',
  wishlists: '/account/wishlists',
  reviews: '/account/reviews',
  emails: '/account/emails',
  data: '/account/data',
  close: '/account/close',
  closed: '/account-closed',
  community: '/account/community',
  person: (slug: string) => `/people/${encodeURIComponent(slug)}`,
} as const

/** The order whose page is there. */
export const orderAt = (path: string | undefined): string | undefined => /^\/account\/orders\/([^/?]+)$/.exec(path ?? '')?.[1]

/** The entry of the navigation for a page of the account whose address is not below it. */
export function entryOf(path: string): string | undefined {
  if (path === ways.close) return ways.emails
  return path.startsWith(ways.address('')) ? ways.profile : undefined
}
