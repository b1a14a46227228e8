import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { arrive, type Window } from './browser.ts'
import { openForAll } from './open-for-all.ts'
import type { OpenShop } from './shop.ts'
import { awaitEmail, cards, leftOf, press, readOrder, writeAddress, writeCard } from './shopper.ts'
import { sizes } from './sizes.ts'

const mug = { slug: 'morning-mug', choices: { Glaze: 'Oat', Size: 'Regular, 280 ml' } }

suite('from the door to the email', () => {
  let shop: OpenShop
  let browser: Window
  openForAll((opened) => {
    ;[shop, browser] = opened
  })

  for (const width of sizes([390, 1440]))
    for (const script of [true, false])
      test(`a guest buys a mug in oat, ${width} px wide, ${script ? 'with' : 'without'} script`, async () => {
        await using visit = await browser.visit({ width, script })
        const { page, audit } = visit
        const email = `hanna-${width}-${script ? 'script' : 'plain'}@example.com`
        const before = await leftOf(shop, mug)

        await arrive(page, shop.url)
        await audit('the first page')

        await page.getByRole('banner').getByRole('link', { name: 'Search' }).filter({ visible: true }).click()
        const ask = page
          .getByPlaceholder('What are you looking for?')
          .or(page.locator('main input[name="q"]'))
          .filter({ visible: true })
          .first()
        await ask.fill('morning mug')
        if (script) await page.locator('[role=option], .over a').first().waitFor()
        await audit('the search')
        await ask.press('Enter')
        await page.waitForURL(/\/search\?q=morning/)
        await audit('the results')
        await page.getByRole('main').getByRole('link', { name: 'Morning Mug' }).first().click()
        await page.getByRole('heading', { level: 1, name: 'Morning Mug' }).waitFor()
        await audit('the product')

        await page.getByRole('radio', { name: /^Oat/ }).check()
        await page.getByRole('radio', { name: /^Regular/ }).check()
        await page
          .getByRole('button', { name: /^Add to the bag/ })
          .first()
          .click()
        if (script) {
          const cart = page.getByRole('dialog')
          await cart.getByText('Morning Mug').first().waitFor()
          await audit('the drawer')
          await cart.getByRole('link', { name: 'Look at the bag' }).click()
        }
        await page.waitForURL(/\/cart$/)
        await page.getByText('Oat, Regular, 280 ml').first().waitFor()
        await audit('the bag')
        await page.getByRole('button', { name: 'Check out' }).filter({ visible: true }).first().click()

        await page.getByRole('heading', { level: 1, name: 'Check out' }).waitFor()
        await audit('who and where')
        assert.match(page.url(), /\/checkout\/[\da-f-]{36}$/)
        const foot = page.getByRole('contentinfo')
        for (const name of ['Imprint', 'Privacy', 'Terms', /withdrawal/i]) await foot.getByRole('link', { name }).waitFor()
        await writeAddress(page, email)
        await page.locator('#postcode').fill('1043')
        await press(page, 'Go on to the delivery day')
        await page.getByText('A German postcode has five figures; this one has four.').waitFor()
        await audit('who and where, with a wrong postcode')
        assert.equal(await page.locator('#street').inputValue(), 'Kastanienallee 24')
        await page.locator('#postcode').fill('10435')
        await press(page, 'Go on to the delivery day')

        await page.getByRole('radiogroup', { name: 'When?' }).getByText('Express, by DHL').waitFor()
        await audit('when')
        if (script) {
          await page.getByRole('radio', { name: /at an hour you choose/ }).check()
          const day = page.locator('.dayb input').nth(1)
          await day.check()
          await page.getByRole('group', { name: `Your hour, ${await day.getAttribute('aria-label')}` }).waitFor()
          await audit('the hours of a day')
        }
        await page.getByRole('radio', { name: /Express/ }).check()
        if (script) await page.locator('.ledger .total').getByText('€34.90').waitFor({ state: 'attached' })
        await press(page, 'Go on to payment')

        await page.getByLabel('Card number').waitFor()
        assert.equal(await page.getByText('10435 Berlin, Germany').isVisible(), true)
        await audit('how to pay')
        const applies = page.getByText('The terms and your right of withdrawal apply.')
        const below =
          ((await applies.boundingBox())?.y ?? 0) - ((await page.getByRole('button', { name: 'Pay €34.90' }).boundingBox())?.y ?? 0)
        assert.ok(below > 0, 'what applies stands below the button')
        for (const name of ['terms', 'right of withdrawal'])
          assert.match((await applies.getByRole('link', { name, exact: true }).getAttribute('href')) ?? '', /^\/(terms|withdrawal)$/)
        await writeCard(page, cards.good)
        await press(page, 'Pay €34.90')

        const { id, number } = await readOrder(page)
        await audit('thank you')
        assert.match(number, /^\d{5,}$/)
        assert.equal(await page.getByText(email).first().isVisible(), true)
        assert.equal(await page.getByText('€34.90 by Visa ending 4242').isVisible(), true)
        await page.getByText(/^Morning Mug goes to Berlin and will reach you [A-Z]\w+day \d+ [A-Z]\w+\.$/).waitFor()
        await page.getByRole('link', { name: 'Follow the order' }).click()
        await page.getByText('Being wrapped').waitFor()
        await audit('the order')
        assert.equal(await page.getByRole('banner').getByText(/piece/).count(), 0, 'the bag is empty again')

        const { order } = await shop.merchant.orders.getOrder({ id })
        assert.equal(order.number, number)
        assert.equal(order.paymentStatus, 'PAID')
        assert.equal(order.buyerInfo?.email, email)
        assert.equal(order.priceSummary?.total?.amount, '34.90')
        assert.deepEqual(
          order.lineItems.map((line) => [line.productName?.original, line.quantity]),
          [['Morning Mug', 1]],
        )
        assert.ok(order.lineItems[0]?.descriptionLines?.some((line) => (line.colorInfo ?? line.plainText)?.original === 'Oat'))
        assert.equal(await leftOf(shop, mug), before - 1)

        const message = await awaitEmail(shop, email)
        assert.ok(message.text.includes(number), 'the email names the order')
        await page.goto(`${shop.url}/inbox`)
        await page.getByText(email).first().waitFor()
      })
})
