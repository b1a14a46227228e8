// Pages that buyers agree to: which version it was stays known.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import { checkoutForm, generalSettings, memberAdmin, shopSettings, sitePages } from '@vitrine/client/back-office'
import { card, newBuyer, toCheckout } from '../src/buyer.ts'
import { guest } from '../src/guest.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { newMember } from '../src/subscribed-member.ts'

let shop: TestPlatform
let mug: TestProduct
before(async () => {
  shop = await startTestPlatform()
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2600, stock: 50 }, shop.clock.now())
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
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

test('what the settings said in the places of fields is part of what was agreed to, and of the version', async () => {
  const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { sitePages, checkoutForm, generalSettings } })
  const { page } = await office.sitePages.createPage({
    page: {
      kind: 'WITHDRAWAL',
      slug: 'withdrawal',
      title: 'Withdrawal',
      content: [{ kind: 'PARAGRAPH', text: [{ text: 'Write to ' }, { field: 'SHOP_NAME' }, { text: ' at ' }, { field: 'EMAIL' }] }],
      inCheckout: true,
    },
  })
  await office.generalSettings.updateGeneralSettings({ generalSettings: { email: 'first@shop.example' } })
  await office.sitePages.publishPage({ id: page.id })
  const buyer = newBuyer(shop)
  const buy = async () => {
    const id = await toCheckout(buyer, [{ product: mug, quantity: 1 }])
    const { orderId } = await buyer.payments.placeOrder({
      id,
      paymentToken: await card(buyer),
      returnUrl: 'http://localhost/back',
      policiesAgreed: true,
    })
    const { consents } = await office.checkoutForm.queryConsents({ query: { filter: { orderId } } })
    return consents.flatMap(({ pages = [] }) => pages.filter(({ id: pageId }) => pageId === page.id))
  }
  const held = (email: string) => [
    {
      id: page.id,
      title: 'Withdrawal',
      version: 1,
      fields: [
        { field: 'SHOP_NAME', value: 'Test shop' },
        { field: 'EMAIL', value: email },
      ],
    },
  ]
  assert.deepEqual(await buy(), held('first@shop.example'))
  await office.generalSettings.updateGeneralSettings({ generalSettings: { email: 'second@shop.example' } })
  assert.deepEqual(await buy(), held('second@shop.example'), 'the page that was read then said this')
  const { fields } = await office.sitePages.getVersion({ id: page.id, version: '1' })
  assert.equal(fields?.find(({ field }) => field === 'EMAIL')?.value, 'first@shop.example', 'as when it was published')
})

test('a registration remembers the versions of its pages; the member’s data and the admin show them', async () => {
  const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { sitePages, memberAdmin } })
  const email = 'agrees@example.com'
  const { page } = await office.sitePages.createPage({
    page: {
      kind: 'OTHER',
      slug: 'rules',
      title: 'House rules',
      content: [{ kind: 'PARAGRAPH', text: [{ field: 'SHOP_NAME' }, { text: ' asks you to be kind.' }] }],
      inRegistration: true,
    },
  })
  await guest(shop).authentication.register({ loginId: { email: 'early@example.com' }, password: 'kettle fox marble' })
  await office.sitePages.publishPage({ id: page.id })
  await guest(shop).authentication.register({ loginId: { email }, password: 'kettle fox marble' })
  const idOf = async (loginEmail: string) =>
    (await office.memberAdmin.searchMembers({ search: { filter: { loginEmail } } })).members[0]!.member.id!
  assert.deepEqual((await office.memberAdmin.getMember({ id: await idOf('early@example.com') })).agreements, [])
  const { agreements } = await office.memberAdmin.getMember({ id: await idOf(email) })
  assert.deepEqual(
    agreements.map(({ words, pages }) => ({ words, pages })),
    [
      {
        words: 'With this you agree to House rules.',
        pages: [{ id: page.id, title: 'House rules', version: 1, fields: [{ field: 'SHOP_NAME', value: 'Test shop' }] }],
      },
    ],
  )
  const { client } = await newMember(shop, await idOf(email))
  assert.deepEqual((await client.myAccount.exportMyData({})).data['agreements'], agreements)
})
