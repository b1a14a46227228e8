import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { merchantInventory, merchantProducts } from '@vitrine/client/back-office'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'

suite('preorders', () => {
  let admin: OpenAdmin
  before(async () => {
    admin = await openAdmin()
  })
  after(() => admin?.[Symbol.asyncDispose]())

  test('a day is set in the editor, and read on the product, on its card and in the bag', async () => {
    const modules = { merchantInventory, merchantProducts }
    const office = createClient({ baseUrl: admin.shop.url, auth: apiKey(admin.shop.apiKey), modules })
    const { product } = await office.merchantProducts.addProduct({ product: { name: 'Kiln Jug', priceData: { price: 48 } } })
    await office.merchantInventory.countStock({ counts: [{ productId: product.id, quantity: 0 }] })

    await using visit = await admin.enter({ width: 1440 }, `/products/${product.id}`)
    const { page, audit } = visit
    await page.getByText('It is not sold when it is out of stock.').waitFor()
    await page.getByRole('button', { name: 'Change preorders' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: 'Sell it when it is out of stock' }).check()
    await dialog.getByLabel('Expected on').fill('2027-05-14')
    await dialog.getByLabel('What shoppers read').fill('Leaves the kiln in May.')
    await dialog.getByLabel('At most, of each variant').fill('5')
    await audit('preorders of a product')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Sold when it is out of stock, up to 5 of each variant, expected 14 May 2027.').waitFor()

    await using guest = await admin.visit({ width: 390 })
    await guest.page.goto(`${admin.shop.url}/products/${product.slug}`)
    await guest.page.getByText('Preorder: expected 14 May 2027. Leaves the kiln in May.').waitFor()
    const [data = '{}'] = await guest.page.locator('script[type="application/ld+json"]').allTextContents()
    const { offers } = JSON.parse(data) as { offers?: { availability: string; availabilityStarts?: string } }
    assert.deepEqual([offers?.availability, offers?.availabilityStarts], ['https://schema.org/PreOrder', '2027-05-14'])
    await guest.page.locator('.buy__add').click()
    await guest.page.getByText('Preorder, expected 14 May 2027. Leaves the kiln in May.').first().waitFor()
    await guest.page.goto(`${admin.shop.url}/products`)
    await guest.page.getByText('Expected 14 May 2027. Leaves the kiln in May.').first().waitFor()
    await guest.audit('a list with a preorder')
  })
})
