// Keys and staff who take more than their rights give: what a review of the shop tried, and got.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { attack } from '../src/attack.ts'
import { berlin, card, newBuyer } from '../src/buyer.ts'
import { keyWith, type RightsHolder, staffAs } from '../src/every-caller.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { fillStock, type StockItems } from '../src/populate.ts'
import { newVictim, type Victim, victimsRows } from '../src/victim.ts'
import { type RawAnswer, refusalOf, send } from '../src/wire.ts'

let shop: TestPlatform
let stockItems: StockItems
let victim: Victim
let narrow: readonly RightsHolder[]

before(async () => {
  shop = await startTestPlatform()
  stockItems = await fillStock(shop)
  victim = await newVictim(shop, stockItems)
  narrow = [await keyWith(shop, 'audit.read'), await keyWith(shop, 'products.read')]
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

function call({ token }: Pick<RightsHolder, 'token'>, line: string, body?: object): Promise<RawAnswer> {
  const [method, address] = line.split(' ') as [string, string]
  const [path, search = ''] = address.split('?') as [string, string?]
  return send(shop, { method, path, search, headers: { authorization: token }, ...(body && { body }) })
}

const orders = async (): Promise<number> =>
  (await shop.platform.database.query<{ count: number }>(sql`select count(*)::int as count from orders where site = ${shop.site}`))[0]!
    .count

const theMug = (more: object = {}) => ({ quantity: 5, catalogReference: stockItems.mug.reference('Sage'), ...more })
const ownPrice = { catalogOverrideFields: { price: '0.01' } }
const ownLine = { quantity: 1, price: '0.01', productName: { original: 'Anything' }, itemType: { preset: 'PHYSICAL' } }
const delivered = {
  buyerInfo: { email: 'ada@example.com' },
  shippingInfo: { shippingDestination: berlin, selectedCarrierServiceOption: { code: 'standard' } },
}

test(
  attack({
    area: 'API keys and roles',
    tries: 'a key with audit.read or products.read searches all orders',
    answer: '200 with an empty list',
  }),
  async () => {
    for (const key of narrow) {
      const { status, json } = await call(key, 'POST /ecom/v1/orders/search', { search: { cursorPaging: { limit: 100 } } })
      assert.deepEqual([status, json.orders], [200, []])
    }
  },
)

test(
  attack({
    area: 'API keys and roles',
    tries: 'a key with audit.read or products.read reads members with their email and address',
    answer: '404 for who is private, and no contact details of the others',
  }),
  async () => {
    for (const key of narrow) {
      const { json } = await call(key, 'GET /members/v1/members?fieldsets=FULL&paging.limit=100')
      assert.deepEqual(json.members, [])
      assert.equal(refusalOf(await call(key, `GET /members/v1/members/${victim.memberId}?fieldsets=FULL`)), 'MEMBER_NOT_FOUND')
    }
  },
)

test(
  attack({
    area: 'API keys and roles',
    tries: 'a key with audit.read or products.read renames members and deletes their addresses',
    answer: '403 PERMISSION_DENIED, and nothing changes',
  }),
  async () => {
    const before = await victimsRows(shop, victim)
    const of = `/members/v1/members/${victim.memberId}`
    for (const key of narrow)
      for (const answer of [
        await call(key, `PATCH ${of}`, { member: { profile: { nickname: 'Mine' } } }),
        await call(key, `POST ${of}/slug`, { slug: 'mine' }),
        await call(key, `DELETE ${of}/phones`),
        await call(key, `DELETE ${of}/emails`),
        await call(key, `DELETE ${of}/addresses`),
      ])
        assert.equal(refusalOf(answer), 'PERMISSION_DENIED')
    assert.deepEqual(await victimsRows(shop, victim), before)
  },
)

test(
  attack({
    area: 'API keys and roles',
    tries: 'a key with audit.read or products.read reads and changes a checkout of a visitor, and takes its secret link',
    answer: '404 CHECKOUT_NOT_FOUND, and nothing changes',
  }),
  async () => {
    const before = await victimsRows(shop, victim)
    const of = `/ecom/v1/checkouts/${victim.customer.checkoutId}`
    for (const key of narrow)
      for (const answer of [
        await call(key, `GET ${of}`),
        await call(key, `PATCH ${of}`, { checkout: { buyerNote: 'Mine' } }),
        await call(key, `GET ${of}/checkout-url`),
        await call(key, 'POST /_api/redirects-api/v1/redirect-session', { ecomCheckout: { checkoutId: victim.customer.checkoutId } }),
      ])
        assert.equal(refusalOf(answer), 'CHECKOUT_NOT_FOUND')
    assert.deepEqual(await victimsRows(shop, victim), before)
  },
)

test(
  attack({
    area: 'API keys and roles',
    tries: 'a key with orders.read takes the secret link of a checkout, with which it could be changed',
    answer: '404 CHECKOUT_NOT_FOUND',
  }),
  async () => {
    const key = await keyWith(shop, 'orders.read')
    const of = `/ecom/v1/checkouts/${victim.customer.checkoutId}`
    assert.equal((await call(key, `GET ${of}`)).status, 200)
    assert.equal(refusalOf(await call(key, `GET ${of}/checkout-url`)), 'CHECKOUT_NOT_FOUND')
    const session = await call(key, 'POST /_api/redirects-api/v1/redirect-session', {
      ecomCheckout: { checkoutId: victim.customer.checkoutId },
    })
    assert.equal(refusalOf(session), 'CHECKOUT_NOT_FOUND')
    const writer = await keyWith(shop, 'orders.write')
    assert.equal((await call(writer, `GET ${of}/checkout-url`)).status, 200)
  },
)

test(
  attack({
    area: 'Money',
    tries: 'a key without orders.write buys five mugs at its own price, in a checkout, in its cart and as a custom line',
    answer: '403 PERMISSION_DENIED, and there is no order',
  }),
  async () => {
    const before = await orders()
    for (const key of [...narrow, await keyWith(shop, 'orders.read')]) {
      const plain = await call(key, 'POST /ecom/v1/checkouts', { channelType: 'WEB', lineItems: [theMug()], checkoutInfo: delivered })
      assert.equal(plain.json.checkout.priceSummary.subtotal.amount, '130.00', plain.text)
      const own = `/ecom/v1/checkouts/${plain.json.checkout.id}`
      for (const [line, body] of [
        ['POST /ecom/v1/checkouts', { channelType: 'WEB', lineItems: [theMug(ownPrice)], checkoutInfo: delivered }],
        ['POST /ecom/v1/checkouts', { channelType: 'WEB', customLineItems: [ownLine], checkoutInfo: delivered }],
        [`PATCH ${own}`, { checkout: {}, lineItems: [theMug(ownPrice)] }],
        [`POST ${own}/add-to-checkout`, { customLineItems: [ownLine] }],
        ['POST /ecom/v1/carts/current/add-to-cart', { lineItems: [theMug(ownPrice)] }],
        ['POST /ecom/v1/carts/current/add-to-cart', { customLineItems: [ownLine] }],
        ['PATCH /ecom/v1/carts/current', { lineItems: [theMug()], merchantDiscounts: [{ amount: '129.99' }] }],
      ] as const)
        assert.equal(refusalOf(await call(key, line, body)), 'PERMISSION_DENIED', `${line} as ${key.name}`)
      const paymentToken = await card(newBuyer(shop))
      const free = { paymentToken, returnUrl: `${shop.url}/back`, expectedTotal: '0.05', expectedCurrency: 'EUR' }
      assert.equal(refusalOf(await call(key, `POST /vitrine/v1/checkouts/${plain.json.checkout.id}/place-order`, free)), 'CHECKOUT_CHANGED')
    }
    assert.equal(await orders(), before)
  },
)

test(
  attack({
    area: 'API keys and roles',
    tries: 'a key without orders.write asks to cancel the order of a buyer, renews its downloads and finishes its payment',
    answer: '404 ORDER_NOT_FOUND, and nothing changes',
  }),
  async () => {
    const before = await victimsRows(shop, victim)
    const of = `/vitrine/v1/orders/${victim.customer.paidOrderId}`
    for (const key of [...narrow, await keyWith(shop, 'orders.read')])
      for (const answer of [
        await call(key, `POST ${of}/request-cancellation`, { reason: 'Not mine' }),
        await call(key, `POST ${of}/renew-download`, { lineItemId: victim.orderLineId }),
        await call(key, `POST ${of}/end-subscription`, { subscriptionId: newId() }),
        await call(key, `POST /vitrine/v1/orders/${victim.customer.waitingOrderId}/confirm-payment`, { resultToken: 'x' }),
      ])
        assert.equal(refusalOf(answer), 'ORDER_NOT_FOUND')
    assert.deepEqual(await victimsRows(shop, victim), before)
  },
)

test(
  attack({
    area: 'API keys and roles',
    tries: 'somebody in the role DEVELOPER, who may not see members, makes a narrow key and reads them with it',
    answer: '200 with an empty list, and 403 SCOPE_NOT_YOURS for a wider key',
  }),
  async () => {
    const developer = await staffAs(shop, 'DEVELOPER')
    const wider = await call(developer, 'POST /vitrine/v1/api-keys', { apiKey: { name: 'Wide', scopes: ['members.read'] } })
    assert.equal(refusalOf(wider), 'SCOPE_NOT_YOURS')
    const made = await call(developer, 'POST /vitrine/v1/api-keys', { apiKey: { name: 'Feed', scopes: ['products.read'] } })
    for (const token of [developer.token, made.json.key]) {
      const { json } = await call({ token }, 'POST /members/v1/members/query', { fieldsets: ['FULL'] })
      assert.deepEqual(json.members, [])
    }
  },
)

test(
  attack({
    area: 'Money',
    tries: 'somebody in the role SUPPORT or DEVELOPER makes a checkout, a draft and an order at their own price',
    answer: '403 PERMISSION_DENIED, and there is no order',
  }),
  async () => {
    const before = await orders()
    for (const person of [await staffAs(shop, 'SUPPORT'), await staffAs(shop, 'DEVELOPER')])
      for (const [line, body] of [
        ['POST /ecom/v1/checkouts', { channelType: 'WEB', lineItems: [theMug(ownPrice)], checkoutInfo: delivered }],
        ['POST /ecom/v1/checkouts', { channelType: 'WEB', customLineItems: [ownLine], checkoutInfo: delivered }],
        ['PATCH /ecom/v1/carts/current', { lineItems: [theMug()], merchantDiscounts: [{ amount: '129.99' }] }],
        ['POST /ecom/v1/draft-orders', { draftOrder: { customLineItems: [ownLine] } }],
        ['POST /ecom/v1/orders', { order: { channelInfo: { type: 'POS' }, lineItems: [ownLine], priceSummary: {} } }],
      ] as const)
        assert.equal(refusalOf(await call(person, line, body)), 'PERMISSION_DENIED', `${line} as ${person.name}`)
    assert.equal(await orders(), before)
  },
)

test(
  attack({
    area: "Other people's data",
    tries: 'a key without payments rights lists the saved cards of a member, makes one the first choice and deletes it',
    answer: 'an empty list and 404 SAVED_PAYMENT_METHOD_NOT_FOUND, and nothing changes',
  }),
  async () => {
    const before = await victimsRows(shop, victim)
    const cards = '/_api/payments/saved-payment-methods/v1/saved-payment-methods'
    for (const key of narrow) {
      const { json } = await call(key, `GET ${cards}?siteMemberId=${victim.memberId}`)
      assert.deepEqual(json.savedPaymentMethods, [])
      for (const answer of [
        await call(key, `GET ${cards}/${victim.savedCardId}`),
        await call(key, `POST ${cards}/${victim.savedCardId}/mark-primary`, {}),
        await call(key, `DELETE ${cards}/${victim.savedCardId}`),
      ])
        assert.equal(refusalOf(answer), 'SAVED_PAYMENT_METHOD_NOT_FOUND')
    }
    assert.deepEqual(await victimsRows(shop, victim), before)
  },
)

test(
  attack({
    area: 'API keys and roles',
    tries: 'a key with orders.read reads products and plans that are hidden from shoppers',
    answer: '404 PRODUCT_NOT_FOUND and SUBSCRIPTION_OPTION_NOT_FOUND',
  }),
  async () => {
    const key = await keyWith(shop, 'orders.read')
    const { productId, planId, collectionId } = victim.hidden
    const product = await call(key, `GET /stores-reader/v1/products/${productId}?includeMerchantSpecificData=true`)
    assert.equal(refusalOf(product), 'PRODUCT_NOT_FOUND')
    const plan = await call(key, `GET /_api/subscription-options-reader-server/v1/subscription-options/${planId}`)
    assert.equal(refusalOf(plan), 'SUBSCRIPTION_OPTION_NOT_FOUND')
    assert.equal(refusalOf(await call(key, `GET /v2/collections/${collectionId}`)), 'COLLECTION_NOT_FOUND')
  },
)

test('a key with one area still does its work: products with what only the shop knows, members with their address, orders with their prices', async () => {
  const product = await call(
    await keyWith(shop, 'products.read'),
    `GET /stores-reader/v1/products/${victim.hidden.productId}?includeMerchantSpecificData=true`,
  )
  assert.equal(product.status, 200, product.text)
  const member = await call(await keyWith(shop, 'members.read'), `GET /members/v1/members/${victim.memberId}?fieldsets=FULL`)
  assert.equal(member.json.member.contact.addresses[0].city, 'Leipzig')
  const made = await call(await keyWith(shop, 'orders.write'), 'POST /ecom/v1/checkouts', {
    channelType: 'WEB',
    lineItems: [theMug(ownPrice)],
    checkoutInfo: delivered,
  })
  assert.equal(made.json.checkout.priceSummary.subtotal.amount, '0.05', made.text)
  const found = await call(await keyWith(shop, 'orders.read'), 'POST /ecom/v1/orders/search', { search: {} })
  assert.ok(found.json.orders.length > 0, found.text)
})
