import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { Input } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { berlin, card, newBuyer } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { newVisitor, send } from '../src/wire.ts'

let shop: TestPlatform
let office: ReturnType<typeof newOffice>
let coffee: TestProduct
const newOffice = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
const reads = '/_api/subscription-options-reader-server/v1/subscription-options'

before(async () => {
  shop = await startTestPlatform()
  office = newOffice()
  coffee = await newCoffee()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const newCoffee = (name = 'Morning Blend') => addProduct(shop.platform, { site: shop.site, name, price: 1450, stock: 50 }, shop.clock.now())

type Choice = Input<'POST /stores/v1/subscription-options'>['subscriptionOption']
const monthly = {
  title: 'Every month',
  description: 'A tenth off each bag.',
  subscriptionSettings: { frequency: 'MONTH', autoRenewal: true },
  discount: { type: 'PERCENT', value: 10 },
} satisfies Choice
const options = () => office.subscriptionOptions
const newOption = async (choice: Choice = monthly) =>
  (await options().createSubscriptionOption({ subscriptionOption: choice })).subscriptionOption
const assign = (product: TestProduct, ...ids: string[]) =>
  options().assignSubscriptionOptionsToProduct({ productId: product.id, assignedSubscriptionOptions: ids.map((id) => ({ id })) })
const allowOnce = (product: TestProduct, allowed: boolean) => options().allowOneTimePurchases({ productId: product.id, allowed })

const refusalOf = async (call: Promise<unknown>) => (await attempt(call))[0]
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call))?.code ?? 'done'
/** Where the input is wrong. */
async function wrongIn(call: Promise<unknown>): Promise<string> {
  const refused = await refusalOf(call)
  assert.equal(refused?.code, 'INVALID_ARGUMENT')
  return (refused.data as { fieldViolations: { field: string }[] }).fieldViolations.map(({ field }) => field).join()
}
const detailsOf = async ({ slug }: TestProduct) => {
  const { products } = await newBuyer(shop).products.queryProducts({ query: { filter: { slug } } })
  return products[0]?.subscriptionDetails
}
const visitor = async (path: string) => send(shop, { method: 'GET', path, headers: { authorization: (await newVisitor(shop)).token } })

describe('a subscription option', () => {
  test('is made, read and changed; what is not sent is kept, null takes away', async () => {
    const made = await newOption()
    assert.deepEqual(made, {
      id: made.id,
      title: 'Every month',
      description: 'A tenth off each bag.',
      subscriptionSettings: { frequency: 'MONTH', interval: 1, autoRenewal: true, enableCustomerCancellation: true },
      discount: { type: 'PERCENT', value: 10 },
    })
    assert.deepEqual((await options().getSubscriptionOption({ id: made.id })).subscriptionOption, made)

    const trial = { frequency: 'WEEK', interval: 2 } as const
    const subscriptionSettings = { frequency: 'WEEK', interval: 3, billingCycles: 6, freeTrialPeriod: trial } as const
    const { subscriptionOption: changed } = await options().updateSubscriptionOption({
      subscriptionOption: { id: made.id, subscriptionSettings, discount: { type: 'AMOUNT', value: 2.5 } },
    })
    assert.deepEqual(changed, {
      ...made,
      subscriptionSettings: {
        frequency: 'WEEK',
        interval: 3,
        autoRenewal: false,
        billingCycles: 6,
        enableCustomerCancellation: true,
        freeTrialPeriod: trial,
      },
      discount: { type: 'AMOUNT', value: 2.5 },
    })
    const { subscriptionOption: plain } = await options().updateSubscriptionOption({
      subscriptionOption: { id: made.id.toUpperCase(), title: 'Now and then', description: null, discount: null },
    })
    assert.deepEqual(plain, { id: made.id, title: 'Now and then', subscriptionSettings: changed.subscriptionSettings })
  })

  test('that renews by itself leaves billingCycles out of account', async () => {
    const { subscriptionSettings } = await newOption({
      title: 'On and on',
      subscriptionSettings: { frequency: 'DAY', autoRenewal: true, billingCycles: 5 },
      discount: { type: 'UNDEFINED', value: 3 },
    })
    assert.deepEqual([subscriptionSettings.autoRenewal, subscriptionSettings.billingCycles], [true, undefined])
  })

  test('INVALID_ARGUMENT names what is missing, has no end, or takes off what cannot be', async () => {
    const { title, subscriptionSettings } = monthly
    const wrong = (subscriptionOption: Choice) => wrongIn(options().createSubscriptionOption({ subscriptionOption }))
    assert.equal(await wrong({ subscriptionSettings }), 'subscriptionOption.title')
    assert.equal(await wrong({ title: ' ', subscriptionSettings }), 'subscriptionOption.title')
    assert.equal(await wrong({ title: 'Longer than twenty letters', subscriptionSettings }), 'subscriptionOption.title')
    assert.equal(await wrong({ title }), 'subscriptionOption.subscriptionSettings')
    assert.equal(await wrong({ title, subscriptionSettings: { frequency: 'MONTH' } }), 'subscriptionOption.subscriptionSettings')
    assert.equal(
      await wrong({ title, subscriptionSettings: { frequency: 'UNDEFINED' as 'DAY', autoRenewal: true } }),
      'subscriptionOption.subscriptionSettings.frequency',
    )
    for (const discount of [
      { type: 'PERCENT', value: 100 },
      { type: 'PERCENT', value: 0 },
      { type: 'AMOUNT', value: 0.001 },
    ] as const)
      assert.equal(await wrong({ ...monthly, discount }), 'subscriptionOption.discount.value')
  })

  test('comes in several at once: all are made or changed, or none', async () => {
    const two = [monthly, { ...monthly, title: 'Every year', subscriptionSettings: { frequency: 'YEAR', autoRenewal: true } }] as const
    const { subscriptionOptions: made } = await options().bulkCreateSubscriptionOptions({ subscriptionOptions: [...two] })
    assert.deepEqual(
      made.map((one) => [one.title, one.subscriptionSettings.frequency]),
      [
        ['Every month', 'MONTH'],
        ['Every year', 'YEAR'],
      ],
    )
    const count = async () =>
      (
        await shop.platform.database.query<{ n: number }>(sql`select count(*)::int as n from subscription_option where site = ${shop.site}`)
      )[0]!.n
    const before = await count()
    const half = options().bulkCreateSubscriptionOptions({ subscriptionOptions: [monthly, { title: 'Half' }] })
    assert.equal(await wrongIn(half), 'subscriptionOptions[1].subscriptionSettings')
    assert.equal(await count(), before)

    const [first, second] = made
    const { subscriptionOptions: changed } = await options().bulkUpdateSubscriptionOptions({
      subscriptionOptions: [
        { id: second!.id, title: 'Each year' },
        { id: first!.id, discount: null },
      ],
    })
    assert.deepEqual(
      changed.map((one) => [one.id, one.title, one.discount?.value]),
      [
        [second!.id, 'Each year', 10],
        [first!.id, 'Every month', undefined],
      ],
    )
    const lost = options().bulkUpdateSubscriptionOptions({
      subscriptionOptions: [
        { id: first!.id, title: 'Lost' },
        { id: newId(), title: 'Lost' },
      ],
    })
    assert.equal(await codeOf(lost), 'SUBSCRIPTION_OPTION_NOT_FOUND')
    assert.equal((await options().getSubscriptionOption({ id: first!.id })).subscriptionOption.title, 'Every month')
  })

  test('404 SUBSCRIPTION_OPTION_NOT_FOUND names the one that is not there', async () => {
    const id = newId()
    const saved = (await newOption()).id
    for (const call of [
      () => options().getSubscriptionOption({ id }),
      () => options().updateSubscriptionOption({ subscriptionOption: { id, title: 'x' } }),
      () => options().deleteSubscriptionOption({ id }),
      () => options().bulkDeleteSubscriptionOptions({ ids: [saved, id] }),
      () => options().getProductIdsForSubscriptionOption({ id }),
      () => assign(coffee, id),
    ]) {
      const refused = await refusalOf(call())
      assert.deepEqual([refused?.code, refused?.data], ['SUBSCRIPTION_OPTION_NOT_FOUND', { subscriptionOptionId: id }])
    }
  })
})

describe('a product with subscription options', () => {
  test('shows them in their order, on its own wire too, without the hidden ones', async () => {
    const product = await newCoffee()
    const week = await newOption({ ...monthly, title: 'Every week', subscriptionSettings: { frequency: 'WEEK', autoRenewal: true } })
    const six = await newOption({
      title: 'Six months',
      subscriptionSettings: { frequency: 'MONTH', billingCycles: 6, enableCustomerCancellation: false },
      discount: { type: 'AMOUNT', value: 2 },
    })
    const secret = await newOption({ ...monthly, title: 'For friends' })
    assert.equal(await detailsOf(product), undefined)
    await options().assignSubscriptionOptionsToProduct({
      productId: product.id,
      assignedSubscriptionOptions: [{ id: six.id }, { id: secret.id, hidden: true }, { id: week.id, hidden: false }],
    })
    const { subscriptionOptions: shown } = await options().getSubscriptionOptionsForProduct({ productId: product.id })
    assert.deepEqual(shown, [
      { ...six, hidden: false },
      { ...week, hidden: false },
    ])
    const { subscriptionOptions: all } = await options().getSubscriptionOptionsForProduct({
      productId: product.id,
      includeHiddenSubscriptionOptions: true,
    })
    assert.deepEqual(
      all.map(({ title, hidden }) => [title, hidden]),
      [
        ['Six months', false],
        ['For friends', true],
        ['Every week', false],
      ],
    )
    assert.deepEqual(await detailsOf(product), {
      subscriptions: [
        {
          id: six.id,
          title: 'Six months',
          visible: true,
          frequency: 'MONTH',
          interval: 1,
          billingCycles: 6,
          enableCustomerCancellation: false,
          discount: { type: 'AMOUNT', amountOff: '2.00' },
        },
        {
          id: week.id,
          title: 'Every week',
          description: 'A tenth off each bag.',
          visible: true,
          frequency: 'WEEK',
          interval: 1,
          autoRenewal: true,
          enableCustomerCancellation: true,
          discount: { type: 'PERCENT', percentOff: 10 },
        },
      ],
      allowOneTimePurchases: false,
    })
  })

  test('keeps up with its options: changed, hidden, allowed once, deleted', async () => {
    const [product, other] = [await newCoffee(), await newCoffee('House Espresso')]
    const [one, two] = [await newOption(), await newOption({ ...monthly, title: 'Each month' })]
    await assign(product, one.id, two.id)
    await assign(other, one.id)
    const titles = async (of: TestProduct) => (await detailsOf(of))?.subscriptions.map(({ title }) => title)
    await options().updateSubscriptionOption({ subscriptionOption: { id: one.id, title: 'Monthly “\u{1F305}”' } })
    assert.deepEqual([await titles(product), await titles(other)], [['Monthly “\u{1F305}”', 'Each month'], ['Monthly “\u{1F305}”']])
    await allowOnce(product, true)
    assert.equal((await detailsOf(product))?.allowOneTimePurchases, true)
    await options().bulkDeleteSubscriptionOptions({ ids: [two.id, two.id.toUpperCase()] })
    assert.deepEqual(await titles(product), ['Monthly “\u{1F305}”'])
    await options().deleteSubscriptionOption({ id: one.id })
    assert.deepEqual([await detailsOf(product), await detailsOf(other)], [undefined, undefined])
    const told = await shop.platform.database.query(sql`
      select from outbox where site = ${shop.site} and entity_id = ${other.id} and type = 'com.wix.ecommerce.catalog.api.v1.ProductChanged'`)
    assert.equal(told.length, 3, 'each change of it is told')
  })

  test('loses all of them with an empty list, or none; has at most six, and each once', async () => {
    const product = await newCoffee()
    const ids: string[] = []
    for (let i = 0; i < 7; i++) ids.push((await newOption({ ...monthly, title: `Way ${i}` })).id)
    assert.equal(await wrongIn(assign(product, ...ids)), 'assignedSubscriptionOptions')
    assert.equal(await wrongIn(assign(product, ids[0]!, ids[1]!, ids[0]!.toUpperCase())), 'assignedSubscriptionOptions[2].id')
    await assign(product, ...ids.slice(1))
    assert.equal((await detailsOf(product))?.subscriptions.length, 6)
    await options().assignSubscriptionOptionsToProduct({ productId: product.id })
    assert.equal(await detailsOf(product), undefined)
  })

  test('is told by the option, a page at a time, hidden products to those who sell alone', async () => {
    const option = await newOption()
    const products = [await newCoffee('A'), await newCoffee('B'), await newCoffee('C')].toSorted((a, b) => (a.id < b.id ? -1 : 1))
    for (const product of products) await assign(product, option.id)
    await shop.platform.database.query(sql`update product set visible = false where site = ${shop.site} and id = ${products[1]!.id}`)
    const ids = products.map(({ id }) => id)
    const ask = (more: object = {}) => options().getProductIdsForSubscriptionOption({ id: option.id, ...more })
    assert.deepEqual(await ask(), { productIds: [ids[0], ids[2]], metadata: { items: 2, offset: 0 }, totalResults: 2 })
    assert.deepEqual(await ask({ includeHiddenProducts: true, paging: { limit: 1, offset: 1 } }), {
      productIds: [ids[1]],
      metadata: { items: 1, offset: 1 },
      totalResults: 3,
    })
    const path = `${reads}/${option.id}/productIds?includeHiddenProducts=true`
    assert.deepEqual((await visitor(path)).json.productIds, [ids[0], ids[2]])
    const hidden = await visitor(`${reads}/byProduct/${ids[1]}`)
    assert.deepEqual([hidden.status, hidden.json.details.applicationError.code], [404, 'PRODUCT_NOT_FOUND'])
  })

  test('is sold by subscription alone until it is said to be sold once, too', async () => {
    const product = await newCoffee()
    const allowed = async () => (await options().getOneTimePurchasesStatus({ productId: product.id })).allowed
    assert.equal(await allowed(), true, 'without options it is sold once')
    await assign(product, (await newOption()).id)
    assert.equal(await allowed(), false)
    await allowOnce(product, true)
    assert.equal(await allowed(), true)
    await options().allowOneTimePurchases({ productId: product.id, allowed: null })
    assert.equal(await allowed(), false)
    const answer = await visitor(`${reads}/product/${product.id}/oneTimePurchasesStatus`)
    assert.deepEqual([answer.status, answer.json], [200, { allowed: false }])
  })

  test('404 PRODUCT_NOT_FOUND where there is none, whatever its id looks like', async () => {
    for (const productId of [newId(), 'no id at all'])
      for (const call of [
        () => options().assignSubscriptionOptionsToProduct({ productId, assignedSubscriptionOptions: [] }),
        () => options().allowOneTimePurchases({ productId, allowed: true }),
        () => options().getSubscriptionOptionsForProduct({ productId }),
        () => options().getOneTimePurchasesStatus({ productId }),
      ])
        assert.equal(await codeOf(call()), 'PRODUCT_NOT_FOUND')
  })

  test('shoppers read what they may choose, and nothing else', async () => {
    const product = await newCoffee()
    const [shown, hidden] = [await newOption(), await newOption()]
    await options().assignSubscriptionOptionsToProduct({
      productId: product.id,
      assignedSubscriptionOptions: [{ id: shown.id }, { id: hidden.id, hidden: true }],
    })
    const byProduct = await visitor(`${reads}/byProduct/${product.id}?includeHiddenSubscriptionOptions=true`)
    assert.deepEqual(
      byProduct.json.subscriptionOptions.map(({ id }: { id: string }) => id),
      [shown.id],
    )
    assert.equal((await visitor(`${reads}/${shown.id}`)).json.subscriptionOption.title, 'Every month')
    assert.equal((await visitor(`${reads}/${hidden.id}`)).status, 404)
    assert.equal((await visitor(`${reads}/${hidden.id}/productIds`)).status, 404)
  })
})

describe('a line that names a subscription option', () => {
  const line = (product: TestProduct, subscriptionOptionId?: string, quantity = 1) => ({
    quantity,
    catalogReference: { ...product.reference(), ...(subscriptionOptionId && { options: { subscriptionOptionId } }) },
  })

  test('becomes a subscription with its price, its rhythm and its trial; another way of buying is another line', async () => {
    const product = await newCoffee()
    const trial = { frequency: 'WEEK', interval: 2 } as const
    const option = await newOption({
      ...monthly,
      subscriptionSettings: { frequency: 'MONTH', interval: 2, autoRenewal: true, freeTrialPeriod: trial },
    })
    const other = await newOption({ title: 'Each year', subscriptionSettings: { frequency: 'YEAR', autoRenewal: true } })
    await assign(product, option.id, other.id)
    await allowOnce(product, true)
    const buyer = newBuyer(shop)
    await buyer.currentCart.addToCurrentCart({ lineItems: [line(product, option.id), line(product)] })
    const { cart } = await buyer.currentCart.addToCurrentCart({
      lineItems: [line(product, option.id.toUpperCase()), line(product, other.id)],
    })
    assert.deepEqual(
      cart.lineItems.map(({ quantity, price, fullPrice, savePaymentMethod, subscriptionOptionInfo: info }) => [
        quantity,
        price?.amount,
        fullPrice?.amount,
        savePaymentMethod,
        info?.title?.original,
        info?.subscriptionSettings?.frequency,
        info?.subscriptionSettings?.interval,
      ]),
      [
        [2, '13.05', '14.50', true, 'Every month', 'MONTH', 2],
        [1, '14.50', '14.50', false, undefined, undefined, undefined],
        [1, '14.50', '14.50', true, 'Each year', 'YEAR', 1],
      ],
    )
    assert.deepEqual(cart.lineItems[0]?.subscriptionOptionInfo?.subscriptionSettings?.freeTrialPeriod, trial)
    assert.deepEqual(cart.lineItems[0]?.subscriptionOptionInfo?.description, { original: 'A tenth off each bag.' })
  })

  test('400 ITEM_NOT_FOUND_IN_CATALOG where it is not this product’s, is hidden, or one without is asked for though it is not sold once', async () => {
    const [product, other] = [await newCoffee(), await newCoffee()]
    const [shown, hidden, others] = [await newOption(), await newOption(), await newOption()]
    await options().assignSubscriptionOptionsToProduct({
      productId: product.id,
      assignedSubscriptionOptions: [{ id: shown.id }, { id: hidden.id, hidden: true }],
    })
    await assign(other, others.id)
    const buyer = newBuyer(shop)
    const add = (...args: Parameters<typeof line>) => codeOf(buyer.currentCart.addToCurrentCart({ lineItems: [line(...args)] }))
    for (const id of [others.id, hidden.id, newId(), undefined]) assert.equal(await add(product, id), 'ITEM_NOT_FOUND_IN_CATALOG')
    assert.equal(await add(product, shown.id), 'done')
  })

  test('becomes a line of an order, and of its email, by that name', async () => {
    const product = await newCoffee()
    const option = await newOption({ ...monthly, title: 'At each new moon' })
    await assign(product, option.id)
    const buyer = newBuyer(shop)
    await buyer.currentCart.addToCurrentCart({ lineItems: [line(product, option.id, 2)] })
    const email = `${newId()}@example.com`
    const { checkoutId } = await buyer.currentCart.createCheckoutFromCurrentCart({ channelType: 'WEB', email })
    await buyer.checkout.updateCheckout({
      checkout: {
        id: checkoutId,
        shippingInfo: { shippingDestination: berlin, selectedCarrierServiceOption: { code: 'standard' } },
        billingInfo: berlin,
      },
    })
    const { orderId } = await buyer.payments.placeOrder({ id: checkoutId, paymentToken: await card(buyer), returnUrl: `${shop.url}/back` })
    const { order } = await createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) }).orders.getOrder({ id: orderId })
    const [sold] = order.lineItems
    assert.deepEqual(
      [
        sold?.price?.amount,
        sold?.lineItemPrice?.amount,
        sold?.subscriptionInfo?.subscriptionOptionTitle,
        sold?.subscriptionInfo?.cycleNumber,
      ],
      ['13.05', '26.10', 'At each new moon', 1],
    )
    await shop.platform.jobs.settle()
    const { messages } = await buyer.inbox.listMessages({ limit: 100 })
    const message = messages.find(({ to, subject }) => to.includes(email) && subject.includes(order.number ?? ''))
    assert.match((await buyer.inbox.getMessage({ id: message?.id ?? '' })).message.text, /At each new moon/)
  })

  test('that is taken from its product later is not counted, and may be taken out', async () => {
    const product = await newCoffee()
    const option = await newOption()
    await assign(product, option.id)
    const buyer = newBuyer(shop)
    await buyer.currentCart.addToCurrentCart({ lineItems: [line(product, option.id)] })
    await options().deleteSubscriptionOption({ id: option.id })
    const { cart } = await buyer.currentCart.getCurrentCart()
    assert.deepEqual([cart.lineItems[0]?.availability?.status, cart.subtotal?.amount], ['NOT_FOUND', '0.00'])
  })
})
