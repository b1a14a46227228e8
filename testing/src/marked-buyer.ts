import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { newId } from '@vitrine/platform/kernel/db/id'
import { type Buyer, card, newBuyer } from './buyer.ts'
import type { TestPlatform } from './platform.ts'
import { addFile, addProduct } from './products.ts'
import { pdfFile } from './sample-files.ts'
import type { TestMember } from './subscribed-member.ts'

/** What somebody leaves wherever they can: a name, the local part of an email address, a phone, a street, and words of their own. */
export const marks = {
  name: 'Zzquillname',
  local: 'zzquillmail',
  phone: '+49 30 7734521',
  street: 'Zzquillstreet 7',
  words: 'zzquillwords',
} as const
export const markedEmail = `${marks.local}@example.com`
export const allMarks = Object.values(marks)

const giftCardsApp = 'd80111c5-a0f4-47a8-b63a-65b54d774a27'

export const markedAddress = {
  address: { country: 'DE', city: 'Berlin', postalCode: '10115', addressLine: marks.street },
  contactDetails: { firstName: marks.name, lastName: marks.name, phone: marks.phone, company: marks.name },
}

/** What a marked buyer needs of the shop. */
export async function stockForMarks(shop: TestPlatform) {
  const connection = { baseUrl: shop.url, auth: apiKey(shop.apiKey) }
  const office = { ...createClient(connection), ...createClient({ ...connection, modules: backOffice }) }
  const now = shop.clock.now()
  const mug = await addProduct(
    shop.platform,
    { site: shop.site, name: 'Mug', price: 2000, stock: 100, texts: [{ title: 'Engraving', maxLength: 50, mandatory: false }] },
    now,
  )
  const fileId = await addFile(shop, pdfFile(), 'Print.pdf')
  const print = await addProduct(
    shop.platform,
    { site: shop.site, name: 'Print', price: 900, stock: null, itemType: 'DIGITAL', fileId },
    now,
  )
  const { giftCardProduct } = await office.giftCardProducts.createGiftCardProduct({
    giftCardProduct: { name: 'Gift Card', presetVariants: [{ price: { amount: '25' } }] },
  })
  await office.coupons.createCoupon({
    specification: { name: 'Ten', code: 'TEN', moneyOffAmount: 1, limitPerCustomer: 5 },
  })
  await office.shopSettings.updateCheckoutSettings({
    checkoutSettings: { checkoutFields: { subscriptionCheckbox: { visible: true } } },
  })
  await office.paymentSettings.updatePaymentSettings({
    paymentSettings: { offlineMethods: [{ id: 'transfer', name: 'Bank transfer', predefined: 'BANK_TRANSFER' }] },
  })
  const soldOut = await addProduct(shop.platform, { site: shop.site, name: 'Sold out', price: 900, stock: 0 }, now)
  return { office, mug, print, soldOut, giftCardProduct }
}

type Item = NonNullable<NonNullable<Parameters<Buyer['currentCart']['addToCurrentCart']>[0]>['lineItems']>[number]
type Stocked = Awaited<ReturnType<typeof stockForMarks>>
type Shopper = Pick<Buyer, 'currentCart' | 'checkout' | 'payments' | 'orders' | 'backInStock' | 'wishlists'>

/** Buys, leaves and asks for whatever a buyer can, and has the shop do the rest of it; answers the orders that it made. */
export async function leaveMarks(
  shop: TestPlatform,
  { office, mug, print, soldOut, giftCardProduct }: Stocked,
  shopper: Shopper,
): Promise<string[]> {
  const returnUrl = `${shop.url}/back`
  const settle = () => shop.platform.jobs.settle()
  const options = { customTextFields: { Engraving: marks.words } }
  const waits = { email: markedEmail, catalogReference: soldOut.reference() }
  await attempt(shopper.backInStock.requestEmail({ request: waits, itemDetails: { name: 'Sold out', price: '9.00' } }))
  const onList = { ...mug.reference(), options: { ...mug.reference().options, ...options } }
  const { wishlist } = await shopper.wishlists.createWishlist({ name: marks.name, note: marks.words })
  await shopper.wishlists.addItem({ wishlistId: wishlist.id, catalogReference: onList, note: marks.words })
  const fill = async (items: readonly Item[]): Promise<string> => {
    await shopper.currentCart.addToCurrentCart({ lineItems: [...items] })
    await shopper.currentCart.updateCurrentCart({
      cartInfo: { buyerInfo: { email: markedEmail }, buyerNote: marks.words, contactInfo: markedAddress },
    })
    const { checkoutId } = await shopper.currentCart.createCheckoutFromCurrentCart({ channelType: 'WEB', email: markedEmail })
    await shopper.checkout.updateCheckout({
      checkout: {
        id: checkoutId,
        buyerInfo: { email: markedEmail },
        buyerNote: marks.words,
        billingInfo: markedAddress,
        shippingInfo: { shippingDestination: markedAddress, selectedCarrierServiceOption: { code: 'standard' } },
        customFields: [{ title: 'Wish', value: marks.words }],
      },
    })
    return checkoutId
  }
  const mugs = [{ quantity: 1, catalogReference: { ...mug.reference(), options: { ...mug.reference().options, ...options } } }]
  const pay = async (id: string, number?: string) =>
    shopper.payments.placeOrder({ id, paymentToken: await card(newBuyer(shop), number), returnUrl, subscribed: true })

  // Bought with a coupon, asked to cancel, commented on, edited, invoiced, emailed again, sent.
  const first = await fill(mugs)
  await shopper.checkout.updateCheckout({ checkout: { id: first }, couponCode: 'TEN' })
  const { orderId } = await pay(first)
  await settle()
  await shopper.orders.requestOrderCancellation({ id: orderId, reason: marks.words, email: markedEmail })
  await office.orders.addActivity({ id: orderId, activity: { merchantComment: { message: `${marks.name} called from ${marks.phone}` } } })
  await office.orders.updateOrder({ order: { id: orderId, billingInfo: markedAddress, buyerInfo: { email: markedEmail } } })
  await office.orderInvoices.generateInvoice({ orderId })
  await settle()
  const { emails } = await office.orderEmails.listOrderEmails({ orderId })
  await office.orderEmails.sendOrderEmail({ orderId, emailId: emails[0]!.id })
  const edit = (await office.draftOrders.createDraftOrder({ sourceOrderId: orderId })).calculatedDraftOrder.draftOrder
  await office.draftOrders.setRecipientInfo({ draftOrderId: edit.id!, recipientInfo: markedAddress })
  await office.draftOrders.commitDraftOrder({ draftOrderId: edit.id!, reason: marks.words })
  await settle()

  // Paid for by bank transfer, and then cancelled by the shop with words to the buyer.
  const byTransfer = await shopper.payments.placeOrder({ id: await fill(mugs), paymentMethodId: 'transfer', returnUrl })
  await settle()
  await office.orders.cancelOrder({
    id: byTransfer.orderId,
    restockAllItems: true,
    sendOrderCanceledEmail: true,
    customMessage: marks.words,
  })

  // A file, and a gift card for somebody else.
  const { orderId: withFile } = await pay(await fill([{ quantity: 1, catalogReference: print.reference() }]))
  const giftingInfo = {
    recipientInfo: { firstName: marks.name, lastName: 'Keller', email: `${marks.local}.friend@example.com` },
    senderInfo: { name: marks.name },
    greetingMessage: marks.words,
  }
  const gift = {
    appId: giftCardsApp,
    catalogItemId: giftCardProduct.id,
    options: { variantId: giftCardProduct.presetVariants[0]!.id, giftingInfo },
  }
  const { orderId: withGift } = await pay(await fill([{ quantity: 1, catalogReference: gift }]))
  await settle()
  await shop.platform.everyMinute()

  // A draft that the shop began for them.
  const { calculatedDraftOrder } = await office.draftOrders.createDraftOrder({
    draftOrder: {
      catalogLineItems: [{ catalogReference: mug.reference(), quantity: 1 }],
      recipientInfo: markedAddress,
      buyerInfo: { email: markedEmail },
    },
  })
  await office.draftAdmin.updateDraft({ id: calculatedDraftOrder.draftOrder.id!, note: marks.words })
  // Declined, and left behind.
  await pay(await fill(mugs), '4000000000000002').catch(() => undefined)
  await fill(mugs)
  shop.clock.advance(2 * 3_600_000)
  await shop.platform.everyMinute()
  await settle()

  for (const id of [orderId, withFile, withGift]) await handOver(office, id)
  // And back.
  const { returnability } = await office.returns.getReturnability({ id: orderId })
  const [line] = returnability.lines
  const back = [{ lineItemId: line!.lineItemId, quantity: 1, reason: marks.words }]
  const { return: returned } = await office.returns.requestReturn({ id: orderId, lines: back, note: marks.words })
  await office.orderReturns.refuseReturn({ id: returned.id, message: marks.words })
  await settle()
  return [orderId, byTransfer.orderId, withFile, withGift]
}

/** Subscribes to something with words on it, leaves the card, and ends it at once. */
export async function subscribeAndEnd(shop: TestPlatform, { office }: Stocked, { client }: TestMember): Promise<void> {
  const planId = newId()
  const settings = { frequency: 'MONTH' as const, interval: 1, autoRenewal: true, enableCustomerCancellation: true }
  const coffee = await addProduct(
    shop.platform,
    {
      site: shop.site,
      name: 'Coffee',
      price: 2000,
      stock: 50,
      texts: [{ title: 'Label', maxLength: 50, mandatory: false }],
      plans: [{ id: planId, title: 'Every month', settings }],
    },
    shop.clock.now(),
  )
  const options = { subscriptionOptionId: planId, customTextFields: { Label: marks.words } }
  const { checkout } = await client.checkout.createCheckout({
    channelType: 'WEB',
    lineItems: [{ quantity: 1, catalogReference: { ...coffee.reference(), options } }],
    checkoutInfo: {
      buyerInfo: { email: markedEmail },
      billingInfo: markedAddress,
      shippingInfo: { shippingDestination: markedAddress, selectedCarrierServiceOption: { code: 'standard' } },
    },
  })
  const paymentToken = await card(newBuyer(shop))
  const { orderId } = await client.payments.placeOrder({ id: checkout.id!, paymentToken, returnUrl: `${shop.url}/back` })
  await shop.platform.jobs.settle()
  const { order } = await client.orders.getOrder({ id: orderId })
  await client.mySubscriptions.endMySubscription({ id: order.lineItems[0]!.subscriptionInfo!.id!, effectiveAt: 'IMMEDIATELY' })
  await handOver(office, orderId)
}

/** Sends what is to be sent of an order. */
async function handOver(office: Stocked['office'], orderId: string): Promise<void> {
  const { order } = await office.orders.getOrder({ id: orderId })
  if (order.fulfillmentStatus === 'FULFILLED' || order.status !== 'APPROVED') return
  await office.orderFulfillments.createFulfillment({ orderId, fulfillment: { lineItems: order.lineItems.map(({ id }) => ({ id })) } })
}
