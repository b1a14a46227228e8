// What a merchant sets of the checkout, and what the platform makes of it: what is asked, what is refused, what is stored as proof.
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { createClient as modular } from '@vitrine/client/modular'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { type Buyer, berlin, card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'

let shop: TestPlatform
let mug: TestProduct
let admin: ReturnType<typeof newAdmin>
let app: ReturnType<typeof newApp>
const newAdmin = () => modular({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
const newApp = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })

before(async () => {
  shop = await startTestPlatform()
  const { platform, site, clock } = shop
  mug = await addProduct(platform, { site, name: 'Morning Mug', price: 2600, stock: 500 }, clock.now())
  admin = newAdmin()
  app = newApp()
  await admin.coupons.createCoupon({
    specification: { name: 'A tenth off', code: 'TENTH', percentOffRate: 10 },
  })
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})
afterEach(async () => {
  await shop.platform.database.query(sql`delete from site_setting where site = ${shop.site} and section in ('checkout', 'checkoutForm')`)
})

type Form = Parameters<(typeof admin)['checkoutForm']['updateCheckoutForm']>[0]['checkoutForm']
type Settings = Parameters<(typeof admin)['shopSettings']['updateCheckoutSettings']>[0]['checkoutSettings']
const form = async (checkoutForm: Form) => (await admin.checkoutForm.updateCheckoutForm({ checkoutForm })).checkoutForm
const set = (checkoutSettings: Settings) => admin.shopSettings.updateCheckoutSettings({ checkoutSettings })
const codeOf = async (call: Promise<unknown>) => (await attempt(call))[0]?.code ?? 'done'
const fieldsOf = async (call: Promise<unknown>) => {
  const [refused] = await attempt(call)
  return refused?.code === 'INVALID_ARGUMENT'
    ? refused.fieldViolations.map(({ field, violatedRule }) => [field, violatedRule])
    : (refused?.code ?? 'done')
}
const place = async (buyer: Buyer, id: string, more: object = {}) =>
  buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: `${shop.url}/back`, ...more })
/** A checkout as the shop made it, with settings of its own, and the buyer who was given its link. */
async function madeByShop(asked: Omit<Parameters<typeof app.checkout.createCheckout>[0], 'channelType' | 'lineItems'>) {
  const lineItems = [{ quantity: 1, catalogReference: mug.reference() }]
  const { checkout } = await app.checkout.createCheckout({ channelType: 'WEB', lineItems, ...asked })
  const id = checkout.id!
  const { checkoutUrl } = await app.checkout.getCheckoutUrl({ id })
  const buyer = newBuyer(shop)
  await buyer.checkout.openCheckout({ id, key: new URL(checkoutUrl).searchParams.get('key')! })
  return { buyer, id }
}
async function atCheckout(code?: string) {
  const buyer = newBuyer(shop)
  return { buyer, id: await toCheckout(buyer, [{ product: mug }], code) }
}

describe('what the checkout asks', () => {
  test('200 is read, changed and put back; questions are replaced as a whole', async () => {
    const fresh = (await admin.checkoutForm.getCheckoutForm({})).checkoutForm
    assert.deepEqual(fresh, {
      fields: { company: 'OPTIONAL', vatId: 'OPTIONAL', addressLine2: 'OPTIONAL', phone: 'OPTIONAL' },
      questions: [],
      couponsAccepted: true,
    })
    const said = await form({
      fields: { company: 'HIDDEN', phone: 'REQUIRED' },
      questions: [
        { title: 'Occasion', type: 'CHOICE', choices: ['Birthday', 'No reason'], required: true },
        { title: 'A word for the card' },
      ],
      couponsAccepted: false,
      minimumSubtotal: '15',
    })
    const { updatedDate, ...rest } = said
    assert.equal(updatedDate, shop.clock.now().toISOString())
    assert.deepEqual(rest, {
      fields: { company: 'HIDDEN', vatId: 'OPTIONAL', addressLine2: 'OPTIONAL', phone: 'REQUIRED' },
      questions: [
        { title: 'Occasion', type: 'CHOICE', required: true, choices: ['Birthday', 'No reason'] },
        { title: 'A word for the card', type: 'TEXT', required: false, choices: [] },
      ],
      couponsAccepted: false,
      minimumSubtotal: '15.00',
    })
    const saved = await form({ fields: { phone: null } })
    assert.deepEqual(
      [saved.fields.phone, saved.fields.company, saved.questions.length, saved.minimumSubtotal],
      ['OPTIONAL', 'HIDDEN', 2, '15.00'],
    )
    const cleared = await form({ fields: null, questions: null, couponsAccepted: null, minimumSubtotal: null })
    assert.deepEqual({ ...cleared, updatedDate: undefined }, { ...fresh, updatedDate: undefined })
  })

  test('400 for two questions of one name, and for a choice without choices', async () => {
    assert.equal(await codeOf(form({ questions: [{ title: 'Why?' }, { title: 'Why?' }] })), 'INVALID_ARGUMENT')
    assert.equal(await codeOf(form({ questions: [{ title: 'Which?', type: 'CHOICE' }] })), 'INVALID_ARGUMENT')
    assert.deepEqual((await admin.checkoutForm.getCheckoutForm({})).checkoutForm.questions, [])
  })

  test('200 a page is told everything that is shown and asked, and nothing that is hidden', async () => {
    await set({
      checkoutPolicies: {
        termsAndConditions: { visible: true, content: 'Be kind.' },
        returnPolicy: { visible: true, content: 'Within 30 days.' },
        digitalItemPolicy: { visible: true, content: 'Yours for good.' },
        privacyPolicy: { visible: false, content: 'Not yet written.' },
        customPolicy: { visible: true, title: 'Seconds', content: 'They have marks.' },
      },
      checkoutFields: {
        policyAgreementCheckbox: { visible: true },
        subscriptionCheckbox: { visible: true, checkedByDefault: true },
        giftCardRedeemEnabled: false,
      },
      checkoutBillingFields: 'MINIMUM_REQUIRED_FIELDS',
    })
    await form({ fields: { vatId: 'HIDDEN' }, questions: [{ title: 'Occasion' }], minimumSubtotal: '10' })
    const { checkoutPage } = await newBuyer(shop).checkout.getCheckoutPage({})
    assert.deepEqual(checkoutPage, {
      currency: 'EUR',
      policies: [
        { name: 'termsAndConditions', title: 'Terms', content: 'Be kind.', digitalOnly: false },
        { name: 'returnPolicy', title: 'Returns', content: 'Within 30 days.', digitalOnly: false },
        { name: 'digitalItemPolicy', title: 'Files and downloads', content: 'Yours for good.', digitalOnly: true },
        { name: 'customPolicy', title: 'Seconds', content: 'They have marks.', digitalOnly: false },
      ],
      policyAgreement: {
        checkedByDefault: false,
        label: 'I have read the terms, the rules for returns and Seconds, and agree.',
        labelForFiles: 'I have read the terms, the rules for returns, the rules for files and downloads and Seconds, and agree.',
      },
      subscription: { checkedByDefault: true, label: 'Send me news and offers of Test shop by e-mail. I can end that at any time.' },
      savedCards: false,
      giftCardsAccepted: false,
      couponsAccepted: true,
      billingFields: 'MINIMUM_REQUIRED_FIELDS',
      fields: { company: 'OPTIONAL', vatId: 'HIDDEN', addressLine2: 'OPTIONAL', phone: 'OPTIONAL' },
      questions: [{ title: 'Occasion', type: 'TEXT', required: false, choices: [] }],
      minimumSubtotal: '10.00',
    })
  })
})

describe('what has to be said before there is an order', () => {
  test('400 names the fields of the address that are required and empty; who collects the goods gives none', async () => {
    await form({ fields: { company: 'REQUIRED', vatId: 'REQUIRED', addressLine2: 'REQUIRED', phone: 'REQUIRED' } })
    const { buyer, id } = await atCheckout()
    const at = 'checkout.shippingInfo.shippingDestination'
    assert.deepEqual(await fieldsOf(place(buyer, id)), [
      [`${at}.contactDetails.company`, 'REQUIRED_FIELD'],
      [`${at}.contactDetails.vatId`, 'REQUIRED_FIELD'],
      [`${at}.address.addressLine2`, 'REQUIRED_FIELD'],
      [`${at}.contactDetails.phone`, 'REQUIRED_FIELD'],
    ])
    assert.equal((await attempt(buyer.checkout.createOrder({ id })))[0]?.code, 'INVALID_ARGUMENT')
    await buyer.checkout.updateCheckout({
      checkout: {
        id,
        shippingInfo: {
          shippingDestination: {
            address: { ...berlin.address, addressLine2: 'Back house' },
            contactDetails: {
              ...berlin.contactDetails,
              company: 'Engines Ltd',
              phone: '+49 30 123',
              vatId: { id: 'DE136695976', type: 'UNSPECIFIED' },
            },
          },
        },
      },
    })
    assert.equal(await fieldsOf(place(buyer, id)), 'done')
    const collected = await atCheckout('pickup')
    assert.equal(await fieldsOf(place(collected.buyer, collected.id)), 'done')
  })

  test('400 names the questions without an answer, and those with one that is none; answers stay on order, status and email', async () => {
    await form({
      questions: [
        { title: 'Occasion', type: 'CHOICE', choices: ['Birthday', 'No reason'], required: true },
        { title: 'I am over sixteen', type: 'CHECKBOX', required: true },
        { title: 'A word for the card', type: 'LONG_TEXT' },
      ],
    })
    const { buyer, id } = await atCheckout()
    const answer = (customFields: { title: string; value: string | boolean }[]) =>
      buyer.checkout.updateCheckout({ checkout: { id, customFields } })
    assert.deepEqual(await fieldsOf(place(buyer, id)), [
      ['checkout.customFields[Occasion]', 'REQUIRED_FIELD'],
      ['checkout.customFields[I am over sixteen]', 'REQUIRED_FIELD'],
    ])
    await answer([
      { title: 'Occasion', value: 'Wedding' },
      { title: 'I am over sixteen', value: false },
      { title: 'A word for the card', value: true },
    ])
    assert.deepEqual(await fieldsOf(place(buyer, id)), [
      ['checkout.customFields[Occasion]', 'VALIDATION'],
      ['checkout.customFields[I am over sixteen]', 'REQUIRED_FIELD'],
      ['checkout.customFields[A word for the card]', 'VALIDATION'],
    ])
    const answers = [
      { title: 'Occasion', value: 'Birthday' },
      { title: 'I am over sixteen', value: true },
      { title: 'A word for the card', value: 'Many more' },
    ]
    await answer(answers)
    const { orderId } = await place(buyer, id)
    const { order } = await app.orders.getOrder({ id: orderId })
    assert.deepEqual(order.customFields, answers)
    const status = await createClient({ baseUrl: shop.url }).orders.getOrderStatus({ id: orderId, email: 'ada@example.com' })
    assert.deepEqual(status.order.details?.customFields, answers)
    await shop.platform.jobs.settle()
    const { messages } = await app.inbox.listMessages({})
    const email = messages.find(({ subject }) => subject.includes(String(order.number)))
    const { message } = await app.inbox.getMessage({ id: email!.id })
    assert.match(message.text, /Occasion: Birthday/)
    assert.match(message.text, /I am over sixteen: Yes/)
    assert.match(message.text, /A word for the card: Many more/)
  })

  test('409 MINIMUM_ORDER_NOT_REACHED says how much is missing of it; bag and checkout say so before', async () => {
    await form({ minimumSubtotal: '50' })
    const { buyer, id } = await atCheckout()
    const told = [{ severity: 'ERROR', target: { other: { name: 'OTHER_DEFAULT' } }, description: 'Orders begin at €50.00.' }]
    assert.deepEqual((await buyer.checkout.getCheckout({ id })).checkout.violations, told)
    assert.deepEqual((await buyer.currentCart.estimateCurrentCartTotals({})).violations, told)
    const [refused] = await attempt(place(buyer, id))
    assert.deepEqual(
      [refused?.code, refused?.code === 'MINIMUM_ORDER_NOT_REACHED' && refused.data],
      ['MINIMUM_ORDER_NOT_REACHED', { minimum: '50.00', subtotal: '26.00' }],
    )
    assert.equal((await attempt(buyer.checkout.createOrder({ id })))[0]?.code, 'MINIMUM_ORDER_NOT_REACHED')
    const [line] = (await buyer.checkout.getCheckout({ id })).checkout.lineItems
    await buyer.checkout.updateLineItemsQuantity({ id, lineItems: [{ id: line!.id!, quantity: 2 }] })
    assert.equal(await codeOf(place(buyer, id)), 'done')
  })

  test('none of it stands in the way of a user or an app', async () => {
    await form({ fields: { phone: 'REQUIRED' }, minimumSubtotal: '500' })
    await set({ checkoutFields: { policyAgreementCheckbox: { visible: true } } })
    const { id } = await atCheckout()
    assert.equal(await codeOf(app.checkout.createOrder({ id })), 'done')
  })
})

describe('what is agreed to', () => {
  const boxes = () =>
    set({
      checkoutPolicies: { termsAndConditions: { visible: true, content: 'Be kind.' } },
      checkoutFields: { policyAgreementCheckbox: { visible: true }, subscriptionCheckbox: { visible: true } },
    })
  const consents = async (filter: Record<string, unknown>) => (await admin.checkoutForm.queryConsents({ query: { filter } })).consents

  test('409 POLICY_AGREEMENT_REQUIRED until it is; the words are kept as a proof, with the order and its buyer', async () => {
    await boxes()
    const { buyer, id } = await atCheckout()
    assert.equal(await codeOf(place(buyer, id)), 'POLICY_AGREEMENT_REQUIRED')
    assert.equal((await attempt(buyer.checkout.createOrder({ id, subscribed: true })))[0]?.code, 'POLICY_AGREEMENT_REQUIRED')
    const { orderId } = await place(buyer, id, { policiesAgreed: true, subscribed: true })
    const { visitorId } = (await app.orders.getOrder({ id: orderId })).order.buyerInfo!
    const saved = await consents({ orderId })
    assert.deepEqual(
      saved.map(({ id: _id, ...rest }) => rest).sort((a, b) => a.type.localeCompare(b.type)),
      [
        ['MARKETING', 'Send me news and offers of Test shop by e-mail. I can end that at any time.'],
        ['POLICIES', 'I have read the terms and agree.'],
      ].map(([type, words]) => ({
        type,
        email: 'ada@example.com',
        words,
        orderId,
        checkoutId: id,
        visitorId,
        createdDate: shop.clock.now().toISOString(),
      })),
    )
    assert.equal((await consents({ orderId, type: 'MARKETING' })).length, 1)
    await shop.platform.jobs.settle()
    assert.deepEqual(
      await shop.platform.database.query(sql`
        select email, state, place, words from newsletter_subscriber where site = ${shop.site} and email_key = 'ada@example.com'`),
      [
        {
          email: 'ada@example.com',
          state: 'PENDING',
          place: 'checkout',
          words: 'Send me news and offers of Test shop by e-mail. I can end that at any time.',
        },
      ],
      'whoever ticked the box for news is asked to confirm it',
    )
    assert.equal(await codeOf(consents({ nothing: 'such' })), 'INVALID_ARGUMENT')
  })

  test('when orders are approved together, only buyers who ticked the newsletter box are asked to confirm', async () => {
    await set({ checkoutFields: { subscriptionCheckbox: { visible: true } } })
    const checkouts = await Promise.all([true, false, true].map(async (subscribed) => ({ subscribed, ...(await atCheckout()) })))
    const emails = checkouts.map((_, nth) => `together-${nth}@example.com`)
    for (const [nth, { buyer, id }] of checkouts.entries())
      await buyer.checkout.updateCheckout({ checkout: { id, buyerInfo: { email: emails[nth]! } } })
    await Promise.all(checkouts.map(({ buyer, id, subscribed }) => place(buyer, id, { policiesAgreed: true, subscribed })))
    await shop.platform.jobs.settle()
    const asked = await shop.platform.database.query<{ email: string }>(sql`
      select email from newsletter_subscriber where site = ${shop.site} and email = any(${emails}) order by email`)
    assert.deepEqual(
      asked.map(({ email }) => email),
      ['together-0@example.com', 'together-2@example.com'],
    )
  })

  test('a box that nobody ticked, or that was not there, is no consent; who orders again after a refusal says it again', async () => {
    await boxes()
    const plain = await atCheckout()
    const first = await place(plain.buyer, plain.id, { policiesAgreed: true })
    assert.deepEqual(
      (await consents({ orderId: first.orderId })).map(({ type }) => type),
      ['POLICIES'],
    )

    const again = await atCheckout()
    const declined = await again.buyer.payments.createCardToken({
      cardNumber: '4000 0000 0000 0002',
      expiryMonth: 12,
      expiryYear: 2030,
      securityCode: '123',
      holder: 'Ada Lovelace',
    })
    const no = again.buyer.payments.placeOrder({
      id: again.id,
      paymentToken: declined.token,
      returnUrl: `${shop.url}/back`,
      policiesAgreed: true,
      subscribed: true,
    })
    assert.equal(await codeOf(no), 'PAYMENT_ERROR')
    const { orderId } = await place(again.buyer, again.id, { policiesAgreed: true })
    assert.deepEqual(
      (await consents({ orderId })).map(({ type }) => type),
      ['POLICIES'],
    )

    await set({ checkoutFields: null })
    const hidden = await atCheckout()
    const last = await place(hidden.buyer, hidden.id, { policiesAgreed: true, subscribed: true })
    assert.deepEqual(await consents({ orderId: last.orderId }), [])
  })

  test('a checkout whose maker left the box out asks for nothing', async () => {
    await boxes()
    const { buyer, id } = await madeByShop({
      checkoutInfo: {
        buyerInfo: { email: 'ada@example.com' },
        shippingInfo: { shippingDestination: berlin, selectedCarrierServiceOption: { code: 'standard' } },
        customSettings: { disabledPolicyAgreementCheckbox: true },
      },
    })
    assert.equal(await codeOf(place(buyer, id)), 'done')
  })
})

describe('codes', () => {
  let cards = 0
  const cardOf = async () => {
    const code = `CARDCODE${10_000_000 + cards++}`
    await admin.giftCards.createGiftCard({
      giftCard: { initialValue: { amount: '20' }, currency: 'EUR', source: 'MANUAL', code },
      idempotencyKey: crypto.randomUUID(),
    })
    return code
  }

  test('409 COUPON_LOCKED and GIFT_CARD_LOCKED where the shop takes none; what was on before takes nothing off', async () => {
    const code = await cardOf()
    const { buyer, id } = await atCheckout()
    await buyer.checkout.updateCheckout({ checkout: { id }, couponCode: 'TENTH', giftCardCode: code })
    const amounts = async () => {
      const { checkout } = await buyer.checkout.getCheckout({ id })
      return [checkout.priceSummary?.discount?.amount, checkout.giftCard?.amount?.amount, checkout.priceSummary?.total?.amount]
    }
    assert.deepEqual(await amounts(), ['2.60', '20.00', '28.30'])
    await form({ couponsAccepted: false })
    await set({ checkoutFields: { giftCardRedeemEnabled: false } })
    assert.deepEqual(await amounts(), ['0.00', undefined, '30.90'])
    assert.equal(await codeOf(buyer.checkout.updateCheckout({ checkout: { id }, couponCode: 'TENTH' })), 'COUPON_LOCKED')
    assert.equal(await codeOf(buyer.checkout.updateCheckout({ checkout: { id }, giftCardCode: code })), 'GIFT_CARD_LOCKED')
    assert.equal(await codeOf(buyer.currentCart.updateCurrentCart({ couponCode: 'TENTH' })), 'COUPON_LOCKED')
    const made = (more: object) =>
      codeOf(
        newBuyer(shop).checkout.createCheckout({
          channelType: 'WEB',
          lineItems: [{ quantity: 1, catalogReference: mug.reference() }],
          ...more,
        }),
      )
    assert.equal(await made({ couponCode: 'TENTH' }), 'COUPON_LOCKED')
    assert.equal(await made({ giftCardCode: code }), 'GIFT_CARD_LOCKED')
    assert.equal(await codeOf(buyer.checkout.removeCoupon({ id })), 'done')
    assert.equal(await codeOf(buyer.checkout.removeGiftCard({ id })), 'done')
  })

  test('409 for buyers where the maker of the checkout settled them; the shop may change them', async () => {
    const code = await cardOf()
    const { buyer, id } = await madeByShop({
      couponCode: 'TENTH',
      giftCardCode: code,
      checkoutInfo: { customSettings: { lockCouponCode: true, lockGiftCard: true } },
    })
    assert.equal(await codeOf(buyer.checkout.updateCheckout({ checkout: { id }, couponCode: null })), 'COUPON_LOCKED')
    assert.equal(await codeOf(buyer.checkout.updateCheckout({ checkout: { id }, giftCardRedeemAmount: '1' })), 'GIFT_CARD_LOCKED')
    assert.equal(await codeOf(buyer.checkout.removeCoupon({ id })), 'COUPON_LOCKED')
    assert.equal(await codeOf(buyer.checkout.removeGiftCard({ id })), 'GIFT_CARD_LOCKED')
    assert.equal(await codeOf(app.checkout.removeCoupon({ id })), 'done')
    assert.equal(await codeOf(app.checkout.removeGiftCard({ id })), 'done')
  })
})

describe('how it is paid', () => {
  test('the money of new orders is only authorized, and captured before that is over, or voided', async () => {
    const dayMs = 24 * 3600 * 1000
    const held = async () => {
      const { buyer, id } = await atCheckout()
      const { orderId } = await place(buyer, id)
      const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId })
      return orderTransactions.payments[0]?.regularPaymentDetails?.authorizationDetails?.scheduledAction
    }
    await set({ checkoutFields: { delayCaptureEnabled: true } })
    const soon = await held()
    assert.deepEqual([soon?.actionType, soon?.executionDate], ['CAPTURE', new Date(shop.clock.now().getTime() + 6 * dayMs).toISOString()])
    await set({ checkoutFields: { captureBeforeExpiryEnabled: false } })
    assert.equal((await held())?.actionType, 'VOID')
  })

  test('with mitEnabled the card of an order is kept for later, else only where its buyer wishes', async () => {
    const saved = async () => {
      const { buyer, id } = await atCheckout()
      const { orderId } = await place(buyer, id)
      const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId })
      return orderTransactions.payments[0]?.regularPaymentDetails?.savedPaymentMethod
    }
    assert.equal(await saved(), false)
    await set({ checkoutFields: { mitEnabled: true } })
    assert.equal((await newBuyer(shop).checkout.getCheckoutPage({})).checkoutPage.savedCards, true)
    assert.equal(await saved(), true)
  })

  test('a checkout whose maker wants no payment by hand offers none, and takes none: PAYMENT_METHOD_NOT_AVAILABLE', async () => {
    await admin.paymentSettings.updatePaymentSettings({ paymentSettings: { offlineMethods: [{ id: 'transfer', name: 'Bank transfer' }] } })
    const { buyer, id } = await madeByShop({
      checkoutInfo: {
        buyerInfo: { email: 'ada@example.com' },
        shippingInfo: { shippingDestination: berlin, selectedCarrierServiceOption: { code: 'standard' } },
        customSettings: { disabledManualPayment: true },
      },
    })
    const { paymentMethods } = await buyer.payments.listPaymentMethods({ id })
    assert.deepEqual(
      paymentMethods.map(({ kind }) => kind),
      ['CARD'],
    )
    const byHand = buyer.payments.placeOrder({ id, paymentMethodId: 'transfer', returnUrl: `${shop.url}/back` })
    assert.equal(await codeOf(byHand), 'PAYMENT_METHOD_NOT_AVAILABLE')
    await admin.paymentSettings.updatePaymentSettings({ paymentSettings: { offlineMethods: [] } })
  })
})
