import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { deliveryPlan } from '@vitrine/client/back-office'
import { pictureFile } from '@vitrine/testing/pictures'
import type { Locator, Page } from 'playwright-core'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'
import type { Eyes } from './browser.ts'
import { hanna, visible, writeCard, writePerson } from './by-hand.ts'
import { type Input, withKeys, withMouse } from './input.ts'
import type { DatabaseKind } from './shop.ts'

/** From an empty shop to its first paid order by the pages alone. */
const ways: readonly { readonly name: string; readonly eyes: Eyes; readonly input: (page: Page) => Input }[] = [
  { name: 'with a mouse, 1440 px', eyes: { width: 1440 }, input: () => withMouse },
  { name: 'with the keys, 390 px', eyes: { width: 390, theme: 'dark' }, input: withKeys },
  { name: 'with the keys, 1440 px', eyes: { width: 1440, theme: 'dark' }, input: withKeys },
  { name: 'with a mouse, 390 px', eyes: { width: 390 }, input: () => withMouse },
]

/**
 * The first is the whole of it, from a bare database: a run that is given a PostgreSQL tries the server's `DATABASE_URL`, any other the database that
 * the server brings. The pages are the same on both, so one of these runs is enough to go through them in each way.
 */
const kinds: readonly DatabaseKind[] = process.env.DATABASE_URL
  ? ['BARE']
  : process.env.JOURNEYS === 'all'
    ? ['EMBEDDED', 'PREPARED', 'PREPARED', 'PREPARED']
    : ['EMBEDDED', 'PREPARED']
const database = { BARE: 'DATABASE_URL', EMBEDDED: 'the embedded database', PREPARED: 'a prepared database' }

for (const [nth, kind] of kinds.entries()) {
  const way = ways[nth]!
  suite(`the first sale on ${database[kind]}, ${way.name}`, () => {
    let admin: OpenAdmin
    before(async () => {
      admin = await openAdmin({ VITRINE_SEED: 'none' }, kind)
    })
    after(() => admin?.[Symbol.asyncDispose]())

    test('the merchant is led from nothing to an order that is paid', async () => {
      await using visit = await admin.enter(way.eyes, '/')
      const { page, audit } = visit
      const input = way.input(page)
      const field = (label: string | RegExp) => page.getByLabel(label, { exact: true }).first()
      const button = (name: string | RegExp) => visible(page.getByRole('button', { name }))
      const start = async (...done: readonly string[]) => {
        await page.goto(`${admin.shop.url}/admin/start`)
        const steps = page.getByRole('listitem').filter({ has: page.locator('.t7') })
        await steps.first().waitFor()
        const texts = await steps.locator('b').allTextContents()
        const ticked = texts.filter((text) => text.endsWith(', done')).map((text) => text.replace(/, done$/, ''))
        assert.deepEqual(ticked, done, 'Start ticks what is true, and nothing else')
      }
      const goOn = async (step: string, ...done: readonly string[]) => {
        await start(...done)
        await input.press(page.getByRole('link', { name: new RegExp(`: ${step}$`) }))
      }
      await page.getByText(/Nobody can buy yet: \d steps are missing\./).waitFor()
      await page.getByText(/^No products yet\./).waitFor()
      await page.goto(`${admin.shop.url}/admin/orders`)
      await page.getByRole('heading', { name: 'No orders yet: the shop is not open' }).waitFor()
      await page.getByText('A first product and delivery are missing, about 6 minutes.').waitFor()
      await audit('no orders, where nobody can buy')
      await input.press(page.getByRole('link', { name: 'Go on with a first product' }))
      await page.getByRole('heading', { name: /of ten done/ }).waitFor()
      await audit('start, of an empty shop')

      await input.press(page.getByRole('link', { name: 'Write it: Name and place' }))
      await input.write(field('Name'), 'Halde')
      await input.write(field('Address'), 'Halde Keramik, Karl-Heine-Straße 7, 04229 Leipzig')
      await input.press(button(/^Save/))
      await page.getByText('Halde is saved.').waitFor()

      await goOn('A first product', 'Name and place', 'Payment')
      await input.write(field('Title'), 'Halde Mug')
      await page.getByLabel('Pictures to upload').setInputFiles(await pictureFile('#8a5a44'))
      await page.getByRole('button', { name: /^Picture 1 of 1/ }).waitFor()
      await input.write(field('In stock'), '36')
      await input.write(field('Price'), '24')
      await input.press(button(/^Save/))
      await page.getByRole('heading', { name: 'Halde Mug', level: 1 }).waitFor()

      await start('Name and place', 'A first product', 'Payment')
      await page.getByRole('img', { name: 'Halde, with Halde Mug' }).waitFor()
      await page.getByText('Halde Mug, €24.00, 36 in stock').waitFor()
      await page.getByText('after 4', { exact: true }).first().waitFor()
      const delivery = page.getByRole('listitem').filter({ has: page.getByText(/^Delivery, /) })
      const isAtHand = (what: Locator) => what.and(page.locator(':focus')).waitFor()
      await input.press(delivery.getByRole('button', { name: 'Set up: Delivery' }))
      await isAtHand(field('Name at the checkout'))
      await input.press(button(/^Later/))
      await isAtHand(page.getByRole('link', { name: 'Choose it: Look' }))
      await input.press(delivery.getByRole('button', { name: 'Set up: Delivery' }))
      await input.write(field('Name at the checkout'), 'DHL')
      await input.write(field('Working days to Germany'), 'soon')
      await input.press(button(/^Use these/))
      await delivery.getByText('Days such as 2–3.').waitFor()
      await delivery.getByText('It needs a price; 0 is free.').waitFor()
      await isAtHand(field('Working days to Germany'))
      await audit('start, with errors in the first delivery')
      await input.write(field('Working days to Germany'), '1–2')
      await input.write(field('Price to Germany'), '5.90')
      await input.write(field('Free to Germany from'), '80')

      // An answer that is lost takes nothing of what is written, and what was made by then is not made twice.
      const rates = `${admin.shop.url}/ecom/v1/shipping-options`
      await page.route(rates, async (route) => {
        await route.fetch()
        await route.abort()
      })
      await input.press(button(/^Use these/))
      await page
        .getByText(/did not answer/)
        .first()
        .waitFor()
      assert.equal(await field('Price to Germany').inputValue(), '5.90')
      await page.unroute(rates)
      await input.press(button(/^Use these/))
      await page.getByText('DHL is offered: Germany.').waitFor()
      await isAtHand(delivery.getByRole('link', { name: 'Change: Delivery' }))
      await delivery.getByText('Delivery, done').waitFor()
      await page.getByText('about a minute until Halde can sell').waitFor()
      const { deliveryPlan: plan } = createClient({ baseUrl: admin.shop.url, auth: apiKey(admin.shop.apiKey), modules: { deliveryPlan } })
      const { shippingOptions, deliveryProfile } = await plan.getDelivery()
      assert.deepEqual(
        shippingOptions.map(({ title, rates: prices, deliveryDays }) => [title, prices.map(({ amount }) => Number(amount)), deliveryDays]),
        [['DHL', [5.9, 0], { min: 1, max: 2 }]],
      )
      assert.deepEqual(
        deliveryProfile.deliveryRegions.map(({ name, destinations }) => [name, destinations.map(({ countryCode }) => countryCode)]),
        [['Germany', ['DE']]],
      )

      // The sandbox is offered from the beginning; without it nobody can pay.
      const sandbox = page.getByRole('switch', { name: 'Offer Sandbox' })
      for (const offered of [false, true]) {
        await goOn('Payment', 'Name and place', 'A first product', 'Delivery', ...(offered ? [] : ['Payment']))
        await input.turn(sandbox)
        await page.getByText(offered ? 'Sandbox is offered.' : 'Sandbox is not offered any more.').waitFor()
      }

      await start('Name and place', 'A first product', 'Delivery', 'Payment')
      await page.getByText('about a minute until Halde can sell').waitFor()
      await audit('start, of a shop that can be opened')

      await input.press(page.getByRole('link', { name: 'Choose it: Look' }))
      await input.write(page.getByRole('textbox', { name: /^Announcement/ }), 'Delivery is free from €80.')
      await input.press(button(/^Save/))
      await page.getByText('The look is live.').waitFor()
      await start('Name and place', 'A first product', 'Delivery', 'Payment', 'Look')

      // Visitors wait outside; who is signed in to the admin looks around.
      await using waiting = await admin.visit({ ...way.eyes, fails: true })
      const answer = await waiting.page.goto(admin.shop.url)
      assert.equal(answer?.status(), 503)
      await waiting.page.getByRole('heading', { name: 'Opening soon' }).waitFor()
      await waiting.audit('the page of a closed shop')
      await page.goto(admin.shop.url)
      await visible(page.getByRole('link', { name: /Halde Mug/ })).waitFor()
      await audit('a closed shop, seen by staff')
      await input.press(page.getByRole('region', { name: 'Only for staff' }).getByRole('link', { name: 'Open it in the admin' }))

      await input.press(page.getByRole('button', { name: 'Open the shop', exact: true }))
      await page.getByText('Halde is open: everybody sees it.').waitFor()
      await start('Name and place', 'A first product', 'Delivery', 'Payment', 'Look', 'Going live')
      await page.getByText('Halde can sell').waitFor()
      await audit('start, of a shop that can sell')

      await using shopper = await admin.visit(way.eyes)
      const seen = shopper.page
      const shopping = way.input(seen)
      await seen.goto(admin.shop.url)
      await shopping.press(visible(seen.getByRole('link', { name: /Halde Mug/ })))
      await seen.getByRole('heading', { name: 'Halde Mug', level: 1 }).waitFor()
      await shopping.press(visible(seen.getByRole('button', { name: /^Add to the bag/ })))
      await shopping.press(visible(seen.getByRole('dialog').getByRole('button', { name: 'Check out' })))
      await seen.getByRole('heading', { name: 'Who is it for?' }).waitFor()
      await writePerson(seen, shopping, hanna('hanna@example.com'))
      await shopping.press(seen.getByRole('button', { name: /^Go on/ }))
      await seen.getByText('DHL', { exact: true }).first().waitFor()
      await shopping.press(seen.getByRole('button', { name: 'Go on to payment' }))
      await writeCard(seen, shopping)
      await shopping.press(seen.getByRole('button', { name: /^Pay/ }))
      await seen
        .getByText(/Thank you/)
        .first()
        .waitFor()

      const { orders } = await admin.shop.merchant.orders.searchOrders({ search: {} })
      assert.deepEqual(
        orders.map(({ paymentStatus, priceSummary }) => [paymentStatus, priceSummary?.total?.amount]),
        [['PAID', '29.90']],
      )
      await start('Name and place', 'A first product', 'Delivery', 'Payment', 'Look', 'A test order', 'Going live')
      await page.getByRole('link', { name: 'To the orders: A test order' }).waitFor()
    })
  })
}
