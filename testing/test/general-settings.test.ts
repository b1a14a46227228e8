import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient, inMemory, visitor } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { createSite } from '@vitrine/platform/kernel/sites/directory'
import { forgetSooner, monthsBySite } from '@vitrine/platform/shop/audit/forget'
import { minor } from '@vitrine/pricing'
import { v7 } from 'uuid'
import { berlin, card, newBuyer, toCheckout } from '../src/buyer.ts'
import { colleague } from '../src/colleague.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { testSections } from '../src/shop.ts'

let shop: TestPlatform
let mug: TestProduct
const connection = () => ({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
const newOffice = () => createClient({ ...connection(), modules: backOffice })
const newApp = () => createClient(connection())
let office: ReturnType<typeof newOffice>
let app: ReturnType<typeof newApp>

before(async () => {
  shop = await startTestPlatform()
  office = newOffice()
  app = newApp()
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2600, stock: 500 }, shop.clock.now())
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

type Change = Parameters<ReturnType<typeof newOffice>['generalSettings']['updateGeneralSettings']>[0]['generalSettings']
const read = async () => (await office.generalSettings.getGeneralSettings({})).generalSettings
const change = async (generalSettings: Change) => (await office.generalSettings.updateGeneralSettings({ generalSettings })).generalSettings
const refusedWith = async (call: Promise<unknown>) => (await attempt(call))[0]
const codeOf = async (call: Promise<unknown>) => (await refusedWith(call))?.code ?? 'done'
const returnUrl = 'http://localhost/back'

async function bought(email = 'ada@example.com'): Promise<{ orderId: string; paymentId: string }> {
  const buyer = newBuyer(shop)
  const id = await toCheckout(buyer, [{ product: mug, quantity: 2 }])
  await buyer.checkout.updateCheckout({ checkout: { id, buyerInfo: { email } } })
  const { orderId } = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl })
  const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId })
  return { orderId, paymentId: orderTransactions.payments[0]!.id! }
}

async function eventually<T>(find: () => Promise<T | undefined>): Promise<T> {
  for (const until = Date.now() + 20_000; Date.now() < until; ) {
    const found = await find()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('it did not come')
}
const emailOf = (orderId: string, kind: string) =>
  eventually(async () => (await office.orderEmails.listOrderEmails({ orderId })).emails.find((one) => one.kind === kind))

/** The shop sells in another currency for a while. */
async function sellingIn<T>(currency: string, meanwhile: () => Promise<T>): Promise<T> {
  await change({ currency })
  try {
    return await meanwhile()
  } finally {
    await change({ currency: 'EUR' })
  }
}

describe('general settings', () => {
  test('200: what the shop is called, where it stands and what it counts in', async () => {
    const { revision, ...values } = await read()
    assert.ok(revision)
    assert.deepEqual(values, {
      name: 'Test shop',
      email: 'shop@test.example',
      address: ['Testweg 1', '10115 Berlin'],
      country: 'DE',
      currency: 'EUR',
      locale: 'en-IE',
      timeZone: 'Europe/Berlin',
      weightUnit: 'KG',
      auditMonths: 24,
      open: true,
    })
  })

  test('200: what is sent is kept, what is absent stays, null takes away what may be absent', async () => {
    const before = await read()
    const first = await change({ phone: ' +49 30 1234 ', address: ['Hof 2', '  ', 'Testweg 1', '10115 Berlin'], locale: 'de-de' })
    assert.deepEqual(
      [first.phone, first.address, first.locale, first.email, first.name],
      ['+49 30 1234', ['Hof 2', 'Testweg 1', '10115 Berlin'], 'de-DE', before.email, before.name],
    )
    const second = await change({ email: null, phone: null, timeZone: 'america/new_york', weightUnit: 'LB', country: 'AT' })
    assert.deepEqual(
      [second.email, second.phone, second.timeZone, second.weightUnit, second.country],
      [undefined, undefined, 'America/New_York', 'LB', 'AT'],
    )
    const { shop: seen } = await newBuyer(shop).shop.getShop()
    assert.deepEqual(
      [seen.timeZone, seen.weightUnit, seen.country, seen.contact],
      ['America/New_York', 'LB', 'AT', { address: ['Hof 2', 'Testweg 1', '10115 Berlin'] }],
    )
    const { revision: _, phone: __, ...all } = before
    assert.equal((await change(all)).revision, before.revision)
  })

  test('409 STALE_REVISION where these were changed meanwhile; what else lies beside them does not count', async () => {
    const { revision } = await read()
    await office.paymentSettings.updatePaymentSettings({ paymentSettings: { capture: { held: true, action: 'CAPTURE', afterDays: 3 } } })
    const after = await change({ revision, phone: '1' })
    assert.notEqual(after.revision, revision)
    assert.equal(await codeOf(change({ revision, phone: '2' })), 'STALE_REVISION')
    assert.equal((await read()).phone, '1')
    assert.deepEqual((await office.paymentSettings.getPaymentSettings({})).paymentSettings.capture, {
      held: true,
      action: 'CAPTURE',
      afterDays: 3,
    })
    await office.paymentSettings.updatePaymentSettings({ paymentSettings: { capture: { held: false } } })
    await change({ phone: null })
  })

  test('400 INVALID_ARGUMENT names what is none: no currency, place, locale, time zone, name or number of months', async () => {
    const before = await read()
    for (const [field, value] of [
      ['currency', 'ABC'],
      ['currency', 'XAU'],
      ['country', 'XQ'],
      ['locale', 'not a locale'],
      ['locale', 'xx-YY'],
      ['timeZone', 'Mars/Olympus'],
      ['timeZone', '+02:00'],
      ['name', '   '],
      ['name', 'Shop <b>'],
      ['email', 'nobody'],
      ['auditMonths', 11],
      ['auditMonths', 121],
    ] as const) {
      const refused = await refusedWith(change({ [field]: value }))
      assert.equal(refused?.code, 'INVALID_ARGUMENT', field)
      assert.match(JSON.stringify(refused), new RegExp(`generalSettings\\.${field}`), field)
    }
    assert.deepEqual(await read(), before)
  })

  test('403 PERMISSION_DENIED: developers read, owners write, others do neither', async () => {
    const of = async (role: 'DEVELOPER' | 'WAREHOUSE') =>
      createClient({ baseUrl: shop.url, auth: await colleague(shop, role), modules: backOffice })
    const shopper = createClient({ baseUrl: shop.url, auth: visitor({ clientId: shop.clientId, tokens: inMemory() }), modules: backOffice })
    const [developer, packer] = [await of('DEVELOPER'), await of('WAREHOUSE')]
    assert.equal((await developer.generalSettings.getGeneralSettings({})).generalSettings.name, 'Test shop')
    for (const call of [
      () => developer.generalSettings.updateGeneralSettings({ generalSettings: { name: 'Mine' } }),
      () => developer.generalSettings.updateOrderNumbers({ orderNumbers: { next: 999_999 } }),
      () => packer.generalSettings.getGeneralSettings({}),
      () => packer.generalSettings.getOrderNumbers({}),
      () => shopper.generalSettings.getGeneralSettings({}),
    ])
      assert.equal(await codeOf(call()), 'PERMISSION_DENIED')
  })
})

describe('another name', () => {
  test('is what the shop, its emails and its invoices say from then on', async () => {
    const { orderId } = await bought('named@example.com')
    await emailOf(orderId, 'ORDER_CONFIRMATION')
    await change({ name: 'Halde' })
    try {
      const { shop: seen } = await newBuyer(shop).shop.getShop()
      assert.deepEqual([seen.name, seen.wordmark.text], ['Halde', 'Halde'])
      const { sender } = await office.emails.listEmails({})
      assert.equal(sender.name, 'Halde')
      const preview = await office.emails.previewEmail({ id: 'order-placed', orderId })
      assert.match(preview.text, /Halde/)
      assert.doesNotMatch(preview.text, /Test shop/)
      await office.orderInvoices.generateInvoice({ orderId })
      const [paper] = await shop.platform.database.query<{ seller: string }>(
        sql`select document ->> 'seller' as seller from invoice where site = ${shop.site} and order_id = ${orderId}`,
      )
      assert.match(paper!.seller, /Halde/)
    } finally {
      await change({ name: 'Test shop' })
    }
    assert.equal((await office.emails.listEmails({})).sender.name, 'Test shop')
  })

  test('leaves a wordmark and a sender of their own alone', async () => {
    await writeSettings(shop.platform.database, shop.site, 'shop', { ...testSections.shop, wordmark: { text: 'T.' } }, shop.clock.now())
    await office.emails.updateEmailSender({ sender: { name: 'Mira of the shop' } })
    await change({ name: 'Halde' })
    const { shop: seen } = await newBuyer(shop).shop.getShop()
    assert.deepEqual([seen.name, seen.wordmark.text], ['Halde', 'T.'])
    assert.equal((await office.emails.listEmails({})).sender.name, 'Mira of the shop')
    await change({ name: 'Test shop' })
    await office.emails.updateEmailSender({ sender: { name: 'Test shop' } })
    await writeSettings(shop.platform.database, shop.site, 'shop', testSections.shop, shop.clock.now())
  })
})

describe('another time zone', () => {
  test('is the one that slots and the days of emails go by', async () => {
    const at = (hours: number) => ({ hours, minutes: 0 })
    const bike = {
      code: 'bike',
      title: 'Cargo bike',
      area: { kind: 'zip' as const, codes: ['10*'] },
      slots: { windows: [{ day: 'TUE' as const, start: at(17), end: at(20) }] },
      rates: [{ amount: minor(0), conditions: [] }],
    }
    const [first, ...others] = testSections.shipping.zones
    const zones = [{ ...first!, options: [...first!.options, bike] }, ...others]
    await writeSettings(shop.platform.database, shop.site, 'shipping', { zones }, shop.clock.now())
    const slots = async () => {
      const { checkout } = await newBuyer(shop).checkout.createCheckout({
        channelType: 'WEB',
        lineItems: [{ quantity: 1, catalogReference: mug.reference() }],
        checkoutInfo: { shippingInfo: { shippingDestination: berlin } },
      })
      const options = checkout.shippingInfo?.carrierServiceOptions?.flatMap(({ shippingOptions }) => shippingOptions ?? []) ?? []
      return options.map(({ code }) => code).filter((code) => code?.startsWith('bike'))
    }
    assert.deepEqual(await slots(), ['bike@20261124T1600Z'])
    const { orderId } = await bought('evening@example.com')
    await change({ timeZone: 'Asia/Tokyo' })
    try {
      // Five in the afternoon of Tokyo.
      assert.deepEqual(await slots(), ['bike@20261124T0800Z'])
      await office.orderInvoices.generateInvoice({ orderId })
      const [paper] = await shop.platform.database.query<{ zone: string }>(
        sql`select document ->> 'timeZone' as zone from invoice where site = ${shop.site} and order_id = ${orderId}`,
      )
      assert.equal(paper!.zone, 'Asia/Tokyo')
    } finally {
      await change({ timeZone: 'Europe/Berlin' })
      await writeSettings(shop.platform.database, shop.site, 'shipping', testSections.shipping, shop.clock.now())
    }
  })
})

describe('another currency', () => {
  test('200: products, carts and checkouts keep their numbers and are calculated in it at once, and back again', async () => {
    const buyer = newBuyer(shop)
    const checkoutId = await toCheckout(buyer, [{ product: mug, quantity: 2 }])
    const euros = (await app.products.getProduct({ id: mug.id })).product
    await sellingIn('USD', async () => {
      const { product } = await app.products.getProduct({ id: mug.id })
      assert.deepEqual(
        [product.priceData?.currency, product.priceData?.price, product.priceData?.formatted?.price],
        ['USD', 26, 'US$26.00'],
      )
      const { products: items } = await app.products.queryProducts({ query: { filter: { slug: euros.slug } } })
      assert.equal(items[0]?.priceData?.formatted?.price, 'US$26.00')
      const { cart } = await buyer.currentCart.getCurrentCart()
      assert.deepEqual([cart.currency, cart.lineItems[0]?.price?.formattedAmount], ['USD', 'US$26.00'])
      const { checkout } = await buyer.checkout.getCheckout({ id: checkoutId })
      assert.deepEqual([checkout.currency, checkout.priceSummary?.total?.formattedAmount], ['USD', 'US$56.90'])
    })
    assert.deepEqual((await app.products.getProduct({ id: mug.id })).product.priceData, euros.priceData)
  })

  test('409 CHECKOUT_CHANGED to who pays the same number of another currency', async () => {
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug }])
    const choice = { id, paymentToken: await card(buyer), returnUrl, expectedTotal: '30.90', expectedCurrency: 'EUR' }
    await sellingIn('USD', async () => {
      assert.equal(await codeOf(buyer.payments.placeOrder(choice)), 'CHECKOUT_CHANGED')
      const { orderId } = await buyer.payments.placeOrder({ ...choice, expectedCurrency: 'USD' })
      assert.equal((await app.orders.getOrder({ id: orderId })).order.currency, 'USD')
    })
  })

  test('an order that waited for another try is written anew in it', async () => {
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug }])
    assert.equal(
      await codeOf(buyer.payments.placeOrder({ id, paymentToken: await card(buyer, '4000 0000 0000 0002'), returnUrl })),
      'PAYMENT_ERROR',
    )
    await sellingIn('USD', async () => {
      const { orderId } = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl })
      const { order } = await app.orders.getOrder({ id: orderId })
      const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId })
      assert.deepEqual(
        [order.currency, order.priceSummary?.total?.formattedAmount, orderTransactions.payments.at(-1)?.amount?.formattedAmount],
        ['USD', 'US$30.90', 'US$30.90'],
      )
      const [row] = await shop.platform.database.query<{ currency: string }>(
        sql`select currency from orders where site = ${shop.site} and id = ${orderId}`,
      )
      assert.equal(row?.currency, 'USD')
    })
  })

  test('orders stay in their own: collecting, capturing, refunding, emails, invoices and their links', async () => {
    const { orderId, paymentId } = await bought('kept@example.com')
    await office.paymentSettings.updatePaymentSettings({ paymentSettings: { capture: { held: true } } })
    const held = await bought('held@example.com')
    await office.paymentSettings.updatePaymentSettings({ paymentSettings: { capture: { held: false } } })
    const { order: open } = await app.orders.createOrder({
      order: {
        channelInfo: { type: 'POS' },
        buyerInfo: { email: 'open@example.com' },
        lineItems: [{ productName: { original: 'A kiln' }, quantity: 1, price: { amount: '100' }, itemType: { preset: 'PHYSICAL' } }],
        priceSummary: {},
      },
    })
    await sellingIn('USD', async () => {
      const everywhere: unknown[] = []
      const note = <T>(said: T): T => (everywhere.push(said), said)

      note(await office.orderBilling.getOrderRefundability({ orderId }))
      note(await office.orderBilling.calculateRefund({ orderId, refundItems: {} }))
      const back = note(
        await office.orderBilling.refundPayments({
          orderId,
          paymentRefunds: [{ paymentId, amount: { amount: '10' } }],
          sideEffects: { notifications: { sendCustomerEmail: true } },
        }),
      )
      assert.equal(back.refund.summary?.refunded?.formattedAmount, '€10.00')
      note(await office.orderBilling.captureAuthorizedPayments({ orderId: held.orderId, payments: [{ paymentId: held.paymentId }] }))
      note(await app.orderTransactions.listTransactionsForMultipleOrders({ orderIds: [orderId, held.orderId] }))

      const id = open.id!
      const can = note(await app.orders.getPaymentCollectabilityStatus({ ecomOrderId: id }))
      assert.equal(can.amount?.formattedAmount, '€100.00')
      const link = await app.orders.preparePaymentCollection({ ecomOrderId: id, amount: { amount: '40' } })
      const { paymentCollection } = note(await app.payments.getPaymentCollection({ id: link.paymentGatewayOrderId }))
      assert.equal(paymentCollection.amount.formattedAmount, '€40.00')
      note(await office.paymentLinks.sendPaymentLink({ id: link.paymentGatewayOrderId }))
      const more = await refusedWith(app.orders.recordManuallyCollectedPayment({ orderId: id, amount: { amount: '1000' } }))
      assert.equal(more?.code, 'INVALID_AMOUNT')
      await app.orders.paymentCollectionMarkOrderAsPaid({ ecomOrderId: id })

      for (const one of [orderId, held.orderId, id]) note((await app.orders.getOrder({ id: one })).order)
      note((await emailOf(orderId, 'ORDER_REFUNDED')).subject)
      const emails = (await office.orderEmails.listOrderEmails({ orderId })).emails
      note(emails)
      const preview = await office.emails.previewEmail({ id: 'order-placed', orderId })
      assert.match(preview.text, /€56\.90/)
      note(preview)
      await office.orderInvoices.generateInvoice({ orderId })
      const [paper] = await shop.platform.database.query<{ currency: string }>(
        sql`select document ->> 'currency' as currency from invoice where site = ${shop.site} and order_id = ${orderId}`,
      )
      assert.equal(paper?.currency, 'EUR')
      assert.doesNotMatch(JSON.stringify(everywhere), /US\$|USD/)
      assert.match(JSON.stringify(everywhere), /€100\.00/)
    })
  })

  test('sales of the home page are those in the currency of now', async () => {
    const sales = async () => {
      const now = shop.clock.now()
      const from = new Date(now.getTime() - 3600_000).toISOString()
      const to = new Date(now.getTime() + 3600_000).toISOString()
      return office.dashboard.getSales({ from, to, before: new Date(now.getTime() - 9 * 3600_000).toISOString(), parts: 2 })
    }
    const before = await sales()
    await sellingIn('CHF', async () => {
      assert.deepEqual([(await sales()).currency, (await sales()).now.sales, (await sales()).top], ['CHF', '0.00', []])
      await bought('franc@example.com')
      assert.deepEqual([(await sales()).now.sales, (await sales()).now.orders], ['56.90', 1])
    })
    const after = await sales()
    assert.deepEqual([after.currency, after.now.sales, after.now.orders], ['EUR', before.now.sales, before.now.orders])
  })

  test('409 CURRENCY_HAS_OTHER_DECIMALS while anything has a price', async () => {
    const refused = await refusedWith(change({ currency: 'JPY' }))
    assert.equal(refused?.code, 'CURRENCY_HAS_OTHER_DECIMALS')
    assert.deepEqual(refused.data, { currency: 'JPY', decimals: 2 })
    assert.equal((await read()).currency, 'EUR')
  })

  test('200 for any currency in a shop that has just been opened', async () => {
    await using other = await startTestPlatform()
    const { database } = other.platform
    await writeSettings(database, other.site, 'shipping', { zones: [] }, other.clock.now())
    const bare = createClient({ baseUrl: other.url, auth: apiKey(other.apiKey), modules: backOffice })
    const { generalSettings } = await bare.generalSettings.updateGeneralSettings({ generalSettings: { currency: 'JPY', locale: 'ja-JP' } })
    assert.deepEqual([generalSettings.currency, generalSettings.locale], ['JPY', 'ja-JP'])
    await addProduct(other.platform, { site: other.site, name: 'Yunomi', price: 2600 }, other.clock.now())
    assert.equal(
      await codeOf(bare.generalSettings.updateGeneralSettings({ generalSettings: { currency: 'EUR' } })),
      'CURRENCY_HAS_OTHER_DECIMALS',
    )
  })
})

describe('order numbers', () => {
  const numbers = async () => (await office.generalSettings.getOrderNumbers({})).orderNumbers
  const from = (next: number) => office.generalSettings.updateOrderNumbers({ orderNumbers: { next } })
  const numberOf = async (id: string) => Number((await app.orders.getOrder({ id })).order.number)

  test('200: the next order has the number that was said, those after it count on', async () => {
    const { orderNumbers } = await from(50_000)
    assert.equal(orderNumbers.next, 50_000)
    const [one, two] = [await bought(), await bought()]
    assert.deepEqual([await numberOf(one.orderId), await numberOf(two.orderId)], [50_000, 50_001])
    assert.deepEqual(await numbers(), { next: 50_002, last: 50_001 })
  })

  test('200: what nobody was given yet may be taken back', async () => {
    await from(70_000)
    await from(60_000)
    assert.deepEqual(await numberOf((await bought()).orderId), 60_000)
  })

  test('409 ORDER_NUMBER_TAKEN names the least that is free, and changes nothing', async () => {
    const before = await numbers()
    const refused = await refusedWith(from(before.last!))
    assert.deepEqual([refused?.code, refused?.data], ['ORDER_NUMBER_TAKEN', { least: before.last! + 1 }])
    assert.deepEqual(await numbers(), before)
  })

  test('while people order no number is given twice, and none below one that was given', async () => {
    const start = (await numbers()).next
    const orders = Array.from({ length: 4 }, () => bought())
    const said = Array.from({ length: 4 }, async (_, i) => {
      await new Promise((resolve) => setTimeout(resolve, 40 * i))
      return attempt(from(start + 3 * i))
    })
    const made = await Promise.all(orders)
    await Promise.all(said)
    const given = await Promise.all(made.map(({ orderId }) => numberOf(orderId)))
    assert.equal(new Set(given).size, given.length)
    assert.ok(given.every((number) => number >= start))
    assert.ok((await numbers()).next > Math.max(...given))
  })
})

describe('the audit log', () => {
  test('tells what became other, once, and takes it back', async () => {
    const before = await read()
    const { name, timeZone } = before
    await change({ name: 'Halde', timeZone: 'Europe/Lisbon', phone: '+49 1' })
    const entryOf = async (id: string) =>
      (await office.audit.queryAudit({ query: { filter: { entityIds: { $hasSome: [id] } }, cursorPaging: { limit: 1 } } })).entries[0]!
    const entry = await entryOf('generalSettings')
    const { entry: told } = await office.audit.getAuditEntry({ id: entry.id })
    assert.deepEqual(told.changes[0]?.fields.map(({ path, before: was, after: is }) => [path.join('.'), was, is]).sort(), [
      ['name', name, 'Halde'],
      ['phone', undefined, '+49 1'],
      ['timeZone', timeZone, 'Europe/Lisbon'],
    ])
    await office.audit.revertAuditEntry({ id: entry.id })
    assert.deepEqual(await read(), before)

    const { next } = (await office.generalSettings.getOrderNumbers({})).orderNumbers
    await office.generalSettings.updateOrderNumbers({ orderNumbers: { next: next + 100 } })
    const counted = await entryOf('orderNumbers')
    await office.audit.revertAuditEntry({ id: counted.id })
    assert.equal((await office.generalSettings.getOrderNumbers({})).orderNumbers.next, next)
  })

  test('is kept as long as the shop says, whatever others do', async () => {
    await change({ auditMonths: 36 })
    assert.equal((await office.audit.queryAudit({})).keptMonths, 36)
    const { database } = shop.platform
    const other = newId()
    await createSite(database, { id: other, name: 'Other' }, new Date(shop.clock.now().getTime() + 1000))
    const now = new Date('2026-11-21T09:00:00.000Z')
    const write = async (site: string, at: string) => {
      const id = v7({ msecs: Date.parse(at) })
      await database.query(sql`
        insert into audit_entry (site, id, at, actor_kind, act, operation, entity_ids, entities, fields, changes, request_id, words)
        values (${site}, ${id}, ${new Date(at)}, 'STAFF', 'DONE', '', '{}', 0, 0, '[]', ${id}, '{}')`)
      return id
    }
    const written = {
      ours: await write(shop.site, '2024-10-31T23:00:00.000Z'),
      theirs: await write(other, '2024-10-31T23:00:00.000Z'),
      theirsLater: await write(other, '2024-11-01T01:00:00.000Z'),
    }
    const months = await monthsBySite(database, [shop.site, other])
    assert.deepEqual([...months.values()], [36, 24])
    await forgetSooner(database, months, now)
    const left = await database.query<{ id: string }>(
      sql`select id from audit_entry where id = any(${Object.values(written)}::uuid[]) order by id`,
    )
    assert.deepEqual(left.map(({ id }) => id).sort(), [written.ours, written.theirsLater].sort())
    await change({ auditMonths: 24 })
  })
})
