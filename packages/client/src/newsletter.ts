import type { Api } from './api.ts'

/**
 * Subscribing to the newsletter; an address is subscribed when its holder has used the link of an email.
 *
 * @example
 * await client.newsletter.subscribe({ email: 'ada@example.com', place: 'footer', page: '/' })
 */
export const newsletter = (api: Api) => ({
  subscribe: api('POST /vitrine/v1/newsletter/subscriptions'),
  readNewsletterLink: api('POST /vitrine/v1/newsletter/link/read', 'reads'),
  confirmByLink: api('POST /vitrine/v1/newsletter/link/confirm'),
  unsubscribeByLink: api('POST /vitrine/v1/newsletter/link/unsubscribe'),
})
