import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'
import { toCheckout } from './checkout.ts'

suite('what the pages of orders show', () => {
  let admin: OpenAdmin
  before(async () => void (admin = await openAdmin()))
  after(() => admin?.[Symbol.asyncDispose]())

  test('one press refunds a whole order, and the bar, the customer and the message say so', async () => {
    const { id } = await admin.buy('all-back@example.com')
    const { order } = await admin.shop.merchant.orders.getOrder({ id })
    const paid = order.priceSummary!.total!.formattedAmount
    await using visit = await admin.enter({ width: 1440 }, `/orders/${id}`)
    const { page, audit } = visit
    const bar = page.locator('.paybar')
    await bar.locator('[data-k="cap"]').waitFor()
    const customer = page.locator('section', { has: page.getByRole('heading', { name: 'Customer', exact: true }) })
    await customer.getByText(`${paid} spent`).waitFor()

    await page.keyboard.press('r')
    const dialog = page.getByRole('dialog', { name: /^Refund/ })
    await dialog.getByRole('button', { name: 'Refund everything' }).click()
    await dialog
      .getByRole('button', { name: `Refund ${paid} and restock 2` })
      .or(dialog.getByRole('button', { name: `Refund ${paid}` }))
      .waitFor()
    assert.equal(await dialog.getByRole('button', { name: 'Refund everything' }).count(), 0)
    await audit('all of an order goes back')
    await page.keyboard.press('Control+Enter')
    await page.getByText(`${paid} refunded.`).waitFor()
    await bar.locator('[data-k="ref"]').waitFor()
    assert.equal(await bar.locator('[data-k="cap"]').count(), 0, 'what went back is captured no longer')
    await customer.getByText('€0.00 spent').waitFor()
  })

  test('the country of an address is chosen from a list', async () => {
    const { id } = await admin.buy('country@example.com')
    await using visit = await admin.enter({ width: 820 }, `/orders/${id}`)
    const { page } = visit
    await page
      .getByRole('button', { name: /^(?:Change|Edit)/ })
      .filter({ visible: true })
      .first()
      .click()
    const country = page.getByRole('dialog').getByLabel('Country')
    assert.equal(await country.evaluate((field) => field.tagName), 'SELECT')
    assert.equal(await country.inputValue(), 'DE')
  })

  test('selecting a row of a short list moves no row, and moves its footer by at most the height of the bar', async () => {
    await admin.buy('short-list@example.com')
    await using visit = await admin.enter({ width: 1440 }, '/orders?q=short-list@example.com')
    const { page } = visit
    const row = page.locator('[data-rows] tbody tr').first()
    await row.waitFor()
    const places = async () => {
      const cells = await row.locator('td').evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().left))
      return { row: await row.boundingBox(), cells, foot: (await page.locator('.pager').boundingBox())!.y }
    }
    const before = await places()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByText('1 selected').first().waitFor()
    const after = await places()
    assert.deepEqual([after.row, after.cells], [before.row, before.cells])
    assert.ok(before.foot - after.foot < 64, `${before.foot} ${after.foot}`)
  })

  test('a page that did not load loads by itself once the shop answers', async () => {
    const { id } = await admin.buy('comes-back@example.com')
    await using visit = await admin.enter({ width: 1440, fails: true }, '/')
    const { page } = visit
    await page.getByRole('heading', { level: 1 }).waitFor()
    const isRead = ({ pathname }: URL) => pathname === `/ecom/v1/orders/${id}`
    await page.route(isRead, (route) => route.abort())
    await page.locator(`a[href$="/orders/${id}"]`).first().click()
    await page.getByRole('heading', { name: 'This page did not load' }).waitFor()
    await page.unroute(isRead)
    await page.getByRole('heading', { name: 'Customer', exact: true }).waitFor()
  })

  test('a new draft has the focus in its product field, and the first delivery method', async () => {
    await using visit = await admin.enter({ width: 1440 }, '/drafts')
    const { page } = visit
    await page.getByRole('button', { name: 'New draft' }).filter({ visible: true }).first().click()
    const add = page.getByLabel('Add an item')
    await add.waitFor()
    await page.waitForFunction(() => document.activeElement?.getAttribute('placeholder') === 'Add an item')
    await page.keyboard.type('2 morning mug oat')
    await page
      .getByRole('option', { name: /Morning Mug, Oat/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('row').filter({ hasText: 'Morning Mug' }).waitFor()
    await admin.buy('by-first-way@example.com')
    await page.getByRole('button', { name: 'Add a customer' }).click()
    await page.getByLabel('Email', { exact: true }).fill('by-first')
    await page
      .getByRole('option', { name: /Hanna Keller, Berlin/ })
      .first()
      .click()
    await page.waitForFunction(() => [...document.querySelectorAll('input')].some(({ value }) => value === 'Kastanienallee 24'))
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByText('Kastanienallee 24').waitFor()
    const way = page.getByRole('radiogroup', { name: 'When' }).getByRole('radio', { checked: true })
    await way.waitFor()
    assert.doesNotMatch((await way.evaluate((input) => input.closest('label')?.textContent)) ?? '', /^Nothing/)
    await page
      .locator('#sum')
      .getByText(/^Delivery, /)
      .waitFor()
  })

  test('on the dashboard a long buyer’s name does not cut the total of an order', async () => {
    const name = ['Maximiliane-Friederike', 'von Hohenzollern-Sigmaringen zu Wittgenstein'] as const
    const { pay } = await toCheckout(admin.shop, { email: 'long-name@example.com', name, quantity: 2 })
    await pay()
    await using visit = await admin.enter({ width: 1440 }, '/')
    const line = visit.page.locator('.feed li').filter({ hasText: name[0] }).first()
    await line.waitFor()
    const seen = await line.evaluate((row) => {
      const total = [...row.querySelectorAll('*')].findLast(({ textContent, children }) => children.length === 0 && /€\d/.test(textContent))
      if (!total) return undefined
      total.scrollIntoView()
      const { left, right, top, bottom } = total.getBoundingClientRect()
      const at = (x: number) => document.elementFromPoint(x, (top + bottom) / 2)
      return { text: total.textContent, whole: at(left + 2) === total && at(right - 2) === total }
    })
    assert.match(seen?.text ?? '', /€\d+\.\d\d/)
    assert.equal(seen?.whole, true)
  })

  test('the login address names no page if none was requested, and no icon is missing', async () => {
    await using visit = await admin.visit({ width: 1440 })
    const { page } = visit
    const missing: string[] = []
    page.on('response', (answer) => answer.status() === 404 && missing.push(answer.url()))
    await page.goto(`${admin.shop.url}/admin/`)
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    assert.equal(new URL(page.url()).search, '')
    const icon = await page.request.get(`${admin.shop.url}/favicon.ico`)
    assert.equal(icon.status(), 200)
    assert.deepEqual(missing, [])
  })
})
