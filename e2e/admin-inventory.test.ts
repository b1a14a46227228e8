import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { inventory, merchantInventory, stockLocations } from '@vitrine/client/back-office'
import type { Page } from 'playwright-core'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'

suite('the inventory', () => {
  let desk: OpenAdmin
  const merchant = () =>
    createClient({ baseUrl: desk.shop.url, auth: apiKey(desk.shop.apiKey), modules: { inventory, merchantInventory, stockLocations } })
  before(async () => {
    desk = await openAdmin()
  })
  after(() => desk?.[Symbol.asyncDispose]())

  /** The stock of a variant, by its SKU. */
  async function levelOf(sku: string) {
    const { levels } = await merchant().merchantInventory.queryStock({ query: { filter: { sku } } })
    return levels[0]!
  }
  const idOf = async (location: string) =>
    (await merchant().stockLocations.listLocations({})).locations.find(({ name }) => name === location)!.id
  const quantityOf = async (sku: string) => (await levelOf(sku)).quantity
  const field = (page: Page, name: string) => page.getByLabel(`Available of ${name}`, { exact: true })

  test('home leads to what runs low, and to each of it', async () => {
    const { productId, variantId } = await levelOf('MRW-BTV-CLAY')
    const given = await quantityOf('MRW-BTV-CLAY')
    await merchant().merchantInventory.countStock({ counts: [{ productId, variantId, quantity: 0 }] })
    await using visit = await desk.enter({ width: 1440 }, '/')
    const { page } = visit
    const low = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Running low' }) })
    await low.getByRole('link', { name: 'Bottle Vase' }).first().click()
    await page.getByRole('heading', { name: 'Inventory' }).waitFor()
    await field(page, 'Bottle Vase, Clay').waitFor()
    await page.goBack()
    await low.getByRole('link', { name: 'Inventory' }).click()
    await page.locator('[aria-current=page]', { hasText: 'Running low' }).waitFor()
    await field(page, 'Bottle Vase, Clay').waitFor()
    await merchant().merchantInventory.countStock({ counts: [{ productId, variantId, quantity: given ?? null }] })
  })

  test('is counted by the keys alone: written, pasted, taken back, saved with a reason, and stands in the history', async () => {
    const before = await quantityOf('MRW-BTV-OAT')
    await using visit = await desk.enter({ width: 1440 }, '/inventory')
    const { page, audit } = visit
    await page.getByRole('link', { name: 'All 78' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('bottle vase')
    await page.keyboard.press('Enter')
    await page.getByText('of 2', { exact: false }).first().waitFor()
    const [clay, oat] = [field(page, 'Bottle Vase, Clay'), field(page, 'Bottle Vase, Oat')]
    await clay.focus()
    await page.keyboard.type('12')
    await page.keyboard.press('ArrowDown')
    assert.equal(await oat.evaluate((input) => input === document.activeElement), true)
    await page.keyboard.type('a few')
    await page.getByText('Not yet:').waitFor()
    await audit('inventory, not saved')
    await page.keyboard.press('Escape')
    assert.equal(await oat.inputValue(), String(before))

    await clay.focus()
    await clay.evaluate((input) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', 'MRW-BTV-CLAY\t31\nMRW-BTV-OAT\t32\n')
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await page.getByText('2 quantities pasted. Not saved yet.').waitFor()
    assert.deepEqual([await clay.inputValue(), await oat.inputValue()], ['31', '32'])
    await page.keyboard.press('ControlOrMeta+z')
    assert.deepEqual([await clay.inputValue(), await oat.inputValue()], ['12', String(before)])

    await page.keyboard.press('ControlOrMeta+s')
    await page.getByLabel(/^Reason/).fill('Counted on Tuesday')
    await audit('inventory, saving')
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByText('1 quantity saved.').waitFor()
    assert.deepEqual([await quantityOf('MRW-BTV-CLAY'), await quantityOf('MRW-BTV-OAT')], [12, before])

    await page.getByRole('button', { name: 'History of Bottle Vase, Clay' }).focus()
    await page.keyboard.press('Enter')
    const row = page.getByRole('dialog').getByRole('row', { name: /Counted by Owner: Counted on Tuesday/ })
    await row.waitFor()
    await audit('history of a variant')
    await page.keyboard.press('Escape')

    await page.goto(`${desk.shop.url}/admin/inventory?stock=out`)
    await page.getByRole('row', { name: /Out/ }).first().waitFor()
    assert.equal(await page.getByText('In stock', { exact: true }).count(), 0)
  })

  test('selected variants are counted by the keys: only what differs is saved, as a count', async () => {
    const before = (await quantityOf('MRW-BRD-OAK'))!
    await using visit = await desk.enter({ width: 1440 }, '/inventory?q=bread')
    const { page, audit } = visit
    await field(page, 'Bread Board, Oak').waitFor()
    await page.getByRole('columnheader', { name: 'Variant' }).click()
    for (const key of ['j', 'x', 'j', 'x', 'c']) await page.keyboard.press(key)
    const oak = page.getByLabel('Counted of Bread Board, Oak')
    await page.getByText('Write what is on the shelf · 2 selected variants').waitFor()
    assert.equal(await oak.inputValue(), '')
    await oak.fill('+1')
    await page.getByText('Not yet:').waitFor()
    await oak.fill(String(before))
    await page.getByText('1 counted, as expected').waitFor()
    await page.getByRole('region', { name: 'Unsaved changes' }).waitFor({ state: 'hidden' })
    await oak.fill(String(before - 2))
    await page.getByText('1 counted, 1 differs').waitFor()
    await audit('counting')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByRole('dialog').getByText('1 variant counted; 1 differs: −2 units in all.').waitFor()
    await audit('saving a count')
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByText('1 variant counted, 1 quantity saved.').waitFor()
    assert.equal(await quantityOf('MRW-BRD-OAK'), before - 2)
    await field(page, 'Bread Board, Oak').waitFor()
    await page.getByRole('button', { name: 'History of Bread Board, Oak' }).click()
    await page
      .getByRole('dialog')
      .getByRole('row', { name: /Counted by Owner: Stock count/ })
      .waitFor()
  })

  test('what was sold meanwhile is shown and decided on, not written over', async () => {
    const { productId, variantId } = await levelOf('MRW-BRD-OAK')
    await using visit = await desk.enter({ width: 820, theme: 'dark' }, '/inventory?q=bread')
    const { page, audit } = visit
    const oak = field(page, 'Bread Board, Oak')
    const before = Number(await oak.inputValue())
    await oak.fill('50')
    await merchant().inventory.decrementInventory({ decrementData: [{ productId, variantId, decrementBy: 3 }] })
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByRole('button', { name: /^Save 1 quantity/ }).click()
    const moved = page.getByRole('dialog').getByRole('row', { name: /^Bread Board, Oak/ })
    await moved.waitFor()
    assert.deepEqual(await moved.getByRole('cell').allTextContents(), [String(before), String(before - 3), '50'])
    await audit('moved meanwhile')
    assert.equal(await quantityOf('MRW-BRD-OAK'), before - 3)
    await page.getByRole('button', { name: /^Keep what I wrote/ }).click()
    await page.getByRole('button', { name: /^Save 1 quantity/ }).click()
    await page.getByText('1 quantity saved.').waitFor()
    assert.equal(await quantityOf('MRW-BRD-OAK'), 50)
  })

  test('goods that came in are added on a telephone', async () => {
    const before = (await quantityOf('MRW-BRD-WALNUT'))!
    await using visit = await desk.enter({ width: 390 }, '/inventory?q=bread')
    const { page, audit } = visit
    await field(page, 'Bread Board, Walnut').waitFor()
    await page
      .getByRole('button', { name: /^Receive stock/ })
      .filter({ visible: true })
      .last()
      .click()
    await page.getByLabel('Came in of Bread Board, Walnut').fill('24')
    await audit('receiving')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByLabel(/^Reason/).fill('Delivery of Tuesday')
    await page.getByRole('button', { name: /^Receive the stock/ }).click()
    await page.getByText('1 variant received.').waitFor()
    assert.equal(await quantityOf('MRW-BRD-WALNUT'), before + 24)
  })

  test('what is out of stock is preordered once the merchant lets it, and shoppers read when it comes', async () => {
    const { productId } = await levelOf('MRW-PND-SAGE')
    await using visit = await desk.enter({ width: 1440, theme: 'dark' }, '/inventory?q=MRW-PND-SAGE')
    const { page, audit } = visit
    await page.getByRole('button', { name: 'Preorders of Dome Pendant, MRW-PND-SAGE' }).click()
    await page.getByLabel('Sell it when it is out of stock').check()
    await page.getByLabel(/^What shoppers read/).fill('Leaves the workshop in May.')
    await page.getByLabel(/^At most, of each variant/).fill('3')
    await audit('preorders')
    await page.getByRole('button', { name: /^Save/ }).last().click()
    await page.getByText('Dome Pendant can be preordered when it is out of stock.').waitFor()
    await page
      .getByRole('row', { name: /Dome Pendant/ })
      .getByText('Preorder', { exact: true })
      .waitFor()

    const shopper = await desk.visit({ width: 390 })
    await using _ = shopper
    const { products } = await desk.shop.merchant.products.queryProducts({ query: { filter: { id: productId } } })
    await shopper.page.goto(`${desk.shop.url}/products/${products[0]!.slug}?Glaze=Sage`)
    await shopper.page.getByText('Preorder: Leaves the workshop in May. Three can be ordered.').waitFor()
    await shopper.audit('a product that can be preordered')
    await shopper.page
      .getByRole('button', { name: /^Preorder/ })
      .first()
      .click()
    await shopper.page.getByRole('button', { name: 'Check out' }).filter({ visible: true }).first().waitFor()
  })

  test('says why it is empty, and that nothing is lost where it cannot be read', async () => {
    await using visit = await desk.enter({ width: 390, theme: 'dark', fails: true }, '/orders')
    const { page, audit } = visit
    const address = '**/vitrine/v1/inventory/query'
    await page.route(address, (route) => route.fulfill({ json: { levels: [], pagingMetadata: { count: 0, cursors: {}, hasNext: false } } }))
    await page.goto(`${desk.shop.url}/admin/inventory?stock=low&sort=available`)
    await page.getByRole('heading', { name: 'Nothing is running low' }).waitFor()
    await audit('nothing runs low')
    await page.goto(`${desk.shop.url}/admin/inventory`)
    await page.getByRole('heading', { name: 'Nothing to count yet' }).waitFor()
    await page.getByRole('link', { name: 'New product' }).waitFor()
    await audit('no stock yet')
    await page.unroute(address)
    await page.route(address, (route) => route.fulfill({ status: 500, json: { message: 'broken' } }))
    await page.reload()
    await page.getByRole('heading', { name: 'These variants did not load' }).waitFor()
    await audit('stock that did not load')
    await page.unroute(address)
    await page.getByRole('button', { name: /^Load again/ }).click()
    await page
      .getByRole('row', { name: /Bottle Vase/ })
      .first()
      .waitFor()
  })

  test('a second location is added, counted, sent to and received at, and closed with its stock moved', async () => {
    await using visit = await desk.enter({ width: 1440 }, '/locations')
    const { page, audit } = visit
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Add location' }).first().click()
    await dialog.getByLabel('Name', { exact: true }).fill('Warehouse')
    await dialog.getByLabel(/^City/).fill('Leipzig')
    await audit('a new location')
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByText('Warehouse added.').waitFor()
    await page.getByRole('button', { name: 'Warehouse earlier' }).click()
    await page.getByRole('row').nth(1).getByText('Warehouse').waitFor()
    await audit('locations')

    // Counted at the one, it stands beside the other.
    await page.goto(`${desk.shop.url}/admin/inventory?q=bottle%20vase`)
    await page.getByLabel('Location').selectOption({ label: 'Warehouse' })
    const clay = field(page, 'Bottle Vase, Clay')
    await page.waitForURL(/at=/)
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('[aria-label="Available of Bottle Vase, Clay"]')?.value === '0',
    )
    const before = (await quantityOf('MRW-BTV-CLAY'))!
    await clay.fill('5')
    await page.keyboard.press('ControlOrMeta+s')
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByText('1 quantity saved.').waitFor()
    assert.equal(await quantityOf('MRW-BTV-CLAY'), before + 5)
    await audit('inventory at a location')
    await page.getByLabel('Location').selectOption({ label: 'All locations' })
    await page.getByRole('columnheader', { name: 'Warehouse' }).waitFor()
    await audit('inventory at all locations')

    // Each location has its cells: along the row by the keys, a block at once, taken back at once, and what was sold meanwhile is said.
    const { productId, variantId } = await levelOf('MRW-BTV-CLAY')
    const at = (name: string, place: string) => field(page, `Bottle Vase, ${name} at ${place}`)
    await at('Clay', 'Warehouse').focus()
    await page.keyboard.press('ArrowRight')
    assert.equal(await at('Clay', 'Morrow').evaluate((input) => input === document.activeElement), true)
    await page.keyboard.press('ArrowLeft')
    await at('Clay', 'Warehouse').evaluate((input) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', `MRW-BTV-CLAY\t6\t${20}\nMRW-BTV-OAT\t7\t30\n`)
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await page.getByText('4 quantities pasted. Not saved yet.').waitFor()
    const row = page.getByRole('row', { name: /Bottle Vase Oat/ })
    await row.getByText('37', { exact: true }).waitFor()
    await audit('inventory at all locations, not saved')
    await page.keyboard.press('ControlOrMeta+z')
    assert.equal(await at('Clay', 'Warehouse').inputValue(), '5')
    await at('Clay', 'Warehouse').fill('6')
    await at('Oat', 'Warehouse').fill('2')
    await at('Oat', 'Warehouse').press('ArrowUp')
    await merchant().merchantInventory.receiveGoods({ goods: [{ productId, variantId, quantity: 3 }], locationId: await idOf('Warehouse') })
    await page.keyboard.press('ControlOrMeta+s')
    await page.keyboard.press('ControlOrMeta+Enter')
    const clash = dialog.getByRole('row', { name: /^Bottle Vase, Clay at Warehouse/ })
    await clash.waitFor()
    assert.deepEqual(await clash.getByRole('cell').allTextContents(), ['5', '8', '6'])
    await page.getByRole('button', { name: /^Keep what is there now/ }).click()
    await dialog.getByLabel(/^Reason/).waitFor()
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByRole('region', { name: 'Unsaved changes' }).waitFor({ state: 'hidden' })
    const unitsAtWarehouse = async (sku: string) => {
      const warehouse = await idOf('Warehouse')
      return (await levelOf(sku)).locations?.find(({ locationId }) => locationId === warehouse)?.quantity
    }
    assert.deepEqual([await unitsAtWarehouse('MRW-BTV-CLAY'), await unitsAtWarehouse('MRW-BTV-OAT')], [8, 2])
    await merchant().merchantInventory.countStock({ counts: [{ productId, variantId, quantity: 5, locationId: await idOf('Warehouse') }] })

    // What is selected is what a transfer begins with.
    await page.goto(`${desk.shop.url}/admin/inventory?q=bottle%20vase`)
    await page.getByLabel('Select Bottle Vase, Clay').check()
    await page.keyboard.press('t')
    await dialog.getByText(`${before} there now`).waitFor()
    await dialog.getByLabel('Bottle Vase, Clay').fill('2')
    await dialog.getByLabel(/^Reference/).fill('Van 2')
    await audit('a new transfer')
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByRole('heading', { name: /^Transfer T-/ }).waitFor()
    await page.getByLabel('Add a variant').fill('MRW-BTV-OAT')
    await page.getByRole('button', { name: 'Add Bottle Vase, Oat' }).click()
    await page.getByRole('button', { name: 'Remove Bottle Vase, Oat' }).click()
    assert.equal(await page.getByLabel('Units of Bottle Vase, Clay').inputValue(), '2')
    await page.getByLabel('Units of Bottle Vase, Clay').fill('4')
    await page.getByRole('button', { name: 'Save the draft' }).click()
    await page.getByText('The draft is saved.').waitFor()
    await audit('a draft of a transfer')
    await page.getByRole('button', { name: 'Send' }).first().click()
    await page.getByText(/^4 units left /).waitFor()
    assert.equal(await quantityOf('MRW-BTV-CLAY'), before + 1)

    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Receive' }).first().click()
    await dialog.getByLabel('Bottle Vase, Clay').fill('3')
    await dialog.getByLabel(/^Nothing more will arrive/).check()
    await audit('receiving a transfer')
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByText('3 units received at Warehouse.').waitFor()
    await page.getByText('Received', { exact: true }).first().waitFor()
    await audit('a transfer that is received')
    assert.equal(await quantityOf('MRW-BTV-CLAY'), before + 4)
    await page.goto(`${desk.shop.url}/admin/transfers`)
    await page.getByText('T-1').first().waitFor()
    await audit('transfers')

    await page.setViewportSize({ width: 820, height: 1180 })
    await page.goto(`${desk.shop.url}/admin/locations`)
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await audit('closing a location')
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByText('Warehouse closed.').waitFor()
    const { locations } = await levelOf('MRW-BTV-CLAY')
    assert.deepEqual(
      locations?.map(({ quantity }) => quantity),
      [before + 4],
    )
  })
})
