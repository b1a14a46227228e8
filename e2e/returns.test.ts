import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, suite, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { orderReturns } from '@vitrine/client/back-office'
import { returns } from '@vitrine/client/modules'
import type { Page } from 'playwright-core'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'
import { arrive } from './browser.ts'
import { goAndSignIn, join } from './joining.ts'
import { addToCart, awaitEmail, cards, confirmEmail, press, readOrder, writeCard, writeWhere } from './shopper.ts'
import { sizes } from './sizes.ts'

const mug = { slug: 'morning-mug', choices: { Glaze: 'Oat', Size: 'Regular, 280 ml' } }

suite('returns', () => {
  let admin: OpenAdmin
  before(async () => void (admin = await openAdmin()))
  after(() => admin?.[Symbol.asyncDispose]())

  const office = () => createClient({ baseUrl: admin.shop.url, auth: apiKey(admin.shop.apiKey), modules: { returns, orderReturns } })

  async function send(orderId: string): Promise<void> {
    const { order } = await admin.shop.merchant.orders.getOrder({ id: orderId })
    await admin.shop.merchant.orderFulfillments.createFulfillment({
      orderId,
      fulfillment: { lineItems: order.lineItems.map(({ id, quantity }) => ({ id, quantity })) },
    })
  }
  /** Two mugs that were paid for and sent. */
  async function sent(email: string): Promise<{ id: string; number: string; lineItemId: string }> {
    const bought = await admin.buy(email)
    await send(bought.id)
    const { order } = await admin.shop.merchant.orders.getOrder({ id: bought.id })
    return { ...bought, lineItemId: order.lineItems[0]!.id }
  }
  /** Asked for by the shop, for the buyer. */
  async function asked(email: string, quantity = 2): Promise<{ id: string; number: string }> {
    const { id, lineItemId } = await sent(email)
    const lines = [{ lineItemId, quantity, reason: 'It does not suit me' }]
    return (await office().returns.requestReturn({ id, lines })).return
  }
  const main = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).filter({ visible: true }).first()

  for (const [width, script, theme] of [
    [390, true, 'light'],
    [390, false, 'light'],
    [820, true, 'dark'],
  ] as const)
    test(`a guest finds the order, and returns one of two, ${width} px wide, ${script ? 'with' : 'without'} script, ${theme}`, async () => {
      const email = `guest-${width}-${script}@example.com`
      const { number } = await sent(email)
      await office().orderReturns.updateReturnSettings({
        settings: { offersCode: true, inPersonAddress: ['Kastanienallee 77', 'Monday to Saturday'] },
      })
      await using visit = await admin.visit({ width, script, theme })
      const { page, audit } = visit
      await arrive(page, admin.shop.url)
      await page.getByRole('contentinfo').getByRole('link', { name: 'Where is my order' }).click()
      await page.getByLabel('Number of the order').fill(number)
      await page.getByLabel('The e-mail you ordered with').fill(email)
      await press(page, 'Show it')
      await page.getByRole('link', { name: 'Send something back' }).click()
      await page.getByRole('heading', { level: 1, name: 'What comes back?' }).waitFor()
      await confirmEmail(page, 'eve@example.com')
      await page.getByText('This order was made with another e-mail.').waitFor()
      await audit('the return of somebody else')
      await confirmEmail(page, email)
      await page.getByRole('heading', { name: 'Which pieces, and why?' }).waitFor()
      await press(page, 'Ask for the return')
      await page.getByText('Tick what comes back.').waitFor()
      // The answer has the focus: the button is at the end of a long form.
      if (script) await page.locator('.ret__said:focus').waitFor()
      await page.getByRole('checkbox', { name: /^Send back Morning Mug/ }).check()
      if (script) {
        await press(page, 'One fewer of Morning Mug')
        await page.getByRole('complementary', { name: 'What comes back to you' }).getByRole('heading', { name: 'One piece' }).waitFor()
        await page.getByLabel('Quantity of Morning Mug').fill('0')
        assert.equal(await page.getByLabel('Quantity of Morning Mug').inputValue(), '1', 'at least one comes back')
        await page.getByLabel('Quantity of Morning Mug').fill('9')
        assert.equal(await page.getByLabel('Quantity of Morning Mug').inputValue(), '2', 'no more than can come back')
      }
      await page.getByLabel('Quantity of Morning Mug').fill('1')
      await page.getByLabel('Why', { exact: true }).selectOption('The colour is not what I saw')
      await page.getByRole('radio', { name: /^I bring it to you/ }).check()
      await page.getByText('Kastanienallee 77, Monday to Saturday').waitFor()
      const code = width === 820
      await page.getByRole('radio', { name: code ? /^A code for the parcel shop/ : /^In a parcel/ }).check()
      await audit('the form for a return')
      await press(page, 'Ask for the return')
      if (code) {
        await page.getByRole('heading', { level: 1, name: 'We look at it' }).waitFor()
        const { returns: found } = await office().orderReturns.searchReturns({ words: number })
        await office().orderReturns.approveReturn({ id: found[0]!.id, code: 'DHL-RETOURE-00340434' })
        await arrive(page, `${admin.shop.url}/return/${found[0]!.id}`)
        await confirmEmail(page, email)
        await page.getByRole('img', { name: 'The code as a picture: DHL-RETOURE-00340434' }).waitFor()
        assert.match((await awaitEmail(admin.shop, email, /is approved/)).text, /Code for the parcel shop\s+DHL-RETOURE-00340434/i)
      }
      await page.getByRole('heading', { level: 1, name: 'Pack it, and we do the rest' }).waitFor()
      await page.getByText('€26.00').first().waitFor()
      if (code) await page.getByText('Code ready').waitFor()
      await audit('the return')
      if (!code) {
        await press(page, 'Call off the return')
        await page.getByRole('heading', { level: 1, name: 'Called off' }).waitFor()
        await page.getByText('You have called it off.').waitFor()
        if (script) await page.locator('.ret__off:focus').waitFor()
        await audit('a return that was called off')
      }
    })

  for (const [width, theme] of sizes([
    [1440, 'light'],
    [820, 'dark'],
    [390, 'light'],
  ] as const))
    test(`the shop approves, receives, checks and refunds, ${width} px wide, ${theme}`, async () => {
      const email = `buyer-${width}@example.com`
      const { number } = await asked(email)
      await using visit = await admin.enter({ width, theme }, '/orders')
      const { page, audit } = visit
      if (width >= 1024)
        await page
          .getByRole('navigation', { name: 'Main' })
          .getByRole('link', { name: /^Returns/ })
          .click()
      else await page.goto(`${admin.shop.url}/admin/returns`)
      await page.getByRole('heading', { level: 1, name: 'Returns' }).waitFor()
      await page.getByRole('link', { name: /^To decide/ }).click()
      await page.getByRole('link', { name: number }).waitFor()
      await page.getByRole('region', { name: 'Reasons for returns' }).getByText('It does not suit me').waitFor()
      await page
        .getByRole('region', { name: 'Most returned products' })
        .getByRole('listitem')
        .filter({ hasText: /Morning Mug.* of \d+$/ })
        .first()
        .waitFor()
      await page.getByText(/^\d+ to decide/).waitFor()
      await page.getByText(/ % of orders in 30 days$/).waitFor()
      await audit('the list of returns')
      const row = page.getByRole('row').filter({ hasText: number })
      await row.getByRole('button', { name: 'Approve' }).click()
      await page.getByLabel('Link to a return label').fill('https://labels.example/1.pdf')
      await audit('the approval')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Approve/ })
        .click()
      await page.getByText(`${number} is approved. The buyer gets an email.`).waitFor()
      await row.waitFor({ state: 'detached' })
      await page.getByRole('link', { name: /^Open/ }).click()
      await page.getByRole('link', { name: number }).click()
      await page.getByRole('heading', { level: 1, name: number }).waitFor()
      const way = page.getByRole('list', { name: 'Where this return stands' })
      await way.locator('[aria-current=step]', { hasText: 'On its way' }).waitFor()
      await audit('a return')
      await main(page, /^Mark as received/).click()
      await page.getByText(`${number} is received.`, { exact: false }).waitFor()
      const accepted = page.getByRole('textbox', { name: /^Quantity accepted, Morning Mug/ })
      const sum = page.getByRole('table', { name: 'Settlement of the return' }).locator('.sum')
      await main(page, /^Accept 2 items, restock 2/).waitFor()
      await accepted.fill('3')
      assert.equal(await accepted.inputValue(), '2')
      await accepted.fill('1')
      await sum.getByText('€26.00').waitFor()
      await page.getByRole('button', { name: 'Damaged' }).click()
      await main(page, /^Accept 1 item$/).waitFor()
      await page.getByRole('button', { name: 'As new' }).click()
      await page.getByLabel(/^Then, Morning Mug/).selectOption('Restock')
      await audit('the check')
      await main(page, 'Accept 1 item, restock 1').click()
      await page.getByText(`${number} is checked: 1 item accepted.`).waitFor()
      await main(page, /^Refund €26\.00/).click()
      await audit('the refund')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Refund €26\.00/ })
        .click()
      await page.getByText('€26.00 refunded. The buyer gets an email.').waitFor()
      await sum.getByText('to the payment').waitFor()
      await way.locator('[data-done]', { hasText: 'Refunded' }).waitFor()
      await audit('a return that was refunded')
      const { text } = await awaitEmail(admin.shop, email, /€26\.00 are on their way back/)
      assert.match(text, /\/return\//)
    })

  test('by the keys: a return is begun on the order, approved, checked and given as store credit', async () => {
    const { id } = await sent('keys@example.com')
    await using visit = await admin.enter({ width: 1440 }, `/orders/${id}`)
    const { page, audit } = visit
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Return items' }).click()
    await page.getByLabel(/^Morning Mug/).selectOption('2')
    await audit('a return is begun')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('heading', { level: 1, name: /-R1$/ }).waitFor()
    await page.keyboard.press('a')
    await page.getByText('The buyer keeps the items').click()
    await page.keyboard.press('Control+Enter')
    await page.getByText(/is approved\./).waitFor()
    await main(page, /^Refund/).waitFor()
    await page.keyboard.press('r')
    await page.getByRole('radio', { name: /^Store credit/ }).check()
    await page.keyboard.press('Control+Enter')
    await page.getByText('€52.00 store credit given. The buyer gets the gift card by email.').waitFor()
    await page.getByText(/on the gift card ending/).waitFor()
    await awaitEmail(admin.shop, 'keys@example.com', /store credit/)
  })

  for (const [width, theme, script] of [
    [390, 'dark', true],
    [1440, 'light', true],
    [820, 'light', false],
  ] as const)
    test(`a member shows what is broken and gets another variant, ${width} px wide, ${theme}, ${script ? 'with' : 'without'} script`, async () => {
      const email = `member-${width}@example.com`
      await join(admin.shop, email)
      await using visit = await admin.visit({ width, theme, script })
      const { page, audit } = visit
      await goAndSignIn(page, admin.shop, email)
      await page.waitForURL(({ pathname }) => /^\/(account|passkey)/.test(pathname))
      await addToCart(page, admin.shop, mug)
      await arrive(page, `${admin.shop.url}/cart`)
      await page.getByRole('button', { name: 'Check out' }).filter({ visible: true }).first().click()
      await page.locator('#street').waitFor()
      await writeWhere(page)
      await page.getByRole('button', { name: 'Go on to the delivery day' }).click()
      await page.getByRole('button', { name: 'Go on to payment' }).click()
      await writeCard(page, cards.good)
      await press(page, /^Pay/)
      const { id } = await readOrder(page)
      await send(id)

      await arrive(page, `${admin.shop.url}/account/orders/${id}/return`)
      await page.getByRole('checkbox', { name: /^Send back Morning Mug/ }).check()
      await page.getByLabel('Why', { exact: true }).selectOption('It arrived broken')
      const instead = page.getByLabel('Instead of Morning Mug')
      if (script) assert.equal(await instead.isVisible(), false, 'asked once an exchange is wanted')
      await page.getByRole('radio', { name: /^Another variant/ }).check()
      await instead.selectOption({ index: 1 })
      const buffer = await readFile(new URL('../demo/shop/images/morning-mug/pair.webp', import.meta.url))
      await page.locator('input[type=file]').setInputFiles({ name: 'chip.webp', mimeType: 'image/webp', buffer })
      if (script) await page.getByRole('img', { name: 'Yours, number 1' }).waitFor()
      await audit('a return with a picture')
      await press(page, 'Ask for the return')
      await page.getByRole('list', { name: 'Your pictures' }).getByRole('img').waitFor()
      await audit('a return with a picture, asked for')
      await arrive(page, `${admin.shop.url}/account/returns`)
      await page
        .getByRole('link', { name: /Exchange$/ })
        .first()
        .waitFor()
      await audit('returns of a member')

      const { returns: found } = await office().orderReturns.searchReturns({ orderId: id })
      const { id: returnId, number, pictures } = found[0]!
      assert.equal(pictures?.length, 1)
      await using merchant = await admin.enter({ width, theme }, `/returns/${returnId}`)
      await merchant.page.getByRole('heading', { name: 'What the buyer photographed' }).waitFor()
      await merchant.page.getByRole('link', { name: 'Picture 1, in full' }).waitFor()
      await merchant.audit('a return with a picture in the admin')
      // Within the first days it was approved at once.
      await main(merchant.page, /^Mark as received/).click()
      await merchant.page.getByText(`${number} is received.`, { exact: false }).waitFor()
      await main(merchant.page, /^Accept 1 item/).click()
      await merchant.page.getByText(`${number} is checked: 1 item accepted.`).waitFor()
      await main(merchant.page, /^Send the exchange/).click()
      await merchant.audit('an exchange')
      await merchant.page.getByRole('button', { name: 'Place the order' }).click()
      await merchant.page.getByText(/is ready to be fulfilled\. The buyer gets an email\./).waitFor()
      await awaitEmail(admin.shop, email, /^Yours leave with order/)

      await arrive(page, `${admin.shop.url}/account/returns/${returnId}`)
      await page.getByRole('heading', { level: 1, name: 'Yours come with a new order' }).waitFor()
      await page.getByText('They leave with order', { exact: false }).waitFor()
      await page.getByRole('heading', { name: 'What came back' }).waitFor()
      await audit('a return that was exchanged')
      await page.getByRole('main').locator('a[href^="/account/orders/"]').last().click()
      await page.getByText('Comes in exchange for what you sent back').waitFor()
      await audit('an order that is an exchange')
      await page.getByRole('link', { name: `return ${number}` }).click()
      await page.getByText('They leave with order', { exact: false }).waitFor()
    })

  test('a return is begun in the list, of an order that is looked for', async () => {
    await sent('begun@example.com')
    await using visit = await admin.enter({ width: 1440, theme: 'dark' }, '/returns')
    const { page, audit } = visit
    await page.getByRole('button', { name: 'New return' }).click()
    await page.getByLabel('Order', { exact: true }).fill('999999')
    await page.keyboard.press('Control+Enter')
    await page.getByText('There is no such order.').waitFor()
    await page.getByLabel('Order', { exact: true }).fill('begun@example.com')
    await audit('of which order')
    await page.keyboard.press('Control+Enter')
    await page.getByLabel(/^Morning Mug/).selectOption('1')
    await page.getByRole('button', { name: 'Return 1 item' }).click()
    await page.getByRole('heading', { level: 1, name: /-R1$/ }).waitFor()
  })

  test('a refusal says why, and the rules of returns hold at once', async () => {
    const { id, number } = await asked('refused@example.com')
    await using visit = await admin.enter({ width: 1440, theme: 'dark' }, `/returns/${id}`)
    const { page, audit } = visit
    await page.getByRole('button', { name: 'Refuse', exact: true }).click()
    await page.getByLabel('Reason, for the buyer').fill('It has stood on a flame.')
    await audit('the refusal')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Refuse/ })
      .click()
    await page.getByText(`${number} is refused.`, { exact: false }).waitFor()
    const { text } = await awaitEmail(admin.shop, 'refused@example.com', /cannot take return/)
    assert.match(text, /It has stood on a flame\./)

    await page.getByRole('link', { name: 'Returns' }).filter({ visible: true }).first().click()
    await page.getByRole('link', { name: 'Return rules' }).click()
    await page.getByLabel('Return window').fill('0')
    await page.getByText('From 1 to 730 days.').first().waitFor()
    await page.getByLabel('Return window').fill('60')
    await page.getByLabel('Return address').fill('Morrow\nKastanienallee 77')
    await audit('the return rules')
    await page.keyboard.press('Control+s')
    await page.getByText('The return rules are saved.').waitFor()
    const { settings } = await office().orderReturns.getReturnSettings({})
    assert.deepEqual([settings.windowDays, settings.address], [60, ['Morrow', 'Kastanienallee 77']])
  })
})
