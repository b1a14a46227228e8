import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'
import { merchantClient } from './merchant-client.ts'

suite('brands and ribbons', () => {
  let desk: OpenAdmin
  before(async () => {
    desk = await openAdmin()
  })
  after(() => desk?.[Symbol.asyncDispose]())

  const merchant = () => merchantClient(desk.shop)

  test('a brand is found, renamed by the keys, merged into another, taken back and deleted', async () => {
    const office = merchant()
    const { products } = await office.listProducts({ query: { cursorPaging: { limit: 5 } } })
    const brands = ['Harbour Ceramics', 'Harbour Ceramics', 'harbour ceramic', 'Kiln & Co', 'Kiln & Co']
    await office.bulkUpdateProducts({ changes: products.map(({ id }, i) => ({ id, product: { brand: brands[i]! } })) })
    const { collection } = await office.createCollection({ collection: { name: 'From the harbour' } })
    const asks = { match: 'ALL', conditions: [{ field: 'BRAND', operator: 'IS', value: 'Harbour Ceramics' }] } as const
    await office.saveCollection({ id: collection.id!, collection: { rule: { ...asks, conditions: [...asks.conditions] } } })

    await using visit = await desk.enter({ width: 1440 }, '/products')
    const { page, audit } = visit
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Brands & ribbons' }).click()
    await page.getByRole('link', { name: 'Kiln & Co' }).waitFor()
    await audit('brands')
    await page.keyboard.press('/')
    await page.keyboard.type('harbour')
    await page.getByRole('link', { name: 'Kiln & Co' }).waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Rename Harbour Ceramics' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('2 products change.').waitFor()
    await dialog.getByText('From the harbour asks for the new name from then on.').waitFor()
    await audit('renaming a brand')
    await dialog.getByLabel('Name').fill('Harbour Pottery')
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByText('Harbour Ceramics is Harbour Pottery on 2 products.').waitFor()
    await page.getByRole('link', { name: 'Harbour Pottery' }).waitFor()
    const ruled = (await office.listCollections({})).collections.find(({ id }) => id === collection.id)!
    assert.deepEqual([ruled.rule?.conditions[0]?.value, ruled.products], ['Harbour Pottery', 2])

    await page.getByRole('button', { name: 'Merge harbour ceramic', exact: true }).click()
    await dialog.getByLabel('Find the brand to merge it into').fill('kiln')
    await dialog.getByRole('radio', { name: 'Kiln & Co' }).check()
    await audit('merging brands')
    await dialog.getByRole('button', { name: 'Merge into Kiln & Co' }).click()
    await page.getByText('harbour ceramic is Kiln & Co on 1 product.').waitFor()
    await page.getByRole('link', { name: 'harbour ceramic', exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await page.getByRole('link', { name: 'harbour ceramic', exact: true }).waitFor()

    await page.getByRole('button', { name: 'Delete harbour ceramic', exact: true }).click()
    await dialog.getByRole('button', { name: 'Delete the brand' }).click()
    await page.getByText('harbour ceramic is taken off 1 product.').waitFor()
    assert.equal((await office.readProduct({ id: products[2]!.id })).product.brand, undefined)

    await page.getByRole('link', { name: 'Harbour Pottery' }).click()
    await page.getByRole('link', { name: products[0]!.name, exact: true }).waitFor()
    await page.getByRole('link', { name: products[3]!.name, exact: true }).waitFor({ state: 'detached' })
  })

  test('several are merged into one of them by the keys: what changes is counted before, and all of it is taken back at once', async () => {
    const office = merchant()
    const { products } = await office.listProducts({ query: { cursorPaging: { limit: 9 } } })
    const brands = ['Tide', 'Tide', 'Tide Studio', 'The Tide', 'The Tide', 'The Tide']
    await office.bulkUpdateProducts({ changes: brands.map((brand, i) => ({ id: products[i]!.id, product: { brand } })) })
    await using visit = await desk.enter({ width: 1440 }, '/brands?q=tide')
    const { page, audit } = visit
    for (const name of ['Tide', 'Tide Studio', 'The Tide']) {
      await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).focus()
      await page.keyboard.press('Space')
    }
    await audit('brands that are picked')
    await page.getByRole('toolbar').getByRole('button', { name: 'Merge' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('6 products change.').waitFor()
    await dialog.getByRole('radio', { name: /^Tide\s?2 products/ }).focus()
    await page.keyboard.press('Space')
    await dialog.getByText('4 products change.').waitFor()
    await audit('merging several brands')
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByText('Tide Studio and The Tide are Tide on 4 products.').waitFor()
    await page.getByRole('link', { name: 'The Tide', exact: true }).waitFor({ state: 'detached' })
    const names = async () =>
      (await office.listProductLabels({ kind: 'brand', search: 'tide' })).labels.map(({ name, products: of }) => [name, of])
    assert.deepEqual(await names(), [['Tide', 6]])
    await page.getByRole('button', { name: 'Undo' }).last().focus()
    await page.keyboard.press('Enter')
    await page.getByText('Taken back.').waitFor()
    assert.deepEqual(await names(), [
      ['The Tide', 3],
      ['Tide', 2],
      ['Tide Studio', 1],
    ])
  })

  test('ribbons on a phone, found by nobody, and a change that somebody else was quicker with', async () => {
    const office = merchant()
    const { products } = await office.listProducts({ query: { cursorPaging: { limit: 2 } } })
    await office.bulkUpdateProducts({ changes: products.map(({ id }) => ({ id, product: { ribbon: 'Last ones' } })) })
    await using visit = await desk.enter({ width: 390, theme: 'dark' }, '/brands/ribbons')
    const { page, audit } = visit
    await page.getByRole('button', { name: 'Rename Last ones' }).click()
    const { labels } = await office.listProductLabels({ kind: 'ribbon', search: 'Last ones' })
    await office.renameProductLabel({ kind: 'ribbon', id: labels[0]!.id, name: 'Very last' })
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Few left')
    await dialog.getByRole('button', { name: 'Rename the ribbon' }).click()
    await page.getByText('somebody else has changed it meanwhile').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Rename Very last' }).waitFor()
    await audit('ribbons on a phone')
    await page.getByLabel('Search ribbons').fill('nothing of the kind')
    await page.getByRole('heading', { name: 'No ribbon matches “nothing of the kind”' }).waitFor()
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await page.getByRole('link', { name: 'Very last' }).waitFor()
  })
})
