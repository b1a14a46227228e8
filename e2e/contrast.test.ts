import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'
import { arrive } from './browser.ts'
import { faintTexts } from './contrast.ts'
import { addToCart, comeToPayment, press } from './shopper.ts'

const cup = { slug: 'espresso-cup', choices: { Glaze: 'Sage' } }

suite('texts can be read on the colours they stand on', () => {
  let admin: OpenAdmin
  before(async () => void (admin = await openAdmin()))
  after(() => admin?.[Symbol.asyncDispose]())

  async function look(page: Page, name: string, found: string[]): Promise<void> {
    found.push(...(await faintTexts(page)).map((text) => `${name}: ${text}`))
  }

  test('text in the colour of its ground is found, and text over a picture is left out', async () => {
    await using visit = await admin.visit({ width: 820 })
    const { page } = visit
    await page.setContent(`<body style="background:#fff">
      <p style="color:#fff">white</p><p style="color:#000">black</p><p style="color:#999">grey</p><h1 style="color:#888;font-size:40px">large</h1>
      <div style="background-image:linear-gradient(#fff,#000)"><p style="color:#fff">picture</p></div>
      <button disabled style="color:#eee">off</button><p style="color:rgb(0 0 0 / 30%)">glass</p>`)
    assert.deepEqual(
      (await faintTexts(page)).map((text) => text.slice(0, 12)),
      ['1.00 “white”', '2.85 “grey” ', '2.12 “glass”'].map((text) => text.slice(0, 12)),
    )
  })

  for (const theme of ['light', 'dark'] as const) {
    test(`the shop, ${theme}`, async () => {
      await using visit = await admin.visit({ width: theme === 'light' ? 1440 : 390, theme })
      const { page } = visit
      const { url } = admin.shop
      const found: string[] = []
      for (const path of [
        '/',
        '/products',
        '/products?choice.Glaze=Oat&in-stock=yes',
        '/collections/tableware',
        '/search?q=mug',
        '/search?q=vase+blue',
      ])
        await arrive(page, url + path).then(() => look(page, path, found))
      for (const path of [
        '/products/morning-mug',
        '/products/cereal-bowl?Glaze=Clay',
        '/gift-card',
        '/nothing-here',
        '/orders',
        '/cart',
        '/wishlists',
      ])
        await arrive(page, url + path).then(() => look(page, path, found))
      for (const path of ['/login', '/register', '/reset', '/offline']) await arrive(page, url + path).then(() => look(page, path, found))
      await addToCart(page, admin.shop, cup)
      await look(page, 'the bag from the side', found)
      await arrive(page, `${url}/cart`)
      await look(page, 'a bag with a cup', found)
      await comeToPayment(page, admin.shop, `contrast-${theme}@example.com`)
      await look(page, 'how it is paid', found)
      await press(page, /^Pay/)
      await page.locator('[aria-invalid="true"]').first().waitFor()
      await look(page, 'a card that is not written', found)
      assert.deepEqual(found, [])
    })

    test(`the admin, ${theme}`, async () => {
      const { id } = await admin.buy(`contrast-admin-${theme}@example.com`)
      await using visit = await admin.enter({ width: theme === 'light' ? 1440 : 390, theme }, '/')
      const { page } = visit
      const found: string[] = []
      const sections = [
        '/',
        '/orders',
        `/orders/${id}`,
        '/products',
        '/inventory',
        '/members',
        '/promotions',
        '/reviews',
        '/shipping',
        '/taxes',
        '/payments',
      ]
      for (const path of [...sections, '/audit', '/shop', '/staff', '/mail', '/no-such-page']) {
        await page.goto(`${admin.shop.url}/admin${path}`)
        await page.locator('main h1, h1').first().waitFor()
        // Rows come after the frame of their page.
        await page.waitForLoadState('networkidle')
        await look(page, path, found)
      }
      assert.deepEqual(found, [])
    })
  }
})
