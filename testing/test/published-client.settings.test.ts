import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import {
  checkoutSettings,
  currencies,
  deliveryProfile,
  ecommerceSettings,
  localDeliveryOptions,
  manualTaxMappings,
  ordersSettings,
  pickupLocations,
  shippingOptions,
  taxCalculation,
  taxExemptGroups,
  taxGroups,
  taxRegions,
  taxSettings,
} from '@wix/ecom'
import { ApiKeyStrategy, createClient } from '@wix/sdk'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { type PublishedHosts, publishedHosts } from '../src/published-client.ts'

const germany = '33333333-3333-4333-8333-333333333333'

let shop: TestPlatform
let hosts: PublishedHosts
before(async () => {
  shop = await startTestPlatform()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})
beforeEach(() => {
  hosts = publishedHosts(shop.url)
})
afterEach(() => hosts[Symbol.dispose]())

const merchant = () =>
  createClient({
    modules: {
      checkoutSettings,
      currencies,
      deliveryProfile,
      ecommerceSettings,
      localDeliveryOptions,
      manualTaxMappings,
      ordersSettings,
      pickupLocations,
      shippingOptions,
      taxCalculation,
      taxExemptGroups,
      taxGroups,
      taxRegions,
      taxSettings,
    },
    auth: ApiKeyStrategy({ apiKey: shop.apiKey, siteId: shop.site }),
  })

test('the published client sets taxes: a group, a region, a rate and its exemption, and calculates by them', async () => {
  const admin = merchant()
  const [manual] = (await admin.taxCalculation.listTaxCalculators()).taxCalculatorDetails ?? []
  const group = await admin.taxGroups.createTaxGroup({ name: 'Books' })
  const region = await admin.taxRegions.createTaxRegion({ country: 'FR', appId: manual!.appId!, taxIncludedInPrice: true })
  const exempt = await admin.taxExemptGroups.createTaxExemptGroup({ name: 'Schools' })
  const rate = await admin.manualTaxMappings.createManualTaxMapping({
    taxGroupId: group._id!,
    taxRegionId: region._id!,
    taxRate: '0.055',
    taxName: 'TVA',
    exemptRates: [{ taxExemptGroupId: exempt._id!, taxRate: '0' }],
  })
  assert.deepEqual([rate.taxRate, rate.jurisdictionType, rate.exemptRates?.[0]?.taxExemptGroupId], ['0.055', 'COUNTRY', exempt._id])
  const answer = await admin.taxCalculation.calculateTax({
    currency: 'EUR',
    addresses: [{ country: 'FR' }],
    lineItems: [{ _id: 'novel', price: '10.55', quantity: 1, taxGroupId: group._id!, addressIndex: { singleAddress: 0 } }],
  })
  assert.deepEqual([answer.taxSummary?.totalTax, answer.lineItemTaxDetails?.[0]?._id], ['0.55', 'novel'])

  const changed = await admin.manualTaxMappings.updateManualTaxMapping(rate._id!, { revision: rate.revision!, taxRate: '0.1' })
  assert.deepEqual([changed.taxRate, changed.revision], ['0.1', '2'])
  const found = await admin.taxGroups.queryTaxGroups().eq('name', 'Books').find()
  assert.deepEqual(
    found.items.map(({ _id }) => _id),
    [group._id],
  )
  const regions = await admin.taxRegions.queryTaxRegions().ascending('country').find()
  assert.deepEqual(
    regions.items.map(({ country }) => country),
    ['DE', 'FR', 'US'],
  )
  const rates = await admin.manualTaxMappings.queryManualTaxMappings().find()
  assert.equal(rates.items.length, 4)
  const groups = await admin.taxExemptGroups.queryTaxExemptGroups().find()
  assert.deepEqual(
    groups.items.map(({ name }) => name),
    ['Schools'],
  )
  await admin.manualTaxMappings.deleteManualTaxMapping(rate._id!)
  await admin.taxRegions.deleteTaxRegion(region._id!)
  await admin.taxGroups.deleteTaxGroup(group._id!)
  await assert.rejects(admin.taxGroups.getTaxGroup(group._id!), /TAX_GROUP_NOT_FOUND|No such tax group/)
  const { taxSettings: set } = await admin.taxSettings.upsertTaxSettings({ taxIncludedInItemPrices: true })
  assert.equal(set?.taxIncludedInItemPrices, true)
  assert.equal((await admin.taxSettings.getTaxSettings()).taxSettings?.taxIncludedInItemPrices, true)
})

test('the published client sets deliveries: a region, a way, a place to collect, and a bike with its times', async () => {
  const admin = merchant()
  const [profile] = (await admin.deliveryProfile.queryDeliveryProfiles().find()).items
  const { deliveryProfile: changed } = await admin.deliveryProfile.addDeliveryRegion(profile!._id!, {
    name: 'Benelux',
    destinations: [{ countryCode: 'BE' }, { countryCode: 'NL' }],
  })
  const region = changed?.deliveryRegions?.at(-1)?._id
  assert.ok(region)
  const option = await admin.shippingOptions.createShippingOption({
    title: 'Post NL',
    deliveryRegionIds: [region],
    estimatedDeliveryTime: '3 days',
    rates: [{ amount: '7.50', conditions: [{ type: 'BY_TOTAL_WEIGHT', operator: 'LTE', value: '5' }], multiplyByQuantity: false }],
  })
  assert.deepEqual([option.title, option.deliveryRegionIds, option.rates?.[0]?.amount], ['Post NL', [region], '7.50'])
  const { shippingOption: joined } = await admin.shippingOptions.addDeliveryRegion(option._id!, germany, { revision: option.revision! })
  assert.deepEqual(joined?.deliveryRegionIds, [region, germany])
  const found = await admin.shippingOptions.queryShippingOptions().hasSome('deliveryRegionIds', [region]).find()
  assert.deepEqual(
    found.items.map(({ title }) => title),
    ['Post NL'],
  )

  const place = await admin.pickupLocations.createPickupLocation({
    name: 'Kiosk',
    address: { country: 'DE', city: 'Leipzig', postalCode: '04109', addressLine1: 'Nikolaistraße 12' },
    deliveryRegionIds: [germany],
  })
  assert.deepEqual([place.name, place.address?.addressLine1], ['Kiosk', 'Nikolaistraße 12'])
  const places = await admin.pickupLocations.queryPickupLocation().eq('name', 'Kiosk').find()
  assert.equal(places.items[0]?._id, place._id)

  const bike = await admin.localDeliveryOptions.createLocalDeliveryOption({
    areaName: 'By bike',
    zipConfig: { zipCodes: ['041*'] },
    scheduledDeliveryConfig: {
      handlingDays: 1,
      timeWindows: [{ day: 'TUE', start: { hours: 17, minutes: 0 }, end: { hours: 20, minutes: 0 }, enabled: true }],
    },
    rates: [{ amount: '5.90', multiplyByQuantity: false }],
    deliveryRegionIds: [germany],
  })
  assert.deepEqual([bike.areaName, bike.zipConfig?.zipCodes, bike.scheduledDeliveryConfig?.timeWindows?.length], ['By bike', ['041*'], 1])
  await admin.localDeliveryOptions.deleteLocalDeliveryOption(bike._id!)
  await admin.pickupLocations.deletePickupLocation(place._id!)
  await admin.shippingOptions.deleteShippingOption(option._id!)
})

test('the published client reads and writes what the checkout says, all settings at once, and the currencies', async () => {
  const admin = merchant()
  const { checkoutSettings: set } = await admin.checkoutSettings.updateCheckoutSettings({
    checkoutPolicies: { returnPolicy: { visible: true, content: 'Within 30 days.' } },
  })
  assert.equal(set?.checkoutPolicies?.returnPolicy?.content, 'Within 30 days.')
  assert.deepEqual((await admin.checkoutSettings.getCheckoutSettings()).checkoutSettings?.checkoutPolicies, set?.checkoutPolicies)
  const { errors } = await admin.ecommerceSettings.getEcommerceSettings(['TAX', 'DELIVERY'])
  assert.deepEqual(errors, [])
  const { currencies: all } = await admin.currencies.listCurrencies()
  assert.equal(all?.find(({ code }) => code === 'EUR')?.symbol, '€')
  const pair = { from: 'EUR', to: 'EUR' }
  assert.equal((await admin.currencies.getConversionRate(pair)).rate?.value, '1')
  const { amounts } = await admin.currencies.convertCurrency(pair, [{ value: '1050', decimalPlaces: 2 }])
  assert.deepEqual(amounts, [{ value: '1050', decimalPlaces: 2 }])
  assert.equal((await admin.ordersSettings.getOrdersSettings()).ordersSettings?.inventoryUpdateTrigger, 'ON_ORDER_PLACED')
  const { ordersSettings } = await admin.ordersSettings.updateOrdersSettings({
    inventoryUpdateTrigger: 'ON_ORDER_PAID',
    createInvoice: true,
  })
  assert.deepEqual([ordersSettings?.inventoryUpdateTrigger, ordersSettings?.createInvoice], ['ON_ORDER_PAID', true])
  assert.ok(ordersSettings?._updatedDate instanceof Date)
  assert.deepEqual((await admin.ordersSettings.getOrdersSettings()).ordersSettings, ordersSettings)
})
