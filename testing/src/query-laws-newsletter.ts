import type { Route } from '@vitrine/contract'
import { giveAddress, newsletterToken } from './newsletter-writes.ts'
import type { TestPlatform } from './platform.ts'
import type { QueryLaw } from './query-law.ts'

/** Fills a shop with subscribers in every state. */
export async function fillWithSubscribers(shop: TestPlatform): Promise<void> {
  for (let n = 0; n < 12; n++) {
    shop.clock.advance(60_000)
    const email = `reads${n}@example.com`
    const { newsletter } = await giveAddress(shop, email)
    const token = (await newsletterToken(shop, email))!
    if (n % 3 > 0) await newsletter.confirmByLink({ token })
    if (n % 3 > 1) await newsletter.unsubscribeByLink({ token })
  }
}

export const newsletterLaws: { readonly [R in Route]?: QueryLaw } = {
  'POST /vitrine/v1/newsletter/subscribers/search': {
    rows: 'subscribers',
    fields: { id: 'id', createdDate: 'instant', state: 'text', email: 'text' },
  },
}
