import { createClient, type Tokens, visitor } from '@vitrine/client'
import { saveCollection } from '@vitrine/platform/commerce/catalogue/save'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { type Buyer, card, toCheckout } from './buyer.ts'
import type { TestPlatform } from './platform.ts'
import { addFile, addProduct, type TestProduct } from './products.ts'
import { pdfFile } from './sample-files.ts'

export interface StockItems {
  readonly mug: TestProduct
  readonly print: TestProduct
  readonly collectionId: string
}

/** A mug in two colours, a print without end, and a collection. */
export async function fillStock(shop: TestPlatform): Promise<StockItems> {
  const { platform, site, clock } = shop
  const now = clock.now()
  const fileId = await addFile(shop, pdfFile(), 'print.pdf')
  const mug = await addProduct(platform, { site, name: 'Morning Mug', price: 2600, colours: { Sage: 5000, Ink: 0 } }, now)
  const print = await addProduct(platform, { site, name: 'Print', price: 900, stock: null, itemType: 'DIGITAL', fileId }, now)
  const collectionId = newId()
  const collection = { id: collectionId, slug: 'mugs', name: 'Mugs', description: 'For mornings.', visible: true, position: 0 }
  await platform.database.transact((db) => saveCollection(db, site, collection, now))
  return { mug, print, collectionId }
}

/** Somebody who has one of everything that a buyer can have. */
export interface Customer {
  readonly buyer: Buyer
  readonly token: string
  readonly cartId: string
  readonly lineIds: readonly string[]
  /** Open, tied to the cart. */
  readonly checkoutId: string
  readonly checkoutKey: string
  readonly checkoutLineIds: readonly string[]
  readonly paidCheckoutId: string
  readonly paidOrderId: string
  readonly statusToken: string
  /** An order that waits for its buyer to come back from the bank. */
  readonly waitingOrderId: string
  readonly waitingPaymentId: string
  readonly waitingCheckoutId: string
  readonly redirectSessionId: string
}

export async function newCustomer(shop: TestPlatform, { mug, print }: StockItems): Promise<Customer> {
  let held: Tokens | undefined
  const tokens = { get: () => held, set: (next: Tokens) => void (held = next) }
  const buyer = createClient({ baseUrl: shop.url, auth: visitor({ clientId: shop.clientId, tokens }) })
  const returnUrl = `${shop.url}/back`
  const paidCheckoutId = await toCheckout(buyer, [{ product: mug, colour: 'Sage' }, { product: print }])
  const paid = await buyer.payments.placeOrder({ id: paidCheckoutId, paymentToken: await card(buyer), returnUrl })
  const waitingCheckoutId = await toCheckout(buyer, [{ product: print }])
  const waiting = await buyer.payments.placeOrder({ id: waitingCheckoutId, paymentToken: await card(buyer, '4000000000003220'), returnUrl })
  await buyer.currentCart.deleteCurrentCart({})
  const checkoutId = await toCheckout(buyer, [{ product: mug, colour: 'Sage', quantity: 2 }, { product: print }])
  const { cart } = await buyer.currentCart.getCurrentCart({})
  const { checkout } = await buyer.checkout.getCheckout({ id: checkoutId })
  const { checkoutUrl } = await buyer.checkout.getCheckoutUrl({ id: checkoutId })
  const { redirectSession } = await buyer.redirects.createRedirectSession({
    ecomCheckout: { checkoutId },
    callbacks: { postFlowUrl: 'https://shop.example/done' },
  })
  // What follows from the orders is done, too: from here on only a caller changes anything of theirs.
  await shop.platform.jobs.settle()
  return {
    buyer,
    token: held!.accessToken.value,
    cartId: cart.id!,
    lineIds: cart.lineItems.map(({ id }) => id!),
    checkoutId,
    checkoutKey: new URL(checkoutUrl).searchParams.get('key')!,
    checkoutLineIds: checkout.lineItems.map(({ id }) => id!),
    paidCheckoutId,
    paidOrderId: paid.orderId,
    statusToken: paid.statusToken,
    waitingOrderId: waiting.orderId,
    waitingPaymentId: waiting.actionUrl!.split('/').at(-1)!,
    waitingCheckoutId,
    redirectSessionId: redirectSession.id,
  }
}

/** Every row of a customer's things, to see whether anything about them has changed. */
export async function rowsOf({ platform: { database }, site }: TestPlatform, customer: Customer): Promise<unknown> {
  const { cartId, checkoutId, paidCheckoutId, waitingCheckoutId, paidOrderId, waitingOrderId, redirectSessionId } = customer
  const checkouts = [checkoutId, paidCheckoutId, waitingCheckoutId]
  const orders = [paidOrderId, waitingOrderId]
  return Promise.all([
    database.query(sql`select to_jsonb(cart) as row from cart where site = ${site} and id = ${cartId}`),
    database.query(sql`select to_jsonb(checkout) as row from checkout where site = ${site} and id = any(${checkouts}::uuid[]) order by id`),
    database.query(sql`select to_jsonb(orders) as row from orders where site = ${site} and id = any(${orders}::uuid[]) order by id`),
    database.query(
      sql`select to_jsonb(order_activity) as row from order_activity where site = ${site} and order_id = any(${orders}::uuid[]) order by id`,
    ),
    database.query(
      sql`select to_jsonb(payment) as row from payment where site = ${site} and order_id = any(${orders}::uuid[]) order by id`,
    ),
    database.query(
      sql`select to_jsonb(stock_movement) as row from stock_movement where site = ${site} and order_id = any(${orders}::uuid[]) order by id`,
    ),
    database.query(sql`select to_jsonb(redirect_session) as row from redirect_session where site = ${site} and id = ${redirectSessionId}`),
  ])
}
