import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'
import { toCheckout } from './checkout.ts'
import { awaitEmail } from './shopper.ts'
import { sizes } from './sizes.ts'

suite('the page of an order', () => {
  let admin: OpenAdmin
  before(async () => void (admin = await openAdmin()))
  after(() => admin?.[Symbol.asyncDispose]())

  for (const [width, theme] of sizes([
    [1440, 'light'],
    [820, 'dark'],
  ] as const))
    test(`items are added, changed and taken off, and the difference is asked for, ${width} px wide, ${theme}`, async () => {
      const email = `edit-${width}@example.com`
      const { id } = await admin.buy(email)
      await using visit = await admin.enter({ width, theme }, `/orders/${id}`)
      const { page, audit } = visit
      await page.getByRole('link', { name: /^Edit/ }).click()
      await page.getByRole('heading', { name: 'Not sent yet' }).waitFor()
      await page.getByText('The money is even').waitFor()

      await page.getByRole('combobox', { name: 'Add an item' }).fill('2 first light candle clay')
      await page
        .getByRole('option', { name: /First Light Candle, Clay/ })
        .first()
        .click()
      await page.getByRole('row', { name: /^First Light Candle Clay/ }).waitFor()
      await page.getByRole('button', { name: 'Save and ask for €68.00' }).filter({ visible: true }).waitFor()

      await page.getByRole('button', { name: 'Discount', exact: true }).click()
      await page.getByLabel('How much').fill('2,20')
      await audit('discount')
      await page.getByRole('button', { name: /^Take €2\.20 off/ }).click()
      await page.getByRole('button', { name: 'Save and ask for €65.80' }).filter({ visible: true }).waitFor()
      await page.getByText('−€2.20, by you').waitFor()
      await audit('edit')

      const save = page.getByRole('button', { name: /^Save and ask for €39\.80/ }).filter({ visible: true })
      await page
        .getByRole('row', { name: /^Morning Mug Oat/ })
        .getByRole('button', { name: 'Less' })
        .click()
      await page.getByText('Morning Mug, 2 → 1').waitFor()
      await save.click()
      await page.getByText(`Saved. €39.80 asked for at ${email}.`).waitFor()
      await page.getByRole('row', { name: /^First Light Candle Clay/ }).waitFor()
      await page.getByText('Edited').first().waitFor()
      const { text } = await awaitEmail(admin.shop, email, /€39\.80|pay/i)
      assert.match(text, /\/pay\//)
    })

  test('by the keys: what is taken off goes back, and so does its money', async () => {
    const { id } = await admin.buy('edit-keys@example.com')
    await using visit = await admin.enter({ width: 1440 }, `/orders/${id}`)
    const { page } = visit
    await page.getByRole('link', { name: /^Edit/ }).waitFor()
    await page.keyboard.press('e')
    await page.getByRole('heading', { name: 'Not sent yet' }).waitFor()
    await page.getByRole('textbox', { name: 'Quantity Morning Mug' }).fill('1')
    await page.getByRole('heading', { name: 'Hanna gets €26.00 back' }).waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByText('Saved. €26.00 given back.').waitFor()
    await page.getByText('Refunded: The order was edited').waitFor()

    await page.keyboard.press('e')
    await page.getByRole('heading', { name: 'This order cannot be edited' }).waitFor()
    await page.getByText('Money went back for it already.').waitFor()
  })

  for (const [width, theme] of sizes([
    [1440, 'dark'],
    [820, 'light'],
  ] as const))
    test(`mails go out again, comments are put right, the slip is printed, it is archived and back, ${width} px wide, ${theme}`, async () => {
      const email = `page-${width}@example.com`
      await admin.buy(email)
      const { id } = await admin.buy(email)
      await using visit = await admin.enter({ width, theme }, `/orders/${id}`)
      const { page, audit } = visit
      await page.getByText('2 orders').waitFor()
      await page.getByRole('list', { name: /^Other orders of/ }).waitFor()

      await page.getByLabel('Comment for staff').fill('Tall box')
      await page.getByRole('button', { name: /^Send/ }).click()
      await page.getByRole('button', { name: 'Change the comment' }).click()
      await page.getByLabel('Comment', { exact: true }).fill('Flat box')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('The comment is changed.').waitFor()
      await page.locator('.comment .say', { hasText: 'Flat box' }).waitFor()
      await page.getByRole('button', { name: 'Take the comment away' }).click()
      await page.getByText('The comment is taken away.').waitFor()
      await page.getByText('Flat box').waitFor({ state: 'detached' })
      const gone = page.getByRole('status').filter({ hasText: 'The comment is taken away.' })
      await gone.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('Flat box').waitFor()

      await awaitEmail(admin.shop, email)
      await page.reload()
      await page.getByRole('button', { name: 'send again' }).first().click()
      await page.getByLabel('To', { exact: true }).fill(`else-${width}@example.com`)
      await audit('send a mail')
      await page.getByRole('button', { name: `Send to else-${width}@example.com` }).click()
      await awaitEmail(admin.shop, `else-${width}@example.com`)
      await page.getByText(/^Asked to send/).waitFor()

      // A browser shows it in a tab of its own, or downloads it.
      const tab = page.waitForEvent('popup')
      const slip = page.context().waitForEvent('response', (response) => /packing-slips\.pdf\?key=/.test(response.url()))
      await page.keyboard.press('p')
      assert.equal((await slip).status(), 200)
      await (await tab).close()

      await page.getByRole('button', { name: 'More', exact: true }).click()
      await audit('more')
      await page.getByRole('menuitem', { name: 'Archive' }).click()
      await page.getByText('archived', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Undo' }).last().click()
      await page.getByText('archived', { exact: true }).waitFor({ state: 'detached' })
      assert.equal((await admin.shop.merchant.orders.getOrder({ id })).order.seenByAHuman, true)
      await audit('order')
    })

  test('what is due is asked for, by a link that can be copied too, and recorded when it was paid outside the shop', async () => {
    const { order } = await admin.shop.merchant.orders.createOrder({
      order: {
        channelInfo: { type: 'POS' },
        buyerInfo: { email: 'due@example.com' },
        lineItems: [{ productName: { original: 'A jar' }, quantity: 1, price: { amount: '10' }, itemType: { preset: 'PHYSICAL' } }],
        priceSummary: {},
      },
    })
    await using visit = await admin.enter({ width: 1440 }, `/orders/${order.id}`)
    const { page, audit } = visit
    await page.getByRole('button', { name: 'Ask for €10.00' }).click()
    await page.getByLabel('Amount').fill('4')
    await audit('ask')
    await page.getByRole('button', { name: /^Ask for €4\.00/ }).click()
    await page.getByText('€4.00 asked for at due@example.com.').waitFor()
    await awaitEmail(admin.shop, 'due@example.com', /\/pay\/|€4/)

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Ask for €10.00' }).click()
    await page.getByRole('radio', { name: /^Copy a link/ }).check()
    await page.getByRole('button', { name: /^Make a link for €10\.00/ }).click()
    await page.getByText('The link to pay €10.00 is copied.').waitFor()
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /\/pay\//)

    await page.getByRole('button', { name: 'Ask for €10.00' }).click()
    await page.getByRole('radio', { name: /^It was paid outside the shop/ }).check()
    await page.getByRole('button', { name: /^Record €10\.00/ }).click()
    await page.getByText('€10.00 is recorded as paid.').waitFor()
    await page.getByRole('button', { name: /^Ask for/ }).waitFor({ state: 'detached' })
  })

  test('what comes again is seen with its order, ended before its next payment, and goes on again', async () => {
    const orderId = await (await toCheckout(admin.shop, { slug: 'morning-blend', email: 'again@example.com', again: true })).pay()
    await using visit = await admin.enter({ width: 1440 }, `/orders/${orderId}`)
    const { page, audit } = visit
    await page.getByText('1 time', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'End', exact: true }).click()
    await audit('end a subscription')
    await page.getByRole('button', { name: /^End it before the next payment/ }).click()
    await page.getByText('Ends', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'End', exact: true }).waitFor()
    await audit('an order that comes again')
  })

  test('a menu is walked by arrow keys and first letters, a dialog keeps the focus, and both give it back', async () => {
    const { id } = await admin.buy('focus@example.com')
    await using visit = await admin.enter({ width: 1440 }, `/orders/${id}`)
    const { page } = visit
    const more = page.getByRole('button', { name: 'More', exact: true })
    const at = (name: string) => page.getByRole('menuitem', { name }).and(page.locator(':focus')).waitFor()
    const back = () => more.and(page.locator(':focus')).waitFor()
    await more.press('Enter')
    await at('Print packing slip')
    await page.keyboard.press('ArrowUp')
    await at('Cancel order')
    await page.keyboard.press('m')
    await at('Mark as not seen')
    await page.keyboard.press('Escape')
    await back()
    assert.equal(await page.getByRole('dialog').count(), 0, 'no letter reached the page')

    await more.press('Enter')
    await at('Print packing slip')
    await page.keyboard.press('c')
    await at('Cancel order')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: /^Cancel/ })
    await dialog.locator(':focus').waitFor()
    assert.equal(await page.getByRole('heading', { level: 1 }).count(), 0, 'the page behind is out of reach')
    const around = await dialog.locator('button:enabled, input:enabled, textarea:enabled, select:enabled').count()
    for (let step = 0; step <= around; step++) {
      await page.keyboard.press('Tab')
      await dialog.locator(':focus').waitFor()
    }
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await back()
  })
})
