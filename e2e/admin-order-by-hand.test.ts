import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'
import { dragByFinger, dragByMouse } from './drag.ts'
import { merchantClient } from './merchant-client.ts'

suite('order by hand', () => {
  let admin: OpenAdmin
  before(async () => {
    admin = await openAdmin()
  })
  after(() => admin?.[Symbol.asyncDispose]())

  const merchant = () => merchantClient(admin.shop)
  const collectionNames = async () => (await merchant().listCollections({})).collections.map(({ name }) => name)
  async function productsOf(slug: string): Promise<readonly string[]> {
    const { id } = (await merchant().listCollections({})).collections.find((one) => one.slug === slug)!
    return (await merchant().listCollectionProducts({ id, limit: 100 })).products.map(({ name }) => name)
  }
  const handle = (page: Page, name: string) => page.getByRole('button', { name: `Move ${name}: arrow keys` })
  const picture = (page: Page, at: number) => page.locator('.dragrow .tile').nth(at)
  /** Until the page has what it shows from the shop again. */
  const stands = (page: Page, names: readonly string[]) =>
    page.waitForFunction((wanted) => {
      const items = [...document.querySelectorAll<HTMLElement>('.dragrow li')]
      return items.every(({ style }) => style.order === '') && items.map((one) => one.querySelector('a')?.textContent).join() === wanted
    }, names.join())

  test('by mouse: products by handle and by picture, a click on a name stays a click, Esc calls it off', async () => {
    const before = await productsOf('lighting')
    const [first, second, third, fourth] = before as [string, string, string, string]
    await using visit = await admin.enter({ width: 1440 }, '/collections')
    const { page, audit } = visit
    await page.getByRole('link', { name: /^Lighting/ }).click()
    await page.getByRole('heading', { name: 'Lighting', level: 2 }).waitFor()
    await dragByMouse(page, handle(page, first), handle(page, third))
    await stands(page, [second, third, first, fourth])
    assert.deepEqual(await productsOf('lighting'), [second, third, first, fourth])
    await page.getByText(`${first}, 3 of 4`).waitFor({ state: 'attached' })

    await dragByMouse(page, picture(page, 3), picture(page, 0))
    await stands(page, [fourth, second, third, first])
    assert.deepEqual(await productsOf('lighting'), [fourth, second, third, first])

    const box = (await picture(page, 0).boundingBox())!
    const other = (await picture(page, 2).boundingBox())!
    await page.mouse.move(box.x + 20, box.y + 20)
    await page.mouse.down()
    await page.mouse.move(other.x + 20, other.y + 20, { steps: 4 })
    await page.locator('[data-held]').waitFor()
    await audit('a product that is held')
    await page.keyboard.press('Escape')
    await page.locator('[data-held]').waitFor({ state: 'detached' })
    await page.mouse.up()
    await stands(page, [fourth, second, third, first])

    await page.getByRole('link', { name: fourth, exact: true }).click()
    await page.getByRole('heading', { name: fourth, level: 1 }).waitFor()
  })

  test('by finger on a phone: collections by handle, products by handle and by resting on a picture; what slides over a picture scrolls', async () => {
    const names = await collectionNames()
    await using visit = await admin.enter({ width: 390, touch: true }, '/collections')
    const { page, audit } = visit
    await page.getByRole('link', { name: /^Tableware/ }).tap()
    await page.getByRole('heading', { name: 'Tableware', level: 2 }).waitFor()
    await dragByFinger(page, handle(page, names[0]!), handle(page, names[2]!))
    const placed = [names[1]!, names[2]!, names[0]!, ...names.slice(3)]
    await page.waitForFunction(
      (wanted) => [...document.querySelectorAll('.picklist .reorder b')].map(({ textContent }) => textContent).join() === wanted,
      placed.join(),
    )
    assert.deepEqual(await collectionNames(), placed)

    const [first, second, ...others] = (await productsOf('tableware')) as [string, string, ...string[]]
    await dragByFinger(page, handle(page, first), handle(page, second))
    await stands(page, [second, first, ...others])
    assert.deepEqual(await productsOf('tableware'), [second, first, ...others])

    await dragByFinger(page, picture(page, 0), picture(page, 1), () => page.locator('[data-held]').waitFor())
    await stands(page, [first, second, ...others])
    assert.deepEqual(await productsOf('tableware'), [first, second, ...others])

    await picture(page, 4).scrollIntoViewIfNeeded()
    const before = await page.evaluate(() => scrollY)
    await dragByFinger(page, picture(page, 4), picture(page, 1))
    await page.waitForFunction((was) => scrollY !== was, before)
    assert.deepEqual(await productsOf('tableware'), [first, second, ...others])
    await audit('a collection under a finger')
  })

  test('by the keys: arrows, Home and End on a handle, faster than the shop answers; the focus stays and each place is said', async () => {
    const [first, second, third, fourth] = (await productsOf('vases')) as [string, string, string, string]
    await using visit = await admin.enter({ width: 820, theme: 'dark' }, '/collections')
    const { page } = visit
    await page.getByRole('link', { name: /^Vases/ }).click()
    await page.getByRole('heading', { name: 'Vases', level: 2 }).waitFor()
    await handle(page, first).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.getByText(`${first}, 3 of 4`).waitFor({ state: 'attached' })
    await stands(page, [second, third, first, fourth])
    assert.deepEqual(await productsOf('vases'), [second, third, first, fourth])
    assert.ok(await handle(page, first).evaluate((element) => element === document.activeElement))
    await page.keyboard.press('End')
    await stands(page, [second, third, fourth, first])
    await page.keyboard.press('Home')
    await stands(page, [first, second, third, fourth])
    assert.deepEqual(await productsOf('vases'), [first, second, third, fourth])
  })

  test('pictures and options of a product: by finger and by mouse', async () => {
    const [one] = (await merchant().listProducts({ query: { filter: { words: 'morning mug' } } })).products
    const before = (await merchant().readProduct({ id: one!.id })).product
    await using visit = await admin.enter({ width: 390, touch: true }, `/products/${one!.id}`)
    const { page } = visit
    const medium = (at: number) => page.locator('[data-medium]').nth(at)
    await dragByFinger(page, medium(0), medium(1), () => page.locator('[data-held]').waitFor())
    await page.getByText('Picture 1, 2 of', { exact: false }).waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Save' }).tap()
    await page.getByText('Morning Mug is saved.').waitFor()
    const after = (await merchant().readProduct({ id: one!.id })).product
    const ids = before.media.map(({ mediaId }) => mediaId)
    assert.deepEqual(
      after.media.map(({ mediaId }) => mediaId),
      [ids[1], ids[0], ...ids.slice(2)],
    )

    await using desktop = await admin.enter({ width: 1440 }, `/products/${one!.id}`)
    const option = (name: string) => desktop.page.getByRole('button', { name: `Move option ${name}: arrow keys` })
    const [glaze, size] = after.options.map(({ name }) => name) as [string, string]
    await dragByMouse(desktop.page, option(glaze), option(size))
    await desktop.page.getByRole('button', { name: 'Save' }).click()
    await desktop.page.getByText('Morning Mug is saved.').waitFor()
    const { options } = (await merchant().readProduct({ id: one!.id })).product
    assert.deepEqual(
      options.map(({ name }) => name),
      [size, glaze],
    )
  })
})
