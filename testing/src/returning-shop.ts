import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import * as modules from '@vitrine/client/modules'
import type { Input } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { type Buyer, berlin, card, newBuyer } from './buyer.ts'
import { startPlatformForFile } from './platform-for-file.ts'
import { addProduct, type TestProduct } from './products.ts'

export const reason = 'It does not suit me'

type Who = Pick<Buyer, 'checkout' | 'payments'>
interface Sent {
  readonly orderId: string
  readonly email: string
  /** Its lines in the order of what was bought. */
  readonly lines: readonly string[]
}

type Asking = Partial<Omit<Input<'POST /vitrine/v1/orders/{id}/returns'>, 'id'>>

/** For a file of tests of returns: a shop with two products, what was sent from it, and what comes back. */
export async function startReturningShop() {
  const shop = await startPlatformForFile()
  const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { ...modules, ...backOffice } })
  const mug = await addProduct(
    shop.platform,
    { site: shop.site, name: 'Morning Mug', price: 2500, colours: { Sage: 100, Ink: 100, Oat: 0 } },
    shop.clock.now(),
  )
  const plate = await addProduct(shop.platform, { site: shop.site, name: 'Table Plate', price: 3200, stock: 100 }, shop.clock.now())

  /** Somebody buys so many of these by card, and they are delivered. */
  async function sent(
    items: readonly { readonly product: TestProduct; readonly colour?: string; readonly quantity?: number }[] = [
      { product: mug, colour: 'Sage' },
    ],
    { who = newBuyer(shop), handOver = true }: { readonly who?: Who; readonly handOver?: boolean } = {},
  ): Promise<Sent> {
    const email = `${newId()}@example.com`
    const { checkout } = await who.checkout.createCheckout({
      channelType: 'WEB',
      lineItems: items.map(({ product, colour, quantity = 1 }) => ({ quantity, catalogReference: product.reference(colour) })),
      checkoutInfo: {
        buyerInfo: { email },
        billingInfo: berlin,
        shippingInfo: { shippingDestination: berlin, selectedCarrierServiceOption: { code: 'standard' } },
      },
    })
    const paymentToken = await card(newBuyer(shop))
    const { orderId } = await who.payments.placeOrder({ id: checkout.id!, paymentToken, returnUrl: `${shop.url}/back` })
    const { order } = await office.orders.getOrder({ id: orderId })
    const lines = order.lineItems.map(({ id }) => id)
    if (handOver)
      await office.orderFulfillments.createFulfillment({
        orderId,
        fulfillment: { lineItems: order.lineItems.map(({ id, quantity }) => ({ id, quantity })) },
      })
    return { orderId, email, lines }
  }

  const ask = async ({ orderId, lines }: Sent, more: Asking = {}) =>
    (await office.returns.requestReturn({ id: orderId, lines: [{ lineItemId: lines[0]!, quantity: 1, reason }], ...more })).return

  /** Asked for, and all of it accepted: as new, and back in stock. */
  async function checked(of: Sent, more: Asking = {}) {
    const { id, lines } = await ask(of, more)
    await office.orderReturns.approveReturn({ id })
    const found = lines.map(({ lineItemId, quantity }) => ({
      lineItemId,
      condition: 'AS_NEW' as const,
      accepted: quantity,
      restocked: quantity,
    }))
    return (await office.orderReturns.checkReturn({ id, lines: found })).return
  }

  const left = async ({ orderId, email }: Sent, who: Buyer = newBuyer(shop)) =>
    (await who.returns.getReturnability({ id: orderId, email })).returnability.lines.map(({ returnable }) => returnable)
  const unitsOf = async (product: TestProduct, colour?: string): Promise<number> => {
    const [row] = await shop.platform.database.query<{ quantity: number }>(sql`
      select quantity from stock where site = ${shop.site} and product_id = ${product.id}
        ${colour ? sql`and variant_id = ${product.variants[colour]!}` : sql``}`)
    return row!.quantity
  }
  const refundedOf = async (orderId: string) => (await office.orders.getOrder({ id: orderId })).order.balanceSummary?.refunded?.amount
  const statusOf = async (id: string) => (await office.returns.getReturn({ id })).return.status
  const settings = (changes: Input<'PATCH /vitrine/v1/returns/settings'>['settings']) =>
    office.orderReturns.updateReturnSettings({ settings: changes })

  return { shop, office, mug, plate, sent, ask, checked, left, unitsOf, refundedOf, statusOf, settings }
}
