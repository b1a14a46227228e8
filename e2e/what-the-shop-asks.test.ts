import assert from 'node:assert/strict'
import { afterEach, suite, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { additionalFees, checkoutForm, shopSettings } from '@vitrine/client/back-office'
import { type Window } from './browser.ts'
import { openForAll } from './open-for-all.ts'
import type { OpenShop } from './shop.ts'
import { addToCart, awaitEmail, checkOut, readOrder, writeAddress, writeCard } from './shopper.ts'
import { withoutPages } from './without-pages.ts'

const mug = { slug: 'morning-mug', choices: { Glaze: 'Oat', Size: 'Regular, 280 ml' } }

const manners = [
  { width: 390, script: true },
  { width: 820, script: false },
  { width: 1440, script: true },
]

suite('what the shop asks at its checkout', () => {
  let shop: OpenShop
  let browser: Window
  let admin: ReturnType<typeof adminAt>
  const adminAt = ({ url, apiKey: key }: OpenShop) =>
    createClient({ baseUrl: url, auth: apiKey(key), modules: { additionalFees, checkoutForm, shopSettings } })
  openForAll(async (opened) => {
    ;[shop, browser] = opened
    await withoutPages(shop)
    admin = adminAt(shop)
    await admin.checkoutForm.updateCheckoutForm({
      checkoutForm: {
        fields: { phone: 'REQUIRED', addressLine2: 'HIDDEN' },
        questions: [
          { title: 'What is it for?', type: 'CHOICE', choices: ['A birthday', 'No reason at all'], required: true },
          { title: 'A word for the card', type: 'LONG_TEXT', hint: 'We write it by hand.' },
          { title: 'Wrap it as a gift', type: 'CHECKBOX' },
        ],
        minimumSubtotal: '40',
      },
    })
    await admin.shopSettings.updateCheckoutSettings({
      checkoutSettings: {
        checkoutPolicies: {
          termsAndConditions: { visible: true, content: 'You order, we make.\n\nThen you pay.' },
          privacyPolicy: { visible: true, content: 'We keep what an order needs.' },
          digitalItemPolicy: { visible: true, content: 'Files cannot be given back.' },
        },
        checkoutFields: {
          policyAgreementCheckbox: { visible: true },
          subscriptionCheckbox: { visible: true },
          giftCardRedeemEnabled: false,
        },
      },
    })
    await admin.additionalFees.createAdditionalFee({ additionalFee: { name: 'Small order', amount: '3', subtotalBelow: '50' } })
  })
  afterEach(() => admin.checkoutForm.updateCheckoutForm({ checkoutForm: { minimumSubtotal: '40' } }))

  for (const { width, script } of manners)
    test(`is answered, agreed to and kept, ${width} px wide, ${script ? 'with' : 'without'} script`, async () => {
      const email = `asked-${width}@example.com`
      await using visit = await browser.visit({ width, script })
      const { page, audit } = visit
      if (script) await addToCart(page, shop, mug)
      else {
        await page.goto(`${shop.url}/products/${mug.slug}?${new URLSearchParams(mug.choices)}`)
        await page
          .getByRole('button', { name: /^Add to the bag/ })
          .first()
          .click()
      }
      await checkOut(page, shop)
      assert.equal(await page.locator('#more').count(), 0, 'a hidden field is not there')
      await writeAddress(page, email)
      await page.getByRole('button', { name: 'Go on to the delivery day' }).click()
      await page.getByText('The phone is missing.').waitFor()
      await page.getByText('This needs an answer.').waitFor()
      await audit('what is missing')
      await page.locator('#phone').fill('+49 30 1234567')
      await page.getByLabel('What is it for?').selectOption('A birthday')
      await page.getByLabel(/A word for the card/).fill('Many more of them')
      await page.getByLabel(/Wrap it as a gift/).check()
      await page.getByRole('button', { name: 'Go on to the delivery day' }).click()
      await page.getByText('Standard, by DHL GoGreen', { exact: true }).first().waitFor()
      await page.getByRole('button', { name: 'Go on to payment' }).click()

      await page.getByText('Orders begin at €40.').waitFor()
      assert.ok(await page.getByRole('button', { name: /^Pay/ }).isDisabled(), 'there is no order below the least')
      await audit('too little for an order')
      await admin.checkoutForm.updateCheckoutForm({ checkoutForm: { minimumSubtotal: '5' } })
      await page.reload()
      assert.equal(await page.getByText('Files cannot be given back.').count(), 0, 'no rules for files where there are none')
      await page.getByText('Terms', { exact: true }).click()
      await page.getByText('Then you pay.').waitFor()
      await audit('the terms')

      await writeCard(page, '4242 4242 4242 4242')
      await page.getByRole('button', { name: /^Pay/ }).click()
      await page.getByText('Tick this, then you can order.').waitFor()
      await audit('not agreed yet')
      if (!script) await writeCard(page, '4242 4242 4242 4242')
      await page.getByLabel('I have read the terms and how my data is used, and agree.').check()
      await page.getByLabel(/Send me news and offers of Morrow/).check()
      await page.getByRole('button', { name: /^Pay/ }).click()
      const { id } = await readOrder(page)

      const { consents } = await admin.checkoutForm.queryConsents({ query: { filter: { orderId: id } } })
      assert.deepEqual(consents.map(({ type }) => type).sort(), ['MARKETING', 'POLICIES'])
      const { order } = await shop.merchant.orders.getOrder({ id })
      assert.deepEqual(
        order.customFields.map(({ title, value }) => [title, value]),
        [
          ['What is it for?', 'A birthday'],
          ['A word for the card', 'Many more of them'],
          ['Wrap it as a gift', true],
        ],
      )
      assert.deepEqual(
        order.additionalFees.map(({ name, price }) => [name, price?.amount]),
        [['Small order', '3.00']],
      )
      // The other asks to confirm the newsletter.
      const message = await awaitEmail(shop, email, /^(?!Confirm your subscription)/)
      assert.match(message.text, /Small order\s+€3/)
      assert.match(message.text, /What is it for: A birthday/)
      await page.goto(`${shop.url}/orders/${id}`)
      await page.getByText('What is it for: A birthday').waitFor()
      await page.getByText('Small order').first().waitFor()
      await audit('the order and what was answered')
    })
})
