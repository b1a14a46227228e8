import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { Route } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { newBuyer, toCheckout } from './buyer.ts'
import { emailsTo } from './mailbox.ts'
import type { ReadyWrite } from './order-writes.ts'
import type { TestPlatform } from './platform.ts'
import type { StockItems } from './populate.ts'
import { newVisitor } from './wire.ts'

/** The writes about abandoned checkouts; each begins with one that was left an hour ago. */
export function abandonedCheckoutWrites(shop: TestPlatform, stockItems: StockItems): Partial<Record<Route, () => Promise<ReadyWrite>>> {
  const { abandonedCheckouts } = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
  const left = async () => {
    const email = `${newId()}@example.com`
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: stockItems.mug, colour: 'Sage' }])
    await buyer.checkout.updateCheckout({ checkout: { id, buyerInfo: { email } } })
    shop.clock.advance(61 * 60_000)
    await shop.platform.everyMinute()
    const { abandonedCheckouts: found } = await abandonedCheckouts.queryAbandonedCheckouts({
      query: { filter: { 'buyerInfo.email': email } },
    })
    return found[0]!
  }
  return {
    'DELETE /ecom/v1/abandoned-checkout/{abandonedCheckoutId}': async () => ({
      params: { abandonedCheckoutId: (await left()).id },
      body: {},
    }),
    'POST /ecom/v1/bulk/abandoned-checkout/delete': async () => ({ params: {}, body: { abandonedCheckoutIds: [(await left()).id] } }),
    'PATCH /vitrine/v1/recovery-settings': async () => ({ params: {}, body: { recoverySettings: { writes: false } } }),
    'POST /vitrine/v1/abandoned-checkouts/{id}/remind': async () => ({
      params: { id: (await left()).id },
      body: { customMessage: 'Still here.' },
    }),
    'POST /vitrine/v1/abandoned-checkouts/links/emails': async () => {
      await abandonedCheckouts.updateRecoverySettings({ recoverySettings: { writes: true } })
      const { buyerInfo } = await left()
      await shop.platform.jobs.settle()
      const found = (await emailsTo(shop, buyerInfo.email!)).find(({ subject }) => subject === 'Your bag is still here')
      const token = /reminder-emails\/off\?token=([^\s)]+)/.exec(found?.text ?? '')?.[1]
      if (!token) throw new Error(`no reminder came to ${buyerInfo.email}`)
      return { params: {}, body: { token: decodeURIComponent(token), wanted: false }, token: (await newVisitor(shop)).token }
    },
    'POST /vitrine/v1/abandoned-checkouts/{id}/recover': async () => {
      const { id, checkoutUrl } = await left()
      return { params: { id }, body: { token: new URL(checkoutUrl).searchParams.get('token') } }
    },
  }
}
