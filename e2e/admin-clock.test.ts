import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'
import { toCheckout } from './checkout.ts'
import { sizes } from './sizes.ts'

suite('the store clock and the sandbox bank, in the admin', () => {
  let admin: OpenAdmin
  before(async () => void (admin = await openAdmin()))
  after(() => admin?.[Symbol.asyncDispose]())

  /** An order that nobody pays. */
  const unpaid = async () =>
    (await toCheckout(admin.shop, { slug: 'tea-towel', email: 'late@example.com', address: { country: 'DE' } })).order()

  for (const [width, theme] of sizes([
    [1440, 'light'],
    [820, 'dark'],
  ] as const))
    test(`the clock is frozen, looked ahead with, moved on and brought back, ${width} px wide, ${theme}`, async () => {
      await unpaid()
      await using visit = await admin.enter({ width, theme }, '/clock')
      const { page, audit } = visit
      await page.getByRole('button', { name: 'Freeze' }).click()
      await page.getByText('The shop’s clock stands').waitFor()
      // In a narrow window it lies over what is pressed next.
      await page.getByRole('region', { name: 'What was done' }).getByRole('button', { name: 'Dismiss' }).click()
      await page.getByRole('button', { name: '1 hour' }).click()
      const effects = page.getByRole('region', { name: 'What 1 hour would do' })
      await effects.getByText('nobody has paid').first().waitFor()
      await audit('clock, frozen')
      const before = await page.locator('.clockface time').getAttribute('datetime')
      await effects.getByRole('button', { name: 'Advance 1 hour' }).click()
      await page.getByText(/effects? on the way\./).waitFor()
      await page
        .getByText(/advanced 1 hour, \d+ effects?/)
        .first()
        .waitFor()
      const after = await page.locator('.clockface time').getAttribute('datetime')
      assert.equal(Date.parse(after!) - Date.parse(before!), 3_600_000)
      // Another page says so, too, and lets it run.
      await page.goto(`${admin.shop.url}/admin/orders`)
      const banner = page.getByRole('status').filter({ hasText: 'The shop’s clock stands' })
      await banner.getByRole('button', { name: 'Let it run' }).click()
      await page.getByText('The shop’s clock is ahead').waitFor()
      await audit('orders, under a clock that is ahead')
      await page.getByRole('button', { name: 'Back to real time' }).click()
      await page.getByText('The shop’s clock is ahead').waitFor({ state: 'detached' })
    })

  test('by the keys: the next payment is declined, the one after asks for 3-D Secure, then cards decide again', async () => {
    await using visit = await admin.enter({ width: 1440, theme: 'dark' }, '/')
    const { page, audit } = visit
    await page.getByRole('heading', { name: 'To do now' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await page.getByLabel('What the bank does').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Next payment', { exact: true }).waitFor()
    await page.getByLabel('What the bank does').focus()
    await page.keyboard.type('Asks for 3')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Then', { exact: true }).waitFor()
    await audit('a script for the bank')
    await assert.rejects(admin.buy('declined@example.com'), /not approved/)
    await page.reload()
    await page.getByText('Then', { exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Take out: Asks for 3-D Secure' }).press('Enter')
    await page.getByText('Every payment goes as its card says').waitFor()
    const { id } = await admin.buy('approved@example.com')
    assert.equal((await admin.shop.merchant.orders.getOrder({ id })).order.paymentStatus, 'PAID')
  })
})
