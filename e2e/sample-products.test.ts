import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'
import { visible } from './by-hand.ts'

/** 22 products with all their pictures, beside whatever else the machine does. */
const imported = { timeout: 90_000 }

suite('an empty shop is filled for a look', () => {
  let admin: OpenAdmin
  before(async () => {
    admin = await openAdmin({ VITRINE_SEED: 'none' })
  })
  after(() => admin?.[Symbol.asyncDispose]())

  test('the demo’s products come by one press, stand in the shop with pictures, and go by another', async () => {
    await using visit = await admin.enter({ width: 1440 }, '/')
    const { page, audit } = visit
    const button = (name: string) => visible(page.getByRole('button', { name }))
    await page.getByRole('link', { name: 'Go on' }).click()
    await button('Fill for a look').click()
    await page.getByText('The demo’s 22 products are in My shop.').waitFor(imported)
    await page.getByRole('img', { name: /^My shop, with / }).waitFor()
    await audit('start, filled for a look')

    await page.getByRole('link', { name: 'Products', exact: true }).first().click()
    await page.getByRole('link', { name: 'Morning Mug' }).first().waitFor()
    const picture = page.getByRole('row', { name: /Morning Mug/ }).locator('img')
    await picture.waitFor()
    assert.ok(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 0)))

    await page.goto(`${admin.shop.url}/admin/start`)
    await button('Take them out again').click()
    await button('Fill for a look').waitFor(imported)
    await page.getByRole('link', { name: 'Products', exact: true }).first().click()
    await page.locator('.ways').waitFor()
  })

  test('on a phone, in the dark', async () => {
    await using visit = await admin.enter({ width: 390, theme: 'dark' }, '/start')
    const { page, audit } = visit
    await visible(page.getByRole('button', { name: 'Fill for a look' })).click()
    await visible(page.getByRole('button', { name: 'Take them out again' })).waitFor(imported)
    await audit('start, filled for a look, on a phone')
  })
})
