import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type OpenAdmin, openAdmin, owner, signIn } from './admin-pages.ts'
import { awaitEmail } from './shopper.ts'
import { sizes } from './sizes.ts'

suite('the admin', () => {
  let admin: OpenAdmin
  before(async () => void (admin = await openAdmin()))
  after(() => admin?.[Symbol.asyncDispose]())
  const row = (page: Page, number: string) => page.getByRole('row').filter({ hasText: number.replace(/(?=(\d{3})$)/, '\u2009') })

  test('nobody comes in without the password', async () => {
    await using visit = await admin.visit({ width: 1440 })
    const { page } = visit
    await signIn(page, admin.shop, 'not this one')
    await page.getByText('Email and password do not match.').waitFor()
    await visit.audit('sign in, refused')
    assert.ok(page.url().includes('/admin/sign-in?to=%2Forders'))
  })

  test('the owner comes in with the right password, whatever others have tried: the browser solves a captcha on its own', async () => {
    await using visit = await admin.visit({ width: 1440 })
    const { page } = visit
    const post = (body: object) =>
      fetch(`${admin.shop.url}/admin/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    for (let i = 0; i < 6; i++) await post({ email: owner.email, password: `guess ${i}` })
    assert.equal((await post({ ...owner })).status, 403)
    await signIn(page, admin.shop)
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
  })

  for (const [width, theme] of sizes([
    [1440, 'light'],
    [1440, 'dark'],
    [820, 'light'],
    [390, 'dark'],
  ] as const))
    test(`an order is found, tagged, sent, and part of it refunded, ${width} px wide, ${theme}`, async () => {
      const email = `admin-${width}-${theme}@example.com`
      const { number } = await admin.buy(email)
      await using visit = await admin.visit({ width, theme })
      const { page, audit } = visit
      await page.goto(`${admin.shop.url}/admin/sign-in`)
      await page.getByRole('heading', { name: /^Good / }).waitFor()
      await audit('sign in')
      await signIn(page, admin.shop)
      await row(page, number).waitFor()
      if (width > 620) {
        const find = page
          .getByRole('button', { name: /^Search or jump to/ })
          .locator('span')
          .first()
        assert.ok(await find.evaluate(({ scrollWidth, clientWidth, clientHeight }) => scrollWidth <= clientWidth && clientHeight <= 24))
      }
      await audit('orders')

      await page.getByLabel('Number, customer, SKU, tracking').fill(email)
      await page.waitForURL(/[?&]q=/)
      await page.waitForFunction(() => document.querySelectorAll('.table.orders tbody tr').length === 1)
      await row(page, number).getByRole('link').click()
      await page
        .getByRole('heading', { level: 1 })
        .filter({ hasText: number.slice(-3) })
        .waitFor()
      await audit('order')

      await page.getByRole('button', { name: 'Tag', exact: true }).click()
      await page.getByLabel('New tag').fill('gift')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Take the tag gift off' }).waitFor()

      await page
        .getByRole('button', { name: /^Fulfil 2 items/ })
        .filter({ visible: true })
        .click()
      await page.getByRole('button', { name: 'Less' }).first().click()
      await page.getByLabel('Carrier').fill('DHL')
      await page.getByLabel('Tracking number').fill('00340434161094042557')
      await audit('fulfil')
      await page.getByRole('button', { name: /^Send 1 item/ }).click()
      await page.getByText('Shipment 1', { exact: true }).waitFor()
      await page.getByRole('link', { name: '00340434161094042557' }).waitFor()
      const message = await awaitEmail(admin.shop, email, /on its way/i)
      assert.match(message.text, /00340434161094042557/)

      await page.getByRole('button', { name: /^Refund/ }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'More' }).first().click()
      // The unit that has not left goes back into stock, the other one does not come back: unless somebody says otherwise.
      const then = page.getByLabel('Then, Morning Mug')
      assert.equal(await then.inputValue(), '1')
      await then.selectOption('Do not restock')
      await page.getByRole('button', { name: /^Refund €26\.00(?! and)/ }).waitFor()
      await then.selectOption('Restock')
      await audit('refund')
      await page.getByRole('button', { name: /^Refund €26\.00 and restock 1/ }).click()
      await page.getByText('€26.00 refunded.').waitFor()
      await page.getByText('Refunded: Arrived damaged').waitFor()
      await page.getByText('1 item, not to be sent any more').waitFor()
      await page.getByRole('button', { name: /^Fulfil/ }).waitFor({ state: 'detached' })
      await awaitEmail(admin.shop, email, /€26\.00|back/i)

      await page.getByLabel('Comment for staff').fill('Wrapped in blue paper.')
      await page.getByRole('button', { name: /^Send/ }).click()
      await page.getByText('Wrapped in blue paper.').waitFor()
      await audit('order, sent and refunded')
    })

  test('all of it by the keys: to the orders, along them, pick, tag, search, open, fulfil, and leave', async () => {
    const [first, second] = [await admin.buy('keys-1@example.com'), await admin.buy('keys-2@example.com')]
    await using visit = await admin.visit({ width: 1440 })
    const { page, audit } = visit
    const counted: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/products/totals')) counted.push(request.url())
    })
    await page.goto(`${admin.shop.url}/admin`)
    await page.getByLabel('Email').and(page.locator(':focus')).waitFor()
    await page.keyboard.type(owner.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(owner.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'To do now' }).waitFor()
    assert.deepEqual(counted, [], 'whoever has orders has products: nobody counts them')
    await audit('home')

    await page.keyboard.press('g')
    await page.keyboard.press('o')
    await row(page, second.number).waitFor()
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
    await page.getByText('2 selected').waitFor()
    await page.keyboard.press('t')
    await page.keyboard.type('wedding list')
    await audit('tag')
    await page.keyboard.press('Enter')
    await page.getByText('2 orders tagged “wedding list”.').waitFor()
    await row(page, first.number).getByText('wedding list').waitFor()
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await row(page, first.number).getByText('wedding list').waitFor({ state: 'detached' })

    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await page.getByRole('heading', { name: 'To do now' }).waitFor()
    await page.keyboard.press('j')
    await page.locator('.todo [data-focus]').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await page.getByRole('heading', { name: 'To do now' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('heading', { name: 'Keyboard' }).waitFor()
    await audit('keys')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.keyboard.type(second.number)
    await page.getByRole('option', { name: /1 × |2 × / }).waitFor()
    await audit('palette')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Fulfil 2 items/ }).waitFor()
    await page.keyboard.press('f')
    await page.getByRole('heading', { name: 'Send shipment 1' }).waitFor()
    await page.getByRole('textbox', { name: 'Quantity Morning Mug' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByText('2 items sent.').waitFor()

    await page.keyboard.press('Control+k')
    await page.keyboard.type('>sign out')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /^Good / }).waitFor()
    await page.goto(`${admin.shop.url}/admin/orders/${second.id}`)
    await page.getByLabel('Password').waitFor()
  })
})
