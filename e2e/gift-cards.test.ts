import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { arrive, type Window } from './browser.ts'
import { type Input, withKeys, withMouse } from './input.ts'
import { openForAll } from './open-for-all.ts'
import type { OpenShop } from './shop.ts'
import { cards, cartAnswer, readOrder } from './shopper.ts'

const visible = (what: Locator) => what.filter({ visible: true }).first()

suite('gift cards, bought and spent', () => {
  let shop: OpenShop
  let browser: Window
  openForAll((opened) => {
    ;[shop, browser] = opened
  })

  const manners = [
    { width: 1440, keys: false, theme: 'light' },
    { width: 390, keys: true, theme: 'dark' },
    { width: 820, keys: false, theme: 'light' },
  ] as const
  for (const { width, keys, theme } of manners)
    test(`for somebody else, read in the inbox, spent in a second purchase, ${width} px wide, ${keys ? 'by the keys alone' : 'by mouse'}`, async () => {
      await using visit = await browser.visit({ width, theme })
      const { page, audit } = visit
      const input = keys ? withKeys(page) : withMouse
      const email = `jonas-${width}@example.com`
      const recipient = `marta-${width}@example.com`
      // From a search to its page.
      await arrive(page, `${shop.url}/search?q=gift+card`)
      await input.press(page.getByRole('link', { name: 'Gift Card', exact: true }).first())
      await page.getByRole('heading', { level: 1, name: 'Gift Card' }).waitFor()
      assert.equal(new URL(page.url()).pathname, '/gift-card')
      await audit('the gift card')

      await input.choose(page.getByRole('radio', { name: 'Clay' }))
      await input.choose(page.getByRole('radio', { name: 'Another amount, €10 to €500' }))
      await input.write(page.getByLabel('The amount'), '7')
      await input.write(page.getByLabel('For', { exact: false }).first(), 'Marta')
      await input.press(visible(page.getByRole('button', { name: /^Add/ })))
      await page.getByText('An amount from €10 to €500, please.').waitFor()
      await page.getByText('Where does it go?').waitFor()
      await audit('the gift card, something wrong')
      await input.write(page.getByLabel('The amount'), '42,50')
      await input.write(page.getByLabel('Their e-mail'), recipient)
      await input.write(page.getByLabel('A few lines'), 'May it be a set of something you would never buy yourself.')
      await input.write(page.getByLabel('From', { exact: false }).first(), 'Jonas')
      await page.getByText('For Marta. May it be a set of something you would never buy yourself. Love, Jonas').waitFor()
      await input.press(visible(page.getByRole('button', { name: /^Add/ })))
      await page.getByRole('dialog', { name: 'Your bag' }).getByText('Clay, for Marta').waitFor()
      await audit('the bag with a gift card')

      await payFor(page, input, email)
      await readOrder(page)
      await audit('thank you for a gift card')

      // What Marta gets, and the buyer's copy.
      const emailMessage = await awaitEmailOf(recipient, 'Jonas has something for you')
      for (const words of ['May it be a set of something', '€42.50', 'Jonas asked us to bring it'])
        assert.ok(emailMessage.includes(words), words)
      const copy = await awaitEmailOf(email, 'Your copy: a gift card of €42.50 for Marta')
      const code = /([2-9B-Z]{4}-){3}[2-9B-Z]{4}/.exec(emailMessage)?.[0] ?? ''
      assert.ok(copy.includes(code), 'both emails have the code')

      // Marta spends it.
      await using second = await browser.visit({ width, theme })
      const other = keys ? withKeys(second.page) : withMouse
      await arrive(second.page, `${shop.url}/products/two-vessels-printable`)
      const heard = cartAnswer(second.page)
      await other.press(visible(second.page.getByRole('button', { name: /^Add/ })))
      await heard
      await second.page.getByRole('dialog', { name: 'Your bag' }).waitFor()
      await toPayment(second.page, other, recipient)
      const folded = second.page.locator('.co__fold > summary')
      if (width < 768) await other.press(folded)
      await other.write(second.page.locator('#voucher'), code)
      await other.press(second.page.getByRole('button', { name: 'Add', exact: true }))
      await second.page
        .getByText(/stays on it/)
        .first()
        .waitFor()
      await second.audit('paying with a gift card')
      if (width < 768) await other.press(folded)
      await other.press(visible(second.page.getByRole('button', { name: 'Order', exact: true })))
      const { id } = await readOrder(second.page)
      const { order } = await shop.merchant.orders.getOrder({ id })
      assert.equal(order.paymentStatus, 'PAID')
      const { giftCards } = await shop.cardAdmin.searchGiftCards({ search: { search: { expression: recipient } } })
      assert.equal(Number(giftCards[0]?.balance.amount), 42.5 - Number(order.priceSummary?.total?.amount))
    })

  test('without script: what is wrong comes back with what was written, what is right comes into the bag', async () => {
    await using visit = await browser.visit({ width: 390, script: false })
    const { page, audit } = visit
    await page.goto(`${shop.url}/products/gift-card?Design=Clay`)
    await page.waitForURL(`${shop.url}/gift-card?Design=Clay`)
    await page.getByRole('radio', { name: '€50', exact: true }).check()
    await page.getByLabel('For', { exact: false }).first().fill('Ida')
    await page.getByLabel('On the day').fill('2020-01-01')
    await page.getByRole('button', { name: /^Add to the bag/ }).click()
    await page.getByText('This day has passed.').waitFor()
    await page.getByText('Where does it go?').waitFor()
    assert.equal(await page.getByLabel('For', { exact: false }).first().inputValue(), 'Ida')
    assert.equal(await page.getByRole('radio', { name: '€50', exact: true }).isChecked(), true)
    assert.equal(await page.getByRole('radio', { name: 'Clay' }).isChecked(), true)
    await audit('the gift card, something wrong')
    await page.getByLabel('Their e-mail').fill('ida@example.com')
    const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
    await page.getByLabel('On the day').fill(day)
    await page.getByRole('button', { name: /^Add to the bag/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Your bag' }).waitFor()
    await page.getByText('Clay, for Ida, on').first().waitFor()
    await audit('the bag with a gift card')
    const { giftCards } = await shop.cardAdmin.searchGiftCards({ search: { search: { expression: 'ida@example.com' } } })
    assert.deepEqual(giftCards, [], 'nothing is made before it is paid')
  })

  test('taken out and put back it is the same card', async () => {
    await using visit = await browser.visit({ width: 1440 })
    const { page } = visit
    await arrive(page, `${shop.url}/gift-card`)
    await page.getByLabel('For', { exact: false }).first().fill('Tom')
    await page.getByLabel('Their e-mail').fill('tom@example.com')
    await visible(page.getByRole('button', { name: /^Add/ })).click()
    await page.getByRole('dialog', { name: 'Your bag' }).getByText('for Tom').waitFor()
    const heard = cartAnswer(page)
    await page.getByRole('dialog', { name: 'Your bag' }).getByRole('button', { name: 'Remove Gift Card' }).click()
    await heard
    const again = cartAnswer(page)
    await page.getByRole('button', { name: 'Put it back' }).first().click()
    await again
    await arrive(page, `${shop.url}/cart`)
    await page.getByText('for Tom').first().waitFor()
  })

  async function toPayment(page: Page, input: Input, email: string): Promise<void> {
    await arrive(page, `${shop.url}/cart`)
    await input.press(visible(page.getByRole('button', { name: 'Check out' })))
    await page.getByRole('heading', { name: 'Who is it for?' }).waitFor()
    await input.write(page.getByLabel('E-mail'), email)
    await input.write(page.locator('#firstName'), 'Jonas')
    await input.write(page.locator('#lastName'), 'Keller')
    await input.write(page.locator('#street'), 'Kastanienallee 24')
    await input.write(page.locator('#postcode'), '10435')
    await input.write(page.locator('#town'), 'Berlin')
    await input.press(page.getByRole('button', { name: 'Go on to payment' }))
    await page.getByLabel('Card number').waitFor()
  }

  async function payFor(page: Page, input: Input, email: string): Promise<void> {
    await toPayment(page, input, email)
    await input.write(page.getByLabel('Card number'), cards.good)
    await input.write(page.getByLabel('Good until'), '09 / 39')
    await input.write(page.getByLabel('Code on the back'), '123')
    await input.write(page.getByLabel('Name on the card'), 'Jonas Keller')
    await input.press(page.getByRole('button', { name: /^Pay/ }))
  }

  async function awaitEmailOf(address: string, subject: string): Promise<string> {
    const until = Date.now() + 15_000
    while (Date.now() < until) {
      const { messages } = await shop.merchant.inbox.listMessages({ limit: 100 })
      const found = messages.find((message) => message.subject === subject && message.to.includes(address))
      if (found) return (await shop.merchant.inbox.getMessage({ id: found.id })).message.text
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    throw new Error(`“${subject}” did not come to ${address}`)
  }
})
