import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { arrive, type Window } from './browser.ts'
import { openForAll } from './open-for-all.ts'
import type { OpenShop } from './shop.ts'
import { addToCart, cards, comeToPayment, press, readOrder, writeCard } from './shopper.ts'
import { sizes } from './sizes.ts'

const patienceMs = 30_000

suite('while the connection is lost', () => {
  let shop: OpenShop
  let browser: Window
  openForAll((opened) => {
    ;[shop, browser] = opened
  })

  const lost = (page: Page) =>
    page
      .getByRole('alert')
      .locator('.lost')
      .filter({ hasText: /No connection since \d\d?:\d\d\./ })
  const offline = (page: Page, isOffline: boolean) => page.context().setOffline(isOffline)
  /** The page hears of its connection. */
  const listens = (page: Page) => page.waitForFunction(() => !fetch.toString().includes('[native code]'))

  for (const { width, theme } of sizes([
    { width: 390, theme: 'dark' },
    { width: 1440, theme: 'light' },
  ] as const))
    test(`a product page stays, and what was pressed goes into the bag when it is back: ${width} px, ${theme}`, async () => {
      await using visit = await browser.visit({ width, theme })
      const { page, audit } = visit
      await arrive(page, `${shop.url}/products/dinner-plate?Glaze=Chalk`)
      await listens(page)
      await audit('a product') // axe is there from now on: bringing it tells the page that it is online
      await offline(page, true)
      await lost(page).waitFor()
      await press(page, /^Add to the bag/)
      await lost(page).getByText('What you pressed goes on by itself').waitFor()
      await page.getByRole('heading', { level: 1, name: 'Table Plate' }).waitFor()
      await audit('a product without a connection')
      // The bag shows it before the shop has answered; leaving before then would break the request off.
      const answered = page.waitForResponse(
        (answer) => answer.request().method() === 'POST' && answer.url().includes('/cart.data') && answer.ok(),
      )
      await offline(page, false)
      await page.getByRole('dialog').getByText('Table Plate, Chalk: in the bag.').waitFor()
      await lost(page).waitFor({ state: 'detached' })
      await answered
      await arrive(page, `${shop.url}/cart`)
      assert.equal(await page.locator('main .qty input').inputValue(), '1', 'once')
    })

  test('a link that was pressed leads on when it is back', async () => {
    await using visit = await browser.visit({ width: 1440 })
    const { page } = visit
    await arrive(page, `${shop.url}/products/dinner-plate`)
    await listens(page)
    await offline(page, true)
    await page.getByRole('banner').getByRole('link', { name: 'All objects' }).click()
    await lost(page).getByText('The page comes by itself').waitFor()
    assert.equal(new URL(page.url()).pathname, '/products/dinner-plate')
    await offline(page, false)
    await page.waitForURL(`${shop.url}/products`)
    await page.getByRole('heading', { level: 1, name: 'All objects' }).waitFor()
  })

  test('whoever pays is told that nothing was charged, may leave it, and pays once when it is back', async () => {
    await using visit = await browser.visit({ width: 390 })
    const { page, audit } = visit
    await addToCart(page, shop, { slug: 'dinner-plate', choices: { Glaze: 'Chalk' } })
    await comeToPayment(page, shop, 'offline@example.com')
    await writeCard(page, cards.good)
    await listens(page)
    await audit('the payment')
    await offline(page, true)
    await press(page, /^Pay/)
    await lost(page).getByText('Nothing was sent and nothing was charged.').waitFor()
    assert.equal(await page.getByLabel('Card number').inputValue(), cards.good, 'what was typed is there')
    await audit('paying without a connection')
    await press(page, 'Do not pay')
    await lost(page).getByText('This page and your bag stay as they are.').waitFor()
    await press(page, /^Pay/)
    await offline(page, false)
    await readOrder(page)
  })

  test('a payment that was lost on its way is asked for once more, and paid once', async () => {
    await using visit = await browser.visit({ width: 1440 })
    const { page } = visit
    await addToCart(page, shop, { slug: 'dinner-plate', choices: { Glaze: 'Chalk' } })
    await comeToPayment(page, shop, 'half-way@example.com')
    await writeCard(page, cards.good)
    await listens(page)
    let sent = 0
    // The shop hears it, and its answer never comes.
    await page.route(/\/checkout\/[^/]+\.data/, async (route) => {
      if (route.request().method() !== 'POST' || ++sent > 1) return route.continue()
      await route.fetch()
      return route.abort('connectionreset')
    })
    await press(page, /^Pay/)
    await lost(page).getByText('You do not pay twice').waitFor()
    await press(page, 'Try now')
    const { number } = await readOrder(page)
    assert.equal(sent, 2)
    const { orders } = await shop.merchant.orders.searchOrders({ search: { filter: { 'buyerInfo.email': 'half-way@example.com' } } })
    assert.deepEqual(
      orders.map((order) => [order.number, order.paymentStatus]),
      [[number.replace(/\D/g, ''), 'PAID']],
    )
  })

  test('a page that is asked for says so itself, and comes when it is back', async () => {
    await using visit = await browser.visit({ width: 820, worker: true, fails: true })
    const { page, audit } = visit
    await arrive(page, shop.url)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await offline(page, true)
    await page.goto(`${shop.url}/products/morning-mug`)
    await page.getByRole('heading', { level: 1, name: 'Still here, without the net' }).waitFor()
    await page.getByText(/^No connection since \d\d?:\d\d$/).waitFor()
    await audit('a page without a connection')
    await offline(page, false)
    await page.getByRole('heading', { level: 1, name: 'Morning Mug' }).waitFor()
    assert.equal(new URL(page.url()).pathname, '/products/morning-mug')
  })

  /** What the page that is shown without a connection has in it, once that is so. */
  async function cachedOffline(page: Page, slugs: string): Promise<void> {
    for (const until = Date.now() + patienceMs; Date.now() < until; await page.waitForTimeout(100)) {
      const of = await page.evaluate(async () => (await caches.match('/offline', { cacheName: 'offline' }))?.headers.get('x-of'))
      if (of === slugs) return
    }
    throw new Error(`what is cached never became "${slugs}"`)
  }

  test('what was looked at last is there without a connection, as everybody sees it, until it is cleared', async () => {
    await using visit = await browser.visit({ width: 390, theme: 'dark', worker: true, fails: true })
    const { page, audit } = visit
    await arrive(page, `${shop.url}/products/teapot`)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await cachedOffline(page, 'teapot')
    await arrive(page, `${shop.url}/products/morning-mug`)
    await cachedOffline(page, 'morning-mug,teapot')
    await offline(page, true)
    await page.goto(`${shop.url}/products`)
    await page.getByRole('heading', { level: 1, name: 'Still here, without the net' }).waitFor()
    const list = page.getByRole('region', { name: 'Kept on this device' })
    assert.deepEqual(await list.getByRole('link').allTextContents(), ['Morning Mug', 'Round Teapot'])
    assert.equal(
      await list.locator('img').evaluateAll((images) => images.every((image) => (image as HTMLImageElement).naturalWidth > 0)),
      true,
    )
    await audit('a page without a connection, with what was looked at')
    await list.getByRole('link', { name: 'Round Teapot' }).click()
    await page.getByRole('heading', { level: 1, name: 'Round Teapot' }).waitFor()
    await page.getByText('€89').first().waitFor()
    await page.getByText(/^As it was on \d+ November/).waitFor()
    assert.deepEqual(await list.getByRole('link').allTextContents(), ['Morning Mug'])
    await audit('a product without a connection, from what was cached')
    await offline(page, false)
    await page
      .getByRole('button', { name: /^Add to the bag/ })
      .first()
      .waitFor()
    assert.equal(new URL(page.url()).pathname, '/products/teapot')
    await page.getByRole('button', { name: 'Forget these' }).click()
    await cachedOffline(page, '')
  })
})
