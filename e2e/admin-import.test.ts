import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { merchantProducts } from '@vitrine/client/back-office'
import type { Page } from 'playwright-core'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'

suite('the import of products', () => {
  let desk: OpenAdmin
  const merchant = () => createClient({ baseUrl: desk.shop.url, auth: apiKey(desk.shop.apiKey), modules: { merchantProducts } })
  before(async () => {
    desk = await openAdmin()
  })
  after(() => desk?.[Symbol.asyncDispose]())

  async function productOf(sku: string) {
    const { products } = await merchant().merchantProducts.listProducts({ query: { filter: { sku } } })
    return products[0]
  }

  const file = (text: string, name = 'autumn-stock.csv') => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  const choose = (page: Page, text: string, name?: string) => page.getByLabel('File of products').setInputFiles(file(text, name))

  test('by the keys: a file is chosen, its columns are looked at, tried, imported and undone', async () => {
    await using visit = await desk.enter({ width: 1440 }, '/products')
    const { page, audit } = visit
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Import' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Import products' }).waitFor()
    await audit('import, no file yet')
    await choose(
      page,
      'sku;title;price;stock;Maker\r\nJUG-S;Small Jug;38,00;24;Morrow\r\nJUG-S;Small Jug;38,00;24;\r\nBWL-9;Slow Bowl;28;-3;\r\n',
    )

    await page.getByLabel('Maker goes into').waitFor()
    assert.equal(await page.getByLabel('title goes into').inputValue(), 'name')
    assert.equal(await page.getByLabel('Cells are divided by').inputValue(), ';')
    await page.getByLabel('Maker goes into').selectOption('brand')
    await page.getByRole('radio', { name: /Leave them as they are/ }).focus()
    await page.keyboard.press('Space')
    await audit('columns of an import')
    await page.getByRole('button', { name: 'Try it in a dry run' }).focus()
    await page.keyboard.press('Enter')

    await page.getByRole('link', { name: /^Cannot go in/ }).click()
    await page.getByText('Stock cannot be below 0.', { exact: true }).waitFor()
    await page.getByText('Row 2 has the same SKU.').waitFor()
    await audit('dry run of an import')
    assert.equal(await productOf('JUG-S'), undefined)

    // Cells are mended where they stand: wrongly at first, then right, by the keys, with a block, and a way back.
    const cell = (column: string, row: number) => page.getByRole('textbox', { name: `${column} in row ${row}`, exact: true })
    assert.equal(await cell('stock', 4).getAttribute('aria-invalid'), 'true')
    assert.equal(await cell('sku', 3).getAttribute('aria-invalid'), 'true')
    await cell('sku', 3).focus()
    await page.keyboard.press('ArrowDown')
    assert.equal(await cell('sku', 4).evaluate((input) => input === document.activeElement), true)
    await cell('price', 4).evaluate((input) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', '29\tsome\n')
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await page.getByText('2 cells pasted. Not saved yet.').waitFor()
    assert.deepEqual([await cell('price', 4).inputValue(), await cell('stock', 4).inputValue()], ['29', 'some'])
    await audit('cells of a dry run, not saved')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('Checked: 1 product still cannot go in.').waitFor()
    await page.getByText('“some” is no quantity.').waitFor()
    await cell('stock', 4).fill('8')
    await page.keyboard.press('ControlOrMeta+z')
    assert.equal(await cell('stock', 4).inputValue(), 'some')
    await cell('stock', 4).fill('-4')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('Stock cannot be below 0.', { exact: true }).waitFor()

    // All cells of a row stand in a dialog as well.
    await page.getByRole('button', { name: 'Edit row 4' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Edit row 4' })
    const stock = dialog.getByLabel('stock')
    await stock.waitFor()
    await audit('cells of an import')
    assert.equal(await stock.inputValue(), '-4')
    await stock.fill('some')
    await page.keyboard.press('ControlOrMeta+Enter')
    await dialog.getByText('“some” is no quantity.').waitFor()
    await stock.fill('7')
    await dialog.locator('button[type=submit]:enabled').waitFor()
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByText('Row 4 can go in.').waitFor()
    await page.getByRole('button', { name: 'Import 2 products' }).first().waitFor()

    // Back to the columns and forth again: what was edited stays.
    await page.getByRole('link', { name: /^Columns, / }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Back to the dry run' }).waitFor()
    await audit('columns of an import, again')
    await page.getByRole('checkbox', { name: /^Hide new products/ }).focus()
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Try it in a dry run' }).focus()
    await page.keyboard.press('Enter')

    const start = page.getByRole('button', { name: 'Import 2 products' }).first()
    await start.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Undo the import' }).first().waitFor()
    const made = (await productOf('JUG-S'))!
    assert.deepEqual([made.name, made.price, made.brand, made.quantity], ['Small Jug', 38, 'Morrow', 24])
    assert.equal((await productOf('BWL-9'))?.quantity, 7)
    assert.deepEqual([made.visible, (await productOf('BWL-9'))?.visible], [false, false])
    await audit('an import that is done')

    await page.getByRole('button', { name: 'Undo the import' }).first().click()
    await page.getByRole('dialog').waitFor()
    await audit('undoing an import')
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByText('Left as they are').first().waitFor()
    await page.getByRole('link', { name: 'To the products' }).first().waitFor()
    assert.equal(await productOf('JUG-S'), undefined)
  })

  test('on a phone, in the dark: it is left and come back to, and a file that is none says why', async () => {
    await using visit = await desk.enter({ width: 390, theme: 'dark' }, '/start')
    const { page, audit } = visit
    await page.getByRole('link', { name: 'Import from: A sheet' }).click()
    await page.getByRole('heading', { name: 'Import products' }).waitFor()
    await choose(page, 'name,price\n"Mug,3\n', 'broken.csv')
    await page.getByText('The quotes of row 2 do not match: one is opened there and never closed.').waitFor()
    await audit('a file that cannot be read')
    await page.goto(`${desk.shop.url}/admin/products/import`)
    await choose(page, 'sku,name,price\nLATER,Later,5\n', 'later.csv')
    await page.getByRole('button', { name: 'Try it in a dry run' }).waitFor()
    await page.getByRole('link', { name: 'Leave, keep it here' }).click()
    await page.getByRole('link', { name: 'later.csv' }).click()
    await page.getByRole('button', { name: 'Try it in a dry run' }).click()
    await page.getByRole('button', { name: 'Import 1 product' }).first().waitFor()
    await audit('dry run on a phone')
    await page.getByRole('button', { name: 'Edit row 2' }).click()
    await page.getByRole('dialog').getByLabel('name').fill('Later still')
    await audit('cells of an import on a phone')
    await page.getByRole('dialog').getByRole('button', { name: 'Save and check' }).click()
    await page.getByText('Row 2 can go in.').waitFor()
    await page.getByRole('textbox', { name: 'name in row 2' }).and(page.locator('[value="Later still"]')).waitFor()
  })

  test('on a tablet a dry run with changes shows them field by field', async () => {
    const { products } = await merchant().merchantProducts.listProducts({
      query: { filter: { visible: true }, cursorPaging: { limit: 1 } },
    })
    const { id, name } = products[0]!
    await using visit = await desk.enter({ width: 820 }, '/products/import')
    const { page, audit } = visit
    await choose(page, `Product ID,Name\n${id},${name} of autumn\n`)
    await page.getByRole('button', { name: 'Try it in a dry run' }).click()
    await page.getByText(`name ${name} → ${name} of autumn`).waitFor()
    await audit('dry run on a tablet')
  })
})
