import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { CouponSpecificationInput, Input } from '@vitrine/contract'
import { type Buyer, card, newBuyer } from './buyer.ts'
import { startPlatformForFile } from './platform-for-file.ts'
import { addProduct } from './products.ts'

export const minute = 60_000

/** For a file of tests about coupons, gift cards and what else makes an order cheaper: a shop that has them, and buyers with mugs. */
export async function startOfferingShop() {
  const shop = await startPlatformForFile()
  const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
  const app = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
  const mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2600, stock: 5000 }, shop.clock.now())
  const voucher = await addProduct(
    shop.platform,
    { site: shop.site, name: 'Gift card', price: 5000, stock: 5000, itemType: 'GIFT_CARD' },
    shop.clock.now(),
  )
  let codes = 0
  let cards = 0
  return {
    shop,
    office,
    app,
    mug,
    voucher,
    async coupon(specification: CouponSpecificationInput): Promise<{ readonly id: string; readonly code: string }> {
      const code = `CODE${++codes}`
      const { id } = await office.coupons.createCoupon({ specification: { name: `Coupon ${codes}`, code, ...specification } })
      return { id, code }
    },
    async giftCard(amount: string, more: Partial<Input<'POST /gift-cards/v1/gift-cards'>['giftCard']> = {}) {
      const code = `GIVE-0000-${String(++cards).padStart(4, '0')}`
      const { giftCard } = await office.giftCards.createGiftCard({
        giftCard: { code, initialValue: { amount }, currency: 'EUR', source: 'MANUAL', ...more },
      })
      return { id: giftCard.id, code }
    },
    balanceOf: async (id: string) => (await office.giftCards.getGiftCard({ giftCardId: id })).giftCard.balance.amount,
    usesOf: async (id: string) => (await office.coupons.getCoupon({ id })).coupon.numberOfUsages,
    /** A buyer with so many mugs in the cart. */
    async withMugs(quantity = 1): Promise<Buyer> {
      const buyer = newBuyer(shop)
      await buyer.currentCart.addToCurrentCart({ lineItems: [{ quantity, catalogReference: mug.reference() }] })
      return buyer
    },
    update: async (buyer: Pick<Buyer, 'checkout'>, id: string, more: object) =>
      (await buyer.checkout.updateCheckout({ checkout: { id }, ...more })).checkout,
    order: async (buyer: Pick<Buyer, 'payments'>, id: string, pay = true) =>
      buyer.payments.placeOrder({ id, returnUrl: `${shop.url}/back`, ...(pay && { paymentToken: await card(buyer) }) }),
    paymentsOf: async (orderId: string) =>
      (await app.orderTransactions.listTransactionsForSingleOrder({ orderId })).orderTransactions.payments,
  }
}
