import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { merchantProducts } from '@vitrine/client/back-office'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'
import { arrive } from './browser.ts'
import { visible } from './by-hand.ts'

suite('goods in the shop', () => {
  let admin: OpenAdmin
  before(async () => {
    admin = await openAdmin()
  })
  after(() => admin?.[Symbol.asyncDispose]())

  test('what is sold by measure is given its contents in the editor and says its unit price in the shop', async () => {
    await using visit = await admin.enter({ width: 1440 }, '/products')
    const { page, audit } = visit
    const field = (label: string) => page.getByLabel(label, { exact: true }).first()
    await page.getByRole('link', { name: 'Product', exact: true }).first().click()
    await field('Title').fill('Evening Oil')
    await field('Price').fill('14.50')
    await field('Sold by measure').selectOption('ml')
    await field('Contents').fill('250')
    await page.getByText('Shoppers read €5.80 / 100 ml.').waitFor()
    await page
      .getByLabel(/^Barcode/)
      .first()
      .fill('4006381333931')
    await page.getByText('A GTIN: sales channels find it.').waitFor()
    await audit('a product that is sold by measure')
    await page.getByRole('button', { name: /^Save/ }).click()
    await page.getByRole('heading', { name: 'Evening Oil', level: 1 }).waitFor()

    await using shopper = await admin.visit({ width: 390, theme: 'dark' })
    await arrive(shopper.page, `${admin.shop.url}/products?sort=newest`)
    await shopper.page
      .getByRole('article')
      .filter({ hasText: 'Evening Oil' })
      .getByText(/^€5\.80 \/ 100\sml$/)
      .waitFor()
    await visible(shopper.page.getByRole('link', { name: 'Evening Oil' })).click()
    await shopper.page.getByRole('heading', { name: 'Evening Oil', level: 1 }).waitFor()
    await visible(shopper.page.getByText(/^€5\.80 \/ 100\sml$/)).waitFor()
    await shopper.audit('a product with its unit price')
    const data = await shopper.page.locator('script[type="application/ld+json"]').allTextContents()
    const [product, way] = data.map((text) => JSON.parse(text) as Record<string, unknown> & { offers?: Record<string, unknown> })
    assert.deepEqual([product?.['@type'], product?.['gtin'], way?.['@type']], ['Product', '4006381333931', 'BreadcrumbList'])
    assert.equal((product!.offers!['priceSpecification'] as { price: number }).price, 5.8)
  })

  test('what was looked at is shown again until it is forgotten, and lists are sorted by what sells best', async () => {
    await using visit = await admin.visit({ width: 1440 })
    const { page, audit } = visit
    for (const slug of ['morning-mug', 'dinner-plate']) {
      await arrive(page, `${admin.shop.url}/products/${slug}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
    }
    const seen = page.getByRole('region', { name: 'Recently seen' })
    await seen.getByRole('link', { name: 'Morning Mug' }).waitFor()
    assert.equal(await seen.getByRole('link').count(), 1)
    await audit('a product with those seen before')
    await page.goto(`${admin.shop.url}/products`)
    await seen.getByRole('link').nth(1).waitFor()
    await page.getByLabel('Sort by', { exact: true }).selectOption('Best-selling')
    await page.waitForURL(/sort=bestSelling/)
    await seen.getByRole('button', { name: 'Forget these' }).click()
    await seen.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    assert.equal(await seen.count(), 0)
  })

  test('a price that is typed narrows the list down, few results are sorted, and a page that is slow to come shows its shape', async () => {
    await using visit = await admin.visit({ width: 390 })
    const { page, audit } = visit
    await arrive(page, `${admin.shop.url}/products`)
    await page.getByRole('button', { name: 'Filter' }).click()
    const filters = page.getByRole('dialog', { name: 'Filter' })
    await filters.getByLabel('Up to').fill('€30.00')
    await filters.getByRole('button', { name: /^Show/ }).click()
    await page.waitForURL(/\?to=30$/)
    await page.getByRole('link', { name: 'Remove: Up to €30' }).waitFor()
    assert.equal(await page.locator('#side-to').inputValue(), '€30')

    const comes = Promise.withResolvers<void>()
    await page.route(/\/products\/[a-z-]+\.data/, async (route) => {
      await comes.promise
      await route.continue()
    })
    await visible(page.getByRole('link', { name: 'Morning Mug' })).click()
    await page.getByText('Fetching the object').waitFor()
    await audit('a product that is slow to come')
    comes.resolve()
    await page.getByRole('heading', { name: 'Morning Mug', level: 1 }).waitFor()
    const listComes = Promise.withResolvers<void>()
    await page.route(/\/products\.data/, async (route) => {
      await listComes.promise
      await route.continue()
    })
    await page.goBack()
    await page.getByText('Fetching the shelf').waitFor()
    await audit('a list that is slow to come')
    listComes.resolve()
    await page.getByRole('link', { name: 'Remove: Up to €30' }).waitFor()
    await page.unrouteAll({ behavior: 'wait' })

    await arrive(page, `${admin.shop.url}/search?q=vase`)
    await page.getByLabel('Sort by', { exact: true }).selectOption('Price, low to high')
    await page.waitForURL(/sort=priceAsc/)
    await page.getByRole('article').first().getByRole('heading', { name: 'Bottle Vase' }).waitFor()
    await audit('few results, sorted')

    await using wide = await admin.visit({ width: 1440 })
    await arrive(wide.page, `${admin.shop.url}/products?to=50`)
    const inStock = wide.page.getByRole('checkbox', { name: /^In stock \d+$/ })
    await inStock.focus()
    await wide.page.keyboard.press('Space')
    await wide.page.waitForURL(/in-stock=yes/)
    await wide.page.getByRole('link', { name: 'Remove: In stock' }).waitFor()
    assert.equal(await inStock.evaluate((box: HTMLInputElement) => box.checked && box === document.activeElement), true)

    assert.equal((await arrive(page, `${admin.shop.url}/products?from=${'9'.repeat(30)}&to=0.0000001`))?.status(), 200)
    await page.getByText('Nothing fits.').waitFor()
    await arrive(page, `${admin.shop.url}/products/cereal-bowl?Glaze=Clay`)
    await page.getByText(/take it now: Sage, €\d+ or Oat, €\d+\./).waitFor()
  })

  test('a long name, three options, two prices and no picture fit in any window', async () => {
    const office = createClient({ baseUrl: admin.shop.url, auth: apiKey(admin.shop.apiKey), modules: { merchantProducts } })
    const choices = (...all: readonly string[]) => all.map((value) => ({ value, description: value }))
    const { product } = await office.merchantProducts.addProduct({
      product: {
        name: 'Handgedrehter Früh\u00adstücks\u00adbecher mit Untertassenkombination',
        priceData: { price: 1249.5 },
        discount: { type: 'AMOUNT', value: 100 },
        ribbon: 'Am häufigsten gegriffen',
        manageVariants: true,
        productOptions: [
          { name: 'Glasur', optionType: 'drop_down', choices: choices('Salbei', 'Hafer') },
          { name: 'Größe', optionType: 'drop_down', choices: choices('Normal', 'Sehr groß mit doppelwandiger Isolierung, 520 ml') },
          { name: 'Verpackung', optionType: 'drop_down', choices: choices('Ohne', 'Geschenkkarton') },
        ],
      },
    })
    assert.equal(product.slug, 'handgedrehter-fruhstucksbecher-mit-untertassenkombination')
    for (const width of [390, 820]) {
      await using visit = await admin.visit({ width })
      await arrive(visit.page, `${admin.shop.url}/products/${product.slug}`)
      await visit.audit('a product with a long name')
      await arrive(visit.page, `${admin.shop.url}/products?sort=newest`)
      const name = visible(visit.page.getByRole('article').getByRole('heading', { name: /Untertassenkombination/ }))
      const card = name.locator('xpath=ancestor::article')
      const [{ width: named = 0 }, { width: whole = 0 }] = [(await name.boundingBox()) ?? {}, (await card.boundingBox()) ?? {}] as const
      assert.ok(named >= whole / 2, `${named} of ${whole} px are left for the name`)
    }
  })
})
