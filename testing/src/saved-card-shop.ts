import { toCheckout } from './buyer.ts'
import { startStripeShop } from './stripe-shop.ts'
import type { TestMember } from './subscribed-member.ts'

export const returnUrl = 'http://localhost/back'

/** For a file of tests of saved cards: a shop with the sandbox's bank and the fake Stripe, and members who pay with what they have saved. */
export async function startSavedCardShop() {
  const { stripe, shop, mug, app } = await startStripeShop()
  const pricing = ({ client }: Pick<TestMember, 'client'>) => toCheckout(client, [{ product: mug }])
  return {
    stripe,
    shop,
    mug,
    app,
    /** A checkout of one mug. */
    pricing,
    cardsOf: async ({ client }: TestMember) => (await client.payments.listSavedPaymentMethods({ siteMemberId: 'me' })).savedPaymentMethods,
    async payments({ client }: TestMember, orderId: string) {
      await client.orders.getOrder({ id: orderId })
      return (await app.orderTransactions.listTransactionsForSingleOrder({ orderId })).orderTransactions.payments
    },
    payWith: async (member: TestMember, savedPaymentMethodId: string) =>
      member.client.payments.placeOrder({ id: await pricing(member), savedPaymentMethodId, returnUrl }),
  }
}
