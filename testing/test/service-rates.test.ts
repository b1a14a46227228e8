// Services of others for delivery rates, made with the published client’s own plug-in, and what stands in where they do not answer.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { shippingRates } from '@wix/ecom/service-plugins'
import { card, newBuyer, toCheckout } from '../src/buyer.ts'
import { publishedService, startPluginShop } from '../src/plugin-shop.ts'

const rates = '77777777-7777-4777-8777-777777777777'
const fees = '88888888-8888-4888-8888-888888888888'
const germany = '33333333-3333-4333-8333-333333333333'

const { admin, app, asked, estimate, hears, mug, plug, services, shop } = await startPluginShop()

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
    const made = publishedService(rates, publicKey)
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
    const { order } = await app.orders.getOrder({ id: orderId })
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
    services.answer = () => new Promise(() => {})
    assert.deepEqual(await outcome(), [backup, [[rates, 'TIMEOUT']]])
    await admin.servicePlugins.updateServicePlugin({ servicePlugin: { id: rates, timeoutMs: 5000 } })
    services.answer = () => new Response('nginx', { status: 502 })
    assert.deepEqual(await outcome(), [backup, [[rates, 'PLUGIN_FAILED']]])
    services.answer = () => new Response('<html>', { status: 200 })
    assert.deepEqual(await outcome(), [backup, [[rates, 'UNUSABLE_ANSWER']]])
    services.answer = () => Response.json({ shippingRates: [{ code: 'x', title: 'X', cost: { price: '-1', currency: 'EUR' } }] })
    assert.deepEqual(await outcome(), [backup, [[rates, 'UNUSABLE_ANSWER']]])
    services.answer = () => Response.json({ shippingRates: [{ code: 'x', title: 'X', cost: { price: '1', currency: 'USD' } }] })
    assert.deepEqual(await outcome(), [backup, [[rates, 'CURRENCY_NOT_SUPPORTED']]])
    services.answer = () => new Response(null, { status: 302, headers: { location: `${shop.url}/` } })
    assert.deepEqual(await outcome(), [backup, [[rates, 'PLUGIN_UNREACHABLE']]])
    services.answer = () => new Response('x'.repeat(2 * 1024 * 1024))
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
    const made = publishedService(rates, publicKey)
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
    services.answer = () => Response.json({ shippingRates: [] })
    await outcome()
    const { path, body } = asked[0]!
    assert.equal(path, '/plugins/v1/getRates')
    const [head, claims, signature] = body.split('.')
    const forged = [
      head,
      Buffer.from(Buffer.from(claims!, 'base64url').toString().replace('26.00', '00.01')).toString('base64url'),
      signature,
    ].join('.')
    const parse = (appId: string, text: string) => publishedService(appId, publicKey).servicePlugins.parseJWT(text)
    assert.equal(
      ((await parse(rates, body)) as { metadata: { appExtensionType: string } }).metadata.appExtensionType,
      'ECOM_SHIPPING_RATES',
    )
    await assert.rejects(parse(rates, forged), /signature/)
    await assert.rejects(parse(fees, body), /aud/)
  })
})
