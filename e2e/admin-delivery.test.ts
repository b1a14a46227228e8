import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import {
  deliveryPlan,
  localDeliveryOptions,
  manualTaxMappings,
  pickupLocations,
  shippingOptions,
  taxRegions,
} from '@vitrine/client/back-office'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'
import { toCheckout } from './checkout.ts'
import { withKeys, withMouse } from './input.ts'
import { sizes } from './sizes.ts'

const berlin = { country: 'DE', subdivision: 'DE-BE', city: 'Berlin', postalCode: '10435', addressLine: 'Kastanienallee 24' }
const reykjavik = { country: 'IS', city: 'Reykjavík', postalCode: '101', addressLine: 'Laugavegur 12' }

suite('delivery and taxes', () => {
  let admin: OpenAdmin
  const merchant = () =>
    createClient({
      baseUrl: admin.shop.url,
      auth: apiKey(admin.shop.apiKey),
      modules: { deliveryPlan, localDeliveryOptions, pickupLocations, shippingOptions, taxRegions, manualTaxMappings },
    })
  before(async () => {
    admin = await openAdmin()
  })
  after(() => admin?.[Symbol.asyncDispose]())

  /** What a shopper is offered for two mugs at an address, and what the tax of them is. */
  async function checkoutTo(address: typeof reykjavik, delivery: string | null = null) {
    const { checkout, options, pay } = await toCheckout(admin.shop, { quantity: 2, email: 'hanna@example.com', address, delivery })
    return {
      pay,
      options,
      offers: options.map(({ title, cost }) => `${title} ${cost?.price?.amount}`),
      tax: checkout.priceSummary?.tax?.amount,
    }
  }

  test('a zone is made with its rates, refuses a place of another, and a checkout there offers exactly them', async () => {
    await using visit = await admin.enter({ width: 1440 }, '/shipping')
    const { page, audit } = visit
    await page.getByRole('button', { name: /^Zone/ }).filter({ visible: true }).click()
    await page.getByLabel('Name', { exact: true }).fill('Iceland')
    await page.getByLabel('Add a country').fill('Austr')
    await page.getByText('Austria, in European Union').waitFor()
    await page.getByLabel('Add a country').fill('Icel')
    await page.getByRole('button', { name: 'Iceland', exact: true }).click()
    await audit('new zone')
    await page.getByRole('button', { name: /^Make the zone/ }).click()
    const zone = page.getByRole('region', { name: 'Iceland', exact: true })
    await zone.getByText('No rate yet').waitFor()
    assert.deepEqual((await checkoutTo(reykjavik)).offers, [], 'it is taken out of the rest of the world')

    await zone.getByRole('button', { name: 'Rate' }).click()
    await page.getByLabel('Name at the checkout').fill('Pósturinn')
    await page.getByLabel('Price', { exact: true }).selectOption('weight')
    await page.getByLabel('Step 1, up to').fill('2')
    await page.getByLabel('Step 1, price').fill('12,90')
    await page.getByRole('button', { name: 'Step', exact: true }).click()
    await page.getByLabel('Step 2, up to').fill('20')
    await page.getByLabel('Step 2, price').fill('24.90')
    await page.getByLabel(/^Free from/).fill('150')
    await page.getByLabel(/^Working days/).fill('3–5')
    await audit('new rate')
    await page.getByRole('button', { name: /^Offer the rate/ }).click()
    await zone.getByText('€12.90 – €24.90 by weight, free from €150.00').waitFor()
    await zone.getByRole('button', { name: 'Rate' }).click()
    await page.getByLabel('Name at the checkout').fill('Express')
    await page.getByLabel('Amount').fill('39')
    await page.getByRole('button', { name: /^Offer the rate/ }).click()
    await zone.getByRole('row', { name: /Express/ }).waitFor()
    assert.deepEqual((await checkoutTo(reykjavik)).offers, ['Pósturinn 12.90', 'Express 39.00'])

    await zone.getByRole('button', { name: 'Move Express up' }).click()
    await page.waitForFunction(() => {
      const rows = [...document.querySelectorAll('section[aria-label="Iceland"] th[scope="row"]')]
      return rows[0]?.textContent?.startsWith('Express')
    })
    assert.deepEqual((await checkoutTo(reykjavik)).offers, ['Express 39.00', 'Pósturinn 12.90'])
    await zone.getByLabel('Offer Express in Iceland').click()
    await page.getByText('Express is off in Iceland.').waitFor()
    assert.deepEqual((await checkoutTo(reykjavik)).offers, ['Pósturinn 12.90'])

    await page.getByLabel('To', { exact: true }).selectOption('IS')
    await page.getByLabel('Weight').fill('21')
    await page.getByText('only up to 20 kg').waitFor()
    await page.getByLabel('Weight').fill('3')
    await page
      .getByRole('complementary')
      .getByText(/€24\.90/)
      .waitFor()
    await audit('shipping')
  })

  test('prices by weight are written by the keys alone, and the checkout takes them', async () => {
    await using visit = await admin.enter({ width: 820, theme: 'dark' }, '/shipping/weights')
    const { page, audit } = visit
    const cell = page
      .getByRole('row', { name: /^Standard, by DHL GoGreen European/ })
      .locator('td')
      .first()
    await cell.waitFor()
    await page.locator('td[tabindex="0"]').focus()
    // To the heading of the row that is meant, and to its step of five kilograms.
    const strip = page.locator('.fx')
    for (let step = 0; step < 12 && !(await strip.textContent())?.includes('European Union'); step++) await page.keyboard.press('ArrowDown')
    for (let step = 0; step < 12 && !(await strip.textContent())?.includes('up to 5 kg'); step++) await page.keyboard.press('ArrowRight')
    await page.keyboard.type('7,50')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowUp')
    await page.getByText('Not saved:').waitFor()
    await page.getByText('Standard, by DHL GoGreen up to 5 kg').first().waitFor()
    await audit('weights, not saved')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('=old*1.1')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('1 price saved.').waitFor()
    const lisbon = { country: 'PT', city: 'Lisboa', postalCode: '1100-053', addressLine: 'Rua Augusta 1' }
    assert.ok((await checkoutTo(lisbon)).offers.includes('Standard, by DHL GoGreen 8.25'), 'seven fifty and ten per cent')

    // What the carrier takes for it stands beside the price, and a loss is told.
    await page.getByRole('button', { name: 'What it costs you' }).click()
    await cell.locator('xpath=../td[2]').click()
    await page.keyboard.type('9,05')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowUp')
    await strip.getByText('You lose €0.80 a shipment.').waitFor()
    await audit('what weights cost, not saved')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('1 price saved.').waitFor()
    await page.getByText('1 price below what the carrier takes').waitFor()
    await page.getByRole('button', { name: 'Prices', exact: true }).click()
    await page.getByRole('button', { name: 'Fill from costs' }).click()
    await page.getByRole('dialog').getByLabel('On top of the cost').fill('20')
    await audit('prices from costs')
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByText('Not saved:').waitFor()
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('Not saved:').waitFor({ state: 'hidden' })
    assert.ok((await checkoutTo(lisbon)).offers.includes('Standard, by DHL GoGreen 10.86'), 'nine and five, and twenty per cent')

    await cell.click()
    await cell.evaluate((at) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', '11,00')
      at.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await page.getByText('Not saved:').waitFor()
    const pasted = page.locator('.toast', { hasText: '1 price pasted. Not saved yet.' })
    await pasted.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Not saved:').waitFor({ state: 'hidden' })
  })

  test('two people who change one rate lose nothing of each other', async () => {
    const app = merchant()
    const { shippingOptions: all } = await app.deliveryPlan.getDelivery()
    const express = all.find(({ title, deliveryRegionIds }) => title === 'Express, by DHL' && deliveryRegionIds.length === 2)!
    await using visit = await admin.enter({ width: 1440, theme: 'dark' }, '/shipping')
    const { page, audit } = visit
    await page.getByRole('button', { name: 'Edit Express, by DHL' }).first().click()
    await page.getByLabel('Amount').or(page.getByLabel('Step 1, price')).fill('9.90')
    await page.getByLabel(/^Instructions/).fill('Signed for.')
    const other = { id: express.id, revision: express.revision }
    await app.shippingOptions.updateShippingOption({
      shippingOption: { ...other, estimatedDeliveryTime: 'Tomorrow by noon', instructions: 'Left at the door.' },
    })
    await page.getByRole('button', { name: /^Save the rate/ }).click()
    await page.getByRole('heading', { name: /changed this/ }).waitFor()
    await audit('conflict')
    await page.getByRole('button', { name: /^Save this mix/ }).click()
    await page.getByText('Express, by DHL saved.').waitFor()
    const { shippingOption } = await app.shippingOptions.getShippingOption({ shippingOptionId: express.id })
    assert.deepEqual(
      [shippingOption.estimatedDeliveryTime, shippingOption.instructions, shippingOption.rates[0]?.amount],
      ['Tomorrow by noon', 'Signed for.', '9.90'],
    )
  })

  for (const [width, by] of sizes([
    [1440, 'mouse'],
    [820, 'keys'],
  ] as const))
    test(`a slot’s capacity is changed on the calendar and the checkout says it is full, ${width} px, by ${by}`, async () => {
      const { options } = await checkoutTo(berlin)
      const slots = options.filter(({ title }) => title === 'Cargo bike, inside the Ring')
      // Each its own slot: one that nobody has.
      const slot = slots[by === 'mouse' ? 0 : 2]!
      const code = slot.code!
      const from = slot.logistics!.deliveryTimeSlot!.from!
      await (await checkoutTo(berlin, code)).pay()
      await using visit = await admin.enter({ width }, '/shipping/slots')
      const { page, audit } = visit
      const { press, write } = by === 'mouse' ? withMouse : withKeys(page)
      const cell = page.getByRole('button', { name: `${dayOf(from)}, 17–19 h: 1 of 6` })
      if (by === 'mouse') await cell.click()
      else {
        // To the first of the week by tab, and along that time of day by the arrows.
        const first = page.locator('.slots .slot[tabindex="0"]').first()
        await press(first)
        for (let step = 0; step < 7 && !(await isAt(cell)); step++) await page.keyboard.press('ArrowRight')
        await page.keyboard.press('Enter')
      }
      await page.waitForURL((url) => url.searchParams.get('slot') === from)
      await page.getByRole('region', { name: 'Booked' }).getByText('Hanna Keller').waitFor()
      await audit('a slot')
      await write(page.getByLabel('Capacity'), '1')
      await press(page.getByRole('button', { name: 'Take 1 order' }))
      await page.getByRole('button', { name: `${dayOf(from)}, 17–19 h: 1 of 1, full` }).waitFor()
      const codes = async () => (await checkoutTo(berlin)).options.map((option) => option.code)
      assert.ok(!(await codes()).includes(code), 'it is full')
      const [refused] = await attempt(checkoutTo(berlin, code))
      assert.equal(refused?.code, 'SELECTED_CARRIER_SERVICE_OPTION_NOT_FOUND')
      await press(page.getByRole('button', { name: 'As usual' }))
      await cell.waitFor()
      assert.ok((await codes()).includes(code), 'it can be had again')

      await press(page.getByRole('button', { name: 'Close this slot' }))
      await page.getByText(/1 order keeps it/).waitFor()
      assert.ok(!(await codes()).includes(code), 'it is closed')
      await press(page.getByRole('button', { name: 'Open this slot' }))
      await page.getByRole('button', { name: 'Close this slot' }).waitFor()
      assert.ok((await codes()).includes(code))
      await merchant().deliveryPlan.changeSlots({ deliveryOptionId: (await bikeOf(merchant())).id, date: from.slice(0, 10), closed: null })
    })

  test('a day off closes the whole shop: the calendar, the checkout and the days of arrival', async () => {
    const before = await checkoutTo(berlin)
    const date = before.options.find(({ title }) => title?.startsWith('Cargo bike'))!.logistics!.deliveryTimeSlot!.from!.slice(0, 10)
    await using visit = await admin.enter({ width: 820, theme: 'dark' }, '/shipping/slots')
    const { page, audit } = visit
    await page.getByRole('button', { name: /^Close a day/ }).waitFor()
    await page.keyboard.press('d')
    await page.getByLabel('From').fill(date)
    await page.getByLabel('To', { exact: true }).fill(date)
    await audit('close a day')
    await page.keyboard.press('Control+Enter')
    await page
      .getByText(/^The shop is closed on/)
      .first()
      .waitFor()
    const days = async () =>
      (await checkoutTo(berlin)).options.flatMap(({ title, logistics }) =>
        title?.startsWith('Cargo bike') ? [logistics?.deliveryTimeSlot?.from?.slice(0, 10)] : [],
      )
    assert.ok(!(await days()).includes(date))
    await audit('slots, a day closed')
    await page.getByRole('button', { name: /^Open on/ }).press('Enter')
    await page.getByText(/is open again/).waitFor()
    assert.ok((await days()).includes(date))
  })

  test('a pick-up point is made, changed and guarded, and a checkout tells its hours', async () => {
    await using visit = await admin.enter({ width: 820 }, '/shipping/pickup-points')
    const { page, audit } = visit
    await page.getByRole('heading', { name: 'Pick-up points' }).waitFor()
    await page.keyboard.press('n')
    const dialog = page.getByRole('dialog')
    const field = (name: string | RegExp) => dialog.getByLabel(name)
    await field('Name at the checkout').fill('Roastery')
    await field('Street and number').fill('Lobeckstraße 30')
    await field('Postcode').fill('10969')
    await field('Town').fill('Berlin')
    await field('Fee').fill('1.50')
    await field(/^Ready after/).fill('1')
    await dialog.getByLabel('Berlin', { exact: true }).check()
    for (const day of ['Monday', 'Tuesday', 'Wednesday']) await field(`${day}, open`).fill('9–16')
    await audit('new pick-up point')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Roastery is offered in Berlin.').waitFor()
    await dialog.waitFor({ state: 'hidden' })
    const roastery = async () => (await checkoutTo(berlin)).options.find(({ title }) => title === 'Roastery')
    const offered = await roastery()
    assert.deepEqual([offered?.cost?.price?.amount, offered?.logistics?.instructions], ['1.50', 'Open Mon–Wed 9:00–16:00.'])

    await page.getByLabel(/^How to find us/).fill('Ring at “Morrow”.')
    await page.getByText('Not saved:').waitFor()
    await page.getByRole('link', { name: 'Orders', exact: true }).first().click()
    await page.getByRole('heading', { name: 'Leave without saving?' }).waitFor()
    await audit('leaving')
    await page.keyboard.press('Escape')
    const other = (await merchant().deliveryPlan.getDelivery()).pickupLocations.find(({ name }) => name === 'Roastery')!
    await merchant().pickupLocations.updatePickupLocation({
      pickupLocation: { id: other.id, revision: other.revision, deliveryTime: 'Ready tomorrow' },
    })
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('Roastery saved.').waitFor()
    assert.deepEqual((await roastery())?.logistics?.instructions, 'Ring at “Morrow”.\nOpen Mon–Wed 9:00–16:00.')
    assert.equal((await roastery())?.logistics?.deliveryTime, 'Ready tomorrow', 'what somebody else said meanwhile is kept')
  })

  test('a tax rate is changed, the tester and the checkout follow, and what stands in for a service is said', async () => {
    const lisbon = { country: 'PT', city: 'Lisboa', postalCode: '1100-053', addressLine: 'Rua Augusta 1' }
    const { tax } = await checkoutTo(lisbon)
    await using visit = await admin.enter({ width: 1440 }, '/taxes')
    const { page, audit } = visit
    await page
      .getByRole('row', { name: /^Portugal 23 %/ })
      .getByRole('button', { name: 'Edit Portugal' })
      .click()
    await page.getByLabel('Rate 1, per cent').fill('130')
    await page.getByText('At most 100 %.').waitFor()
    assert.ok(await page.getByRole('button', { name: /^Save the region/ }).isDisabled())
    await page.getByLabel('Rate 1, per cent').fill('13')
    await audit('tax region')
    await page.getByRole('button', { name: /^Save the region/ }).click()
    await page.getByRole('row', { name: /^Portugal 13 %/ }).waitFor()
    const tester = page.getByRole('region', { name: 'What would it pay?' })
    await tester.getByLabel('To', { exact: true }).selectOption('PT')
    await tester.getByText('€11.50 of €100.00 is tax; €88.50 is yours.').waitFor()
    const lower = (await checkoutTo(lisbon)).tax
    assert.ok(Number(lower) > 0 && Number(lower) < Number(tax), `${lower} instead of ${tax}`)

    const { taxRegions: regions } = await merchant().taxRegions.queryTaxRegions({ query: { filter: { country: 'PT' } } })
    const { servicePlugin } = await (
      await fetch(`${admin.shop.url}/vitrine/v1/service-plugins`, {
        method: 'POST',
        headers: { authorization: admin.shop.apiKey, 'content-type': 'application/json' },
        body: JSON.stringify({
          servicePlugin: { type: 'TAX_CALCULATION', name: 'Avalanche', baseUrl: 'http://127.0.0.1:9', active: true },
        }),
      })
    ).json()
    await merchant().taxRegions.updateTaxRegion({
      taxRegion: { id: regions[0]!.id, revision: regions[0]!.revision, appId: servicePlugin.id },
    })
    assert.equal((await checkoutTo({ ...lisbon, postalCode: '1100-054' })).tax, lower, 'the shop’s own rates hold in its place')
    await page.reload()
    await page.getByText('Avalanche does not answer.').waitFor()
    await page.getByText(/Portugal: VAT 13 %/).waitFor()
    await page.getByText(/fails since .*cannot be reached/).waitFor()
    await audit('taxes, a service failing')
  })

  test('a region of taxes is made by the keys alone, and a checkout there pays it', async () => {
    await using visit = await admin.enter({ width: 820, theme: 'dark' }, '/taxes')
    const { page, audit } = visit
    await page.getByRole('heading', { name: 'Rates' }).waitFor()
    await page.keyboard.press('n')
    await page.getByRole('heading', { name: 'New region' }).waitFor()
    await page.getByLabel('Country').selectOption('NO')
    await page.getByLabel('Rate 1, per cent').fill('25')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Tax is collected in Norway.').waitFor()
    const oslo = { country: 'NO', city: 'Oslo', postalCode: '0150', addressLine: 'Storgata 1' }
    assert.ok(Number((await checkoutTo(oslo)).tax) > 0)
    await audit('taxes')
  })
})

const isAt = (where: import('playwright-core').Locator) => where.evaluate((element) => element === document.activeElement)

/** `Tuesday 24 November`, on the shop’s wall. */
const dayOf = (iso: string) =>
  new Date(iso).toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'Europe/Berlin' }).replace(',', '')

const bikeOf = async (app: { deliveryPlan: ReturnType<typeof deliveryPlan> }) =>
  (await app.deliveryPlan.getDelivery()).localDeliveryOptions.find(({ areaName }) => areaName.startsWith('Cargo bike'))!
