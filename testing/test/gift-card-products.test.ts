// The shop's own gift card: set up, bought for oneself or somebody else, mailed on its day, paid with, mailed again.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { Input } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { type Buyer, berlin, card, newBuyer } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct } from '../src/products.ts'

const nobody = '0199d0e5-7c1e-7b33-8f5e-2b1c7a8d9e99'
const appId = 'd80111c5-a0f4-47a8-b63a-65b54d774a27'
const day = 24 * 3600 * 1000

let shop: TestPlatform
let office: ReturnType<typeof newOffice>
let pricing: ReturnType<typeof newPricing>
const newOffice = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
const newPricing = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })

before(async () => {
  shop = await startTestPlatform()
  office = newOffice()
  pricing = newPricing()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

type Choice = Input<'POST /gift-cards/v1/gift-card-products'>['giftCardProduct']
const usual: Choice = {
  name: 'Gift Card',
  description: 'For a slow morning.',
  presetVariants: [{ price: { amount: '25' } }, { price: { amount: '45' }, value: { amount: '50' } }],
  customVariant: { minValue: { amount: '10' }, maxValue: { amount: '500' } },
}
const codeOf = async (call: Promise<unknown>) => (await attempt(call))[0]?.code ?? 'done'
const create = async (giftCardProduct: Partial<Choice> = {}) =>
  (await office.giftCardProducts.createGiftCardProduct({ giftCardProduct: { ...usual, ...giftCardProduct } })).giftCardProduct
const remove = async (giftCardProductId: string) => void (await office.giftCardProducts.deleteGiftCardProduct({ giftCardProductId }))
const inDays = (days: number) => new Date(shop.clock.now().getTime() + days * day).toISOString()

async function withProduct<T>(choice: Partial<Choice>, work: (product: Awaited<ReturnType<typeof create>>) => Promise<T>): Promise<T> {
  const product = await create(choice)
  try {
    return await work(product)
  } finally {
    await attempt(office.giftCardProducts.deleteGiftCardProduct({ giftCardProductId: product.id }))
  }
}

describe('the gift card that is sold', () => {
  test('is there once, read by shoppers, changed and taken away', () =>
    withProduct({}, async (product) => {
      assert.deepEqual(
        product.presetVariants.map(({ price, value }) => [price.formattedAmount, value.amount]),
        [
          ['€25.00', '25.00'],
          ['€45.00', '50.00'],
        ],
      )
      assert.equal(product.expirationType, 'NONE')
      const shopper = newBuyer(shop)
      assert.deepEqual((await shopper.giftVoucherProducts.queryGiftCardProducts()).giftCardProducts, [product])
      assert.deepEqual((await shopper.giftVoucherProducts.getGiftCardProduct({ giftCardProductId: product.id })).giftCardProduct, product)
      assert.equal(await codeOf(create()), 'GIFT_CARD_PRODUCT_ALREADY_EXISTS')

      const { giftCardProduct: after } = await office.giftCardProducts.updateGiftCardProduct({
        giftCardProduct: {
          id: product.id,
          revision: product.revision,
          name: 'A slow morning',
          relativeExpirationDate: { value: 3, period: 'YEARS' },
        },
      })
      assert.deepEqual(
        { ...after, updatedDate: '' },
        {
          ...product,
          name: 'A slow morning',
          revision: '2',
          updatedDate: '',
          expirationType: 'RELATIVE',
          relativeExpirationDate: { value: 3, period: 'YEARS' },
        },
      )
      assert.equal(
        await codeOf(office.giftCardProducts.updateGiftCardProduct({ giftCardProduct: { id: product.id, revision: '1', name: 'Late' } })),
        'STALE_REVISION',
      )
      const { giftCardProduct: fixed } = await office.giftCardProducts.updateGiftCardProduct({
        giftCardProduct: { id: product.id, revision: '2', fixedExpirationDate: inDays(9) },
      })
      assert.deepEqual([fixed.expirationType, fixed.fixedExpirationDate, fixed.relativeExpirationDate], ['FIXED', inDays(9), undefined])
      await remove(product.id)
      assert.deepEqual((await shopper.giftVoucherProducts.queryGiftCardProducts()).giftCardProducts, [])
    }))

  test('428 where it would have no amounts, end before it is sold, or have no range', async () => {
    const none = { presetVariants: [], customVariant: null }
    const past = { fixedExpirationDate: inDays(-1) }
    const noRange = { customVariant: { minValue: { amount: '20' }, maxValue: { amount: '10' } } }
    assert.equal(await codeOf(create(none)), 'CANNOT_CREATE_GIFT_CARD_PRODUCT_WITHOUT_VARIANTS')
    assert.equal(await codeOf(create(past)), 'CANNOT_CREATE_GIFT_CARD_PRODUCT_WITH_PAST_EXPIRATION_DATE')
    assert.equal(await codeOf(create(noRange)), 'CANNOT_CREATE_GIFT_CARD_PRODUCT_WITH_INVALID_CUSTOM_AMOUNTS_RANGE')
    await withProduct({}, async ({ id, revision }) => {
      const update = (choice: object) =>
        codeOf(office.giftCardProducts.updateGiftCardProduct({ giftCardProduct: { id, revision, ...choice } }))
      assert.equal(await update(none), 'CANNOT_UPDATE_GIFT_CARD_PRODUCT_TO_HAVE_NO_VARIANTS')
      assert.equal(await update(past), 'CANNOT_UPDATE_GIFT_CARD_PRODUCT_TO_HAVE_PAST_EXPIRATION_DATE')
      assert.equal(await update(noRange), 'CANNOT_UPDATE_GIFT_CARD_PRODUCT_WITH_INVALID_CUSTOM_AMOUNTS_RANGE')
      assert.equal(
        (await office.giftCardProducts.updateGiftCardProduct({ giftCardProduct: { id, revision } })).giftCardProduct.revision,
        '2',
      )
    })
  })

  test('400 INVALID_ARGUMENT for amounts that are none, and ends that say nothing', async () => {
    for (const choice of [
      { presetVariants: [{ price: { amount: '0' } }] },
      { presetVariants: [{ price: { amount: '1.005' } }] },
      { expirationType: 'FIXED' as const },
      { expirationType: 'RELATIVE' as const },
    ])
      assert.equal(await codeOf(create(choice)), 'INVALID_ARGUMENT')
    assert.equal(
      await codeOf(newBuyer(shop).giftVoucherProducts.queryGiftCardProducts({ query: { filter: { colour: 1 } } })),
      'INVALID_ARGUMENT',
    )
  })

  test('404 GIFT_CARD_PRODUCT_NOT_FOUND', async () => {
    assert.equal(await codeOf(pricing.giftVoucherProducts.getGiftCardProduct({ giftCardProductId: nobody })), 'GIFT_CARD_PRODUCT_NOT_FOUND')
    assert.equal(await codeOf(remove(nobody)), 'GIFT_CARD_PRODUCT_NOT_FOUND')
    const giftCardProduct = { id: nobody, revision: '1' }
    assert.equal(await codeOf(office.giftCardProducts.updateGiftCardProduct({ giftCardProduct })), 'GIFT_CARD_PRODUCT_NOT_FOUND')
  })

  test('403 PERMISSION_DENIED to shoppers who would write', async () => {
    const answer = await fetch(`${shop.url}/gift-cards/v1/gift-card-products`, {
      method: 'POST',
      headers: { authorization: await visitorToken(), 'content-type': 'application/json' },
      body: JSON.stringify({ giftCardProduct: usual }),
    })
    assert.equal(answer.status, 403)
  })
})

async function visitorToken(): Promise<string> {
  const answer = await fetch(`${shop.url}/oauth2/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grantType: 'anonymous', clientId: shop.clientId }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

type Options = NonNullable<Input<'POST /ecom/v1/carts/current/add-to-cart'>['lineItems']>[number]['catalogReference']['options']
const add = (buyer: Buyer, catalogItemId: string, options: Options, quantity = 1) =>
  buyer.currentCart.addToCurrentCart({ lineItems: [{ quantity, catalogReference: { appId, catalogItemId, options } }] })
const forMarta = (more: object = {}) => ({
  recipientInfo: { firstName: 'Marta', lastName: 'Keller', email: 'marta@example.com' },
  senderInfo: { name: 'Jonas' },
  greetingMessage: 'May it be a set of something you would never buy yourself.',
  ...more,
})

/** Buys what is in the cart, and has what follows the order done. */
async function buy(buyer: Buyer, email: string) {
  const { checkoutId: id } = await buyer.currentCart.createCheckoutFromCurrentCart({ channelType: 'WEB', email })
  await buyer.checkout.updateCheckout({ checkout: { id, billingInfo: berlin } })
  const { orderId } = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: shop.url })
  const until = Date.now() + 15_000
  while (Date.now() < until) {
    const { giftCards } = await office.giftCards.queryGiftCards({ query: { cursorPaging: { limit: 100 } } })
    const own = giftCards.filter(({ orderInfo }) => orderInfo?.orderId === orderId)
    if (own.length > 0) return { orderId, own }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('no card was made')
}

async function emailsTo(address: string) {
  const { messages } = await pricing.inbox.listMessages({ limit: 100 })
  const own = messages.filter(({ to, subject }) => to.includes(address) && /gift|something/.test(subject))
  return Promise.all(own.map(async ({ id }) => (await pricing.inbox.getMessage({ id })).message))
}
/** Emails go by jobs of their own: waits for as many as there must be. */
async function awaitEmails(address: string, count: number) {
  const until = Date.now() + 15_000
  for (;;) {
    const found = await emailsTo(address)
    if (found.length >= count || Date.now() > until) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
const codeIn = (text: string) => /([2-9B-Z]{4}-){3}[2-9B-Z]{4}/.exec(text)?.[0] ?? ''

describe('buying one', () => {
  test('costs its price, is worth its value, needs no delivery and no tax, and says for whom and when', () =>
    withProduct({}, async (product) => {
      const buyer = newBuyer(shop)
      const variantId = product.presetVariants[1]!.id
      const { cart } = await add(buyer, product.id, { variantId, giftingInfo: forMarta({ deliverAt: '2026-12-24T07:00:00.000Z' }) })
      const [line] = cart.lineItems
      assert.deepEqual(
        [line?.productName?.original, line?.price?.amount, line?.itemType?.preset, line?.physicalProperties?.shippable],
        ['Gift Card', '45.00', 'GIFT_CARD', false],
      )
      assert.deepEqual(
        line?.descriptionLines?.map(({ name, plainText }) => [name?.original, plainText?.original]),
        [
          ['For', 'Marta Keller'],
          ['On', '24 Dec 2026, 08:00'],
        ],
      )
      const estimate = await buyer.currentCart.estimateCurrentCartTotals({ shippingAddress: berlin.address })
      assert.deepEqual([estimate.priceSummary?.tax?.amount, estimate.priceSummary?.total?.amount], ['0.00', '45.00'])
      const { own } = await buy(buyer, 'jonas@example.com')
      assert.deepEqual(
        own.map(({ initialValue, balance, source, notificationInfo }) => [
          initialValue.amount,
          balance.amount,
          source,
          notificationInfo?.recipient?.email,
          notificationInfo?.sender?.name,
          notificationInfo?.notificationDate,
        ]),
        [['50.00', '50.00', 'ORDER', 'marta@example.com', 'Jonas', '2026-12-24T07:00:00.000Z']],
      )
    }))

  test('is mailed on its day, not before, and its buyer gets a copy at once', () =>
    withProduct({}, async (product) => {
      const buyer = newBuyer(shop)
      const recipientInfo = { firstName: 'Ida', email: 'ida@example.com' }
      await add(buyer, product.id, { customAmount: '75', giftingInfo: forMarta({ recipientInfo, deliverAt: inDays(3) }) })
      await buy(buyer, 'copy@example.com')
      const [copy] = await awaitEmails('copy@example.com', 1)
      assert.equal(copy?.subject, 'Your copy: a gift card of €75.00 for Ida')
      for (const words of ['ida@example.com', 'May it be a set', '€75.00']) assert.ok(copy.text.includes(words), words)
      shop.clock.advance(3 * day - 60_000)
      await shop.platform.everyMinute()
      assert.deepEqual(await emailsTo('ida@example.com'), [])
      shop.clock.advance(60_000)
      await shop.platform.everyMinute()
      await shop.platform.everyMinute()
      const emails = await emailsTo('ida@example.com')
      assert.deepEqual(
        emails.map(({ subject }) => subject),
        ['Jonas has something for you'],
      )
      const [message] = emails
      assert.ok(message!.text.includes('May it be a set of something you would never buy'))
      assert.ok(codeIn(message!.text) !== '' && codeIn(message!.text) === codeIn(copy.text), 'both say the code')
      assert.equal((await emailsTo('copy@example.com')).length, 1)
      const { giftCard } = await office.giftVouchers.getGiftCard({ code: codeIn(message!.text) })
      assert.deepEqual([giftCard.status, giftCard.balance.value], ['VALID', '75.00'])
    }))

  test('for oneself is mailed to the buyer at once, and pays for something else', () =>
    withProduct({}, async (product) => {
      const buyer = newBuyer(shop)
      await add(buyer, product.id, { variantId: product.presetVariants[0]!.id })
      const { own } = await buy(buyer, 'self@example.com')
      const [message] = await awaitEmails('self@example.com', 1)
      const giftCardCode = codeIn(message?.text ?? '')
      const mug = await addProduct(
        shop.platform,
        { site: shop.site, name: 'Mug', price: 2000, stock: 5, itemType: 'DIGITAL' },
        shop.clock.now(),
      )
      await buyer.currentCart.addToCurrentCart({ lineItems: [{ quantity: 1, catalogReference: mug.reference() }] })
      const { checkoutId: id } = await buyer.currentCart.createCheckoutFromCurrentCart({ channelType: 'WEB', email: 'self@example.com' })
      await buyer.checkout.updateCheckout({ checkout: { id, billingInfo: berlin }, giftCardCode })
      const { orderId } = await buyer.payments.placeOrder({ id, returnUrl: shop.url })
      assert.equal((await pricing.orders.getOrder({ id: orderId })).order.paymentStatus, 'PAID')
      const { transactions } = await office.giftCards.queryGiftCardTransactions({
        giftCardId: own[0]!.id,
        query: { sort: [{ fieldName: 'id', order: 'ASC' }] },
      })
      assert.deepEqual(
        transactions.map(({ type, operationType, amount, updatedBalance }) => [type, operationType, amount.amount, updatedBalance.amount]),
        [
          ['INITIAL', 'ADD', '25.00', '25.00'],
          ['REDEEM', 'SUBTRACT', '20.00', '5.00'],
        ],
      )
    }))

  test('several at once are as many cards; cards for different people are different lines', () =>
    withProduct({ relativeExpirationDate: { value: 1, period: 'MONTHS' } }, async (product) => {
      const buyer = newBuyer(shop)
      const variantId = product.presetVariants[0]!.id
      await add(buyer, product.id, { variantId }, 2)
      await add(buyer, product.id, { variantId })
      const { cart } = await add(buyer, product.id, { variantId, giftingInfo: forMarta() })
      assert.deepEqual(
        cart.lineItems.map(({ quantity }) => quantity),
        [3, 1],
      )
      const { own } = await buy(buyer, 'several@example.com')
      assert.equal(own.length, 4)
      assert.equal(new Set(own.map(({ codeSuffix }) => codeSuffix)).size > 1, true)
      const ends = new Date(shop.clock.now())
      ends.setUTCMonth(ends.getUTCMonth() + 1)
      for (const { expirationDate } of own) assert.equal(expirationDate?.slice(0, 10), ends.toISOString().slice(0, 10))
    }))

  test('404 ITEM_NOT_FOUND_IN_CATALOG for an amount out of bounds, another variant, or no address', () =>
    withProduct({}, async ({ id, presetVariants }) => {
      const buyer = newBuyer(shop)
      const wants = (options: Options, of = id) => codeOf(add(buyer, of, options))
      for (const customAmount of ['9.99', '500.01', '20.001']) assert.equal(await wants({ customAmount }), 'ITEM_NOT_FOUND_IN_CATALOG')
      assert.equal(await wants({ variantId: nobody }), 'ITEM_NOT_FOUND_IN_CATALOG')
      assert.equal(await wants({}), 'ITEM_NOT_FOUND_IN_CATALOG')
      assert.equal(await wants({ variantId: presetVariants[0]!.id }, nobody), 'ITEM_NOT_FOUND_IN_CATALOG')
      assert.equal(await wants({ customAmount: 10 }), 'done')
      assert.equal(await wants({ customAmount: '10', giftingInfo: { recipientInfo: { email: 'no address' } } }), 'INVALID_ARGUMENT')
    }))

  test('a card that is no longer sold is said so in the cart', () =>
    withProduct({}, async ({ id, presetVariants }) => {
      const buyer = newBuyer(shop)
      await add(buyer, id, { variantId: presetVariants[0]!.id })
      await remove(id)
      const { cart } = await buyer.currentCart.getCurrentCart()
      assert.equal(cart.lineItems[0]?.availability?.status, 'NOT_FOUND')
    }))

  test('what was sold stays what it was, whatever the shop sells when it is paid', () =>
    withProduct({}, async (product) => {
      const buyer = newBuyer(shop)
      await add(buyer, product.id, { variantId: product.presetVariants[1]!.id })
      const { checkoutId: id } = await buyer.currentCart.createCheckoutFromCurrentCart({ channelType: 'WEB', email: 'later@example.com' })
      await buyer.checkout.updateCheckout({ checkout: { id, billingInfo: berlin } })
      await office.paymentSettings.updatePaymentSettings({
        paymentSettings: { offlineMethods: [{ id: 'transfer', name: 'Bank transfer' }] },
      })
      const { orderId } = await buyer.payments.placeOrder({ id, paymentMethodId: 'transfer', returnUrl: shop.url })
      await remove(product.id)
      await pricing.orders.paymentCollectionMarkOrderAsPaid({ ecomOrderId: orderId })
      const [message] = await awaitEmails('later@example.com', 1)
      assert.ok(message?.text.includes('€50.00'), 'worth its value')
    }))

  test('a product of the catalogue under its id is its page: name, picture, design and address', () =>
    withProduct({}, async (product) => {
      const page = await addProduct(
        shop.platform,
        { site: shop.site, id: product.id, name: 'Morrow card', price: 2500, colours: { Sage: 1, Clay: 1 }, itemType: 'GIFT_CARD' },
        shop.clock.now(),
      )
      const buyer = newBuyer(shop)
      await add(buyer, product.id, { customAmount: '30', options: { Glaze: 'Clay' } })
      const { cart } = await add(buyer, product.id, { customAmount: '30' })
      assert.deepEqual(
        cart.lineItems.map(({ productName, price, url, descriptionLines }) => [
          productName?.original,
          price?.amount,
          url?.relativePath,
          descriptionLines?.[0]?.colorInfo?.original ?? descriptionLines?.[0]?.plainText?.original,
        ]),
        [
          ['Morrow card', '30.00', `/products/${page.slug}`, 'Clay'],
          ['Morrow card', '30.00', `/products/${page.slug}`, 'Sage'],
        ],
      )
    }))
})

describe('mailing a card again', () => {
  const newCard = async (more: object = {}) =>
    (
      await office.giftCards.createGiftCard({
        giftCard: { initialValue: { amount: '40' }, currency: 'EUR', source: 'MANUAL', code: `SEND-${newId().slice(-12)}`, ...more },
      })
    ).giftCard.id

  test('goes to its recipient, or to somebody else, each time it is asked for, with the same code', async () => {
    const giftCardId = await newCard({ code: 'AGAIN-0000-0001', notificationInfo: { recipient: { email: 'first@example.com' } } })
    await shop.platform.jobs.settle()
    await office.giftCards.sendGiftCardEmail({ giftCardId })
    await shop.platform.jobs.settle()
    await shop.platform.everyMinute()
    await office.giftCards.sendGiftCardEmail({ giftCardId, recipientEmail: 'second@example.com' })
    await shop.platform.jobs.settle()
    const about = async (address: string) => {
      const { messages } = await pricing.inbox.listMessages({ limit: 100 })
      const own = messages.filter(({ to }) => to.includes(address))
      return Promise.all(own.map(async ({ id }) => (await pricing.inbox.getMessage({ id })).message.text.includes('AGAIN-0000-0001')))
    }
    assert.deepEqual(await about('first@example.com'), [true, true])
    assert.deepEqual(await about('second@example.com'), [true])
  })

  test('before its day it goes now, and not once more on the day', async () => {
    const giftCardId = await newCard({ notificationInfo: { recipient: { email: 'early@example.com' }, notificationDate: inDays(2) } })
    await office.giftCards.sendGiftCardEmail({ giftCardId })
    await shop.platform.jobs.settle()
    shop.clock.advance(3 * day)
    await shop.platform.everyMinute()
    const { messages } = await pricing.inbox.listMessages({ limit: 100 })
    assert.equal(messages.filter(({ to }) => to.includes('early@example.com')).length, 1)
  })

  test('404 GIFT_CARD_NOT_FOUND, 428 GIFT_CARD_RECIPIENT_NOT_FOUND, GIFT_CARD_DISABLED, GIFT_CARD_EXPIRED, GIFT_CARD_CODE_NOT_KEPT', async () => {
    const send = (giftCardId: string, recipientEmail?: string) =>
      codeOf(office.giftCards.sendGiftCardEmail({ giftCardId, ...(recipientEmail && { recipientEmail }) }))
    assert.equal(await send(nobody), 'GIFT_CARD_NOT_FOUND')
    const unaddressed = await newCard()
    assert.equal(await send(unaddressed), 'GIFT_CARD_RECIPIENT_NOT_FOUND')
    assert.equal(await send(unaddressed, 'ada@example.com'), 'done')
    const ended = await newCard({ expirationDate: inDays(1) })
    shop.clock.advance(2 * day)
    assert.equal(await send(ended, 'ada@example.com'), 'GIFT_CARD_EXPIRED')
    const { database } = shop.platform
    await database.query(sql`update gift_card set sealed = null where site = ${shop.site} and id = ${unaddressed}`)
    assert.equal(await send(unaddressed, 'ada@example.com'), 'GIFT_CARD_CODE_NOT_KEPT')
    await office.giftCards.disableGiftCard({ giftCardId: unaddressed })
    assert.equal(await send(unaddressed, 'ada@example.com'), 'GIFT_CARD_DISABLED')
  })

  test('a card that is disabled is mailed no more, and its code is forgotten', async () => {
    const giftCardId = await newCard({ notificationInfo: { recipient: { email: 'never@example.com' }, notificationDate: inDays(1) } })
    await office.giftCards.disableGiftCard({ giftCardId })
    shop.clock.advance(2 * day)
    await shop.platform.everyMinute()
    const { messages } = await pricing.inbox.listMessages({ limit: 100 })
    assert.equal(messages.filter(({ to }) => to.includes('never@example.com')).length, 0)
    const [row] = await shop.platform.database.query<{ sealed: unknown }>(
      sql`select sealed from gift_card where site = ${shop.site} and id = ${giftCardId}`,
    )
    assert.equal(row?.sealed, null)
  })
})
