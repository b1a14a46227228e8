import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { connect } from '@vitrine/platform/kernel/db/pool'
import { raw, sql } from '@vitrine/platform/kernel/db/sql'
import { arrive, type Window } from './browser.ts'
import { contrastOf } from './contrast.ts'
import { openForAll } from './open-for-all.ts'
import type { OpenShop } from './shop.ts'
import { addToCart } from './shopper.ts'
import { sizes } from './sizes.ts'

suite('while something is broken on our side', () => {
  let shop: OpenShop
  let browser: Window
  openForAll((opened) => {
    ;[shop, browser] = opened
  })

  /** The platform cannot answer what it needs this table for, until it is given back. */
  async function without(table: 'product' | 'cart'): Promise<AsyncDisposable> {
    const rename = async (from: string, to: string) => {
      await using database = connect({ url: shop.databaseUrl, connections: 1 })
      await database.query(sql`alter table ${raw(from)} rename to ${raw(to)}`)
    }
    await rename(table, `${table}_away`)
    return { [Symbol.asyncDispose]: () => rename(`${table}_away`, table) }
  }

  /** Each looks at another thing: a page that was made before is cached, and needs less. */
  const views = [
    { missing: 'product', who: 'somebody new', width: 1440, theme: 'light', script: true, thing: ['morning-mug', 'Morning Mug'] },
    { missing: 'product', who: 'somebody new', width: 390, theme: 'dark', script: false, thing: ['cereal-bowl', 'Slow Bowl'] },
    { missing: 'cart', who: 'somebody with a bag', width: 390, theme: 'light', script: true, thing: ['morning-mug', 'Morning Mug'] },
    { missing: 'cart', who: 'somebody with a bag', width: 820, theme: 'dark', script: true, thing: ['cereal-bowl', 'Slow Bowl'] },
  ] as const

  for (const {
    missing,
    who,
    width,
    theme,
    script,
    thing: [slug, name],
  } of views)
    test(`${who} is told so by the shop itself, with the number that its log has, and tries again: ${width} px, ${theme}${script ? '' : ', without script'}`, async () => {
      await using visit = await browser.visit({ width, theme, script, fails: true })
      const { page, audit } = visit
      await arrive(page, shop.url)
      if (missing === 'cart') await addToCart(page, shop, { slug: 'dinner-plate', choices: { Glaze: 'Chalk' } })
      const { status, requestId } = await (async () => {
        await using _away = await without(missing)
        const response = await page.goto(`${shop.url}/products/${slug}`)
        await page.getByRole('heading', { name: 'Something broke, on our side' }).waitFor()
        await audit('what broke')
        // axe says nothing of text in the very colour of its ground.
        assert.ok((await contrastOf(page.getByRole('link', { name: 'Try again' }))) > 4.5, 'the button can be read')
        return { status: response?.status(), requestId: response?.headers()['x-wix-request-id'] }
      })()
      assert.equal(status, 500)
      assert.equal(await page.getByText('If you write to us').locator('code').textContent(), requestId)
      assert.match(shop.said(), new RegExp(`"requestId":"${requestId}"`))
      assert.equal(await page.getByRole('link', { name: 'Morrow' }).count(), 1, 'under the name of the shop')
      await page.getByRole('link', { name: 'Try again' }).click()
      await page.getByRole('heading', { name }).waitFor()
    })

  for (const [theme, width] of sizes([
    ['light', 390],
    ['dark', 1440],
  ] as const))
    test(`what fails in an open page leaves a button that can be read: ${theme}`, async () => {
      await using visit = await browser.visit({ width, theme, fails: true })
      const { page } = visit
      // The script of the drawer is lost on the way; its style sheet is not, and comes before those of the page that says so.
      await page.route(/\/assets\/drawer-[^/]*\.js$/, (route) => route.abort())
      await arrive(page, `${shop.url}/products/morning-mug`)
      await page.getByRole('button', { name: 'Add to the bag' }).filter({ visible: true }).first().click()
      const again = page.getByRole('link', { name: 'Try again' })
      await again.waitFor()
      const contrast = await contrastOf(again)
      assert.ok(contrast > 4.5, `the contrast of the button is ${contrast}`)
    })
})
