import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { merchantInventory, merchantProducts, waitingList } from '@vitrine/client/back-office'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'
import { sizes } from './sizes.ts'

const storesApp = '215238eb-22a5-4c36-9e7b-e7c08025e04e'

suite('the waiting list', () => {
  let admin: OpenAdmin
  before(async () => {
    admin = await openAdmin()
  })
  after(() => admin?.[Symbol.asyncDispose]())

  for (const { width, theme } of sizes([
    { width: 390, theme: 'light' },
    { width: 820, theme: 'light' },
    { width: 1440, theme: 'dark' },
  ] as const))
    test(`shows demand, tells people now, and sets the pace, ${width} px wide, ${theme}`, async () => {
      const modules = { merchantInventory, merchantProducts, waitingList }
      const office = createClient({ baseUrl: admin.shop.url, auth: apiKey(admin.shop.apiKey), modules })
      const shopper = createClient({ baseUrl: admin.shop.url, auth: apiKey(admin.shop.apiKey) })
      const name = `Kiln Bowl ${width}`
      const { product } = await office.merchantProducts.addProduct({ product: { name, priceData: { price: 48 } } })
      await office.merchantInventory.countStock({ counts: [{ productId: product.id, quantity: 0 }] })
      const emails = [1, 2, 3, 4, 5].map((n) => `person${n}-${width}@example.com`)
      for (const email of emails)
        await shopper.backInStock.requestEmail({
          request: { email, catalogReference: { appId: storesApp, catalogItemId: product.id } },
          itemDetails: { name, price: '48' },
        })

      await using visit = await admin.enter({ width, theme }, '/waiting-list')
      const { page, audit } = visit
      const row = page.getByRole('row').filter({ hasText: name })
      // The plan is the column that goes first where there is no room for it; nothing is pushed out of sight.
      await row.getByText('3 for each unit').waitFor({ state: width === 820 ? 'attached' : 'visible' })
      const { x, width: wide } = (await row.getByRole('button', { name: /Send now/ }).boundingBox())!
      assert.ok(x + wide <= width, `the button ends at ${x + wide}`)
      assert.equal(await row.getByRole('button', { name: /Send now/ }).isDisabled(), true)
      await audit('the waiting list by variant')

      await page.keyboard.press('e')
      const pace = page.getByRole('dialog')
      await pace.getByLabel('People for each unit').fill('4')
      await audit('the pace of the waiting list')
      await pace.getByRole('button', { name: 'Save' }).click()
      await row.getByText('4 for each unit').waitFor({ state: 'attached' })
      await office.waitingList.setSettings({ settings: { peoplePerUnit: 1, emailsPerMinute: 1 } })

      await office.merchantInventory.receiveGoods({ goods: [{ productId: product.id, quantity: 2 }] })
      await page.reload()
      await row.getByText('2 here now').waitFor()
      await row.getByRole('button', { name: /Send now/ }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('checkbox', { name: 'Notify all who wait' }).check()
      await audit('people are told now')
      await dialog.getByRole('button', { name: /^Send \d+ emails?$/ }).click()
      await page.getByText(/will go within a minute/).waitFor()
      await office.waitingList.setSettings({ settings: { peoplePerUnit: 3, emailsPerMinute: 60 } })

      await page.getByRole('link', { name: /By person/ }).click()
      await page.getByText(emails[4]!).waitFor()
      await audit('the waiting list by person')
      await page.getByLabel('Email contains').fill(emails[4]!)
      await page.keyboard.press('Enter')
      await page.getByText(emails[3]!).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: `Take ${emails[4]} off the list` }).click()
      await page.getByText(`${emails[4]} is off the list.`).waitFor()
      const { people } = await office.waitingList.searchPeople({ search: { search: { expression: emails[4]! } } })
      assert.deepEqual(people, [])

      await page.goto(`${admin.shop.url}/admin/inventory`)
      await page.getByRole('columnheader', { name: 'Waiting' }).waitFor({ state: 'attached' })

      const [found] = (await office.merchantProducts.listProducts({ query: { filter: { slug: 'morning-mug' } } })).products
      const mug = (await office.merchantProducts.readProduct({ id: found!.id })).product
      const soldOut = mug.variants.find(({ stock }) => stock?.quantity === 0)!
      await shopper.backInStock.requestEmail({
        request: { email: emails[0]!, catalogReference: { appId: storesApp, catalogItemId: mug.id, options: { variantId: soldOut.id } } },
        itemDetails: { name: mug.name, price: '30' },
      })
      await page.goto(`${admin.shop.url}/admin/products/${mug.id}`)
      const variant = page
        .getByRole('row')
        .filter({ has: page.getByLabel(`SKU of ${mug.options.map((option) => soldOut.choices[option.name]).join(' · ')}`) })
      await variant.locator('td[data-l="Waiting"]').filter({ hasText: /^\d+$/ }).waitFor()
      await audit('variants that are waited for')
    })
})
