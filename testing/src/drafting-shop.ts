import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { Order } from '@vitrine/contract'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { card, newBuyer, toCheckout } from './buyer.ts'
import type { TestPlatform } from './platform.ts'
import { startPlatformForFile } from './platform-for-file.ts'
import { addProduct, type TestProduct } from './products.ts'
import { refusedWith } from './refused.ts'

const appOf = (shop: TestPlatform) => {
  const connection = { baseUrl: shop.url, auth: apiKey(shop.apiKey) }
  const { draftOrders, orderBilling } = createClient({ ...connection, modules: backOffice })
  return { ...createClient(connection), draftOrders, orderBilling }
}
type Drafts = ReturnType<typeof appOf>['draftOrders']

/** A draft that is there. */
export type Draft = Awaited<ReturnType<Drafts['getDraftOrder']>>['calculatedDraftOrder']['draftOrder'] & { readonly id: string }
/** What can be added to a draft. */
export type NewLines = Pick<
  NonNullable<NonNullable<Parameters<Drafts['createDraftOrder']>[0]>['draftOrder']>,
  'catalogLineItems' | 'customLineItems'
>

/** For a file of tests about drafts of orders: a shop with mugs and bowls, a program that writes drafts, and what it looks at. */
export async function startDraftingShop() {
  const shop = await startPlatformForFile()
  const { platform, site, clock } = shop
  const mug = await addProduct(platform, { site, name: 'Morning Mug', price: 2600, stock: 200 }, clock.now())
  const bowl = await addProduct(platform, { site, name: 'Evening Bowl', price: 1999, stock: 50 }, clock.now())
  const app = appOf(shop)
  return {
    shop,
    mug,
    bowl,
    app,
    office: createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice }),
    /** An order of three mugs and two bowls, paid with a card. */
    async placed(): Promise<Order & { readonly id: string }> {
      const buyer = newBuyer(shop)
      const id = await toCheckout(buyer, [
        { product: mug, quantity: 3 },
        { product: bowl, quantity: 2 },
      ])
      const { orderId } = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: shop.url })
      return { ...(await app.orders.getOrder({ id: orderId })).order, id: orderId }
    },
    /** The edit of an order, just begun. */
    begun: async (sourceOrderId: string): Promise<Draft> =>
      (await app.draftOrders.createDraftOrder({ sourceOrderId })).calculatedDraftOrder.draftOrder as Draft,
    orderOf: async (id: string) => (await app.orders.getOrder({ id })).order,
    async inStock({ id }: TestProduct) {
      const [row] = await platform.database.query<{ quantity: number }>(
        sql`select quantity from stock where site = ${site} and product_id = ${id}`,
      )
      return row!.quantity
    },
    /** Those after the confirmation. */
    async emailsAbout(number: string) {
      await platform.jobs.settle()
      return platform.database.query<{ readonly subject: string; readonly text: string }>(
        sql`select subject, body as text from inbox_mail where site = ${site} and subject like ${`%${number}%`} and subject not like 'Thank you%' order by id`,
      )
    },
    async refundPart(orderId: string, value: string) {
      const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId })
      const paymentRefunds = [{ paymentId: orderTransactions.payments[0]!.id!, amount: { amount: value } }]
      return app.orderBilling.refundPayments({ orderId, paymentRefunds })
    },
  }
}

/** The reasons that a draft is refused for, else the code. */
export async function whyNot(call: Promise<unknown>): Promise<readonly (string | undefined)[]> {
  const refused = await refusedWith(call)
  const data = refused?.data as { violations?: { reason: string }[]; nonDraftableReasons?: string[] } | undefined
  return data?.violations?.map(({ reason }) => reason) ?? data?.nonDraftableReasons ?? [refused?.code]
}

export const euros = (price: { readonly amount: string } | undefined): string | undefined => price?.amount
