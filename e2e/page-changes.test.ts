import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { arrive, type Window } from './browser.ts'
import { openForAll } from './open-for-all.ts'
import type { OpenShop } from './shop.ts'
import { addToCart, cards, checkOut, comeToPayment, press, readOrder, writeCard } from './shopper.ts'

suite('from page to page', () => {
  let shop: OpenShop
  let browser: Window
  openForAll((opened) => {
    ;[shop, browser] = opened
  })

  /** The page is alive, with what comes after its first script. */
  const alive = (page: Page) => page.waitForFunction(() => !fetch.toString().includes('[native code]'))
  const focused = (page: Page, text: RegExp) =>
    page.waitForFunction(
      ([source]) => document.activeElement?.tagName === 'H1' && new RegExp(source!).test(document.activeElement.textContent),
      [text.source],
    )
  const said = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor({ state: 'attached' })

  test('what a page is called is said, and the focus is on its heading: by links, by Back, to the checkout and after paying', async () => {
    await using visit = await browser.visit({ width: 1440 })
    const { page } = visit
    await arrive(page, shop.url)
    await alive(page)
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'BODY', 'who arrives is led nowhere')
    const all = page.getByRole('banner').getByRole('link', { name: 'All objects' })
    await all.focus()
    await page.keyboard.press('Enter')
    await focused(page, /^All objects$/)
    await said(page, /^All objects · Morrow$/)
    await page.getByRole('link', { name: 'Moon Vase' }).first().click()
    await focused(page, /^Moon Vase$/)
    await said(page, /^Moon Vase/)
    await page.goBack()
    await focused(page, /^All objects$/)

    await addToCart(page, shop, { slug: 'dinner-plate', choices: { Glaze: 'Chalk' } })
    await page.getByRole('dialog').getByRole('link', { name: 'Look at the bag, add a code' }).click()
    await focused(page, /^Your bag$/)
    await page.getByRole('button', { name: 'Check out' }).filter({ visible: true }).first().click()
    await page.getByRole('heading', { name: 'Who is it for?' }).waitFor()
    await focused(page, /^Check out$/)
    await said(page, /^Check out/)

    await comeToPayment(page, shop, 'from-page-to-page@example.com')
    await alive(page)
    await writeCard(page, cards.good)
    await press(page, /^Pay/)
    await readOrder(page)
    await focused(page, /^Thank you, Hanna/)
  })

  test('the next page of a list is fetched when its link is pointed at, and not because it is seen', async () => {
    await using visit = await browser.visit({ width: 1440 })
    const { page } = visit
    await arrive(page, `${shop.url}/products`)
    await alive(page)
    const more = page.getByRole('link', { name: /^Show \d+ more$/ })
    await more.scrollIntoViewIfNeeded()
    // What is seen is known two frames later.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))))
    const fetched = page.locator('link[rel=prefetch][href*="page=2"]').first()
    assert.equal(await fetched.count(), 0)
    await more.hover()
    await fetched.waitFor({ state: 'attached' })
  })

  test('what is chosen on a page leaves the focus where it is', async () => {
    await using visit = await browser.visit({ width: 1440 })
    const { page } = visit
    await arrive(page, `${shop.url}/products`)
    await alive(page)
    const stocked = page.getByRole('checkbox').first()
    await stocked.focus()
    await page.keyboard.press('Space')
    await page.waitForURL(/\?/)
    await page.locator('.list__main[aria-busy]').waitFor({ state: 'detached' })
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'INPUT')
  })

  test('each page says the colours around it, in light and in dark', async () => {
    await using visit = await browser.visit({ width: 390 })
    const { page } = visit
    for (const path of ['/products', '/login', '/offline', '/a/b/c']) {
      const html = await (await page.request.get(shop.url + path)).text()
      assert.deepEqual(
        html.match(/<meta name="theme-color"[^>]*prefers-color-scheme: \w+/g)?.map((tag) => tag.split(': ')[1]),
        ['light', 'dark'],
        path,
      )
    }
    await addToCart(page, shop, { slug: 'dinner-plate', choices: { Glaze: 'Chalk' } })
    await checkOut(page, shop)
    assert.equal(await page.locator('meta[name="theme-color"]').count(), 2)
  })

  test('a press is answered before its answer has come', async () => {
    await using visit = await browser.visit({ width: 390 })
    const { page } = visit
    await arrive(page, `${shop.url}/products/dinner-plate?Glaze=Chalk`)
    await alive(page)
    let answered = Promise.withResolvers<void>()
    await page.route(/\.data(\?|$)/, async (route) => {
      await answered.promise
      await route.continue()
    })
    const button = page.getByRole('button', { name: /^Add to the bag/ }).first()
    await button.click()
    await page.locator('.buy__add[aria-busy=true]').waitFor()
    answered.resolve()
    await page.getByRole('dialog').getByText('in the bag.').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.buy__add:not([aria-busy])').waitFor()

    answered = Promise.withResolvers<void>()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Gift card' }).first().click()
    await page.locator('.progress-line').waitFor()
    answered.resolve()
    await page
      .getByRole('heading', { level: 1 })
      .filter({ hasText: /gift|letter/i })
      .waitFor()
    await page.locator('.progress-line').waitFor({ state: 'detached' })
  })
})
