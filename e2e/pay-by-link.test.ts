import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { generalSettings } from '@vitrine/client/back-office'
import type { Page } from 'playwright-core'
import { prepareLink } from './agreed.ts'
import { arrive, type Window } from './browser.ts'
import { type Input, withKeys, withMouse } from './input.ts'
import { openForAll } from './open-for-all.ts'
import type { OpenShop } from './shop.ts'
import { awaitEmail, cards, paymentsOf } from './shopper.ts'

suite('paying by a link', () => {
  let shop: OpenShop
  let browser: Window
  openForAll((opened) => {
    ;[shop, browser] = opened
  })

  /** Two things that were agreed by telephone, €100 together, of which so much is asked for by email. */
  async function asked(email: string, amount = '60.00', subject = /^€60(\.00)? to pay for order /) {
    const { order, id, links } = await prepareLink(shop, email, amount, [
      { productName: { original: 'A kiln shelf' }, quantity: 2, price: { amount: '40' }, itemType: { preset: 'PHYSICAL' } },
      { productName: { original: 'Bringing it' }, quantity: 1, price: { amount: '20' }, itemType: { preset: 'SERVICE' } },
    ])
    await links.sendPaymentLink({ id, customMessage: 'The shelf is cut.' })
    const message = await awaitEmail(shop, email)
    assert.match(message.subject, subject)
    const url = /https?:\/\/\S+\/pay\/[\da-f-]+\?token=\S+/.exec(message.text)?.[0] ?? ''
    return { id, orderId: order.id ?? '', number: order.number ?? '', url }
  }

  async function writeCard(page: Page, { write }: Input, number: string): Promise<void> {
    await write(page.getByLabel('Card number'), number)
    await write(page.getByLabel('Good until'), '09 / 39')
    await write(page.getByLabel('Code on the back'), '123')
    await write(page.getByLabel('Name on the card'), 'Hanna Keller')
  }

  for (const [name, width, script, theme, handOf] of [
    ['by mouse', 1440, true, 'light', () => withMouse],
    ['by mouse on a phone, in the dark', 390, true, 'dark', () => withMouse],
    ['by the keys alone', 1440, true, 'dark', withKeys],
    ['by the keys alone on a phone', 390, true, 'light', withKeys],
    ['without script', 820, false, 'light', () => withMouse],
  ] as const)
    test(`declined, asked by the bank and refused, its window closed, then paid, ${name}`, async () => {
      await using visit = await browser.visit({ width, script, theme })
      const { page, audit } = visit
      const input = handOf(page)
      const pay = (label: RegExp) => input.press(page.getByRole('button', { name: label }))
      const { orderId, number, url } = await asked(`link-${width}-${theme}-${script}@example.com`)

      await arrive(page, url)
      await page.getByRole('heading', { level: 1, name: 'Pay' }).waitFor()
      await page.getByText(number).first().waitFor()
      if (width < 768 && script) await input.press(page.locator('.co__fold summary').first())
      await page.getByText('A kiln shelf').waitFor()
      await page.getByText('Another time').waitFor()
      assert.equal(await page.getByText('@example.com').count(), 0, 'nobody’s address is shown')
      await audit('what is asked for')

      await writeCard(page, input, cards.declined)
      await pay(/^Pay €60/)
      const alert = page.getByRole('alert')
      await alert.getByText('Your bank said no to this card.').waitFor()
      assert.equal(await alert.getByText('bag').count(), 0)
      await audit('a declined card')

      await writeCard(page, input, cards.asksTheBuyer)
      await pay(/pay €60/i)
      await page.getByRole('heading', { name: 'Your bank asks: is it you?' }).waitFor()
      await pay(/^No, that is not me/)
      await page.getByRole('alert').getByText('The payment was not confirmed at your bank.').waitFor()

      await writeCard(page, input, cards.asksTheBuyer)
      await pay(/pay €60/i)
      await input.press(page.getByRole('link', { name: 'Close, pay another way' }))
      await page.getByRole('alert').getByText('The bank’s window closed.').waitFor()
      await audit('a closed window of the bank')
      await input.press(page.getByRole('link', { name: 'Open it again' }))
      await pay(/^Confirm$/)

      await page.getByRole('heading', { level: 1, name: 'Thank you, it is paid' }).waitFor()
      await audit('that it is paid')
      assert.deepEqual(await paymentsOf(shop, orderId), ['DECLINED', 'DECLINED', 'APPROVED'])
      const { order } = await shop.merchant.orders.getOrder({ id: orderId })
      assert.equal(order.paymentStatus, 'PARTIALLY_PAID')
      assert.equal(order.balanceSummary?.paid?.amount, '60.00')

      await page.goto(url)
      await page.getByRole('heading', { level: 1, name: 'Thank you, it is paid' }).waitFor()
      assert.equal(await page.getByLabel('Card number').count(), 0, 'nothing can be paid a second time')
    })

  test('opened in two windows it is paid once: the second is told so', async () => {
    const { orderId, url } = await asked('two-windows@example.com')
    await using one = await browser.visit({ width: 1440 })
    await using two = await browser.visit({ width: 390 })
    for (const { page } of [one, two]) {
      await arrive(page, url)
      await writeCard(page, withMouse, cards.good)
    }
    await Promise.all([one, two].map(({ page }) => page.getByRole('button', { name: /^Pay €60/ }).click()))
    for (const { page } of [one, two]) await page.getByRole('heading', { level: 1, name: 'Thank you, it is paid' }).waitFor()
    assert.equal((await paymentsOf(shop, orderId)).filter((status) => status === 'APPROVED').length, 1)
  })

  test('a bank that answers late: the page waits with the payer; called off, there is nothing to pay; a wrong link opens nothing', async () => {
    await using visit = await browser.visit({ width: 390 })
    const { page, audit } = visit
    const late = await asked('late-link@example.com')
    await arrive(page, late.url)
    await writeCard(page, withMouse, cards.late)
    await page.getByRole('button', { name: /^Pay €60/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Your bank is still thinking' }).waitFor()
    await audit('a bank that thinks')
    await page.getByRole('heading', { level: 1, name: 'Thank you, it is paid' }).waitFor()

    const off = await asked('off-link@example.com')
    await shop.merchant.orders.cancelOrder({ id: off.orderId })
    await page.goto(off.url)
    await page.getByRole('heading', { level: 1, name: 'Nothing to pay here' }).waitFor()
    await audit('nothing to pay')

    const answer = await page.goto(`${shop.url}/pay/${off.id}?token=made-up`)
    assert.equal(answer?.status(), 404)
    assert.equal(await page.getByText('A kiln shelf').count(), 0)
    await audit('a link that the shop did not give out')
  })

  test('what was asked for in dollars is paid in dollars, though the shop sells in euros again', async () => {
    const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { generalSettings } }).generalSettings
    await office.updateGeneralSettings({ generalSettings: { currency: 'USD' } })
    const { url, orderId } = await asked('other-money@example.com', '60.00', /^US\$60(\.00)? to pay for order /)
    await office.updateGeneralSettings({ generalSettings: { currency: 'EUR' } })
    await using visit = await browser.visit({ width: 390 })
    const { page } = visit
    await arrive(page, url)
    const pay = page.getByRole('button', { name: /^Pay \$60/ })
    await pay.waitFor()
    assert.equal(await page.getByText('€').count(), 0)
    await writeCard(page, withMouse, cards.good)
    await pay.click()
    await page.getByRole('heading', { level: 1, name: 'Thank you, it is paid' }).waitFor()
    assert.deepEqual(await paymentsOf(shop, orderId), ['APPROVED'])
  })
})
