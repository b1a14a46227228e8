import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { merchantProducts, recommendationManagement } from '@vitrine/client/back-office'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'
import { arrive } from './browser.ts'
import { visible } from './by-hand.ts'
import { cartAnswer } from './shopper.ts'
import { sizes } from './sizes.ts'

suite('recommendations', () => {
  let admin: OpenAdmin
  before(async () => {
    admin = await openAdmin()
  })
  after(() => admin?.[Symbol.asyncDispose]())

  const office = () =>
    createClient({
      baseUrl: admin.shop.url,
      auth: apiKey(admin.shop.apiKey),
      modules: { merchantProducts, recommendationManagement },
    })
  const shopper = () => createClient({ baseUrl: admin.shop.url, auth: apiKey(admin.shop.apiKey) })
  const idOf = async (slug: string) => {
    const { products } = await shopper().products.queryProducts({ query: { filter: { slug } } })
    return products[0]!.id
  }

  for (const { width, theme } of sizes([
    { width: 390, theme: 'dark' },
    { width: 820, theme: 'light' },
    { width: 1440, theme: 'light' },
  ] as const))
    test(`the shop pins, excludes and chooses, and shoppers see it, ${width} px wide, ${theme}`, async () => {
      const [mug, pitcher, candle] = [await idOf('morning-mug'), await idOf('water-pitcher'), await idOf('first-light-candle')]
      await office().recommendationManagement.setProductPicks({ productId: mug, pinned: [], excluded: [] })
      await using visit = await admin.enter({ width, theme }, '/recommendations')
      const { page, audit } = visit
      await page.getByText(/^Learned from [\d,]+ orders and/).waitFor()
      const field = page.getByRole('combobox', { name: 'Find a product' })
      await field.fill('morning mug')
      await page.getByRole('option', { name: 'Morning Mug' }).first().click()
      await page.waitForURL(/product=/)
      await page
        .getByRole('region', { name: 'Same categories' })
        .getByText(/^Same collection/)
        .first()
        .waitFor()
      await audit('what is recommended beside a product')

      await page.getByRole('combobox', { name: 'Pin a product' }).first().fill('tall pitcher')
      await page.getByRole('option', { name: 'Tall Pitcher' }).first().click()
      await page.getByRole('list', { name: 'Pinned' }).first().getByText('Tall Pitcher').waitFor()
      await page.getByRole('combobox', { name: 'Exclude a product' }).first().fill('first light candle')
      await page.getByRole('option', { name: 'First Light Candle' }).first().click()
      await page.getByRole('list', { name: 'Excluded' }).first().getByText('First Light Candle').waitFor()

      await page.getByRole('button', { name: 'Choose for: Product page' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('checkbox', { name: /^Best sellers/ }).setChecked(true)
      await audit('which algorithms fill a place')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await page
        .getByRole('row')
        .filter({ hasText: 'Product page' })
        .getByText(/then Best sellers$/)
        .waitFor()
      const { items } = await shopper().recommendations.getPlacement({ placement: 'PRODUCT', productIds: [mug], limit: 24 })
      assert.equal(items[0]?.productId, pitcher)
      assert.ok(items.every(({ productId }) => productId !== candle && productId !== mug))

      await using shop = await admin.visit({ width, theme })
      await arrive(shop.page, `${admin.shop.url}/products/morning-mug`)
      await shop.page
        .getByRole('region', { name: 'Good together' })
        .getByRole('listitem')
        .nth(1)
        .getByRole('link', { name: /Tall Pitcher/ })
        .waitFor()
      const beside = shop.page.getByRole('region', { name: 'Goes well with' })
      await beside.getByRole('article').first().waitFor()
      assert.equal(await beside.getByRole('link', { name: 'Tall Pitcher', exact: true }).count(), 0, 'nothing is shown twice')
      assert.equal(await beside.getByRole('article').count(), 4)
      await shop.audit('a product with what goes with it')

      await page.getByRole('list', { name: 'Pinned' }).first().getByRole('button', { name: 'Take Tall Pitcher off the list' }).click()
      await page.getByRole('list', { name: 'Pinned' }).first().waitFor({ state: 'detached' })
    })

  test('the bag shows what goes with what is in it, without script too, and the empty one what most begin with', async () => {
    await using visit = await admin.visit({ width: 1440 })
    const { page, audit } = visit
    await page.goto(`${admin.shop.url}/cart`)
    await page.getByText('Most people begin with these:').waitFor()
    assert.equal(await page.getByRole('article').count(), 4)
    await audit('an empty bag')
    await arrive(page, `${admin.shop.url}/products/tea-towel`)
    const heard = cartAnswer(page)
    await visible(page.getByRole('button', { name: /^Add to/ })).click()
    await page
      .getByRole('dialog')
      .getByText(/in the bag\.$/)
      .waitFor()
    await heard
    await page.goto(`${admin.shop.url}/cart`)
    const table = page.getByRole('region', { name: 'On the same table' })
    await table.getByRole('article').first().waitFor()
    assert.equal(await table.getByRole('article').count(), 4)
    assert.equal(await table.getByRole('link', { name: 'Hearth Tea Towel' }).count(), 0)
    await audit('a bag with what goes with it')

    await using plain = await admin.visit({ width: 390, script: false })
    await plain.page.goto(`${admin.shop.url}/search?q=zeppelin`)
    await plain.page.getByText('Until then, these are on the shelf:').waitFor()
    assert.equal(await plain.page.getByRole('article').count(), 4)
    await plain.page.goto(`${admin.shop.url}/products/morning-mug`)
    await plain.page.getByRole('region', { name: 'Goes well with' }).getByRole('article').first().waitFor()
  })

  for (const script of [true, false])
    test(`what goes together goes into the bag by one press, as it is chosen, ${script ? 'with' : 'without'} script`, async () => {
      const [mug, pitcher, candle] = [await idOf('morning-mug'), await idOf('water-pitcher'), await idOf('first-light-candle')]
      await office().recommendationManagement.setProductPicks({ productId: mug, pinned: [pitcher, candle], excluded: [] })
      await using visit = await admin.visit({ width: 390, theme: script ? 'light' : 'dark', script })
      const { page, audit } = visit
      await arrive(page, `${admin.shop.url}/products/morning-mug`)
      const row = page.getByRole('region', { name: 'Good together' })
      const button = row.getByRole('button', { name: /^Add all three/ })
      const priced = async () => Number(/€(\d+)/.exec(await button.innerText())?.[1])
      await row.getByRole('link', { name: /First Light Candle/ }).waitFor()
      const items = 3
      assert.equal(await row.getByRole('listitem').count(), items)
      await audit('a product with what is bought with it')
      await page.getByText(/^Or collect it at Kastanienallee 77, Berlin: ready /).waitFor()
      if (script) {
        const before = await priced()
        await page.getByRole('radio', { name: /^Large/ }).check({ force: true })
        await row.getByText('Large').waitFor()
        assert.ok((await priced()) > before, 'the sum follows the choice')
        let answers = 0
        page.on('response', (answer) => {
          if (answer.request().method() === 'POST' && new URL(answer.url()).pathname.startsWith('/cart')) answers++
        })
        await button.click()
        const drawer = page.getByRole('dialog', { name: 'Your bag' })
        await drawer
          .getByRole('listitem')
          .nth(items - 1)
          .waitFor()
        await drawer.getByText(/Large/).first().waitFor()
        for (const until = Date.now() + 20_000; answers < items && Date.now() < until; ) await page.waitForTimeout(100)
        await page.goto(`${admin.shop.url}/cart`)
      } else await button.click()
      await page.waitForURL(/\/cart$/)
      const lines = page.getByRole('main').locator('.line')
      await lines.nth(items - 1).waitFor()
      assert.equal(await lines.count(), items)
      await office().recommendationManagement.setProductPicks({ productId: mug, pinned: [], excluded: [] })
    })

  test('looks at products are counted in one visit, and no cookie goes with them', async () => {
    await using visit = await admin.visit({ width: 1440 })
    const { page } = visit
    const told = () => page.waitForRequest((request) => request.url().endsWith('/viewed'))
    const first = told()
    await arrive(page, `${admin.shop.url}/products/morning-mug`)
    const one = new URLSearchParams((await first).postData() ?? '')
    assert.deepEqual([one.get('product'), one.get('before')], [await idOf('morning-mug'), ''])
    const next = told()
    await page.getByRole('region', { name: 'Goes well with' }).getByRole('link').first().click()
    const request = await next
    const other = new URLSearchParams(request.postData() ?? '')
    assert.equal(other.get('before'), one.get('product'))
    assert.notEqual(other.get('product'), one.get('product'))
    assert.equal((await request.allHeaders())['cookie'], undefined)
    assert.equal((await request.response())?.status(), 204)
  })
})
