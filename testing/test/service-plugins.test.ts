// Services of others that are asked over HTTP, made with the published client's own plug-ins: rates, fees and taxes.
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { createClient as modular } from '@vitrine/client/modular'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { additionalFees, shippingRates, taxCalculationProvider } from '@wix/ecom/service-plugins'
import { AppStrategy, createClient as published } from '@wix/sdk'
import { attack } from '../src/attack.ts'
import { berlin, card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform, testClock } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { testSections } from '../src/shop.ts'

const rates = '77777777-7777-4777-8777-777777777777'
const fees = '88888888-8888-4888-8888-888888888888'
const taxes = '99999999-9999-4999-8999-999999999999'
const germany = '33333333-3333-4333-8333-333333333333'

let shop: TestPlatform
let mug: TestProduct
let admin: ReturnType<typeof newAdmin>
let provider: Server
let baseUrl: string
/** What the services do next; each test says. */
let answer: (path: string, body: string) => Promise<Response> | Response
const asked: { path: string; body: string }[] = []

const newAdmin = () => modular({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
const newApp = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
const codeOf = async (call: Promise<unknown>) => (await attempt(call))[0]?.code ?? 'done'

before(async () => {
  // The published library compares what it is sent with a clock of its own.
  shop = await startTestPlatform({ clock: testClock(new Date().toISOString()) })
  const { platform, site, clock } = shop
  mug = await addProduct(platform, { site, name: 'Morning Mug', price: 2600, stock: 500 }, clock.now())
  admin = newAdmin()
  provider = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts).toString()
    asked.push({ path: request.url!, body })
    const said = await answer(request.url!, body)
    response.writeHead(said.status, Object.fromEntries(said.headers)).end(Buffer.from(await said.arrayBuffer()))
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/plugins`
})
after(async () => {
  provider.closeAllConnections()
  await new Promise((resolve) => provider.close(resolve))
  await shop[Symbol.asyncDispose]()
})
beforeEach(() => {
  asked.length = 0
  shop.faults.length = 0
  answer = () => new Response(null, { status: 404 })
})
afterEach(async () => {
  const { database } = shop.platform
  await writeSettings(database, shop.site, 'plugins', { plugins: [] }, shop.clock.now())
  await writeSettings(database, shop.site, 'shipping', testSections.shipping, shop.clock.now())
  await writeSettings(database, shop.site, 'taxes', testSections.taxes, shop.clock.now())
})

type Plugin = Parameters<(typeof admin)['servicePlugins']['createServicePlugin']>[0]['servicePlugin']
const plug = async (plugin: Omit<Plugin, 'name' | 'baseUrl'> & Partial<Plugin>) =>
  (await admin.servicePlugins.createServicePlugin({ servicePlugin: { name: 'Elsewhere', baseUrl, ...plugin } })).servicePlugin

/** A service as others write it: with the published client, which verifies signature, sender and receiver. */
const service = (appId: string, publicKey: string) =>
  published({ auth: AppStrategy({ appId, publicKey }), modules: { additionalFees, shippingRates, taxCalculationProvider } })
const hears = (made: ReturnType<typeof service>) => {
  answer = (path, body) => made.servicePlugins.processRequest(new Request(`http://service.example${path}`, { method: 'POST', body }))
}

/** A bag with a mug in it. Nothing of one test is remembered in the next. */
let postcode = 10_115
async function estimate() {
  const buyer = newBuyer(shop)
  await buyer.currentCart.addToCurrentCart({ lineItems: [{ quantity: 2, catalogReference: mug.reference() }] })
  postcode += 1
  return buyer.currentCart.estimateCurrentCartTotals({ shippingAddress: { ...berlin.address, postalCode: String(postcode) } })
}

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

describe('a service for delivery rates', () => {
  const inGermany = async (more: object = {}) => {
    const made = await plug({ type: 'SHIPPING_RATES', id: rates, name: 'Parcels', ...more })
    await admin.deliveryProfile.addDeliveryCarrier({
      deliveryRegionId: germany,
      deliveryCarrier: {
        appId: rates,
        backupRate: { title: 'Parcel, as a rule', amount: '7', active: true },
        additionalCharges: [{ description: 'Packing', amount: '0.5' }],
      },
    })
    return made
  }

  test('is asked with things and address, and what it offers is bought: carriage, HANDLING_FEE and INSURANCE apart', async () => {
    const { publicKey } = await inGermany()
    const made = service(rates, publicKey)
    const seen: unknown[] = []
    made.shippingRates.provideHandlers({
      async getShippingRates({ request, metadata }) {
        seen.push(request, metadata)
        return {
          shippingRates: [
            {
              code: 'parcel',
              title: 'Parcel',
              logistics: { deliveryTime: 'In two days', instructions: 'Neighbours may take it' },
              cost: {
                price: '5.90',
                currency: 'EUR',
                additionalCharges: [
                  { type: 'HANDLING_FEE' as never, price: '1.10', details: 'Fragile' },
                  { type: 'INSURANCE' as never, price: '0.80' },
                ],
              },
            },
          ],
        }
      },
    })
    hears(made)
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug, quantity: 2 }], 'standard')
    const { checkout } = await buyer.checkout.updateCheckout({
      checkout: { id, shippingInfo: { selectedCarrierServiceOption: { carrierId: rates, code: 'parcel' } } },
    })
    const [request, metadata] = seen as [Record<string, unknown>, Record<string, unknown>]
    assert.deepEqual(request['lineItems'], [
      {
        name: 'Morning Mug',
        quantity: 2,
        price: '26.00',
        physicalProperties: { weight: 0.5, sku: `SKU-${mug.id.slice(-6)}`, shippable: true },
      },
    ])
    const destination = request['shippingDestination'] as Record<string, unknown>
    assert.deepEqual([destination['country'], destination['postalCode']], ['DE', '10115'])
    assert.equal(request['weightUnit'], 'KG')
    assert.deepEqual([metadata['instanceId'], metadata['currency'], metadata['functionName']], [shop.site, 'EUR', 'getShippingRates'])

    const offered = checkout.shippingInfo?.carrierServiceOptions.find(({ carrierId }) => carrierId === rates)?.shippingOptions?.[0]
    assert.deepEqual(
      [offered?.cost?.price?.amount, offered?.cost?.otherCharges?.map(({ type, price, details }) => [type, price?.amount, details])],
      [
        '5.90',
        [
          ['HANDLING_FEE', '1.10', 'Fragile'],
          ['INSURANCE', '0.80', undefined],
          ['HANDLING_FEE', '0.50', 'Packing'],
        ],
      ],
    )
    const chosen = checkout.shippingInfo?.selectedCarrierServiceOption
    assert.deepEqual(
      [chosen?.cost?.price?.amount, chosen?.otherCharges.map(({ type, cost }) => [type, cost?.price?.amount])],
      [
        '5.90',
        [
          ['HANDLING_FEE', '1.10'],
          ['INSURANCE', '0.80'],
          ['HANDLING_FEE', '0.50'],
        ],
      ],
    )
    const parts = [chosen?.cost, ...chosen!.otherCharges.map(({ cost }) => cost)]
    const cents = (text?: string) => Math.round(Number(text) * 100)
    assert.equal(
      parts.reduce((all, part) => all + cents(part?.totalPriceAfterTax?.amount), 0),
      830,
    )
    assert.equal(checkout.priceSummary?.shipping?.amount, '8.30')
    const { orderId } = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: `${shop.url}/back` })
    const { order } = await newApp().orders.getOrder({ id: orderId })
    assert.deepEqual(
      [order.shippingInfo?.carrierId, order.shippingInfo?.title, order.priceSummary?.shipping?.amount],
      [rates, 'Parcel', '8.30'],
    )
  })

  /** What the delivery came to, and why. */
  const outcome = async () => {
    const { shippingInfo, calculationErrors } = await estimate()
    const own = shippingInfo?.carrierServiceOptions.find(({ carrierId }) => carrierId === rates)?.shippingOptions
    return [
      own?.map(({ title, cost }) => [title, cost?.price?.amount]),
      calculationErrors?.carrierErrors?.errors.map(({ carrierId, error }) => [carrierId, error?.applicationError?.code]),
    ]
  }
  const backup = [['Parcel, as a rule', '7.00']]

  test('its backup rate stands in where it is late, out of reach, or talks of something else, each with its reason', async () => {
    await inGermany({ timeoutMs: 150 })
    answer = () => new Promise(() => {})
    assert.deepEqual(await outcome(), [backup, [[rates, 'TIMEOUT']]])
    await admin.servicePlugins.updateServicePlugin({ servicePlugin: { id: rates, timeoutMs: 5000 } })
    answer = () => new Response('nginx', { status: 502 })
    assert.deepEqual(await outcome(), [backup, [[rates, 'PLUGIN_FAILED']]])
    answer = () => new Response('<html>', { status: 200 })
    assert.deepEqual(await outcome(), [backup, [[rates, 'UNUSABLE_ANSWER']]])
    answer = () => Response.json({ shippingRates: [{ code: 'x', title: 'X', cost: { price: '-1', currency: 'EUR' } }] })
    assert.deepEqual(await outcome(), [backup, [[rates, 'UNUSABLE_ANSWER']]])
    answer = () => Response.json({ shippingRates: [{ code: 'x', title: 'X', cost: { price: '1', currency: 'USD' } }] })
    assert.deepEqual(await outcome(), [backup, [[rates, 'CURRENCY_NOT_SUPPORTED']]])
    answer = () => new Response(null, { status: 302, headers: { location: `${shop.url}/` } })
    assert.deepEqual(await outcome(), [backup, [[rates, 'PLUGIN_UNREACHABLE']]])
    answer = () => new Response('x'.repeat(2 * 1024 * 1024))
    assert.deepEqual(await outcome(), [backup, [[rates, 'UNUSABLE_ANSWER']]])
  })

  test('one that was set up before addresses were checked is not called at a private address', async () => {
    const { id, revision } = await inGermany()
    const plugin = {
      id,
      type: 'SHIPPING_RATES',
      name: 'Parcels',
      baseUrl: 'https://10.0.0.8',
      active: true,
      revision: Number(revision),
    } as const
    await writeSettings(shop.platform.database, shop.site, 'plugins', { plugins: [plugin] }, shop.clock.now())
    assert.deepEqual(await outcome(), [backup, [[rates, 'OUTBOUND_ADDRESS_NOT_ALLOWED']]])
  })

  test('what it refuses is passed on by its own code: INVALID_POSTAL_CODE', async () => {
    const { publicKey } = await inGermany()
    const made = service(rates, publicKey)
    made.shippingRates.provideHandlers({
      async getShippingRates() {
        throw new shippingRates.InvalidPostalCodeWixError()
      },
    })
    hears(made)
    assert.deepEqual(await outcome(), [backup, [[rates, 'INVALID_POSTAL_CODE']]])
  })

  test('one that is switched off, or taken back, is not asked: CARRIER_DEACTIVATED', async () => {
    await inGermany()
    await admin.servicePlugins.updateServicePlugin({ servicePlugin: { id: rates, active: false } })
    assert.deepEqual(await outcome(), [backup, [[rates, 'CARRIER_DEACTIVATED']]])
    assert.equal(asked.length, 0)
  })

  test('what somebody else signed, or for somebody else, is found out by who is asked', async () => {
    const { publicKey } = await inGermany()
    answer = () => Response.json({ shippingRates: [] })
    await outcome()
    const { path, body } = asked[0]!
    assert.equal(path, '/plugins/v1/getRates')
    const [head, claims, signature] = body.split('.')
    const forged = [
      head,
      Buffer.from(Buffer.from(claims!, 'base64url').toString().replace('26.00', '00.01')).toString('base64url'),
      signature,
    ].join('.')
    const parse = (appId: string, text: string) => service(appId, publicKey).servicePlugins.parseJWT(text)
    assert.equal(
      ((await parse(rates, body)) as { metadata: { appExtensionType: string } }).metadata.appExtensionType,
      'ECOM_SHIPPING_RATES',
    )
    await assert.rejects(parse(rates, forged), /signature/)
    await assert.rejects(parse(fees, body), /aud/)
  })
})

describe('a service for fees', () => {
  test('is asked with things, address and delivery; its fees are taxed as it says, and named as its own', async () => {
    const { publicKey } = await plug({ type: 'ADDITIONAL_FEES', id: fees })
    const made = service(fees, publicKey)
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
    const { order } = await newApp().orders.getOrder({ id: orderId })
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
    answer = () => new Response(null, { status: 500 })
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
    answer = () => new Promise((resolve) => setTimeout(resolve, 2000, new Response('{}')).unref())
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
    const made = service(taxes, publicKey)
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
    answer = () => new Response(null, { status: 503 })
    assert.deepEqual(await reason(), ['FALLBACK_RATE', 'AUTO_TAX_FAILED'])
    answer = () => Response.json({ currency: 'EUR', lineItemTaxDetails: [] })
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
