import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { FakeStripe } from '@vitrine/testing/stripe/model'
import type { Page } from 'playwright-core'
import type { Window } from './browser.ts'
import type { OpenShop } from './shop.ts'
import { paymentsOf, press, readOrder } from './shopper.ts'
import { comeToStripe, openWithStripe } from './stripe-shop.ts'

suite('paying in Stripe’s form on the page', () => {
  let stripe: FakeStripe
  let shop: OpenShop
  let browser: Window
  openWithStripe((opened) => {
    ;({ stripe, shop, browser } = opened)
  })

  const last = () => [...stripe.intents.values()].at(-1)!
  const form = (page: Page) => page.frameLocator('iframe[title="Secure payment input frame"]')
  const payButton = (page: Page) => page.getByRole('button', { name: /^(Pay|Try again, pay) / })

  async function comeToForm(page: Page, email: string): Promise<void> {
    await comeToStripe(page, shop, email)
    await payButton(page).waitFor()
  }

  for (const { width, theme } of [{ width: 1440 }, { width: 390, theme: 'dark' }] as const)
    test(`by card: a refused one shows its reason, another pays; ${width} pixels wide`, async () => {
      await using visit = await browser.visit({ width, ...(theme && { theme }) })
      const { page, audit } = visit
      const loaded: string[] = []
      page.on('request', (request) => void loaded.push(request.url()))
      const home = await page.goto(shop.url)
      assert.doesNotMatch(home?.headers()['content-security-policy'] ?? '', new RegExp(stripe.url))
      await comeToStripe(page, shop, `element-${width}@example.com`)
      await payButton(page).waitFor()
      assert.equal(loaded.filter((url) => url.endsWith('/stripe.js')).length, 1, 'the script is loaded where it is used')
      assert.deepEqual(
        loaded
          .slice(
            0,
            loaded.findIndex((url) => url.endsWith('/stripe.js')),
          )
          .filter((url) => url.startsWith(stripe.url)),
        [],
      )
      const sum = await form(page).locator('#sum').innerText()
      await audit('the form of Stripe')
      await payButton(page).click()
      await page.getByRole('alert').getByText('Your card number is incomplete.').waitFor()
      assert.equal(stripe.requests.filter(({ line }) => line === 'POST /v1/payment_intents').length, stripe.intents.size)

      await form(page).getByLabel('Card number').fill('4000 0000 0000 9995')
      await payButton(page).click()
      await page.getByRole('alert').getByText('Your card has insufficient funds.').waitFor()
      assert.equal(sum, `${last().amount} eur`)
      await audit('a refused card in the form of Stripe')
      await form(page).getByLabel('Card number').fill('4242 4242 4242 4242')
      await payButton(page).click()
      const { id } = await readOrder(page)
      assert.deepEqual((await paymentsOf(shop, id)).sort(), ['APPROVED', 'CANCELED'])
      await page.getByText('by Visa ending 4242').waitFor()
    })

  test('a double press makes one order and one payment; a reload in between loses nothing', async () => {
    await using visit = await browser.visit({ width: 1440 })
    const { page } = visit
    await comeToForm(page, 'double@example.com')
    await page.reload()
    await payButton(page).waitFor()
    const before = stripe.intents.size
    await form(page).getByLabel('Card number').fill('4242 4242 4242 4242')
    await payButton(page).dblclick()
    const { id } = await readOrder(page)
    assert.deepEqual(await paymentsOf(shop, id), ['APPROVED'])
    assert.equal(stripe.intents.size, before + 1)
  })

  test('interrupted between order and confirmation: the next press pays it, once', async () => {
    await using visit = await browser.visit({ width: 390, fails: true })
    const { page } = visit
    await comeToForm(page, 'left@example.com')
    await form(page).getByLabel('Card number').fill('4242 4242 4242 4242')
    await page.route('**/v1/payment_intents/*/confirm', (route) => route.abort())
    await payButton(page).click()
    await page.getByRole('alert').getByText('We got no answer.').waitFor()
    const first = last()
    await page.reload()
    await page.unroute('**/v1/payment_intents/*/confirm')
    await payButton(page).waitFor()
    await form(page).getByLabel('Card number').fill('4242 4242 4242 4242')
    await payButton(page).click()
    const { id } = await readOrder(page)
    assert.deepEqual((await paymentsOf(shop, id)).sort(), ['APPROVED', 'CANCELED'])
    assert.equal(first.status, 'canceled')
  })

  test('by iDEAL: refused on the bank’s page, and paid with the second try', async () => {
    await using visit = await browser.visit({ width: 1440 })
    const { page, audit } = visit
    await comeToForm(page, 'ideal@example.com')
    for (const well of [false, true]) {
      await form(page).getByLabel('iDEAL').check()
      await payButton(page).click()
      await page.getByRole('heading', { name: 'Pay by ideal' }).waitFor()
      await press(page, well ? 'Authorise' : 'Fail')
      if (well) continue
      await page.getByRole('alert').first().waitFor()
      await payButton(page).waitFor()
      await audit('back from a bank that refused')
    }
    const { id } = await readOrder(page)
    assert.deepEqual((await paymentsOf(shop, id)).sort(), ['APPROVED', 'DECLINED'])
  })

  test('back from the bank by the browser’s own button, the form pays', async () => {
    await using visit = await browser.visit({ width: 390 })
    const { page } = visit
    await comeToForm(page, 'back@example.com')
    await form(page).getByLabel('Bancontact').check()
    await payButton(page).click()
    await page.getByRole('heading', { name: 'Pay by bancontact' }).waitFor()
    await page.goBack()
    await payButton(page).waitFor()
    await form(page).getByLabel('Card number').fill('4242 4242 4242 4242')
    await payButton(page).click()
    const { id } = await readOrder(page)
    assert.deepEqual((await paymentsOf(shop, id)).sort(), ['APPROVED', 'CANCELED'])
  })

  test('by SEPA: the order waits for the debit, and is paid when Stripe reports it', async () => {
    await using visit = await browser.visit({ width: 1440 })
    const { page, audit } = visit
    await comeToForm(page, 'sepa@example.com')
    await form(page).getByLabel('SEPA Direct Debit').check()
    await payButton(page).click()
    const { id } = await readOrder(page)
    assert.deepEqual(await paymentsOf(shop, id), ['PENDING'])
    await audit('an order whose debit is on its way')
    const from = stripe.events.length
    stripe.endDebitOf(last().id, true)
    for (const event of stripe.events.slice(from)) {
      const { body, signature } = stripe.webhook(event)
      const heard = await fetch(`${shop.url}/payments/stripe/events`, {
        method: 'POST',
        headers: { 'stripe-signature': signature },
        body: new Uint8Array(body),
      })
      assert.equal(heard.status, 200)
    }
    assert.deepEqual(await paymentsOf(shop, id), ['APPROVED'])
  })

  test('a gift card changes the amount in the form at once, and the amount due is paid', async () => {
    await using visit = await browser.visit({ width: 1440 })
    const { page } = visit
    await comeToForm(page, 'gift@example.com')
    const before = await form(page).locator('#sum').innerText()
    const code = 'FORM-0001-CARD-2468'
    await shop.cardAdmin.createGiftCard({ giftCard: { code, initialValue: { amount: '10' }, currency: 'EUR', source: 'MANUAL' } })
    await page.locator('#voucher').fill(code)
    await page.locator('#voucher').press('Enter')
    await form(page).locator('#sum', { hasNotText: before }).waitFor()
    const after = await form(page).locator('#sum').innerText()
    await form(page).getByLabel('Card number').fill('4242 4242 4242 4242')
    await payButton(page).click()
    await readOrder(page)
    assert.equal(`${last().amount_received} eur`, after)
    assert.equal(Number.parseInt(before, 10) - Number.parseInt(after, 10), 1000)
  })

  test('without Stripe’s script, or without any script, Stripe’s page pays as before', async () => {
    for (const script of [true, false]) {
      await using visit = await browser.visit({ width: 390, script, fails: true })
      const { page } = visit
      await page.route('**/stripe.js', (route) => route.abort())
      await comeToStripe(page, shop, `blocked-${script}@example.com`)
      const hint = 'You pay on a page of its own and come back'
      // Playwright finds no text inside `noscript`.
      if (script) await page.getByText(hint).first().waitFor()
      else assert.equal(await page.locator('.co__element noscript small').innerText(), hint)
      await press(page, script ? /^Go and pay/ : /pay/i)
      await page.getByRole('heading', { name: /^Pay .* eur$/ }).waitFor()
      await page.getByRole('button', { name: 'Pay', exact: true }).click()
      const { id } = await readOrder(page)
      assert.deepEqual(await paymentsOf(shop, id), ['APPROVED'])
    }
  })
})
