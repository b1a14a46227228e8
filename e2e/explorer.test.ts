/** Trying an operation from the API reference and a query from GraphiQL, in the browser. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openWithBrowser } from './shop.ts'

const [shop, browser] = await openWithBrowser()
after(async () => {
  await browser[Symbol.asyncDispose]()
  await shop[Symbol.asyncDispose]()
})

test('an operation of the reference can be tried in the explorer, which calls only the shop', async () => {
  await using visit = await browser.visit({ width: 1440 })
  const { page } = visit
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== shop.url && !/^(?:data|blob):/.test(request.url())) elsewhere.push(request.url())
  })
  await page.goto(`${shop.url}/reference`)
  await page.locator('[id="shop.getShop"]').getByRole('link', { name: 'Try it in the explorer' }).click()
  await page.getByRole('heading', { name: 'Read what everyone may know about the shop' }).waitFor()
  await page
    .getByRole('button', { name: /Test Request/ })
    .filter({ visible: true })
    .first()
    .click()
  const answered = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/vitrine/v1/shop')
  await page.getByRole('button', { name: /^Send/ }).filter({ visible: true }).first().click()
  assert.equal((await answered).status(), 200)
  await page.getByText('200 OK').filter({ visible: true }).first().waitFor()
  assert.deepEqual(elsewhere, [])
})

test('a query is sent from GraphiQL, which knows the schema', async () => {
  await using visit = await browser.visit({ width: 1440 })
  const { page } = visit
  await page.goto(`${shop.url}/graphql`)
  const answered = page.waitForResponse(async (answer) => answer.request().postData()?.includes('shop_getShop') ?? false)
  await page.getByRole('button', { name: /Execute query/ }).click()
  assert.equal((await (await answered).json()).data.shop_getShop.shop.name, 'Morrow')
  await page.getByText('"Morrow"').first().waitFor()
})
