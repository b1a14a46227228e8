import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { emails as emailsOf } from '@vitrine/client/back-office'
import type { Page } from 'playwright-core'
import { type OpenAdmin, openAdmin, owner } from './admin-pages.ts'
import { toCheckout } from './checkout.ts'
import { type Input, withKeys, withMouse } from './input.ts'
import { sizes } from './sizes.ts'

suite('the settings of the admin', () => {
  let admin: OpenAdmin
  before(async () => {
    admin = await openAdmin()
  })
  after(() => admin?.[Symbol.asyncDispose]())

  /** What the checkout of two mugs asks for, and its payment methods. */
  async function checkout(country: string) {
    const address = { country, ...(country === 'DE' && { postalCode: '79102' }) }
    const { id, checkout: chosen, payments } = await toCheckout(admin.shop, { quantity: 2, address })
    const { paymentMethods } = await payments.listPaymentMethods({ id })
    return {
      total: chosen.priceSummary?.total?.formattedAmount ?? '',
      tax: chosen.taxSummary?.totalTax?.formattedAmount ?? '',
      paymentMethods,
    }
  }
  const newest = async (subject: RegExp) => {
    for (let i = 0; i < 100; i++) {
      const { messages } = await admin.shop.merchant.inbox.listMessages({ limit: 10 })
      const found = messages.find((message) => subject.test(message.subject))
      if (found) return (await admin.shop.merchant.inbox.getMessage({ id: found.id })).message
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error(`no email is called ${subject}`)
  }

  async function testCart(page: Page, input: Input) {
    await input.write(page.getByRole('combobox', { name: 'Add an item' }), '2 morning mug oat regular')
    await page.getByRole('option', { name: /^Morning Mug, Oat, Regular/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('rowheader', { name: /Morning Mug/ }).waitFor()
    await input.write(page.getByLabel('Postcode'), '79102')
    await page.keyboard.press('Enter')
    await page.waitForURL(/postcode=79102/)
  }

  for (const [width, hold] of sizes([
    [1440, () => withMouse],
    [820, withKeys],
  ] as const))
    test(`what a cart would pay is what its checkout asks for, and its address holds all of it: ${width} px`, async () => {
      const { total, tax } = await checkout('DE')
      await using visit = await admin.enter({ width }, '/cart-tester')
      const { page } = visit
      const figure = page.locator('.figure')
      await testCart(page, hold(page))
      await figure.filter({ hasText: total }).waitFor()
      await page.getByRole('row', { name: `Total tax ${tax} included ${total}` }).waitFor()
      await page.getByRole('listitem').filter({ hasText: 'VAT 19 %' }).waitFor()
      await page.reload()
      await figure.filter({ hasText: total }).waitFor()

      const abroad = await checkout('AT')
      await page.getByLabel('Country').selectOption('AT')
      await figure.filter({ hasText: abroad.total }).waitFor()
      const changed = page.getByRole('region', { name: 'What changed' })
      await changed.getByText(/^Country turned: /).waitFor()
      await changed.getByRole('row', { name: `Total ${total} → ${abroad.total}` }).waitFor()
      if (width === 1440) {
        const { messages } = await admin.shop.merchant.inbox.listMessages({ limit: 1 })
        assert.equal(messages.length, 0, 'nobody was written to')
        await visit.audit('cart tester')
      }
    })

  test('a case is taken from an order', async () => {
    const { number } = await admin.buy('tester@example.com')
    await using visit = await admin.enter({ width: 1440 }, '/cart-tester')
    const { page } = visit
    await page.getByRole('button', { name: 'Start from an order' }).click()
    await page.getByRole('textbox', { name: 'Order' }).fill(number)
    await page.getByRole('radio', { name: new RegExp(number.replace(/(?=(\d{3})$)/, '.')) }).waitFor()
    await page.getByRole('button', { name: /Take its case/ }).click()
    await page.getByRole('rowheader', { name: /Morning Mug/ }).waitFor()
    assert.equal(await page.getByLabel('Postcode').inputValue(), '10435')
  })

  test('the words of an email are changed by keys, tried on oneself, and go out with the next order', async () => {
    await using visit = await admin.enter({ width: 820 }, '/mail/order-placed')
    const { page } = visit
    const input = withKeys(page)
    const email = page.frameLocator('iframe')
    await email.getByRole('heading', { level: 1 }).waitFor()
    await input.write(page.getByLabel('Subject', { exact: true }), 'We have {{ order.nmber }}')
    await page
      .getByText(/does not know \{\{ order\.nmber \}\}/)
      .first()
      .waitFor()
    await input.write(page.getByLabel('Subject', { exact: true }), 'We have {{ order.number }}, {{ customer.firstName | friend }}')
    await input.write(page.getByLabel('Headline'), 'Slow mornings.')
    await email.getByRole('heading', { level: 1, name: 'Slow mornings.' }).waitFor()
    const checks = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Checks' }) })
    await checks.getByText('Every field has a value here').waitFor()
    await input.press(page.getByRole('button', { name: 'As in the dark theme' }))
    const ground = () => email.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)
    assert.equal(await ground(), 'rgb(16, 14, 11)')
    await input.press(page.getByRole('button', { name: 'As in the light theme' }))
    assert.notEqual(await ground(), 'rgb(16, 14, 11)')
    await input.press(page.getByRole('button', { name: 'Send to me' }))
    await page.getByText(`is on its way to ${owner.email}`).waitFor()
    assert.deepEqual((await newest(/^Test: We have /)).to, [owner.email])
    await visit.audit('mail')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('“Order placed” goes out like this from now on.').waitFor()

    const { number } = await admin.buy('words@example.com')
    const sent = await newest(new RegExp(`^We have ${number}, Hanna$`))
    assert.match(sent.text, /Slow mornings\./)
    assert.match(sent.html, /Slow mornings\.<\/h1>/)

    await input.write(page.getByLabel('Headline'), 'Something else')
    const unsaved = page.getByRole('region', { name: 'Unsaved changes' })
    await unsaved.getByText('Not saved: Headline').waitFor()
    const { emails } = createClient({ baseUrl: admin.shop.url, auth: apiKey(admin.shop.apiKey), modules: { emails: emailsOf } })
    const wordsNow = async () => (await emails.listEmails({})).emails.find(({ id }) => id === 'order-placed')!
    const { revision, words } = await wordsNow()
    await emails.updateEmail({ email: { id: 'order-placed', revision, words: { ...words, subject: 'Here is {{ order.number }}' } } })
    await page.keyboard.press('ControlOrMeta+s')
    await unsaved.waitFor({ state: 'detached' })
    const { headline, subject } = (await wordsNow()).words
    assert.deepEqual([headline, subject], ['Something else', 'Here is {{ order.number }}'], 'what two wrote at once stands together')

    await input.write(page.getByLabel('Headline'), 'Once more')
    await unsaved.getByText('Not saved: Headline').waitFor()
    await page.getByRole('link', { name: /^Refund/ }).click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave without them' }).click()
    await page.waitForURL(/order-refunded/)
  })

  test('a payment method without a provider is added, stands at the checkout, and is laid by', async () => {
    await using visit = await admin.enter({ width: 1440 }, '/payments')
    const { page } = visit
    await page.getByText('Sandbox in test mode.').waitFor()
    await page.getByRole('button', { name: 'Add a payment method' }).click()
    await page.getByLabel('Name').fill('Invoice')
    await page.getByLabel(/^One sentence beside it/).fill('Within 14 days.')
    await page.getByRole('button', { name: /Add and offer it/ }).click()
    await page.getByRole('row', { name: /^Invoice/ }).waitFor()
    const offered = (await checkout('DE')).paymentMethods.find(({ name }) => name === 'Invoice')
    assert.deepEqual(offered, { id: 'invoice', kind: 'OFFLINE', name: 'Invoice', hint: 'Within 14 days.' })
    await visit.audit('payments')

    await page.getByRole('switch', { name: 'Offer Invoice' }).click()
    await page.getByText('Invoice is not offered any more.').waitFor()
    assert.equal(
      (await checkout('DE')).paymentMethods.some(({ name }) => name === 'Invoice'),
      false,
    )
    await page.getByRole('radio', { name: /^Later/ }).click()
    await page.getByText('Payments of new orders are authorised, and captured later.').waitFor()
    const { id } = await admin.buy('held@example.com')
    const { orderTransactions } = await admin.shop.merchant.orderTransactions.listTransactionsForSingleOrder({ orderId: id })
    assert.equal(orderTransactions.payments[0]?.regularPaymentDetails?.status, 'AUTHORIZED')
  })
})
