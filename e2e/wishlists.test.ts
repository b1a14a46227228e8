import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'
import { hydrated } from './browser.ts'
import { addToCart } from './shopper.ts'

suite('wish lists', () => {
  let admin: OpenAdmin
  before(async () => {
    admin = await openAdmin()
  })
  after(() => admin?.[Symbol.asyncDispose]())

  const mug = '/products/morning-mug'
  const heartOf = (page: Page, pressed: boolean) => page.getByRole('button', { name: 'On your wish list: Morning Mug', pressed }).first()

  /** Its hearts have asked what is on the lists: they are alive. */
  async function arriveAt(page: Page, path: string): Promise<void> {
    const asked = page.waitForResponse((answer) => answer.url().endsWith('/wishlists/hearts'))
    await page.goto(admin.shop.url + path)
    await asked
  }

  for (const { width, theme } of [
    { width: 390, theme: 'light' },
    { width: 820, theme: 'dark' },
    { width: 1440, theme: 'light' },
  ] as const)
    test(`a visitor chooses lists by the heart, and finds them, ${width} px wide, ${theme}`, async () => {
      await using visit = await admin.visit({ width, theme })
      const { page, audit } = visit
      await arriveAt(page, mug)
      await (await hydrated(heartOf(page, false))).click()
      await heartOf(page, true).waitFor({ state: 'attached' })
      const dialog = page.getByRole('dialog', { name: 'Keep it on a list' })
      await dialog.getByText('One object, only you').waitFor()
      await dialog.getByText('On your list you can ask for one email when it costs less.').waitFor()
      await dialog.getByLabel('A new list').fill('For the new flat')
      await dialog.getByRole('button', { name: 'Add' }).click()
      await dialog.getByRole('checkbox').nth(1).waitFor()
      await audit('choosing a list')
      const [frame, field] = await Promise.all([dialog.boundingBox(), dialog.getByLabel('A new list').boundingBox()])
      assert.ok(field!.x - frame!.x >= 16, 'what is in the dialog stands off its edges')
      await dialog.getByRole('button', { name: 'Keep it' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.reload()
      await heartOf(page, true).waitFor()
      await page.goto(`${admin.shop.url}/wishlist`)
      await page.getByRole('navigation', { name: 'Your lists' }).getByRole('link', { name: 'For the new flat' }).waitFor()
      await audit('the lists of a visitor')
      await page.goto(`${admin.shop.url}/cart`)
      await page.getByText('Nothing in the bag yet.').waitFor()
    })

  test('a line is saved for later, and goes back to the bag', async () => {
    await using visit = await admin.visit({ width: 1440 })
    const { page, audit } = visit
    await addToCart(page, admin.shop, { slug: 'morning-mug', choices: {}, quantity: 2 })
    await page.goto(`${admin.shop.url}/cart`)
    await page.getByRole('button', { name: 'Keep for later Morning Mug' }).click()
    const later = page.getByRole('region', { name: 'Kept for later' })
    await later.getByRole('heading', { name: 'Morning Mug' }).waitFor()
    await page.getByText('Nothing in the bag yet.').waitFor()
    await audit('a bag with something saved for later')
    await later.getByRole('button', { name: 'Back to the bag Morning Mug' }).click()
    await later.waitFor({ state: 'detached' })
    assert.equal(await page.locator('input[name^="quantity."]').first().inputValue(), '2')
  })

  test('without script a heart is a form, and a list is changed by forms', async () => {
    await using visit = await admin.visit({ width: 390, theme: 'dark', script: false })
    const { page, audit } = visit
    // The first thing that somebody does here gives them a name.
    await page.goto(`${admin.shop.url}/wishlist`)
    await page.getByLabel('A new list').fill('Presents')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Presents' }).waitFor()
    await page.goto(admin.shop.url + mug)
    await heartOf(page, false).click()
    await page.getByRole('heading', { level: 1, name: 'Wish list' }).waitFor()
    await audit('a wish list without script')
    await page.getByRole('button', { name: 'Remove Morning Mug' }).click()
    await page.getByText('Morning Mug is off the list.').waitFor()
    await page.getByText('Nothing is on this list yet.').waitFor()
  })

  test('a heart that could not be saved says so, and is empty again', async () => {
    await using visit = await admin.visit({ width: 1440 })
    const { page } = visit
    await arriveAt(page, '/products')
    const heart = page.getByRole('button', { name: /^On your wish list/ }).first()
    await heart.waitFor()
    await page.route('**/wishlists/hearts', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
    await heart.click()
    await page.getByText('That was not saved. Try again.').waitFor()
    assert.equal(await heart.getAttribute('aria-pressed'), 'false')
  })

  for (const { width, theme } of [
    { width: 390, theme: 'light' },
    { width: 820, theme: 'light' },
    { width: 1440, theme: 'dark' },
  ] as const)
    test(`things stand beside each other, ${width} px wide, ${theme}`, async () => {
      await using visit = await admin.visit({ width, theme })
      const { page, audit } = visit
      await page.goto(`${admin.shop.url}/compare?of=shoulder-vase,bottle-vase`)
      const table = page.getByRole('table')
      assert.equal(
        await table
          .getByRole('columnheader')
          .filter({ has: page.getByRole('link') })
          .count(),
        2,
      )
      await audit('a comparison')
      await page.getByLabel('Add a third').selectOption({ index: 1 })
      await page.getByRole('main').getByRole('button', { name: 'Add', exact: true }).last().click()
      await page.getByRole('heading', { level: 1, name: 'Three objects, side by side' }).waitFor()
      const rows = await table.getByRole('row').filter({ visible: true }).count()
      await page.getByLabel('Only what differs').check()
      assert.ok((await table.getByRole('row').filter({ visible: true }).count()) < rows)
      await page.getByRole('link', { name: 'Take away Bottle Vase' }).click()
      await page.getByRole('heading', { level: 1, name: 'Two objects, side by side' }).waitFor()
    })
})
