import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { arrive, type Window } from './browser.ts'
import { openForAll } from './open-for-all.ts'
import type { OpenShop } from './shop.ts'

suite('a search that finds nothing', () => {
  let shop: OpenShop
  let browser: Window
  openForAll((opened) => {
    ;[shop, browser] = opened
  })

  for (const script of [true, false])
    test(`says which of two words has results, and links to them, ${script ? 'with' : 'without'} script`, async () => {
      await using visit = await browser.visit({ width: 390, script })
      const { page, audit } = visit
      await arrive(page, `${shop.url}/search`)
      await page.getByRole('main').getByRole('searchbox').fill('vase blue')
      await page.keyboard.press('Enter')
      await page.getByText('Nothing here has both “vase” and “blue”.').waitFor()
      const words = page.getByText('By themselves:')
      assert.match((await words.innerText()).replace(/\s+/g, ' '), /By themselves: vase, three objects; blue, nothing/)
      await audit('a search whose words nothing has together')
      await page.getByRole('main').getByRole('link', { name: 'vase', exact: true }).click()
      await page.getByText('for “vase”').waitFor()
      assert.equal(await page.getByRole('main').getByRole('link', { name: /Vase$/ }).count(), 3)
    })

  test('a word that is being typed is completed, and leads to what it finds', async () => {
    await using visit = await browser.visit({ width: 390 })
    const { page, audit } = visit
    await arrive(page, shop.url)
    await page.getByRole('banner').getByRole('link', { name: 'Search' }).filter({ visible: true }).click()
    const over = page.getByRole('dialog', { name: 'Search' })
    await over.locator('input[name=q]').fill('vas')
    await over.getByRole('heading', { name: 'Did you mean' }).waitFor()
    await over.getByRole('link', { name: 'Vases 4' }).waitFor()
    await audit('a word that is being typed')
    await over.getByRole('link', { name: 'vase', exact: true }).click()
    await page.waitForURL(/\/search\?q=vase$/)
    await page.getByText('for “vase”').waitFor()
  })

  test('typos and words that sound alike are found, a word of another language is not taken for a typo, and stop words find nothing', async () => {
    const found = async (q: string) => {
      const { products, total } = await shop.shopper().search.searchProducts({ q })
      return { total, names: products.map(({ name }) => name) }
    }
    for (const [q, name] of [
      ['kaffee', 'Morning Blend'],
      ['mugg', 'Morning Mug'],
      ['candels', 'First Light Candle'],
      ['morning-mug', 'Morning Mug'],
    ] as const) {
      const { total, names } = await found(q)
      assert.ok(names.includes(name) && total < 5, q)
    }
    for (const q of ['Becher', 'the', 'a', 'and', '<b>x']) assert.deepEqual(await found(q), { total: 0, names: [] }, q)
    assert.deepEqual((await found('€26')).names, ['Morning Mug'])
    assert.ok((await found('tee')).total < 5)
  })
})
