import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import { taxSettings } from '@vitrine/client/back-office'
import { NoAnswer } from '@vitrine/platform/commerce/selling/outside-calls'
import type { TaxProvider } from '@vitrine/platform/commerce/selling/taxation'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import type { TaxSettings } from '@vitrine/platform/kernel/settings/tax-settings'
import { parseDecimal } from '@vitrine/pricing'
import fc from 'fast-check'
import { type Buyer, berlin, card, newBuyer } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { testSections } from '../src/shop.ts'

const avalanche = '77777777-7777-4777-8777-777777777777'
const embassies = '88888888-8888-4888-8888-888888888888'
const returnUrl = 'http://localhost/back'

type Told = Awaited<ReturnType<TaxProvider['ratesFor']>>
const outside = { asked: [] as Parameters<TaxProvider['ratesFor']>[0][], answer: null as null | (() => Promise<Told>) }
const newYork: Told = {
  taxIncludedInPrice: false,
  shippingTaxed: true,
  rates: {
    standard: [
      { name: 'State tax', rate: '0.04', taxType: 'Sales', jurisdiction: 'New York', jurisdictionType: 'STATE' },
      { name: 'City tax', rate: '0.045', taxType: 'Sales', jurisdiction: 'New York City', jurisdictionType: 'CITY' },
      { name: 'MCTD', rate: '0.00375', taxType: 'Sales', jurisdiction: 'MCTD', jurisdictionType: 'SPECIAL' },
    ],
  },
}
const provider: TaxProvider = {
  id: avalanche,
  name: 'Avalanche',
  async ratesFor(question) {
    outside.asked.push(question)
    return outside.answer ? outside.answer() : newYork
  },
}

let shop: TestPlatform
let mug: TestProduct
let novel: TestProduct
before(async () => {
  shop = await startTestPlatform({ taxProviders: [provider] })
  const { platform, site, clock } = shop
  mug = await addProduct(platform, { site, name: 'Mug', price: 2600, stock: 500, weight: 0.4 }, clock.now())
  novel = await addProduct(platform, { site, name: 'Novel', price: 1070, stock: 500, taxGroupId: 'reduced' }, clock.now())
})
after(async () => {
  await shop[Symbol.asyncDispose]()
})
beforeEach(async () => {
  outside.asked = []
  outside.answer = null
  await write(testSections.taxes)
})
const write = (taxes: TaxSettings) => writeSettings(shop.platform.database, shop.site, 'taxes', taxes, shop.clock.now())
/** The shop's regions, of which New York asks a provider; or another, where one is named. */
const automatic = (providerId = avalanche, rates?: TaxSettings['regions'][number]['rates']): TaxSettings => ({
  ...testSections.taxes,
  regions: testSections.taxes.regions.map((one) => (one.country === 'US' ? { ...one, providerId, ...(rates && { rates }) } : one)),
})

let street = 0
/** Nobody has been asked about this place before. */
const someplace = () => ({
  country: 'US',
  subdivision: 'US-NY',
  city: 'New York',
  postalCode: String(10_000 + street++),
  addressLine: '5 Broadway',
})
const checkoutWith = async (buyer: Pick<Buyer, 'checkout'>, address: object, more: object = {}, products: readonly TestProduct[] = [mug]) =>
  (
    await buyer.checkout.createCheckout({
      channelType: 'WEB',
      lineItems: products.map((product) => ({ quantity: 1, catalogReference: product.reference() })),
      checkoutInfo: {
        buyerInfo: { email: 'ada@example.com' },
        shippingInfo: { shippingDestination: { ...berlin, address } },
        ...more,
      },
    })
  ).checkout
const detailsOf = ({ taxSummary }: Awaited<ReturnType<typeof checkoutWith>>) => taxSummary?.calculationDetails

describe('where the rates come from', () => {
  test('MANUAL_RATE, because everywhere they are the shop’s own, or because here they are', async () => {
    const buyer = newBuyer(shop)
    assert.deepEqual(detailsOf(await checkoutWith(buyer, berlin.address)), {
      rateType: 'MANUAL_RATE',
      manualRateReason: 'GLOBAL_SETTING_TO_MANUAL',
    })
    await write(automatic())
    assert.deepEqual(detailsOf(await checkoutWith(buyer, berlin.address)), {
      rateType: 'MANUAL_RATE',
      manualRateReason: 'REGION_SETTING_TO_MANUAL',
    })
    assert.equal(outside.asked.length, 0)
  })
  test('NO_TAX_COLLECTED where there is no region', async () => {
    assert.deepEqual(detailsOf(await checkoutWith(newBuyer(shop), { country: 'CH', city: 'Bern' })), { rateType: 'NO_TAX_COLLECTED' })
  })
  test('AUTO_RATE, by jurisdiction, also on the delivery, kept by the order; asked once', async () => {
    await write(automatic())
    const buyer = newBuyer(shop)
    const address = someplace()
    const choice = { shippingInfo: { shippingDestination: { ...berlin, address }, selectedCarrierServiceOption: { code: 'air' } } }
    const checkout = await checkoutWith(buyer, address, choice)
    assert.deepEqual(detailsOf(checkout), { rateType: 'AUTO_RATE' })
    assert.deepEqual(
      checkout.lineItems[0]?.taxDetails?.taxBreakdown.map(({ jurisdictionType, rate, taxAmount }) => [
        jurisdictionType,
        rate,
        taxAmount?.amount,
      ]),
      [
        ['STATE', '0.04', '1.04'],
        ['CITY', '0.045', '1.17'],
        ['SPECIAL', '0.00375', '0.10'],
      ],
    )
    assert.deepEqual(
      [checkout.priceSummary?.shipping?.amount, checkout.priceSummary?.tax?.amount, checkout.priceSummary?.total?.amount],
      ['24.00', '4.44', '54.44'],
    )
    const { orderId } = await buyer.payments.placeOrder({
      id: checkout.id!,
      paymentToken: await card(buyer),
      returnUrl,
      expectedTotal: '54.44',
    })
    const { order } = await buyer.orders.getOrder({ id: orderId })
    assert.deepEqual(
      order.taxInfo?.taxBreakdown?.map(({ jurisdictionType }) => jurisdictionType),
      ['STATE', 'CITY', 'SPECIAL'],
    )
    assert.equal(outside.asked.length, 1)
    assert.partialDeepStrictEqual(outside.asked[0], {
      currency: 'EUR',
      destination: { country: 'US', subdivision: 'US-NY', city: 'New York', postalCode: address.postalCode },
      taxGroupIds: ['standard'],
      exemptGroupId: null,
    })
  })
  test('FALLBACK_RATE with AUTO_TAX_FAILED where the provider fails, is late, or says what is no rate', async () => {
    await write(automatic())
    const failures: (() => Promise<Told>)[] = [
      async () => {
        throw new NoAnswer('Down for maintenance.')
      },
      () => new Promise(() => {}),
      async () => ({ ...newYork, rates: { standard: [{ name: 'Tax', rate: '8 %', jurisdictionType: 'STATE' }] } }),
      async () => ({ ...newYork, rates: 'many' as never }),
    ]
    for (const failure of failures) {
      outside.answer = failure
      const checkout = await checkoutWith(newBuyer(shop), someplace())
      const { rateType, autoTaxFallbackDetails } = detailsOf(checkout) ?? {}
      assert.deepEqual([rateType, autoTaxFallbackDetails?.fallbackReason], ['FALLBACK_RATE', 'AUTO_TAX_FAILED'])
      assert.equal(autoTaxFallbackDetails?.error?.code, 'AUTO_TAX_FAILED')
      assert.equal(checkout.priceSummary?.tax?.amount, '1.04', 'the shop’s own 4 %')
      assert.equal(checkout.calculationErrors?.taxCalculationError, undefined)
    }
  })
  test('FALLBACK_RATE with AUTO_TAX_DEACTIVATED where the provider is switched off', async () => {
    await write(automatic('99999999-9999-4999-8999-999999999999'))
    const checkout = await checkoutWith(newBuyer(shop), someplace())
    assert.partialDeepStrictEqual(detailsOf(checkout), {
      rateType: 'FALLBACK_RATE',
      autoTaxFallbackDetails: { fallbackReason: 'AUTO_TAX_DEACTIVATED' },
    })
    assert.equal(checkout.priceSummary?.tax?.amount, '1.04')
  })
  test('a merchant is told that a provider fails, since when and why, and who is asked in vain', async () => {
    const app = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { taxSettings } })
    await write(automatic())
    const [asked] = (await app.taxSettings.listTaxProviders()).providers
    assert.deepEqual([asked?.name, asked?.active, asked?.regionIds], ['Avalanche', true, ['66666666-6666-4666-8666-666666666666']])
    outside.answer = async () => {
      throw new NoAnswer('Down for maintenance.', { code: 'MAINTENANCE' })
    }
    await checkoutWith(newBuyer(shop), someplace())
    const [failed] = (await app.taxSettings.listTaxProviders()).providers
    const date = shop.clock.now().toISOString()
    assert.equal(failed?.failing, true)
    assert.partialDeepStrictEqual(failed?.lastFailure, { date, code: 'MAINTENANCE', description: 'Down for maintenance.' })
    outside.answer = null
    await checkoutWith(newBuyer(shop), someplace())
    const [back] = (await app.taxSettings.listTaxProviders()).providers
    assert.deepEqual([back?.failing, back?.lastAnsweredDate], [false, date])

    const gone = '99999999-9999-4999-8999-999999999999'
    await write(automatic(gone))
    const { providers } = await app.taxSettings.listTaxProviders()
    assert.deepEqual(
      providers.map(({ appId, active, regionIds }) => [appId, active, regionIds.length]),
      [
        [avalanche, true, 0],
        [gone, false, 1],
      ],
    )
  })
  test('taxCalculationError where nobody knows the rates', async () => {
    await write(automatic(avalanche, []))
    outside.answer = async () => {
      throw new NoAnswer('Down.')
    }
    const checkout = await checkoutWith(newBuyer(shop), someplace())
    assert.equal(checkout.calculationErrors?.taxCalculationError?.applicationError?.code, 'AUTO_TAX_FAILED')
    assert.equal(checkout.priceSummary?.tax?.amount, '0.00')
  })
  test('an estimate says the same, and asks nobody where no tax is wanted', async () => {
    await write(automatic())
    const buyer = newBuyer(shop)
    await buyer.currentCart.addToCurrentCart({ lineItems: [{ quantity: 1, catalogReference: mug.reference() }] })
    const shippingAddress = someplace()
    const without = await buyer.currentCart.estimateCurrentCartTotals({ shippingAddress, calculateTax: false })
    assert.deepEqual([without.taxSummary, outside.asked.length], [undefined, 0])
    const estimate = await buyer.currentCart.estimateCurrentCartTotals({ shippingAddress })
    assert.deepEqual([estimate.taxSummary?.calculationDetails?.rateType, estimate.taxSummary?.totalTax?.amount], ['AUTO_RATE', '2.31'])
  })
  test('the app that calculates taxes alone is told of the fallback, too', async () => {
    await write(automatic('99999999-9999-4999-8999-999999999999'))
    const { taxSettings } = await import('@vitrine/client/back-office')
    const app = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { taxSettings } })
    const answer = await app.taxSettings.calculateTax({
      addresses: [{ country: 'US', subdivision: 'NY' }],
      lineItems: [{ id: 'mug', price: '100', addressIndex: { singleAddress: 0 } }],
    })
    assert.deepEqual([answer.taxSummary.totalTax, answer.errors.map(({ code }) => code)], ['4.00', ['AUTO_TAX_DEACTIVATED']])
  })
})

describe('buyers', () => {
  test('of an exempt group pay its rates', async () => {
    const [germany, ...others] = testSections.taxes.regions
    await write({
      ...testSections.taxes,
      regions: [{ ...germany!, rates: germany!.rates.map((rate) => ({ ...rate, exemptRates: { [embassies]: '0' } })) }, ...others],
    })
    const buyer = newBuyer(shop)
    const common = await checkoutWith(buyer, berlin.address, {}, [mug, novel])
    const theShop = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
    const exempt = await checkoutWith(theShop, berlin.address, { taxExemptGroupId: embassies }, [mug, novel])
    assert.deepEqual([common.priceSummary?.tax?.amount, exempt.priceSummary?.tax?.amount], ['4.85', '0.00'])
    assert.equal(exempt.taxExemptGroupId, embassies)
  })
  test('say their tax number, on the invoice and on the shipment; one that cannot be is refused', async () => {
    const buyer = newBuyer(shop)
    const contact = (id: string, type: 'CPF' | 'CNPJ' | 'UNSPECIFIED') => ({
      address: berlin.address,
      contactDetails: { ...berlin.contactDetails, vatId: { id, type } },
    })
    const checkout = await checkoutWith(buyer, berlin.address, { billingInfo: contact('DE136695976', 'UNSPECIFIED') })
    assert.deepEqual(checkout.billingInfo?.contactDetails?.vatId, { id: 'DE136695976', type: 'UNSPECIFIED' })
    const update = (info: object) => attempt(buyer.checkout.updateCheckout({ checkout: { id: checkout.id!, ...info } }))
    const [, changed] = await update({ shippingInfo: { shippingDestination: contact('529.982.247-25', 'CPF') } })
    assert.deepEqual(changed?.checkout.shippingInfo?.shippingDestination?.contactDetails?.vatId, { id: '529.982.247-25', type: 'CPF' })
    for (const [id, type] of [
      ['DE136695977', 'UNSPECIFIED'],
      ['529.982.247-24', 'CPF'],
      ['11.222.333/0001-80', 'CNPJ'],
    ] as const) {
      const [refused] = await update({ billingInfo: contact(id, type) })
      assert.equal(refused?.code, 'INVALID_ARGUMENT')
      const [violation] = refused?.fieldViolations ?? []
      assert.deepEqual([violation?.field, violation?.violatedRule], ['checkout.billingInfo.contactDetails.vatId.id', 'FORMAT'])
    }
  })
})

test('laws: whatever the regions say, the breakdowns add up to the tax, and the parts to the total', async () => {
  const share = fc.nat({ max: 300_000 }).map((millionths) => `0.${String(millionths).padStart(6, '0')}`)
  const rate = fc.record({
    taxGroupId: fc.constantFrom('standard', 'reduced'),
    name: fc.constantFrom('VAT', 'State tax', 'City tax'),
    rate: share,
    jurisdiction: fc.constantFrom('Here', 'There'),
    jurisdictionType: fc.constantFrom('COUNTRY' as const, 'STATE' as const, 'COUNTY' as const, 'CITY' as const, 'SPECIAL' as const),
  })
  const region = fc.record({
    taxIncludedInPrice: fc.boolean(),
    shippingTaxed: fc.boolean(),
    rates: fc.array(rate, { maxLength: 5 }),
  })
  const buyer = newBuyer(shop)
  const cents = (text: string | undefined) => parseDecimal(text ?? '0', 'EUR')
  const added = (amounts: readonly (string | undefined)[]) => amounts.reduce((all, amount) => all + cents(amount), 0)
  await fc.assert(
    fc.asyncProperty(region, async (random) => {
      await write({ defaultGroupId: 'standard', regions: [{ id: embassies, name: 'Here', country: 'DE', ...random }] })
      const choice = { shippingInfo: { shippingDestination: berlin, selectedCarrierServiceOption: { code: 'standard' } } }
      const checkout = await checkoutWith(buyer, berlin.address, choice, [mug, novel])
      const { priceSummary: sums, taxSummary, shippingInfo } = checkout
      const delivery = shippingInfo?.selectedCarrierServiceOption?.cost
      const details = [...checkout.lineItems.map(({ taxDetails }) => taxDetails), delivery?.taxDetails]
      assert.equal(added(details.map((one) => one?.totalTax?.amount)), cents(sums?.tax?.amount))
      assert.equal(cents(taxSummary?.totalTax?.amount), cents(sums?.tax?.amount))
      for (const one of details)
        assert.equal(added((one?.taxBreakdown ?? []).map(({ taxAmount }) => taxAmount?.amount)), cents(one?.totalTax?.amount))
      const parts = added([sums?.subtotal?.amount, sums?.shipping?.amount]) - cents(sums?.discount?.amount)
      assert.equal(cents(sums?.total?.amount), parts + (random.taxIncludedInPrice ? 0 : cents(sums?.tax?.amount)))
      if (!random.shippingTaxed) assert.equal(delivery?.taxDetails?.totalTax?.amount, '0.00')
    }),
    { numRuns: 40 },
  )
})
