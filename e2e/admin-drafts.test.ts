import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { coupons, draftAdmin } from '@vitrine/client/back-office'
import type { Page } from 'playwright-core'
import { leave } from './abandoned.ts'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'
import { arrive } from './browser.ts'
import { withKeys, withMouse } from './input.ts'
import { awaitEmail, cards, press, writeCard } from './shopper.ts'
import { sizes } from './sizes.ts'

suite('what is sold by telephone, and what was left', () => {
  let admin: OpenAdmin
  before(async () => void (admin = await openAdmin()))
  after(() => admin?.[Symbol.asyncDispose]())

  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).filter({ visible: true })
  async function payByCard(page: Page, pay: string): Promise<void> {
    await writeCard(page, cards.good)
    await press(page, pay)
  }
  const office = () => createClient({ baseUrl: admin.shop.url, auth: apiKey(admin.shop.apiKey), modules: { coupons, draftAdmin } })
  const ordersOf = async (email: string) =>
    (await admin.shop.merchant.orders.searchOrders({ search: { filter: { 'buyerInfo.email': email } } })).orders

  for (const [how, width, theme, handOf] of sizes([
    ['by mouse', 1440, 'light', () => withMouse],
    ['by the keys alone', 820, 'dark', withKeys],
  ] as const)) {
    test(`somebody calls: a draft, a link, and the order is there once it is paid, ${how}`, async () => {
      const isWide = width === 1440
      const email = isWide ? 'luise.brandt@example.com' : 'oskar.brandt@example.com'
      await admin.buy(email)
      await using visit = await admin.enter({ width, theme, fresh: isWide }, '/drafts')
      const { page, audit } = visit
      const input = handOf(page)
      const [total, units] = isWide ? ['118.90', 5] : ['112.90', 4]
      const sum = `€${total}`
      if (isWide) {
        await input.press(button(page, 'New draft'))
        await page.getByText('Nothing is in it yet.').waitFor()
        await page.getByRole('heading', { level: 1, name: 'New draft' }).waitFor()
        const emptyId = new URL(page.url()).pathname.split('/').at(-1)!
        await page.getByRole('link', { name: 'Draft orders' }).first().click()
        await page.getByRole('heading', { level: 1, name: 'Draft orders' }).waitFor()
        const { drafts } = await office().draftAdmin.searchDrafts({})
        assert.ok(!drafts.some(({ id }) => id === emptyId), 'an empty draft does not stay')
      }
      await input.press(button(page, 'New draft'))
      await page.getByText('Nothing is in it yet.').waitFor()

      await input.write(page.getByLabel('Add an item'), '3 morning mug oat')
      await page
        .getByRole('option', { name: /Morning Mug, Oat/ })
        .first()
        .waitFor()
      await page.keyboard.press('Enter')
      const mug = page.getByRole('row').filter({ hasText: 'Morning Mug' })
      await mug.getByText('€78.00').waitFor()
      await input.press(mug.getByRole('button', { name: 'More' }))
      await mug.getByText('€104.00').waitFor()

      if (isWide) {
        await input.press(button(page, 'Custom line'))
        await input.write(page.getByLabel('Name', { exact: true }), 'A name under the glaze')
        await input.write(page.getByLabel('Price of one'), '15')
        await page.keyboard.press('ControlOrMeta+Enter')
        await page.getByRole('row').filter({ hasText: 'A name under the glaze' }).waitFor()
      }

      await input.press(button(page, 'Add a customer'))
      await input.write(page.getByLabel('Email', { exact: true }), email.slice(0, 9))
      await page.getByRole('option', { name: /Hanna Keller, Berlin/ }).waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.waitForFunction(() => [...document.querySelectorAll('input')].some(({ value }) => value === 'Kastanienallee 24'))
      if (isWide) await audit('the customer')
      await page.keyboard.press('ControlOrMeta+Enter')
      await page.getByText('Kastanienallee 24').waitFor()

      await input.choose(page.getByRole('radio', { name: /^Express, by DHL/ }))
      await page.locator('#sum').getByText('Delivery, Express, by DHL').waitFor()
      if (isWide) {
        await input.press(button(page, 'Discount'))
        await input.write(page.getByLabel('How much'), '9')
        await page.keyboard.press('ControlOrMeta+Enter')
        await page.locator('#sum').getByText('−€9.00').waitFor()
        await input.press(button(page, 'How the tax comes about'))
        await page
          .locator('#taxes')
          .getByText(/19 % of €118\.90/)
          .waitFor()
      }
      await input.write(page.getByLabel('Note for the packer'), 'The dark ones, please.')
      await page.keyboard.press('Tab')
      await page.getByText('The note is saved.').waitFor()
      await input.press(button(page, 'Reserve'))
      await page.keyboard.press('ControlOrMeta+Enter')
      await page.getByText(`${units} items stay reserved until`).waitFor()
      await audit('a draft')

      // The same draft in another tab, which does not see that it is sent.
      const other = isWide ? await page.context().newPage() : undefined
      await other?.goto(page.url())
      if (other) await button(other, `Send link, ${sum}`).waitFor()

      await input.press(button(page, `Send link, ${sum}`))
      if (isWide) {
        await input.turn(page.getByRole('checkbox', { name: 'Email the link' }))
        await button(page, `Make link, ${sum}`).waitFor()
        await input.turn(page.getByRole('checkbox', { name: 'Email the link' }))
      }
      await input.write(page.getByLabel('Your message'), 'As agreed just now.')
      if (!isWide) await audit('the link')
      // Twice, as people do.
      await page.keyboard.press('ControlOrMeta+Enter')
      await page.keyboard.press('ControlOrMeta+Enter')
      await page.getByText(`is sent to ${email}.`).waitFor()
      await page.getByText('waits for its payment until').waitFor()
      assert.match(await page.getByLabel('Link to pay').inputValue(), /\/pay\/[\da-f-]+\?token=/)
      if (isWide) await audit('a draft whose link is sent')
      if (other) {
        await button(other, `Send link, ${sum}`).click()
        await other.keyboard.press('ControlOrMeta+Enter')
        await other.getByText('It has become an order already').waitFor()
        await other.close()
      }

      const message = await awaitEmail(admin.shop, email, /to pay for order/)
      assert.match(message.text, /As agreed just now\./)
      await using buyer = await admin.visit({ width, theme })
      await arrive(buyer.page, /https?:\/\/\S+\/pay\/[\da-f-]+\?token=\S+/.exec(message.text)?.[0] ?? '')
      await payByCard(buyer.page, `Pay ${sum}`)
      await buyer.page.getByRole('heading', { level: 1, name: /^Thank you|^Paid|is paid/ }).waitFor()
      // The draft is open in another page, which is notified.
      await page.getByText('waits for its payment until').waitFor({ state: 'detached' })

      const [order, first, ...more] = await ordersOf(email)
      assert.ok(order && first && more.length === 0, 'the earlier one, and this one once')
      assert.deepEqual([order.status, order.paymentStatus, order.priceSummary?.total?.amount], ['APPROVED', 'PAID', total])
      await page.goto(`${admin.shop.url}/admin/drafts?q=${email}`)
      const row = page.getByRole('row').filter({ hasText: email })
      await row.getByText('Paid', { exact: true }).waitFor()
      await audit('drafts')
      await input.press(row.getByRole('link', { name: order.number?.replace(/(?=(\d{3})$)/, '\u2009') ?? '', exact: true }))
      await page.getByText('The dark ones, please.').waitFor()
    })

    test(`somebody left: an email with a coupon, and they come back and buy, ${how}`, async () => {
      const email = `nora-${width}@example.com`
      const { id } = await leave(admin.shop, email)
      const code = `BACK${width}`
      await office().coupons.createCoupon({
        specification: { name: 'Come back', code, moneyOffAmount: 6, startTime: '0', active: true, scope: { namespace: 'stores' } },
      })
      await using visit = await admin.enter({ width, theme }, `/abandoned?q=${email}`)
      const { page, audit } = visit
      const input = handOf(page)
      const row = page.getByRole('row').filter({ hasText: email })
      await row.getByText('Not reminded').waitFor()
      await audit('abandoned checkouts')
      if (width === 1440) {
        await input.press(button(page, 'Reminder rules'))
        await input.write(page.getByLabel('The link is good for'), '14')
        await audit('reminder rules')
        await page.keyboard.press('ControlOrMeta+Enter')
        await page.getByText('The rules are saved.').waitFor()
      }

      await input.press(row.getByRole('link'))
      await page.getByRole('heading', { level: 1, name: 'Nora Fuchs' }).waitFor()
      await audit('what was left')
      await input.press(button(page, /^Write to Nora/))
      await input.write(page.getByLabel('Your message'), 'We kept two for you.')
      await input.write(page.getByLabel('Coupon'), 'NOTHING')
      await page.getByText('No such coupon').or(page.getByRole('alert')).first().waitFor()
      await input.write(page.getByLabel('Coupon'), code)
      await page.frameLocator('iframe[title="The email"]').getByText(code).waitFor()
      await page.frameLocator('iframe[title="The email"]').getByText('We kept two for you.').waitFor()
      await audit('the email')
      await page.keyboard.press('ControlOrMeta+Enter')
      await page.getByText(`The email to ${email} is sent.`).waitFor()
      await page.getByText('An email was sent').waitFor()

      const message = await awaitEmail(admin.shop, email, /Your bag/)
      await using buyer = await admin.visit({ width, theme })
      const link = /https?:\/\/\S+\/recover\/\S+/.exec(message.text)?.[0] ?? ''
      await arrive(buyer.page, link)
      await buyer.page.getByLabel('Card number').waitFor()
      await payByCard(buyer.page, 'Pay €50.90')
      await buyer.page.getByRole('heading', { level: 1, name: /^Thank you/ }).waitFor()
      const [order, ...more] = await ordersOf(email)
      assert.ok(order && more.length === 0)
      assert.equal(order.appliedDiscounts[0]?.coupon?.code, code)

      await page.goto(`${admin.shop.url}/admin/abandoned/${id}`)
      await page
        .getByRole('link', { name: /^Open order/ })
        .filter({ visible: true })
        .waitFor()
      await page.goto(`${admin.shop.url}/admin/abandoned?state=back&q=${email}`)
      await row.getByText(/^Ordered/).waitFor()
    })
  }

  test('a customer without an address can be saved; before the order is placed the draft says what is missing', async () => {
    const email = 'by-phone@example.com'
    await using visit = await admin.enter({ width: 1440 }, '/drafts')
    const { page, audit } = visit
    await button(page, 'New draft').click()
    await page.getByLabel('Add an item').fill('morning mug oat')
    await page
      .getByRole('option', { name: /Morning Mug, Oat/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('row').filter({ hasText: 'Morning Mug' }).getByText('€26.00').first().waitFor()
    const about = page.getByRole('complementary', { name: 'About this draft' })
    await about.getByText('There is no delivery address yet').waitFor()
    await button(page, 'Add a customer').click()
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByText('To be delivered, it needs name, street, postcode and city too.').waitFor()
    await page.keyboard.press('ControlOrMeta+Enter')
    await about.getByText(email).first().waitFor()
    await about.getByText('The delivery address lacks name, street, postcode and city').waitFor()
    await audit('a draft without an address')

    await page.getByRole('radio', { name: 'Later' }).check()
    await button(page, /^Place order, /).click()
    const placing = page.getByRole('dialog', { name: /^Place the order for / })
    await placing.getByText('The delivery address lacks name, street, postcode and city: the items cannot be delivered.').waitFor()
    await audit('placing an order without an address')
    assert.ok(await placing.getByRole('button', { name: /^Place order/ }).isDisabled())
    await page.keyboard.press('ControlOrMeta+Enter')
    assert.deepEqual(await ordersOf(email), [])
    await placing.getByLabel('Place the order without delivery').check()
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByText(/^Order .* is placed\.$/).waitFor()
    assert.equal((await ordersOf(email)).length, 1)
  })

  for (const width of [390, 820, 1440])
    test(`the abandoned checkouts fit, whatever somebody is called, ${width} px wide`, async () => {
      const email = `wilhelmine-henriette.oberhauser-lindqvist-${width}@correspondence.example.com`
      await leave(admin.shop, email)
      await using visit = await admin.enter({ width, theme: width === 820 ? 'dark' : 'light' }, '/abandoned')
      const { page, audit } = visit
      const row = page.getByRole('row').filter({ hasText: 'Nora Fuchs' }).first()
      await row.getByText('Not reminded').waitFor()
      await audit('all abandoned checkouts')
      const [list, reminder] = await Promise.all([
        page.locator('[data-rows]').evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth })),
        row.getByText('Not reminded').boundingBox(),
      ])
      assert.ok(list.scrollWidth <= list.clientWidth, `${list.scrollWidth} px in ${list.clientWidth}: a column is cut off`)
      assert.ok(reminder!.x + reminder!.width <= width, `the reminder ends at ${reminder!.x + reminder!.width}`)
      const { height } = (await row.boundingBox())!
      assert.ok(width === 390 || height <= 64, `the row is ${height} px high`)
    })
})
