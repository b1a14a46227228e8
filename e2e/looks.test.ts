import { suite, test } from 'node:test'
import { arrive, type Window } from './browser.ts'
import { openForAll } from './open-for-all.ts'
import type { OpenShop } from './shop.ts'
import { addToCart, cards, checkOut, press, readOrder, writeAddress, writeCard } from './shopper.ts'
import { sizes } from './sizes.ts'

const plate = { slug: 'dinner-plate', choices: { Glaze: 'Chalk' } }

/** What the purchases do not pass, and everything once more by night. */
suite('every page, in the dark', () => {
  let shop: OpenShop
  let browser: Window
  openForAll((opened) => {
    ;[shop, browser] = opened
  })

  const still: Readonly<Record<string, string>> = {
    'the first page': '/',
    'all objects': '/products',
    'objects in stock': '/products?in-stock=yes',
    'a collection': '/collections/tableware',
    'a product': '/products/morning-mug',
    'a choice that sold out': '/products/morning-mug?Glaze=Clay&Size=Large%2C+360+ml',
    'a product that sold out': '/products/cereal-bowl?Glaze=Clay',
    results: '/search?q=mug',
    'no results': '/search?q=tagine',
    'an empty bag': '/cart',
    'nothing there': '/no-such-page',
    'an order of nobody': '/orders/00000000-0000-4000-8000-000000000000',
  }

  for (const width of sizes([390, 1440])) {
    for (const [name, path] of Object.entries(still))
      test(`${name}, ${width} px`, async () => {
        await using visit = await browser.visit({ width, theme: 'dark' })
        await arrive(visit.page, shop.url + path)
        await visit.audit(name)
      })

    test(`from the bag to thank you, ${width} px`, async () => {
      await using visit = await browser.visit({ width, theme: 'dark' })
      const { page, audit } = visit
      await addToCart(page, shop, plate)
      await audit('the drawer')
      await checkOut(page, shop)
      await press(page, 'Go on to the delivery day')
      await page.getByText('Without it we cannot write to you.').waitFor()
      await audit('who and where, left empty')
      if (width < 768) {
        await page.locator('.co__fold > summary').click()
        await page.getByText('Table Plate').waitFor()
        await audit('the order, unfolded')
        await page.locator('.co__fold > summary').click()
      }
      await page.getByLabel('The invoice goes to the same address').uncheck()
      await audit('an address for the invoice')
      await page.getByLabel('The invoice goes to the same address').check()
      await page.getByRole('radio', { name: 'I collect it' }).check()
      await audit('where to collect it')
      await page.getByRole('radio', { name: 'To my door' }).check()
      await writeAddress(page, `dark-${width}@example.com`)
      await press(page, 'Go on to the delivery day')
      await page.getByText('Express, by DHL').waitFor()
      await audit('when')
      await press(page, 'Go on to payment')
      await writeCard(page, cards.withoutFunds)
      await press(page, /^Pay/)
      await page.getByRole('alert').getByText('There is not enough on it just now.').waitFor()
      await audit('a declined card')
      await writeCard(page, cards.asksTheBuyer)
      await press(page, /pay/)
      await page.getByRole('heading', { name: 'Your bank asks: is it you?' }).waitFor()
      await audit('the bank’s page')
      await press(page, 'Confirm')
      await readOrder(page)
      await audit('thank you')
      await page.getByRole('link', { name: 'Follow the order' }).click()
      await page.getByText('Being wrapped').waitFor()
      await audit('the order')
    })
  }
})
