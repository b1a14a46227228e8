// Values of the wire's enumerations that no other test has a reason to bring about, each with what it means.
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import { ChannelType, CheckoutChannelType, DurationUnit, type Input, type Ok } from '@vitrine/contract'
import { setStock } from '@vitrine/platform/commerce/inventory/stock'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { type Buyer, berlin, card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addFile, addProduct, type TestProduct } from '../src/products.ts'
import { flacFile, mp4File, pdfFile } from '../src/sample-files.ts'
import { testSections } from '../src/shop.ts'

const [standardRates, silent, gone] = [
  '77777777-7777-4777-8777-777777777777',
  '88888888-8888-4888-8888-888888888888',
  '99999999-9999-4999-8999-999999999999',
] as const
const allProducts = '00000000-0000-0000-0000-000000000000'

let shop: TestPlatform
let mug: TestProduct
let app: ReturnType<typeof newApp>
const newApp = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })

before(async () => {
  shop = await startTestPlatform({
    taxProviders: [
      {
        id: standardRates,
        name: 'Knows every street',
        ratesFor: async () => ({
          taxIncludedInPrice: false,
          shippingTaxed: false,
          rates: {
            standard: [
              { name: 'State', rate: '0.06', jurisdiction: 'Illinois', jurisdictionType: 'STATE' },
              { name: 'County', rate: '0.0175', jurisdiction: 'Cook', jurisdictionType: 'COUNTY' },
              { name: 'City', rate: '0.0125', jurisdiction: 'Chicago', jurisdictionType: 'CITY' },
              { name: 'Transit', rate: '0.01', jurisdiction: 'RTA', jurisdictionType: 'SPECIAL' },
            ],
          },
        }),
      },
      {
        id: silent,
        name: 'Out to lunch',
        ratesFor: async () => {
          throw new Error('nobody answers')
        },
      },
    ],
  })
  const { platform, site, clock } = shop
  mug = await addProduct(platform, { site, name: 'Morning Mug', price: 2600, stock: 500 }, clock.now())
  app = newApp()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
})
const settings = async (commerce: object = {}, taxes: object = {}) => {
  const { database } = shop.platform
  await writeSettings(database, shop.site, 'commerce', { ...testSections.commerce, ...commerce }, shop.clock.now())
  await writeSettings(database, shop.site, 'taxes', { ...testSections.taxes, ...taxes }, shop.clock.now())
}
afterEach(() => settings())

type NewOrder = Input<'POST /ecom/v1/orders'>['order']
type Custom = NonNullable<Input<'POST /ecom/v1/checkouts'>['customLineItems']>[number]

/** A jar for 10.00, agreed outside the checkout. */
const jar = (more: Partial<NewOrder> = {}): NewOrder => ({
  channelInfo: { type: 'BACKOFFICE_MERCHANT' },
  lineItems: [{ productName: { original: 'A jar' }, quantity: 1, price: { amount: '10' }, itemType: { custom: 'jar' } }],
  priceSummary: {},
  ...more,
})
const service: Custom = { quantity: 1, price: '45', productName: { original: 'Lesson' }, itemType: { preset: 'SERVICE' } }
const checkoutOf = async (input: Partial<Input<'POST /ecom/v1/checkouts'>>) =>
  (await app.checkout.createCheckout({ channelType: 'WEB', checkoutInfo: { buyerInfo: { email: 'ada@example.com' } }, ...input })).checkout
const pay = (id: string) =>
  card(app as unknown as Buyer).then((paymentToken) => app.payments.placeOrder({ id, paymentToken, returnUrl: `${shop.url}/back` }))
const stripped = <T extends string>(values: readonly T[]) => values.filter((value) => !value.startsWith('UNSPECIFIED'))

describe('where an order comes from', () => {
  test('every ChannelType is kept, and found', async () => {
    for (const type of stripped(ChannelType.options)) {
      const { order } = await app.orders.createOrder({ order: jar({ channelInfo: { type, externalOrderId: `at-${type}` } }) })
      assert.deepEqual(order.channelInfo, { type, externalOrderId: `at-${type}` })
      const { orders } = await app.orders.searchOrders({ search: { filter: { 'channelInfo.type': type } } })
      assert.deepEqual(
        orders.map(({ id }) => id),
        [order.id],
      )
    }
  })

  test('every CheckoutChannelType of a checkout is its order’s', async () => {
    for (const channelType of CheckoutChannelType.options) {
      const made = await checkoutOf({ channelType, customLineItems: [service] })
      assert.equal(made.channelType, channelType)
      const { orderId } = await pay(made.id!)
      assert.equal((await app.orders.getOrder({ id: orderId })).order.channelInfo?.type, channelType)
    }
  })
})

describe('what is bought', () => {
  test('again every DAY, WEEK, MONTH or YEAR', async () => {
    for (const frequency of ['DAY', 'WEEK', 'MONTH', 'YEAR'] as const) {
      const box = { ...service, subscriptionOptionInfo: { subscriptionSettings: { frequency, interval: 2, autoRenewal: true } } }
      const made = await checkoutOf({ customLineItems: [box] })
      const { orderId } = await pay(made.id!)
      const [line] = (await app.orders.getOrder({ id: orderId })).order.lineItems
      const { frequency: saved, interval, autoRenewal } = line!.subscriptionInfo!.subscriptionSettings!
      assert.deepEqual([saved, interval, autoRenewal], [frequency, 2, true])
    }
  })

  test('a file is a SECURE_PICTURE, _VIDEO, _DOCUMENT, _MUSIC or _ARCHIVE, and the line says its name', async () => {
    const { platform, site, clock } = shop
    const files = {
      SECURE_PICTURE: [
        'Poster.png',
        Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
      ],
      SECURE_VIDEO: ['Throwing.mp4', mp4File()],
      SECURE_DOCUMENT: ['Pattern.pdf', pdfFile()],
      SECURE_MUSIC: ['Kiln.flac', flacFile()],
      SECURE_ARCHIVE: ['Patterns.zip', Buffer.from('PK\x05\x06'.padEnd(22, '\0'))],
    } as const
    for (const [fileType, [fileName, bytes]] of Object.entries(files)) {
      const fileId = await addFile(shop, bytes, fileName)
      const product = await addProduct(
        platform,
        { site, name: fileType, price: 900, stock: null, itemType: 'DIGITAL', fileId },
        clock.now(),
      )
      const { lineItems } = await checkoutOf({ lineItems: [{ quantity: 1, catalogReference: product.reference() }] })
      assert.deepEqual(lineItems[0]?.digitalFile, { fileName, fileType })
    }
  })

  test('a product’s discount is an AMOUNT or a PERCENT, and is what the bag and the order charge', async () => {
    const { platform, site, clock } = shop
    const vase = await addProduct(platform, { site, name: 'Vase', price: 9900, percentOff: '15' }, clock.now())
    const { product } = await app.products.getProduct({ id: vase.id })
    assert.deepEqual(product?.discount, { type: 'PERCENT', value: 15 })
    assert.deepEqual([product?.priceData?.price, product?.priceData?.discountedPrice], [99, 84.15])
    const { lineItems } = await checkoutOf({ lineItems: [{ quantity: 2, catalogReference: vase.reference() }] })
    assert.deepEqual(
      [lineItems[0]?.fullPrice?.amount, lineItems[0]?.price?.amount, lineItems[0]?.lineItemPrice?.amount],
      ['99.00', '84.15', '168.30'],
    )
  })

  test('a CUSTOM_AMOUNT_ITEM is an amount that somebody names: taxed, never delivered, done when it is paid', async () => {
    const made = await checkoutOf({ customLineItems: [{ price: '25.5', itemType: { preset: 'CUSTOM_AMOUNT_ITEM' } }] })
    const [line] = made.lineItems
    assert.deepEqual(
      [
        line?.itemType,
        line?.productName?.original,
        line?.physicalProperties?.shippable,
        made.priceSummary?.total?.amount,
        made.priceSummary?.tax?.amount,
      ],
      [{ preset: 'CUSTOM_AMOUNT_ITEM' }, 'Custom amount', false, '25.50', '4.07'],
    )
    const { orderId } = await pay(made.id!)
    const { order } = await app.orders.getOrder({ id: orderId })
    assert.deepEqual([order.lineItems[0]?.itemType, order.fulfillmentStatus], [{ preset: 'CUSTOM_AMOUNT_ITEM' }, 'FULFILLED'])
  })

  test('weighs what it weighs, in KG or LB', async () => {
    for (const weightUnit of ['KG', 'LB'] as const) {
      await settings({ weightUnit })
      const buyer = newBuyer(shop)
      const { cart } = await buyer.currentCart.addToCurrentCart({ lineItems: [{ quantity: 1, catalogReference: mug.reference() }] })
      assert.equal(cart.weightUnit, weightUnit)
      assert.equal(cart.lineItems[0]?.physicalProperties?.weight, 0.5)
    }
  })

  test('and is gone from the catalogue: NOT_FOUND, an ERROR with REMOVE_LINE_ITEM; short of units: a WARNING', async () => {
    const { platform, site, clock } = shop
    const [lamp, vase] = [
      await addProduct(platform, { site, name: 'Lamp', price: 9000, stock: 5 }, clock.now()),
      await addProduct(platform, { site, name: 'Vase', price: 3000, stock: 5 }, clock.now()),
    ]
    const buyer = newBuyer(shop)
    const lines = [lamp, vase].map((product) => ({ quantity: 4, catalogReference: product.reference() }))
    const { cart } = await buyer.currentCart.addToCurrentCart({ lineItems: lines })
    const [lampLine, vaseLine] = cart.lineItems.map(({ id }) => id)
    await platform.database.transact(async (db) => {
      await setStock(db, site, [{ productId: vase.id, variantId: allProducts, quantity: 3 }], clock.now())
      await db.query(sql`delete from stock_movement where site = ${site} and product_id = ${lamp.id}`)
      await db.query(sql`delete from stock where site = ${site} and product_id = ${lamp.id}`)
      await db.query(sql`delete from product where site = ${site} and id = ${lamp.id}`)
    })
    const { cart: stale } = await buyer.currentCart.getCurrentCart({})
    assert.deepEqual(
      stale.lineItems.map(({ availability }) => availability),
      [
        { status: 'NOT_FOUND', quantityAvailable: 0 },
        { status: 'PARTIALLY_AVAILABLE', quantityAvailable: 3 },
      ],
    )
    const { violations } = await buyer.currentCart.estimateCurrentCartTotals({ shippingAddress: berlin.address })
    assert.deepEqual(
      violations.map(({ severity, target }) => [severity, target?.lineItem?.id, target?.lineItem?.suggestedFix]),
      [
        ['ERROR', lampLine, 'REMOVE_LINE_ITEM'],
        ['WARNING', vaseLine, undefined],
      ],
    )
    await buyer.currentCart.removeLineItemsFromCurrentCart({ lineItemIds: [lampLine!] })
    await buyer.currentCart.updateCurrentCartLineItemQuantity({ lineItems: [{ id: vaseLine!, quantity: 3 }] })
    assert.deepEqual((await buyer.currentCart.estimateCurrentCartTotals({ shippingAddress: berlin.address })).violations, [])
  })

  test('is for members, MEMBERSHIP or MEMBERSHIP_OFFLINE: without one it is not sold', async () => {
    for (const paymentOption of ['MEMBERSHIP', 'MEMBERSHIP_OFFLINE'] as const) {
      const made = await checkoutOf({ customLineItems: [{ ...service, paymentOption }] })
      assert.equal(made.lineItems[0]?.paymentOption, paymentOption)
      assert.deepEqual(
        made.violations.map(({ severity, target }) => [severity, target?.lineItem?.suggestedFix]),
        [['ERROR', 'REMOVE_LINE_ITEM']],
      )
      assert.equal((await attempt(app.checkout.createOrder({ id: made.id! })))[0]?.code, 'MEMBERS_ONLY_ITEM')
    }
  })
})

describe('whose tax number it is', () => {
  test('a CPF or a CNPJ is kept from the checkout to the order', async () => {
    for (const vatId of [
      { id: '529.982.247-25', type: 'CPF' },
      { id: '11.222.333/0001-81', type: 'CNPJ' },
    ] as const) {
      const billingInfo = { address: berlin.address, contactDetails: { ...berlin.contactDetails, vatId } }
      const made = await checkoutOf({ customLineItems: [service], checkoutInfo: { buyerInfo: { email: 'ada@example.com' }, billingInfo } })
      assert.deepEqual(made.billingInfo?.contactDetails?.vatId, vatId)
      const { orderId } = await pay(made.id!)
      assert.deepEqual((await app.orders.getOrder({ id: orderId })).order.billingInfo?.contactDetails?.vatId, vatId)
    }
  })
})

describe('who says what the tax is', () => {
  const chicago = { country: 'US', subdivision: 'US-IL', city: 'Chicago', postalCode: '60601', addressLine: '1 State St' }
  const illinois = (providerId?: string) => ({
    regions: [
      ...testSections.taxes.regions,
      {
        id: '12121212-1212-4212-8212-121212121212',
        name: 'Illinois',
        country: 'US',
        subdivision: 'US-IL',
        taxIncludedInPrice: false,
        shippingTaxed: false,
        ...(providerId && { providerId }),
        rates: [{ taxGroupId: 'standard', name: 'State', rate: '0.0625', jurisdiction: 'Illinois', jurisdictionType: 'STATE' }],
      },
    ],
  })
  async function estimated(address: object): Promise<Ok<'POST /ecom/v1/carts/current/estimate-totals'>> {
    const buyer = newBuyer(shop)
    await buyer.currentCart.addToCurrentCart({ lineItems: [{ quantity: 1, catalogReference: mug.reference() }] })
    return buyer.currentCart.estimateCurrentCartTotals({ shippingAddress: address, calculateTax: true })
  }

  test('a provider: AUTO_RATE, of STATE, COUNTY, CITY and SPECIAL', async () => {
    await settings({}, illinois(standardRates))
    const { taxSummary, calculatedLineItems } = await estimated(chicago)
    assert.deepEqual([taxSummary?.calculationDetails?.rateType, taxSummary?.totalTax?.amount], ['AUTO_RATE', '2.60'])
    const [line] = calculatedLineItems
    assert.deepEqual(
      line?.pricesBreakdown?.taxDetails?.taxBreakdown?.map(({ jurisdictionType, taxAmount }) => [jurisdictionType, taxAmount?.amount]),
      [
        ['STATE', '1.56'],
        ['COUNTY', '0.46'],
        ['CITY', '0.32'],
        ['SPECIAL', '0.26'],
      ],
    )
  })

  test('one that does not answer: FALLBACK_RATE for AUTO_TAX_FAILED; one that is gone: AUTO_TAX_DEACTIVATED', async () => {
    for (const [providerId, fallbackReason] of [
      [silent, 'AUTO_TAX_FAILED'],
      [gone, 'AUTO_TAX_DEACTIVATED'],
    ] as const) {
      await settings({}, illinois(providerId))
      const { taxSummary } = await estimated(chicago)
      const { rateType, autoTaxFallbackDetails } = taxSummary!.calculationDetails!
      assert.deepEqual([rateType, autoTaxFallbackDetails?.fallbackReason], ['FALLBACK_RATE', fallbackReason])
      assert.equal(taxSummary?.totalTax?.amount, '1.63', 'the shop’s own rate stands in')
    }
  })

  test('the merchant: MANUAL_RATE, by a REGION_SETTING_TO_MANUAL where a provider serves others, else by a GLOBAL one', async () => {
    await settings({}, illinois(standardRates))
    const region = (await estimated(berlin.address)).taxSummary?.calculationDetails
    assert.deepEqual([region?.rateType, region?.manualRateReason], ['MANUAL_RATE', 'REGION_SETTING_TO_MANUAL'])
    await settings()
    const all = (await estimated(berlin.address)).taxSummary?.calculationDetails
    assert.deepEqual([all?.rateType, all?.manualRateReason], ['MANUAL_RATE', 'GLOBAL_SETTING_TO_MANUAL'])
  })

  test('nobody: NO_TAX_COLLECTED', async () => {
    const { taxSummary } = await estimated(chicago)
    assert.deepEqual([taxSummary?.calculationDetails?.rateType, taxSummary?.totalTax?.amount], ['NO_TAX_COLLECTED', '0.00'])
  })
})

describe('how long money is held', () => {
  test('so many MINUTES, HOURS or DAYS', async () => {
    const lasts = { MINUTES: 60_000, HOURS: 3_600_000, DAYS: 86_400_000 }
    for (const unit of DurationUnit.options) {
      const { order } = await app.orders.createOrder({ order: jar() })
      const { paymentGatewayOrderId: id } = await app.orders.preparePaymentCollection({
        ecomOrderId: order.id!,
        amount: { amount: '10' },
        delayedCapture: true,
        delayedCaptureSettings: { scheduledAction: { actionType: 'CAPTURE' }, delayDuration: { count: 3, unit } },
      })
      const payer = newBuyer(shop)
      await payer.payments.payCollection({ id, paymentToken: await card(payer), returnUrl: `${shop.url}/paid` })
      const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId: order.id! })
      assert.deepEqual(orderTransactions.payments[0]?.regularPaymentDetails?.authorizationDetails?.scheduledAction, {
        actionType: 'CAPTURE',
        executionDate: new Date(shop.clock.now().getTime() + 3 * lasts[unit]).toISOString(),
      })
    }
  })
})

describe('when an order stands', () => {
  const made = async (settings: Input<'POST /ecom/v1/orders'>['settings'], more: Partial<NewOrder> = {}) =>
    (await app.orders.createOrder({ order: jar(more), settings })).order

  test('DEFAULT: at once; PAYMENT_METHOD_SAVED and PAYMENT_RECEIVED: not before there is money', async () => {
    assert.equal((await made({ orderApprovalStrategy: 'DEFAULT' })).status, 'APPROVED')
    for (const orderApprovalStrategy of ['PAYMENT_METHOD_SAVED', 'PAYMENT_RECEIVED'] as const) {
      assert.equal((await made({ orderApprovalStrategy })).status, 'PENDING')
      assert.equal((await made({ orderApprovalStrategy }, { paymentStatus: 'PAID' })).status, 'APPROVED')
    }
  })
})

describe('what an app tells of an order', () => {
  test('every OrderActivityType of what happens outside is in its story: INVOICE_ADDED, INVOICE_REMOVED, INVOICE_SENT …', async () => {
    const told = [
      'DOWNLOAD_LINK_SENT',
      'TRACKING_NUMBER_ADDED',
      'TRACKING_NUMBER_EDITED',
      'TRACKING_LINK_ADDED',
      'SHIPPING_CONFIRMATION_EMAIL_SENT',
      'INVOICE_ADDED',
      'INVOICE_REMOVED',
      'INVOICE_SENT',
      'FULFILLER_EMAIL_SENT',
      'PICKUP_READY_EMAIL_SENT',
    ] as const
    const { order } = await app.orders.createOrder({ order: jar() })
    const orderActivities = told.map((activityType) => ({ activityType }))
    const { order: after, activityIds } = await app.orders.addActivities({ orderId: order.id!, orderActivities })
    assert.deepEqual(
      activityIds.map((id) => after.activities.find((activity) => activity.id === id)?.activityType),
      told,
    )
    assert.equal(after.fulfillmentStatus, 'NOT_FULFILLED', 'to tell of something does not do it')
  })
})

describe('whether money can come and go', () => {
  const collectable = async (id: string) => (await app.orders.getPaymentCollectabilityStatus({ ecomOrderId: id })).status
  const refundable = async (id: string) =>
    (await app.orders.getRefundabilityStatus({ ecomOrderId: id })).refundabilities.map(
      ({ refundabilityStatus, nonRefundableReason, manuallyRefundableReason }) => [
        refundabilityStatus,
        nonRefundableReason ?? manuallyRefundableReason,
      ],
    )

  test('COLLECTABLE, then NONCOLLECTABLE_ORDER_IS_PAID', async () => {
    const { order } = await app.orders.createOrder({ order: jar() })
    assert.equal(await collectable(order.id!), 'COLLECTABLE')
    await app.orders.paymentCollectionMarkOrderAsPaid({ ecomOrderId: order.id! })
    assert.equal(await collectable(order.id!), 'NONCOLLECTABLE_ORDER_IS_PAID')
  })

  test('NONCOLLECTABLE_ORDER_IS_CANCELLED', async () => {
    const { order } = await app.orders.createOrder({ order: jar() })
    await app.orders.cancelOrder({ id: order.id! })
    assert.equal(await collectable(order.id!), 'NONCOLLECTABLE_ORDER_IS_CANCELLED')
  })

  test('NONCOLLECTABLE_ORDER_IS_PENDING while its buyer is at the bank', async () => {
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug }])
    const { orderId } = await buyer.checkout.createOrder({ id })
    assert.equal(await collectable(orderId), 'COLLECTABLE')
    await buyer.payments.placeOrder({ id, paymentToken: await card(buyer, '4000 0000 0000 3220'), returnUrl: `${shop.url}/back` })
    assert.equal(await collectable(orderId), 'NONCOLLECTABLE_ORDER_IS_PENDING')
  })

  test('NONCOLLECTABLE_ORDER_IS_REJECTED, and what was tried for it: ORDER_IS_PENDING, then ORDER_IS_REJECTED', async () => {
    const { order } = await app.orders.createOrder({ order: jar({ status: 'PENDING' }) })
    const { paymentGatewayOrderId: id } = await app.orders.preparePaymentCollection({ ecomOrderId: order.id!, amount: { amount: '10' } })
    const payer = newBuyer(shop)
    const [refused] = await attempt(
      payer.payments.payCollection({ id, paymentToken: await card(payer, '4000 0000 0000 9995'), returnUrl: `${shop.url}/paid` }),
    )
    assert.equal(refused?.code, 'PAYMENT_ERROR')
    assert.deepEqual(await refundable(order.id!), [['NOT_REFUNDABLE', 'ORDER_IS_PENDING']])
    await app.orders.updateOrderStatus({ orderId: order.id!, status: 'REJECTED' })
    assert.equal(await collectable(order.id!), 'NONCOLLECTABLE_ORDER_IS_REJECTED')
    assert.deepEqual(await refundable(order.id!), [['NOT_REFUNDABLE', 'ORDER_IS_REJECTED']])
  })

  test('NOT_PAID, REFUNDABLE and ALREADY_REFUNDED by card; MANUAL by hand', async () => {
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug }])
    await attempt(buyer.payments.placeOrder({ id, paymentToken: await card(buyer, '4000 0000 0000 0002'), returnUrl: `${shop.url}/back` }))
    const { orderId } = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: `${shop.url}/back` })
    assert.ok((await refundable(orderId)).some(([status]) => status === 'REFUNDABLE'))
    const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId })
    const paid = orderTransactions.payments.find(({ status }) => status === 'APPROVED')!
    await app.orders.triggerRefund({ ecomOrderId: orderId, payments: [{ paymentId: paid.id! }] })
    assert.ok((await refundable(orderId)).some(([, reason]) => reason === 'ALREADY_REFUNDED'))
    const { order } = await app.orders.createOrder({ order: jar({ paymentStatus: 'PAID' }) })
    assert.deepEqual(await refundable(order.id!), [['MANUAL', 'OFFLINE']])
  })
})
