import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { pictureFile } from '@vitrine/testing/pictures'
import type { Page } from 'playwright-core'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'
import { merchantClient } from './merchant-client.ts'

suite('products', () => {
  let desk: OpenAdmin
  before(async () => {
    desk = await openAdmin()
  })
  after(() => desk?.[Symbol.asyncDispose]())

  const merchant = () => merchantClient(desk.shop)
  const found = async (words: string) => (await merchant().listProducts({ query: { filter: { words } } })).products
  const read = async (words: string) => (await merchant().readProduct({ id: (await found(words))[0]!.id })).product
  const field = (page: Page, label: string) => page.getByLabel(label, { exact: true }).first()
  const saved = (page: Page, name: string) => page.getByText(`${name} is saved.`).waitFor()

  test('one is made with pictures, options and prices of its own, and sold at once', async () => {
    await using visit = await desk.enter({ width: 1440 }, '/')
    const { page, audit } = visit
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Products' }).click()
    await page.getByRole('link', { name: 'All 28' }).waitFor()
    await audit('products')
    await page.getByRole('link', { name: 'Product', exact: true }).first().click()
    await field(page, 'Title').fill('Evening Bowl')
    await field(page, 'Description').click()
    await page.keyboard.type('Deep enough for soup, ')
    await page.keyboard.press('ControlOrMeta+b')
    await page.keyboard.type('wide enough')
    await page.keyboard.press('ControlOrMeta+b')
    await page.keyboard.type(' for salad.')
    await page.getByLabel('Pictures to upload').setInputFiles([await pictureFile('#7a8b6f'), await pictureFile('#2e3a4b')])
    await page.getByRole('button', { name: 'Picture 2 of 2' }).waitFor()
    await page.getByRole('button', { name: /^Picture 1 of 2/ }).click()
    await field(page, 'Alternative text').fill('A bowl in sage')
    await page.getByRole('button', { name: /^Focal point/ }).press('ArrowRight')
    assert.equal(await field(page, 'X').inputValue(), '51')

    await page.getByRole('button', { name: 'Option', exact: true }).click()
    await field(page, 'Option').fill('Glaze')
    await field(page, 'Kind').selectOption('Colour')
    await field(page, 'Add a choice to Glaze').fill('Sage')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Ink')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Ink', exact: true }).click()
    await page
      .getByRole('checkbox', { name: /shows Ink$/ })
      .last()
      .check()
    await field(page, 'Price').fill('38')
    await field(page, 'SKU of Sage').fill('EVE-SAGE')
    await field(page, 'Price of Ink').fill('+10%')
    await page.keyboard.press('Enter')
    assert.equal(await field(page, 'Price of Ink').inputValue(), '41.80')
    await field(page, 'In stock of Sage').evaluate((input) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', '12\t0.6\n3\t0.7\n')
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await page.getByText('4 cells pasted. Not saved yet.').waitFor()
    await field(page, 'Add to a collection').fill('Tableware')
    await page.getByRole('button', { name: 'Remove from Tableware' }).waitFor()
    await page.getByText('Not saved:').waitFor()
    // As high as the page: the bar with what is not saved covers some of a lower window.
    await page.setViewportSize({ width: 1440, height: 2600 })
    await audit('a new product, not saved')
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.keyboard.press('ControlOrMeta+s')
    await saved(page, 'Evening Bowl')
    await page.getByRole('heading', { name: 'Evening Bowl', level: 1 }).waitFor()
    await page.waitForURL(/\/products\/[0-9a-f-]{36}$/)
    await audit('a product')
    await page.getByText(/^Owner (added|changed) it /).waitFor()
    await page.getByText('2 pictures. Drag to sort; the first is the cover.').waitFor()
    await page.getByText('from €38.00 · In stock').waitFor()
    assert.ok(await page.getByRole('button', { name: 'Product before (k)' }).isDisabled(), 'it is the newest')
    await page.getByRole('button', { name: 'Next product (j)' }).click()
    await page.getByRole('heading', { name: 'Moon Vase', level: 1 }).waitFor()
    await page.keyboard.press('k')
    await page.getByRole('heading', { name: 'Evening Bowl', level: 1 }).waitFor()

    const made = await read('evening')
    assert.deepEqual(
      made.variants.map(({ choices, sku, price, weight, stock }) => [choices['Glaze'], sku, price, weight, stock!.quantity]),
      [
        ['Sage', 'EVE-SAGE', 38, 0.6, 12],
        ['Ink', '', 41.8, 0.7, 3],
      ],
    )
    assert.match(made.description, /^<p>Deep enough for soup, <(b|strong)>wide enough<\/(b|strong)> for salad\.<\/p>$/)
    assert.deepEqual([made.media.length, made.media[0]!.alt, made.media[0]!.focalPoint.x], [2, 'A bowl in sage', 0.51])
    assert.deepEqual(made.options[0]!.choices[1]!.mediaIds, [made.media[1]!.mediaId])

    const shop = page.waitForEvent('popup')
    await page.getByRole('link', { name: 'See in shop' }).click()
    const seen = await shop
    await seen.getByRole('heading', { name: 'Evening Bowl', level: 1 }).waitFor()
    await seen
      .getByRole('button', { name: /Add to the bag/ })
      .first()
      .waitFor()
  })

  test('what somebody else saved meanwhile is put together, and asked where both changed the same', async () => {
    await using visit = await desk.enter({ width: 1440, theme: 'dark' }, '/products?q=slow%20bowl')
    const { page, audit } = visit
    await page.getByRole('link', { name: 'Slow Bowl' }).click()
    await field(page, 'Title').fill('Slow Bowl, large')
    const { id } = (await found('slow bowl'))[0]!
    await merchant().saveProduct({ id, product: { ribbon: 'Theirs', name: 'Slow Bowl, theirs' } })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alertdialog').getByText('Slow Bowl, theirs').waitFor()
    await audit('a product that two people changed')
    await page.getByRole('button', { name: 'Keep all of mine' }).click()
    await saved(page, 'Slow Bowl, large')
    const after = await read('slow bowl')
    assert.deepEqual([after.name, after.ribbon], ['Slow Bowl, large', 'Theirs'])

    await field(page, 'Title').fill('Never')
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Products' }).click()
    await page.getByRole('dialog').getByText('Leave without saving?').waitFor()
    await page.getByRole('button', { name: 'Leave without them' }).click()
    await page.getByRole('link', { name: 'Slow Bowl, large' }).waitFor()
  })

  test('pictures are sorted and left out by the keys, others come from the library', async () => {
    await using visit = await desk.enter({ width: 820 }, '/products?q=bottle%20vase')
    const { page, audit } = visit
    await page.getByRole('link', { name: 'Bottle Vase' }).click()
    const before = (await read('bottle vase')).media.map(({ mediaId }) => mediaId)
    await page.getByRole('button', { name: 'From library' }).click()
    await page.getByRole('dialog').locator('button[aria-pressed="false"]:enabled').first().waitFor()
    await audit('the library')
    await page.keyboard.press('Escape')
    const first = page.getByRole('button', { name: new RegExp(`^Picture 1 of ${before.length}`) })
    await first.focus()
    await page.keyboard.press('Alt+ArrowRight')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Delete')
    await page.getByRole('button', { name: 'From library' }).click()
    const library = page.getByRole('dialog')
    await library.locator('button[aria-pressed="false"]:enabled').first().click()
    await library.getByRole('button', { name: 'Add 1 file' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await saved(page, 'Bottle Vase')
    const after = (await read('bottle vase')).media.map(({ mediaId }) => mediaId)
    assert.equal(after[0], before[0])
    assert.ok(!after.includes(before[1]!) && after.length === before.length)
  })

  test('many are hidden and shown again from the list; one is duplicated, then deleted', async () => {
    await using visit = await desk.enter({ width: 1440 }, '/products?q=teapot')
    const { page, audit } = visit
    await page.getByRole('checkbox', { name: 'Select Round Teapot' }).check()
    await page.getByRole('button', { name: 'Hide' }).click()
    await page.getByText('1 product hidden.').waitFor()
    assert.equal((await found('teapot'))[0]!.visible, false)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('row', { name: /Round Teapot.*Shown/ }).waitFor()

    await page.getByRole('link', { name: 'Round Teapot' }).click()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await audit('what else is done with a product')
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await page.getByRole('heading', { name: 'Round Teapot (copy)', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete Round Teapot (copy)' }).click()
    await page.getByRole('link', { name: 'Round Teapot', exact: true }).first().waitFor()
    assert.equal((await found('teapot')).length, 1)
  })

  test('prices of many are written on the list as a sheet: pasted, by a formula, filled down, saved and taken back', async () => {
    await using visit = await desk.enter({ width: 1440 }, '/products?q=vase&sort=name')
    const { page, audit } = visit
    await page.getByRole('button', { name: 'Sheet' }).click()
    const price = (name: string) => page.getByLabel(`Price of ${name}`, { exact: true })
    const before = await price('Moon Vase').inputValue()
    await price('Moon Vase').evaluate((input) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', '€99.00\t€120.00\n28\t\n')
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await page.getByText('4 cells pasted. Not saved yet.').waitFor()
    assert.deepEqual([await price('Moon Vase').inputValue(), await price('Shoulder Vase').inputValue()], ['99.00', '28'])
    await price('Bottle Vase').fill('=old*1.1')
    await page.keyboard.press('Enter')
    assert.equal(await price('Bottle Vase').inputValue(), '79.20')
    await page.getByLabel('Ribbon of Moon Vase').fill('a')
    await page.keyboard.press('ControlOrMeta+z')
    assert.equal(await page.getByLabel('Ribbon of Moon Vase').inputValue(), 'New')
    await page.setViewportSize({ width: 1440, height: 1800 })
    await audit('products as a sheet, not saved')
    await price('Moon Vase').fill('dear')
    await page.getByText('Not yet:').waitFor()
    await price('Moon Vase').fill('99')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('4 cells changed on 3 products.').waitFor()
    const [moon] = await found('moon vase')
    assert.deepEqual([moon!.price, moon!.fullPrice], [99, 120])
    assert.equal((await found('bottle vase'))[0]!.price, 79.2)
    await page.getByRole('button', { name: 'Undo' }).last().click()
    while ((await found('moon vase'))[0]!.price !== Number(before)) await page.waitForTimeout(50)
    await page.waitForFunction(
      ([label, value]) => document.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`)?.value === value,
      ['Price of Moon Vase', before],
    )
    assert.equal((await found('moon vase'))[0]!.fullPrice, Number(before))
  })

  test('on a phone: a price is changed, nonsense is refused with words', async () => {
    await using visit = await desk.enter({ width: 390 }, '/products?q=salt')
    const { page, audit } = visit
    await audit('products on a phone')
    await page.getByRole('link', { name: 'Salt Cellar' }).click()
    await field(page, 'Price').fill('dear')
    await page.getByText('An amount such as 26.00.').first().waitFor()
    await audit('a product on a phone')
    await field(page, 'Price').fill('37,50')
    await page.getByRole('button', { name: 'Save' }).click()
    await saved(page, 'Salt Cellar')
    assert.equal((await read('salt')).price, 37.5)
  })

  test('variants of two options are written in a matrix, by keys, by a pasted block and filled at once', async () => {
    await using visit = await desk.enter({ width: 1440 }, '/products')
    const { page, audit } = visit
    await page.getByRole('link', { name: 'Morning Mug' }).click()
    await page.getByRole('button', { name: 'Matrix' }).click()
    const stock = (variant: string) => page.getByLabel(`In stock of ${variant}`)
    const total = () =>
      page
        .getByRole('row', { name: /^In all/ })
        .getByRole('cell')
        .last()
        .innerText()
    const was = Number(await total())
    const sage = Number(await stock('Sage · Regular, 280 ml').inputValue())
    await stock('Sage · Regular, 280 ml').fill(String(sage + 5))
    assert.equal(Number(await total()), was + 5)
    await page.keyboard.press('ArrowDown')
    assert.ok(await stock('Oat · Regular, 280 ml').evaluate((input) => input === document.activeElement))
    await page.keyboard.press('ArrowRight')
    assert.ok(await stock('Oat · Large, 360 ml').evaluate((input) => input === document.activeElement))
    await audit('a matrix of variants')
    await page.getByRole('button', { name: 'Swap rows and columns' }).click()
    await page.getByRole('columnheader', { name: 'Ink' }).waitFor()

    await page.getByRole('button', { name: 'Weight', exact: true }).click()
    await page.getByLabel('Weight of Ink · Large, 360 ml').evaluate((input) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', '0.47\t0.48\t0.49')
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await page.getByText('2 cells pasted. Not saved yet.').waitFor()
    await page.getByRole('button', { name: 'Sheet' }).click()
    assert.equal(await field(page, 'Weight of Clay · Large, 360 ml').inputValue(), '0.48')

    await page.getByRole('checkbox', { name: 'Select Oat · Regular, 280 ml' }).check()
    await page.getByRole('button', { name: 'Fill', exact: true }).click()
    const fill = page.getByRole('dialog', { name: 'Fill variants' })
    await fill.getByLabel('Column').selectOption('Weight')
    await fill.getByLabel('Value').fill('0.4')
    await page.keyboard.press('Enter')
    await fill.waitFor({ state: 'detached' })
    await page.keyboard.press('ControlOrMeta+s')
    await saved(page, 'Morning Mug')
    const { variants } = await read('morning mug')
    const one = (glaze: string, size: string) => variants.find(({ choices }) => choices['Glaze'] === glaze && choices['Size'] === size)!
    assert.deepEqual(
      [
        one('Sage', 'Regular, 280 ml').stock!.quantity,
        one('Ink', 'Large, 360 ml').weight,
        one('Clay', 'Large, 360 ml').weight,
        one('Oat', 'Regular, 280 ml').weight,
      ],
      [sage + 5, 0.47, 0.48, 0.4],
    )
  })

  test('a matrix of variants slides sideways on a phone, and a hidden variant is shown from it', async () => {
    await using visit = await desk.enter({ width: 390, theme: 'dark' }, '/products')
    const { page, audit } = visit
    await page.getByRole('link', { name: 'Morning Mug' }).click()
    await page.getByRole('switch', { name: 'Show Sage · Large, 360 ml' }).click()
    await page.getByRole('button', { name: 'Matrix' }).click()
    await page.getByText('not shown').waitFor()
    await page.setViewportSize({ width: 390, height: 7000 })
    await audit('a matrix of variants on a phone')
    await page.getByRole('button', { name: 'Show it (Sage · Large, 360 ml)' }).click()
    await page.getByLabel('In stock of Sage · Large, 360 ml').waitFor()
    await page.getByText('Not saved:').waitFor({ state: 'detached' })
  })
})
