import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { coupons } from '@vitrine/client/back-office'
import { pictureFile } from '@vitrine/testing/pictures'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'
import { merchantClient } from './merchant-client.ts'

suite('collections', () => {
  let desk: OpenAdmin
  before(async () => {
    desk = await openAdmin()
  })
  after(() => desk?.[Symbol.asyncDispose]())

  const listed = async () => (await merchantClient(desk.shop).listCollections({})).collections

  test('one is made, filled, given a cover and a place in the menu, and seen in the shop', async () => {
    await using visit = await desk.enter({ width: 1440 }, '/products')
    const { page, audit } = visit
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Collections' }).click()
    await page.getByRole('link', { name: /^Tableware/ }).waitFor()
    await audit('collections')
    await page.getByRole('button', { name: 'Collection', exact: true }).first().click()
    await page.getByLabel('Name').last().fill('For the morning')
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByRole('heading', { name: 'For the morning', level: 2 }).waitFor()

    await page.getByRole('button', { name: 'Add products' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Find').fill('mug')
    await dialog.getByRole('checkbox', { name: /Morning Mug/ }).check()
    await audit('adding products to a collection')
    await dialog.getByRole('button', { name: 'Add 1 product' }).click()
    await page.getByText('1 product added to For the morning.').waitFor()

    await page.getByLabel('Cover to upload').setInputFiles(await pictureFile('#b3654c'))
    await page.getByText('For the morning has a new cover.').waitFor()
    await page.getByRole('button', { name: 'Focal point', exact: true }).click()
    const focus = page.getByRole('button', { name: /^Focal point: 50 % from the left, 50 % from the top/ })
    await focus.focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('ArrowUp')
    await audit('focal point of a cover')
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByText('For the morning has another focal point.').waitFor()
    assert.deepEqual((await listed()).find(({ name }) => name === 'For the morning')!.focalPoint, { x: 0.4, y: 0.49 })
    await page.getByLabel('Description').fill('Before the first word.')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('For the morning is saved.').waitFor()

    const places = (await listed()).length
    const handle = page.getByRole('button', { name: /^Move For the morning/ })
    await handle.focus()
    await page.keyboard.press('ArrowUp')
    await page.waitForFunction((at) => document.querySelectorAll('.picklist .reorder b')[at]?.textContent === 'For the morning', places - 2)
    const after = await listed()
    assert.deepEqual(
      [after[places - 2]!.name, after[places - 2]!.products, after[places - 2]!.mediaId !== undefined],
      ['For the morning', 1, true],
    )

    const shop = page.waitForEvent('popup')
    await page.getByRole('link', { name: 'See in shop' }).click()
    const seen = await shop
    await seen.getByRole('heading', { name: 'For the morning', level: 1 }).waitFor()
    await seen.getByText('Before the first word.').first().waitFor()
    await seen.close()

    await page.getByRole('button', { name: 'Take Morning Mug out' }).click()
    await page.getByText('Morning Mug is taken out of For the morning.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await page.getByRole('link', { name: 'Morning Mug' }).waitFor()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Delete For the morning' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete For the morning' }).click()
    await page.getByText('For the morning is deleted.').waitFor()
    assert.equal((await listed()).length, places - 1)
  })

  /** What the shop says of itself is cached for a moment. */
  async function answered(path: string, status: number): Promise<Response> {
    let answer = await fetch(desk.shop.url + path, { redirect: 'manual' })
    for (const until = Date.now() + 15_000; answer.status !== status && Date.now() < until; ) {
      await new Promise((resolve) => setTimeout(resolve, 200))
      answer = await fetch(desk.shop.url + path, { redirect: 'manual' })
    }
    assert.equal(answer.status, status, path)
    return answer
  }

  test('by rule: tried before it is saved, kept with the stock, put into an order by the keys, named for search engines, found at its old address', async () => {
    await using visit = await desk.enter({ width: 820 }, '/collections')
    const { page, audit } = visit
    await page.getByRole('button', { name: 'Collection', exact: true }).first().click()
    await page.getByLabel('Name').last().fill('Cups ruled')
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByRole('heading', { name: 'Cups ruled', level: 2 }).waitFor()
    await page.getByRole('button', { name: 'By rule', exact: true }).click()
    await page.getByLabel('Condition 1', { exact: true }).selectOption({ label: 'Option' })
    const isOffered = (field: string, wanted: string) =>
      page.waitForFunction(
        ([label, value]) =>
          [...document.querySelectorAll('input')].some(
            (input) => input.labels?.[0]?.textContent === label && [...(input.list?.options ?? [])].some((one) => one.value === value),
          ),
        [field, wanted] as const,
      )
    await isOffered('Option of condition 1', 'Glaze')
    await page.getByLabel('Option of condition 1').fill('Glaze')
    await isOffered('Value of condition 1', 'Oat')
    await page.getByLabel('Condition 1', { exact: true }).selectOption({ label: 'Name' })
    await page.getByLabel('Value of condition 1').fill('mug')
    await page.getByText(/^Takes \d+ of \d+ products now\.$/).waitFor()
    await audit('a rule that is tried')
    await page.getByRole('button', { name: 'Condition', exact: true }).click()
    await page.getByLabel('Products meet').selectOption('ANY')
    await page.getByLabel('Condition 2', { exact: true }).selectOption({ label: 'Name' })
    await page.getByLabel('Value of condition 2').fill('vase')
    await page.getByLabel('Title in results').fill('Cups and vases')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('Cups ruled is saved.').waitFor()
    const own = async () => (await listed()).find(({ name }) => name === 'Cups ruled')!
    const { rule, products, seo } = await own()
    assert.deepEqual([rule?.match, rule?.conditions.length, seo?.title], ['ANY', 2, 'Cups and vases'])
    assert.ok(products > 1)

    await page.getByRole('link', { name: 'Morning Mug', exact: true }).click()
    await page.getByRole('heading', { name: 'Morning Mug', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Cups ruled' }).click()
    await page.getByRole('heading', { name: 'Cups ruled', level: 2 }).waitFor()

    const handles = page.locator('.dragrow').getByRole('button', { name: /^Move .*: arrow keys$/ })
    const second = (await handles.nth(1).getAttribute('aria-label'))!
    await handles.nth(1).focus()
    await page.keyboard.press('ArrowUp')
    await page.waitForFunction((label) => document.querySelector('.dragrow .grip')?.getAttribute('aria-label') === label, second)
    const answer = await answered('/collections/cups-ruled', 200)
    const html = await answer.text()
    assert.ok(html.includes('<title>Cups and vases</title>'))
    const name = second.slice('Move '.length, -': arrow keys'.length)
    const cards = html.slice(html.indexOf('class="card'))
    const third = (await handles.nth(1).getAttribute('aria-label'))!.slice('Move '.length, -': arrow keys'.length)
    assert.ok(cards.includes(name) && cards.indexOf(name) < cards.indexOf(third), 'the shop shows them in that order')

    await page.getByLabel('Address').fill('cups-and-vases')
    await page.keyboard.press('ControlOrMeta+s')
    await page.waitForFunction(() => document.querySelector('a[href="/collections/cups-and-vases"]') !== null)
    const moved = await answered('/collections/cups-ruled', 301)
    assert.equal(new URL(moved.headers.get('location')!, desk.shop.url).pathname, '/collections/cups-and-vases')
    const { coupons: office } = createClient({ baseUrl: desk.shop.url, auth: apiKey(desk.shop.apiKey), modules: { coupons } })
    await office.createCoupon({
      specification: {
        name: 'Cup week',
        code: 'CUPS',
        percentOffRate: 10,
        scope: { namespace: 'stores', group: { name: 'collection', entityId: (await own()).id } },
      },
    })
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Delete Cups ruled' }).click()
    await page.getByRole('dialog').getByText('Cup week (CUPS)').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete Cups ruled' }).click()
    await page.getByText('Cups ruled is deleted.').waitFor()
    await answered('/collections/cups-and-vases', 410)
  })

  test('on a phone: hidden, with an address that another one has refused in words', async () => {
    await using visit = await desk.enter({ width: 390, theme: 'dark' }, '/collections')
    const { page, audit } = visit
    await page.getByRole('link', { name: /^Vases/ }).click()
    await page.getByRole('heading', { name: 'Vases', level: 2 }).waitFor()
    await audit('a collection on a phone')
    await page.getByLabel('Address').fill('lighting')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Another collection has this address.').first().waitFor()
    await page.getByLabel('Address').fill('vases')
    await page.getByLabel('Shown in the shop').uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Vases is saved.').waitFor()
    assert.equal((await listed()).find(({ slug }) => slug === 'vases')!.visible, false)
  })

  test('that of all products: its words, order and place in the menus are the merchant’s, what is in it is fixed', async () => {
    await using visit = await desk.enter({ width: 1440 }, '/collections')
    const { page, audit } = visit
    await page.getByRole('link', { name: /^All Products/ }).click()
    await page.getByRole('heading', { name: 'All Products', level: 2 }).waitFor()
    await page.getByText('Every product of the shop, as soon as it is made.', { exact: false }).waitFor()
    await audit('the collection of all products')
    assert.equal(await page.getByRole('button', { name: /^(By rule|Add products|Take .* out)$/ }).count(), 0)
    await page.getByLabel('Name').fill('The whole shelf')
    await page.getByLabel('Description').fill('All that we make.')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('The whole shelf is saved.').waitFor()
    const handles = page.locator('.dragrow').getByRole('button', { name: /^Move .*: arrow keys$/ })
    const second = (await handles.nth(1).getAttribute('aria-label'))!.slice('Move '.length, -': arrow keys'.length)
    await handles.nth(1).focus()
    await page.keyboard.press('Home')
    await page.waitForFunction((name) => document.querySelector('.dragrow a')?.textContent === name, second)

    const shop = page.waitForEvent('popup')
    await page.getByRole('link', { name: 'See in shop' }).click()
    const seen = await shop
    await seen.getByRole('heading', { name: 'The whole shelf', level: 1 }).waitFor()
    await seen.getByText('All that we make.').waitFor()
    assert.equal(await seen.locator('.card').first().getByRole('heading').textContent(), second)
    await seen.close()

    const isListed = async () => (await (await fetch(`${desk.shop.url}/sitemaps/pages.xml`)).text()).includes('/products</loc>')
    assert.equal(await isListed(), true)
    await page.getByLabel(/^Shown in the shop/).uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('.sub-h').getByText('Hidden').waitFor()
    assert.equal((await merchantClient(desk.shop).listCollections({})).allProducts.visible, false)
  })

  test('what fails says so, and comes back: the shop is out of order, the line is down, an order that was not taken', async () => {
    await using visit = await desk.enter({ width: 1440, fails: true }, '/products')
    const { page, audit } = visit
    const main = page.getByRole('navigation', { name: 'Main' })
    await page.route('**/vitrine/v1/collections', (route) => route.fulfill({ status: 503, json: { message: 'Busy.', details: {} } }))
    await main.getByRole('link', { name: 'Collections' }).click()
    await page.getByRole('heading', { name: 'This page did not load' }).waitFor()
    await audit('collections that did not load')
    await page.unroute('**/vitrine/v1/collections')
    await page.keyboard.press('r')
    await page.getByRole('link', { name: /^Textiles/ }).click()
    await page.getByRole('heading', { name: 'Textiles', level: 2 }).waitFor()

    const names = await page.locator('.dragrow a').allTextContents()
    await page.route('**/products/order', (route) => route.abort())
    const handle = page.getByRole('button', { name: `Move ${names[0]!}: arrow keys` })
    await handle.focus()
    await page.keyboard.press('ArrowRight')
    await page.getByText('The shop did not answer. Look whether it was done before you try again.').waitFor()
    await page.waitForFunction(() => [...document.querySelectorAll<HTMLElement>('.dragrow li')].every(({ style }) => style.order === ''))
    assert.deepEqual(await page.locator('.dragrow a').allTextContents(), names)
    await audit('an order that was not taken')
    await page.unroute('**/products/order')

    await page.route('**/labels/brand*', (route) => route.abort())
    await main.getByRole('link', { name: 'Brands & ribbons' }).click()
    await page.getByRole('heading', { name: 'This page did not load' }).waitFor()
    await audit('brands that did not load')
  })
})
