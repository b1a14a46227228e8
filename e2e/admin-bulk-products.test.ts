import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { pictureFile } from '@vitrine/testing/pictures'
import type { Page } from 'playwright-core'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'
import { merchantClient } from './merchant-client.ts'

suite('many products at once', () => {
  let admin: OpenAdmin
  before(async () => {
    admin = await openAdmin()
  })
  after(() => admin?.[Symbol.asyncDispose]())

  const merchant = () => merchantClient(admin.shop)
  const found = async (words: string) =>
    (await merchant().listProducts({ query: { filter: { words }, cursorPaging: { limit: 100 } } })).products
  const prices = async (words: string) => (await found(words)).map(({ price }) => price)
  const toolbar = (page: Page) => page.getByRole('toolbar')

  test('by mouse: the prices of all that a filter finds, collections and visibility, each with its progress and taken back', async () => {
    for (let at = 0; at < 120; at++) await merchant().addProduct({ product: { name: `Tile ${at}`, priceData: { price: 10 } } })
    await using visit = await admin.enter({ width: 1440 }, '/products?q=tile')
    const { page, audit } = visit
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await toolbar(page)
      .getByRole('button', { name: /^All 1\d\d in view$/ })
      .click()
    await toolbar(page).getByRole('button', { name: 'Change prices' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^It touches 1\d\d products\.$/).waitFor()
    await dialog.getByLabel('By how much').fill('10%')
    await audit('prices of all that is found')
    await dialog.getByRole('button', { name: /^Change prices 1\d\d products$/ }).click()
    await page
      .getByText(/^Change prices: /)
      .first()
      .waitFor()
    await page.getByText(/^Prices of 1\d\d products changed\.$/).waitFor()
    assert.deepEqual([...new Set(await prices('tile'))], [11])
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await page
      .getByRole('row', { name: /€10\.00/ })
      .first()
      .waitFor()
    assert.deepEqual([...new Set(await prices('tile'))], [10])

    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await toolbar(page)
      .getByRole('button', { name: /^All 1\d\d in view$/ })
      .click()
    await toolbar(page).getByRole('button', { name: 'Add to collection' }).click()
    await dialog.locator('datalist option', { hasText: 'Vases' }).waitFor({ state: 'attached' })
    await dialog.getByLabel('Collection').fill('vases')
    await dialog.getByRole('button', { name: /^Add to collection 1\d\d products$/ }).click()
    await page.getByText(/^1\d\d products added to vases\.$/).waitFor()
    const vases = async () => (await merchant().listCollections({})).collections.find(({ slug }) => slug === 'vases')!.products
    assert.ok((await vases()) >= 124)
    await page.getByRole('cell', { name: 'Vases' }).first().waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await page.getByRole('cell', { name: 'Vases' }).first().waitFor({ state: 'detached' })
    assert.equal(await vases(), 4)

    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await toolbar(page)
      .getByRole('button', { name: /^All 1\d\d in view$/ })
      .click()
    await toolbar(page).getByRole('button', { name: 'Hide' }).click()
    await dialog.getByRole('button', { name: /^Hide 1\d\d products$/ }).click()
    await page.getByText(/^1\d\d products hidden\.$/).waitFor()
    assert.ok((await found('tile')).every(({ visible }) => !visible))
  })

  test('by the keys: two are picked and get dearer, a word that is no price is told, a collection that is none too', async () => {
    await using visit = await admin.enter({ width: 1440, theme: 'dark' }, '/products?q=vase&sort=name')
    const { page } = visit
    const before = await found('vase')
    await page.getByRole('row', { name: /Bottle Vase/ }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await toolbar(page).getByText('2 selected').waitFor()
    const press = async (name: string) => {
      await toolbar(page).getByRole('button', { name }).focus()
      await page.keyboard.press('Enter')
    }
    await press('Change prices')
    await page.getByLabel('By how much').waitFor()
    await page.keyboard.type('dear')
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByRole('button', { name: 'Show the 2' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText('That is neither a percentage nor an amount.').first().waitFor()
    await page.keyboard.press('Escape')
    await press('Change prices')
    await page.getByLabel('By how much').waitFor()
    await page.keyboard.type('+2')
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByText('Prices of 2 products changed.').waitFor()
    const changed = (await found('vase')).filter((one) =>
      before.some(({ id, fullPrice }) => id === one.id && one.fullPrice === fullPrice + 2),
    )
    assert.equal(changed.length, 2)
    await page.getByRole('button', { name: 'Undo' }).last().focus()
    await page.keyboard.press('Enter')
    await page.getByText('Prices of 2 products changed.').waitFor({ state: 'detached' })
    await page.waitForFunction(() => !document.querySelector('.toasts')?.textContent?.includes('Taking back'))
    const back = await found('vase')
    assert.ok(back.every((one) => before.some(({ id, fullPrice }) => id === one.id && one.fullPrice === fullPrice)))
  })

  test('as a sheet by the keys: pasted from the clipboard, filled down, taken back cell by cell, saved and undone', async () => {
    await using visit = await admin.enter({ width: 1440 }, '/products?q=vase&sort=name')
    const { page } = visit
    await page.getByRole('button', { name: 'Sheet' }).focus()
    await page.keyboard.press('Enter')
    const price = (name: string) => page.getByLabel(`Price of ${name}`, { exact: true })
    const before = [await price('Moon Vase').inputValue(), await price('Shoulder Vase').inputValue()]
    await price('Moon Vase').focus()
    await page.evaluate(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', '101\n102\n')
      document.activeElement!.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await page.getByText('2 cells changed, not saved.').waitFor()
    await page.keyboard.press('ControlOrMeta+z')
    await page.getByText('Write on prices, ribbons and SKUs.').waitFor()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('49')
    await page.keyboard.press('ControlOrMeta+d')
    await page.getByText(/^\d+ cells? filled\. Not saved yet\.$/).waitFor()
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText(/^\d+ cells? changed on \d+ products?\.$/).waitFor()
    assert.deepEqual([(await found('moon vase'))[0]!.price, (await found('shoulder vase'))[0]!.price], [49, 49])
    await page.getByRole('button', { name: 'Undo' }).last().focus()
    await page.keyboard.press('Enter')
    await page.waitForFunction(
      ([label, value]) => document.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`)?.value === value,
      ['Price of Moon Vase', before[0]!],
    )
    assert.deepEqual((await found('shoulder vase'))[0]!.price, Number(before[1]))
  })
})

suite('a shop without products', () => {
  let admin: OpenAdmin
  before(async () => {
    admin = await openAdmin({ VITRINE_SEED: 'none' })
  })
  after(() => admin?.[Symbol.asyncDispose]())

  test('begins with pictures, a file or a product that is written; collections and brands say what fills them', async () => {
    await using visit = await admin.enter({ width: 390 }, '/products')
    const { page, audit } = visit
    await page.getByRole('heading', { name: 'Begin with a picture' }).waitFor()
    await audit('no products on a phone')
    await page.goto(`${admin.shop.url}/admin/collections`)
    await page.getByRole('heading', { name: 'No collections yet' }).waitFor()
    await audit('no collections')
    await page.getByRole('link', { name: 'All products' }).click()
    await page.getByRole('heading', { name: 'All Products', level: 2 }).waitFor()
    await audit('the collection of all of no products')
    await page.goto(`${admin.shop.url}/admin/brands`)
    await page.getByRole('heading', { name: 'No brands yet' }).waitFor()
    await audit('no brands')

    await using desktop = await admin.enter({ width: 1440, theme: 'dark' }, '/products')
    await desktop.page.getByRole('heading', { name: 'Bring a sheet' }).waitFor()
    await desktop.audit('no products')
    const [sage, ink] = [await pictureFile('#7a8b6f'), await pictureFile('#2e3a4b')]
    await desktop.page.getByLabel('Pictures of new products').setInputFiles([
      { ...sage, name: 'moon-vase.png' },
      { ...ink, name: 'slow_bowl.png' },
    ])
    await desktop.page.getByRole('link', { name: 'Moon vase' }).waitFor()
    await desktop.page.getByRole('link', { name: 'Slow bowl' }).waitFor()
    const { products } = await merchantClient(admin.shop).listProducts({})
    assert.deepEqual(products.map(({ name, visible, image }) => [name, visible, image !== undefined]).sort(), [
      ['Moon vase', false, true],
      ['Slow bowl', false, true],
    ])
  })
})
