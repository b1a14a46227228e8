import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { FakeStripe } from '@vitrine/testing/stripe/model'
import type { Window } from './browser.ts'
import type { OpenShop } from './shop.ts'
import { awaitEmail, leftOf, paymentsOf, press, readOrder, writeCard } from './shopper.ts'
import { bowl, comeToStripe, openWithStripe } from './stripe-shop.ts'

suite('paying elsewhere, or later', () => {
  let stripe: FakeStripe
  let shop: OpenShop
  let browser: Window
  openWithStripe(
    async (opened) => {
      ;({ stripe, shop, browser } = opened)
      await shop.letPay({
        paymentSettings: {
          offlineMethods: [
            {
              id: 'transfer',
              name: 'Bank transfer',
              hint: 'We send when it has come',
              instructions: 'IBAN DE02 1203 0000 0000 2020 51',
              onlyFor: 'SHIPPING',
            },
          ],
        },
      })
    },
    { withForm: false },
  )

  for (const script of [true, false])
    test(`on Stripe’s page, ${script ? 'with' : 'without'} script: back, refused, asked by the bank, paid`, async () => {
      await using visit = await browser.visit({ width: script ? 1440 : 390, script })
      const { page, audit } = visit
      await comeToStripe(page, shop, `stripe-${script ? 'script' : 'plain'}@example.com`)
      assert.equal(await page.getByLabel('Card number').isVisible(), false, 'the card is asked for there')
      await audit('the ways to pay')
      await press(page, script ? /^Go and pay/ : /pay/i)

      await page.getByRole('heading', { name: /^Pay .* eur$/ }).waitFor()
      await press(page, 'Back')
      await page.getByRole('alert').getByText('The bank’s window closed.').waitFor()
      await page.getByRole('link', { name: 'Open it again' }).click()
      await press(page, 'Pay with a card that is refused')
      await page.getByText('Your card was declined.').waitFor()
      await press(page, 'Pay with a card that asks')
      await press(page, 'Complete')

      const { id } = await readOrder(page)
      assert.deepEqual(await paymentsOf(shop, id), ['APPROVED'])
      await page.getByText('by Visa ending 4242').waitFor()
      await audit('an order paid on Stripe’s page')
    })

  test('left on Stripe’s page and paid here by card, by keyboard alone: the page there is closed', async () => {
    await using visit = await browser.visit({ width: 1440 })
    const { page } = visit
    await comeToStripe(page, shop, 'changed-mind@example.com')
    await press(page, /^Go and pay/)
    await press(page, 'Back')
    await page.getByRole('radio', { name: /^Card, wallet or bank/ }).focus()
    await page.keyboard.press('ArrowDown')
    await page.getByLabel('Card number').waitFor()
    await writeCard(page, '4242 4242 4242 4242')
    await page.getByLabel('Name on the card').press('Enter')
    const { id } = await readOrder(page)
    assert.deepEqual(await paymentsOf(shop, id), ['CANCELED', 'APPROVED'])
    assert.equal([...stripe.sessions.values()].at(-1)!.status, 'expired')
  })

  test('a page that cannot be opened is said so, and the next press opens it', async () => {
    await using visit = await browser.visit({ width: 390 })
    const { page, audit } = visit
    const before = await leftOf(shop, bowl)
    await comeToStripe(page, shop, 'unavailable@example.com')
    stripe.fail({ on: /POST \/v1\/checkout\/sessions$/, as: 'SERVER_ERROR' })
    await press(page, /^Go and pay/)
    await page.getByRole('alert').getByText('The page to pay at could not be opened.').waitFor()
    await audit('a page that could not be opened')
    assert.equal(await leftOf(shop, bowl), before)
    await press(page, /^Try again, go and pay/)
    await page.getByRole('heading', { name: /^Pay .* eur$/ }).waitFor()
  })

  for (const script of [true, false])
    test(`by bank transfer, ${script ? 'with' : 'without'} script: the order stands, and says where the money goes`, async () => {
      await using visit = await browser.visit({ width: script ? 390 : 1440, script })
      const { page, audit } = visit
      const email = `transfer-${script ? 'script' : 'plain'}@example.com`
      const before = await leftOf(shop, bowl)
      await comeToStripe(page, shop, email)
      await page.getByRole('radio', { name: /^Bank transfer/ }).check()
      await press(page, script ? /^Order for/ : /pay/i)
      const { id } = await readOrder(page)
      await page.getByText('IBAN DE02 1203 0000 0000 2020 51').waitFor()
      await audit('an order to be paid by transfer')
      await page.getByRole('link', { name: 'Follow the order' }).click()
      await page.getByRole('heading', { level: 1, name: 'Waiting for your payment' }).waitFor()
      await audit('an order that waits for a transfer')
      assert.match((await awaitEmail(shop, email)).text, /IBAN DE02 1203/)
      assert.deepEqual(await paymentsOf(shop, id), ['PENDING'])
      assert.equal(await leftOf(shop, bowl), before - 1)

      await shop.merchant.orders.paymentCollectionMarkOrderAsPaid({ ecomOrderId: id })
      await page.reload()
      await page.getByRole('heading', { level: 1, name: 'We are wrapping' }).waitFor()
    })

  test('an email’s link that has run out is said kindly', async () => {
    await using visit = await browser.visit({ width: 390 })
    const { page, audit } = visit
    const answer = await page.goto(`${shop.url}/recover/${crypto.randomUUID()}?token=long-ago`)
    assert.equal(answer?.status(), 410)
    await page.getByRole('heading', { level: 1, name: 'This link has run out' }).waitFor()
    await audit('a link that has run out')
    await page.getByRole('link', { name: 'Open your bag' }).click()
    await page.waitForURL(`${shop.url}/cart`)
  })
})
