import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient, inMemory, visitor } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'

let shop: TestPlatform
const made = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
let app: ReturnType<typeof made>

before(async () => {
  shop = await startTestPlatform()
  app = made()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})
const shopper = () =>
  createClient({ baseUrl: shop.url, auth: visitor({ clientId: shop.clientId, tokens: inMemory() }), modules: backOffice })

describe('checkout settings', () => {
  test('200: as they are before anybody said anything', async () => {
    const { checkoutSettings } = await app.shopSettings.getCheckoutSettings()
    assert.deepEqual(checkoutSettings.checkoutFields, {
      subscriptionCheckbox: { visible: false, checkedByDefault: false },
      policyAgreementCheckbox: { visible: false, checkedByDefault: false },
      giftCardRedeemEnabled: true,
      mitEnabled: false,
      delayCaptureEnabled: false,
      captureBeforeExpiryEnabled: true,
    })
    assert.equal(checkoutSettings.checkoutBillingFields, 'All_FIELDS')
  })
  test('200: what is sent is kept, what is absent stays, null is as it was at the beginning', async () => {
    const update = async (checkoutSettings: Parameters<typeof app.shopSettings.updateCheckoutSettings>[0]['checkoutSettings']) =>
      (await app.shopSettings.updateCheckoutSettings({ checkoutSettings })).checkoutSettings
    await update({
      checkoutPolicies: { returnPolicy: { visible: true, content: 'Within 30 days.' }, customPolicy: { title: 'Seconds' } },
      checkoutFields: { giftCardRedeemEnabled: true, captureBeforeExpiryEnabled: false },
      checkoutBillingFields: 'MINIMUM_REQUIRED_FIELDS',
    })
    const second = await update({
      checkoutPolicies: { returnPolicy: { visible: false } },
      checkoutFields: { policyAgreementCheckbox: { visible: true }, captureBeforeExpiryEnabled: null },
    })
    assert.deepEqual(second.checkoutPolicies.returnPolicy, { visible: false, content: 'Within 30 days.' })
    assert.deepEqual(second.checkoutPolicies.customPolicy, { visible: false, content: '', title: 'Seconds' })
    assert.deepEqual(
      [
        second.checkoutFields.giftCardRedeemEnabled,
        second.checkoutFields.captureBeforeExpiryEnabled,
        second.checkoutFields.policyAgreementCheckbox,
      ],
      [true, true, { visible: true, checkedByDefault: false }],
    )
    assert.equal(second.checkoutBillingFields, 'MINIMUM_REQUIRED_FIELDS')
    assert.deepEqual((await app.shopSettings.getCheckoutSettings()).checkoutSettings, second)
    const cleared = await update({ checkoutPolicies: null, checkoutFields: { policyAgreementCheckbox: null } })
    assert.deepEqual(cleared.checkoutPolicies.returnPolicy, { visible: false, content: '' })
    assert.deepEqual(cleared.checkoutFields.policyAgreementCheckbox, { visible: false, checkedByDefault: false })
    assert.equal(cleared.checkoutFields.giftCardRedeemEnabled, true)
  })
  test('400 INVALID_ARGUMENT to what is none', async () => {
    const [refused] = await attempt(
      app.shopSettings.updateCheckoutSettings({ checkoutSettings: { checkoutBillingFields: 'SOME' as 'All_FIELDS' } }),
    )
    assert.equal(refused?.code, 'INVALID_ARGUMENT')
  })
  test('403 PERMISSION_DENIED to buyers', async () => {
    const [read] = await attempt(shopper().shopSettings.getCheckoutSettings())
    const [write] = await attempt(shopper().shopSettings.updateCheckoutSettings({ checkoutSettings: {} }))
    assert.deepEqual([read?.code, write?.code], ['PERMISSION_DENIED', 'PERMISSION_DENIED'])
  })
})

describe('the settings of the shop at once', () => {
  test('200: what is asked for and nothing else', async () => {
    const { ecommerceSettings, errors } = await app.shopSettings.getEcommerceSettings({
      fields: ['TAX', 'DELIVERY', 'BUSINESS_INFO', 'PREMIUM_SITE', 'DISCOUNT_RULES', 'ADDITIONAL_FEES_SERVICE_PLUGIN'],
    })
    assert.deepEqual(ecommerceSettings, {
      tax: { configured: true, taxIncludedInItemPrices: true },
      delivery: {
        destinationScope: 'SPECIFIC_DESTINATIONS',
        destinations: [
          { countryCode: 'DE', subdivisions: [] },
          { countryCode: 'US', subdivisions: [] },
        ],
        postalCodeRequired: false,
      },
      businessInfo: {
        currency: 'EUR',
        language: 'en',
        locale: { language: 'en', country: 'IE' },
        name: 'Test shop',
        email: 'shop@test.example',
        timeZone: 'Europe/Berlin',
        siteDisplayName: 'Test shop',
      },
      premiumSite: true,
      discountRules: { active: false },
      additionalFeesServicePlugin: { activeProviders: [] },
    })
    assert.deepEqual(errors, [])
    const { servicePlugin } = await app.servicePlugins.createServicePlugin({
      servicePlugin: { type: 'ADDITIONAL_FEES', name: 'Wrappers', baseUrl: 'https://wrappers.example' },
    })
    const plugged = await app.shopSettings.getEcommerceSettings({ fields: ['ADDITIONAL_FEES_SERVICE_PLUGIN'] })
    assert.deepEqual(plugged.ecommerceSettings, { additionalFeesServicePlugin: { activeProviders: [{ appId: servicePlugin.id }] } })
    const one = await app.shopSettings.getEcommerceSettings({ fields: ['CHECKOUT'] })
    assert.deepEqual(Object.keys(one.ecommerceSettings), ['checkout'])
    const rest = await app.shopSettings.getEcommerceSettings({
      fields: ['VALIDATIONS_SERVICE_PLUGIN', 'PURCHASE_RECOMMENDATIONS_SERVICE_PLUGIN'],
    })
    assert.deepEqual(Object.keys(rest.ecommerceSettings), ['validationsServicePlugin', 'purchaseRecommendationsServicePlugin'])
  })
})

test('200: currencies have their signs, for everybody', async () => {
  const { currencies } = await shopper().shopSettings.listCurrencies()
  const signs = Object.fromEntries(currencies.map(({ code, symbol }) => [code, symbol]))
  assert.deepEqual([signs['EUR'], signs['USD'], signs['JPY'], signs['CHF']], ['€', '$', '¥', 'CHF'])
  assert.ok(currencies.length > 100)
})
