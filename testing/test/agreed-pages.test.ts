// Pages that buyers agree to: which version it was stays known.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import { checkoutForm, shopSettings, sitePages } from '@vitrine/client/back-office'
import { card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'

let shop: TestPlatform
let mug: TestProduct
before(async () => {
  shop = await startTestPlatform()
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2600, stock: 50 }, shop.clock.now())
})
after(async () => {
  assert.deepEqual(shop.faults, [])
  await shop[Symbol.asyncDispose]()
})

test('an order remembers the versions of the pages that its buyer agreed to, whatever is published later', async () => {
  const office = createClient({
    baseUrl: shop.url,
    auth: apiKey(shop.apiKey),
    modules: { sitePages, checkoutForm, shopSettings },
  })
  const says = (text: string) => [{ kind: 'PARAGRAPH' as const, text: [{ text }] }]
  const { page: terms } = await office.sitePages.createPage({
    page: { kind: 'TERMS', slug: 'terms', title: 'Terms', content: says('First.'), inCheckout: true },
  })
  await office.sitePages.publishPage({ id: terms.id })
  const { page: contact } = await office.sitePages.createPage({
    page: { kind: 'CONTACT', slug: 'contact', title: 'Contact', content: says('Write.'), inCheckout: true },
  })
  await office.sitePages.publishPage({ id: contact.id })
  await office.shopSettings.updateCheckoutSettings({
    checkoutSettings: {
      checkoutPolicies: {
        termsAndConditions: { visible: true, content: 'Of the settings.' },
        privacyPolicy: { visible: true, content: 'Data.' },
      },
      checkoutFields: { policyAgreementCheckbox: { visible: true } },
    },
  })

  const buyer = newBuyer(shop)
  const { checkoutPage } = await buyer.checkout.getCheckoutPage({})
  assert.deepEqual(
    checkoutPage.policies.map(({ name, slug, content }) => [name, slug, content]),
    [
      ['termsAndConditions', 'terms', ''],
      ['contactUs', 'contact', ''],
      ['privacyPolicy', undefined, 'Data.'],
    ],
  )
  assert.equal(checkoutPage.policyAgreement?.label, 'I have read the terms and how my data is used, and agree.')

  async function buy() {
    const id = await toCheckout(buyer, [{ product: mug, quantity: 1 }])
    const place = { id, paymentToken: await card(buyer), returnUrl: 'http://localhost/back' }
    const [refused] = await attempt(buyer.payments.placeOrder(place))
    assert.equal(refused?.code, 'POLICY_AGREEMENT_REQUIRED')
    const { orderId } = await buyer.payments.placeOrder({ ...place, paymentToken: await card(buyer), policiesAgreed: true })
    return orderId
  }
  const agreedTo = async (orderId: string) => {
    const { consents } = await office.checkoutForm.queryConsents({ query: { filter: { orderId } } })
    return consents.map(({ type, pages }) => [type, pages])
  }
  const first = await buy()
  assert.deepEqual(await agreedTo(first), [['POLICIES', [{ id: terms.id, title: 'Terms', version: 1 }]]])

  await office.sitePages.updatePage({ page: { id: terms.id, title: 'New terms', content: says('Second.') } })
  await office.sitePages.publishPage({ id: terms.id })
  const second = await buy()
  assert.deepEqual(await agreedTo(second), [['POLICIES', [{ id: terms.id, title: 'New terms', version: 2 }]]])
  assert.deepEqual(await agreedTo(first), [['POLICIES', [{ id: terms.id, title: 'Terms', version: 1 }]]])
  const { content } = await office.sitePages.getVersion({ id: terms.id, version: '1' })
  assert.deepEqual(content, says('First.'))
  const [refused] = await attempt(office.sitePages.deletePage({ id: terms.id }))
  assert.equal(refused?.code, 'PAGE_AGREED_TO')
})
