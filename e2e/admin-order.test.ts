import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { type OpenDesk, openDesk } from './desk.ts'
import { awaitLetter } from './errands.ts'

suite('the page of an order', () => {
  let desk: OpenDesk
  before(async () => void (desk = await openDesk()))
  after(() => desk?.[Symbol.asyncDispose]())

  for (const [width, theme] of [
    [1440, 'light'],
    [820, 'dark'],
  ] as const)
    test(`items are added, changed and taken off, and the difference is asked for, ${width} px wide, ${theme}`, async () => {
      const email = `edit-${width}@example.com`
      const { id } = await desk.buy(email)
      await using visit = await desk.enter({ width, theme }, `/orders/${id}`)
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
      const { text } = await awaitLetter(desk.shop, email, /€39\.80|pay/i)
      assert.match(text, /\/pay\//)
    })

  test('by the keys: what is taken off goes back, and so does its money', async () => {
    const { id } = await desk.buy('edit-keys@example.com')
    await using visit = await desk.enter({ width: 1440 }, `/orders/${id}`)
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
})
