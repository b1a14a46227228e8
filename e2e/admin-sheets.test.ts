import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'

/** What is written into the cells of a range, as spreadsheets get it from the clipboard. */
const copied = (cell: Locator) =>
  cell.evaluate((input) => {
    const clipboardData = new DataTransfer()
    input.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }))
    return clipboardData.getData('text')
  })
const paste = (cell: Locator, text: string) =>
  cell.evaluate((input, given) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', given)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
const valuesOf = (cells: readonly Locator[]) => Promise.all(cells.map((cell) => cell.inputValue()))

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.scrollIntoViewIfNeeded()
  const [a, b] = [(await from.boundingBox())!, (await to.boundingBox())!]
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2)
  await page.mouse.down()
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 4 })
  await page.mouse.up()
}
const strip = (page: Page, words: string) => page.locator('.fx', { hasText: words }).waitFor()
const picked = (page: Page) => page.locator('td[data-sel]').count()

suite('cells of a sheet', () => {
  let admin: OpenAdmin
  before(async () => {
    admin = await openAdmin()
  })
  after(() => admin?.[Symbol.asyncDispose]())

  test('stock: a range is dragged, counted up, copied, filled, calculated with and undone', async () => {
    await using visit = await admin.enter({ width: 1440 }, '/inventory?q=mug')
    const { page, audit } = visit
    const all = page.getByLabel(/^Available of Morning Mug/)
    await all.nth(3).waitFor()
    const cells = [0, 1, 2, 3].map((at) => all.nth(at))
    for (const [at, text] of ['4', '6', '10', '20'].entries()) await cells[at]!.fill(text)

    await drag(page, cells[0]!, cells[2]!)
    await strip(page, '3 cells · sum 20')
    assert.equal(await picked(page), 3)
    assert.equal(await copied(cells[0]!), '4\n6\n10')
    await audit('a range of stock')

    await page.keyboard.type('=old*1.5')
    await page.keyboard.press('Enter')
    await strip(page, '3 cells · sum 30')
    assert.deepEqual(await valuesOf(cells), ['6', '9', '15', '20'])
    await page.keyboard.press('ControlOrMeta+z')
    await strip(page, '3 cells · sum 20')

    await page.keyboard.press('ControlOrMeta+d')
    await strip(page, '3 cells · sum 12')
    assert.deepEqual(await valuesOf(cells), ['4', '4', '4', '20'])
    await page.keyboard.press('ControlOrMeta+z')
    await strip(page, '3 cells · sum 20')

    await paste(cells[0]!, '7\n')
    await page.getByText('3 quantities pasted. Not saved yet.').waitFor()
    await strip(page, '3 cells · sum 21')
    await page.keyboard.press('ControlOrMeta+z')
    await strip(page, '3 cells · sum 20')

    await page.keyboard.press('Escape')
    assert.equal(await picked(page), 0)
    await cells[0]!.focus()
    await page.keyboard.press('Shift+ArrowDown')
    await strip(page, '2 cells · sum 10')
    await drag(page, page.locator('.fill'), cells[3]!)
    await strip(page, '4 cells · sum 20')
    assert.deepEqual(await valuesOf(cells), ['4', '6', '4', '6'])
    await page.keyboard.press('ControlOrMeta+z')
    assert.deepEqual(await valuesOf(cells), ['4', '6', '10', '20'])
    await page.getByRole('button', { name: 'Discard' }).click()
  })

  test('products: prices of a range are raised at once, and a block is copied with its neighbours', async () => {
    await using visit = await admin.enter({ width: 1440, theme: 'dark' }, '/products?q=vase&sort=name')
    const { page, audit } = visit
    await page.getByRole('button', { name: 'Sheet' }).click()
    const price = (name: string) => page.getByLabel(`Price of ${name}`, { exact: true })
    const [moon, shoulder] = [price('Moon Vase'), price('Shoulder Vase')]
    await moon.fill('100')
    await shoulder.fill('200')
    await moon.focus()
    await shoulder.click({ modifiers: ['Shift'] })
    await strip(page, 'sum 300')
    await page.keyboard.type('+10%')
    await page.keyboard.press('Enter')
    await strip(page, 'sum 330.00')
    assert.deepEqual(await valuesOf([moon, shoulder]), ['110.00', '220.00'])
    await page.keyboard.press('Shift+ArrowRight')
    await strip(page, '4 cells')
    const lines = (await copied(moon)).split('\n')
    assert.deepEqual(
      lines.map((line) => line.split('\t')[0]),
      ['110.00', '220.00'],
    )
    await audit('a range of prices')
    await page.getByRole('button', { name: 'Discard' }).click()
  })

  test('variants: each is calculated with its own price, in the sheet and in the matrix', async () => {
    await using visit = await admin.enter({ width: 1440 }, '/products')
    const { page, audit } = visit
    await page.getByRole('link', { name: 'Morning Mug' }).click()
    const price = (variant: string) => page.getByLabel(`Price of ${variant}`, { exact: true })
    const cells = [price('Oat · Regular, 280 ml'), price('Oat · Large, 360 ml')]
    await cells[0]!.fill('26')
    await cells[1]!.fill('30')
    await cells[0]!.focus()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.type('=old*1.05')
    await page.keyboard.press('Enter')
    await strip(page, '2 cells · sum 58.80')
    assert.deepEqual(await valuesOf(cells), ['27.30', '31.50'])
    await audit('a range of variants')

    await page.getByRole('button', { name: 'Matrix' }).click()
    const stock = (variant: string) => page.getByLabel(`In stock of ${variant}`, { exact: true })
    const block = ['Oat', 'Ink'].flatMap((glaze) => ['Regular, 280 ml', 'Large, 360 ml'].map((size) => stock(`${glaze} · ${size}`)))
    for (const [at, cell] of block.entries()) await cell.fill(String(at + 1))
    await drag(page, block[0]!, block[3]!)
    await strip(page, '4 cells · sum 10')
    await audit('a block of the matrix')
    assert.equal(await copied(block[0]!), '1\t2\n3\t4')
    await page.keyboard.press('Delete')
    assert.deepEqual(await valuesOf(block), ['', '', '', ''])
    await page.keyboard.press('ControlOrMeta+z')
    assert.deepEqual(await valuesOf(block), ['1', '2', '3', '4'])
    await page.getByRole('button', { name: 'Discard' }).click()
  })
})
