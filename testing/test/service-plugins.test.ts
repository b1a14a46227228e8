// Services of others that are asked over HTTP, made with the published client’s own plug-ins: how they are set up, fees and taxes.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { attempt } from '@vitrine/client'
import { attack } from '../src/attack.ts'
import { card, newBuyer, toCheckout } from '../src/buyer.ts'
import { publishedService, startPluginShop } from '../src/plugin-shop.ts'
import { codeOf } from '../src/refused.ts'

const rates = '77777777-7777-4777-8777-777777777777'
const fees = '88888888-8888-4888-8888-888888888888'
const taxes = '99999999-9999-4999-8999-999999999999'

const { admin, app, baseUrl, estimate, hears, mug, plug, services, shop } = await startPluginShop()

describe('setting one up', () => {
  test('200 it is made, listed, changed and taken back; all of a shop are verified with one key', async () => {
    const made = await plug({ type: 'SHIPPING_RATES', id: rates, name: 'Parcels', baseUrl: `${baseUrl}/` })
    const { publicKey, ...rest } = made
    assert.match(publicKey, /^-----BEGIN PUBLIC KEY-----\n/)
    assert.deepEqual(rest, {
      id: rates,
      appId: rates,
      type: 'SHIPPING_RATES',
      name: 'Parcels',
      baseUrl,
      active: true,
      timeoutMs: 3800,
      answerRequired: true,
      backupRateRequired: false,
      unsupportedCountries: [],
      algorithms: [],
      requires3dSecureFallback: false,
      updatedMethods: false,
      revision: '1',
      createdDate: made.createdDate,
      updatedDate: made.updatedDate,
    })
    const other = await plug({ type: 'ADDITIONAL_FEES', fallbackFee: { name: 'Handling', amount: '2' }, timeoutMs: 300 })
    assert.equal(other.publicKey, publicKey)
    const { servicePlugin } = await admin.servicePlugins.updateServicePlugin({
      servicePlugin: { id: other.id, revision: '1', active: false, fallbackFee: null, timeoutMs: null },
    })
    assert.deepEqual(
      [servicePlugin.active, servicePlugin.fallbackFee, servicePlugin.timeoutMs, servicePlugin.revision],
      [false, undefined, 3800, '2'],
    )
    await admin.servicePlugins.deleteServicePlugin({ id: other.id })
    const { servicePlugins } = await admin.servicePlugins.listServicePlugins({})
    assert.deepEqual(
      servicePlugins.map(({ id }) => id),
      [rates],
    )
    const { installedDeliveryCarriers } = await admin.deliveryProfile.listInstalledDeliveryCarriers({})
    assert.deepEqual(
      installedDeliveryCarriers.map(({ id, displayName }) => [id, displayName]),
      [[rates, 'Parcels']],
    )
  })

  test('409 SERVICE_PLUGIN_ALREADY_EXISTS, STALE_REVISION and MAX_SERVICE_PLUGINS_REACHED; 404 SERVICE_PLUGIN_NOT_FOUND; 400 for an address that is none', async () => {
    await plug({ type: 'SHIPPING_RATES', id: rates })
    assert.equal(await codeOf(plug({ type: 'ADDITIONAL_FEES', id: rates })), 'SERVICE_PLUGIN_ALREADY_EXISTS')
    const { updateServicePlugin, deleteServicePlugin } = admin.servicePlugins
    assert.equal(await codeOf(updateServicePlugin({ servicePlugin: { id: rates, revision: '9' } })), 'STALE_REVISION')
    assert.equal(await codeOf(updateServicePlugin({ servicePlugin: { id: fees } })), 'SERVICE_PLUGIN_NOT_FOUND')
    assert.equal(await codeOf(deleteServicePlugin({ id: fees })), 'SERVICE_PLUGIN_NOT_FOUND')
    assert.equal(await codeOf(plug({ type: 'SHIPPING_RATES', baseUrl: 'file:///etc/passwd' })), 'INVALID_ARGUMENT')
    for (let n = 2; n <= 20; n++) await plug({ type: 'SHIPPING_RATES' })
    assert.equal(await codeOf(plug({ type: 'SHIPPING_RATES' })), 'MAX_SERVICE_PLUGINS_REACHED')
  })

  test(
    attack({
      area: 'Operations and defaults',
      tries: 'a service plug-in at a metadata, private or plain http address',
      answer: '400 OUTBOUND_ADDRESS_NOT_ALLOWED, and nothing changes',
    }),
    async () => {
      const made = await plug({ type: 'SHIPPING_RATES', id: rates })
      const { updateServicePlugin, listServicePlugins } = admin.servicePlugins
      for (const address of [
        'http://169.254.169.254/latest/meta-data',
        'https://169.254.169.254/',
        'https://10.0.0.8/',
        'https://[::ffff:192.168.0.1]/',
        'https://0xa000001/',
        'http://rates.example/',
        'https://user@rates.example/',
      ]) {
        const [error] = await attempt(plug({ type: 'ADDITIONAL_FEES', baseUrl: address }))
        assert.deepEqual([error?.status, error?.code], [400, 'OUTBOUND_ADDRESS_NOT_ALLOWED'], address)
        assert.equal(
          await codeOf(updateServicePlugin({ servicePlugin: { id: rates, baseUrl: address } })),
          'OUTBOUND_ADDRESS_NOT_ALLOWED',
          address,
        )
      }
      assert.deepEqual((await listServicePlugins({})).servicePlugins, [made])
    },
  )
})

describe('a service for fees', () => {
  test('is asked with things, address and delivery; its fees are taxed as it says, and named as its own', async () => {
    const { publicKey } = await plug({ type: 'ADDITIONAL_FEES', id: fees })
    const made = publishedService(fees, publicKey)
    const told: unknown[] = []
    made.additionalFees.provideHandlers({
      async calculateAdditionalFees({ request }) {
        const { lineItems = [], subtotal, shippingInfo } = request
        told.push([subtotal, shippingInfo?.selectedCarrierServiceOption?.code, lineItems[0]?.catalogReference?.catalogItemId])
        return {
          currency: 'EUR',
          additionalFees: [
            {
              code: 'wrap',
              name: 'Gift wrap',
              price: '3',
              taxDetails: { taxable: true, taxGroupId: 'reduced' },
              lineItemIds: [lineItems[0]!._id!],
            },
            { code: 'give', name: 'Donation', price: '1', taxDetails: { taxable: false } },
          ],
        }
      },
    })
    hears(made)
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug, quantity: 2 }])
    const { checkout } = await buyer.checkout.getCheckout({ id })
    assert.deepEqual(
      checkout.additionalFees.map(({ code, name, price, source, providerAppId, taxDetails }) => [
        code,
        name,
        price?.amount,
        source,
        providerAppId,
        taxDetails?.taxRate,
      ]),
      [
        ['give', 'Donation', '1.00', 'SERVICE_PLUGIN', fees, '0'],
        ['wrap', 'Gift wrap', '3.00', 'SERVICE_PLUGIN', fees, '0.07'],
      ],
    )
    assert.deepEqual(told.at(-1), ['52.00', 'standard', mug.id])
    assert.equal(checkout.priceSummary?.total?.amount, '60.90')
    const { orderId } = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: `${shop.url}/back` })
    const { order } = await app.orders.getOrder({ id: orderId })
    assert.deepEqual(
      order.additionalFees.map(({ code, providerAppId, source }) => [code, providerAppId, source]),
      [
        ['give', fees, 'SERVICE_PLUGIN'],
        ['wrap', fees, 'SERVICE_PLUGIN'],
      ],
    )
  })

  test('where it does not answer its fallback is charged, or nothing, and the buyer is told why', async () => {
    const { id } = await plug({
      type: 'ADDITIONAL_FEES',
      name: 'Wrappers',
      timeoutMs: 100,
      fallbackFee: { name: 'Packing', amount: '2.00' },
    })
    services.answer = () => new Response(null, { status: 500 })
    const outcome = async () => {
      const { additionalFees, violations, priceSummary } = await estimate()
      return [
        additionalFees.map(({ name, price }) => [name, price?.amount]),
        violations.map(({ severity, description }) => [severity, description]),
        priceSummary?.total?.amount,
      ]
    }
    assert.deepEqual(await outcome(), [[['Packing', '2.00']], [['WARNING', 'Wrappers answered 500. (PLUGIN_FAILED)']], '54.00'])
    await admin.servicePlugins.updateServicePlugin({ servicePlugin: { id, fallbackFee: null } })
    services.answer = () => new Promise((resolve) => setTimeout(resolve, 2000, new Response('{}')).unref())
    assert.deepEqual(await outcome(), [[], [['WARNING', 'Wrappers did not answer in time. (TIMEOUT)']], '52.00'])
  })
})

describe('a service for taxes', () => {
  const inBerlin = async (more: object = {}) => {
    const made = await plug({ type: 'TAX_CALCULATION', id: taxes, name: 'Assessor', unsupportedCountries: ['US'], ...more })
    const { taxRegions } = await admin.taxRegions.queryTaxRegions({ query: { filter: { country: 'DE' } } })
    const { id, revision } = taxRegions[0]!
    await admin.taxRegions.updateTaxRegion({
      taxRegion: { id, revision, country: 'DE', subdivision: '', appId: taxes, taxIncludedInPrice: false },
    })
    return made
  }

  test('says which rates each tax group bears there; sums are made here', async () => {
    const { publicKey } = await inBerlin()
    const made = publishedService(taxes, publicKey)
    const countries: unknown[] = []
    made.taxCalculationProvider.provideHandlers({
      async calculateTax({ request }) {
        const { currency = '', lineItems = [], addresses } = request
        countries.push(addresses?.[0]?.country)
        return {
          currency,
          taxSummary: { totalAmount: '0', totalTax: '0', totalTaxableAmount: '0' },
          lineItemTaxDetails: lineItems.map(({ _id }) => ({
            _id: _id!,
            quantity: 1,
            taxBreakdown: [
              { jurisdiction: 'Germany', jurisdictionType: 'COUNTRY' as never, rate: '0.15', taxName: 'VAT', taxAmount: '15' },
              { jurisdiction: 'Berlin', jurisdictionType: 'CITY' as never, rate: '0.01', taxName: 'City tax', taxAmount: '1' },
            ],
          })),
        }
      },
    })
    hears(made)
    const { taxSummary, priceSummary } = await estimate()
    assert.equal(countries.at(-1), 'DE')
    assert.deepEqual(
      [taxSummary?.calculationDetails?.rateType, priceSummary?.tax?.amount, priceSummary?.total?.amount],
      ['AUTO_RATE', '8.32', '60.32'],
    )
  })

  test('the shop’s own rates stand in where it fails or leaves a group out, with AUTO_TAX_FAILED; AUTO_TAX_DEACTIVATED where it is off', async () => {
    await inBerlin()
    const reason = async () => {
      const { rateType, autoTaxFallbackDetails } = (await estimate()).taxSummary!.calculationDetails!
      return [rateType, autoTaxFallbackDetails?.fallbackReason]
    }
    services.answer = () => new Response(null, { status: 503 })
    assert.deepEqual(await reason(), ['FALLBACK_RATE', 'AUTO_TAX_FAILED'])
    services.answer = () => Response.json({ currency: 'EUR', lineItemTaxDetails: [] })
    assert.deepEqual(await reason(), ['FALLBACK_RATE', 'AUTO_TAX_FAILED'])
    await admin.servicePlugins.updateServicePlugin({ servicePlugin: { id: taxes, active: false } })
    assert.deepEqual(await reason(), ['FALLBACK_RATE', 'AUTO_TAX_DEACTIVATED'])
  })

  test('400 CALCULATOR_IS_NOT_SUPPORTED_FOR_THIS_TAX_REGION for a country it does not know', async () => {
    await plug({ type: 'TAX_CALCULATION', id: taxes, unsupportedCountries: ['FR'] })
    const region = { country: 'FR', subdivision: '', appId: taxes }
    assert.equal(await codeOf(admin.taxRegions.createTaxRegion({ taxRegion: region })), 'CALCULATOR_IS_NOT_SUPPORTED_FOR_THIS_TAX_REGION')
  })
})
