import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { coupons } from '@vitrine/client/back-office'
import { newId } from '@vitrine/platform/kernel/db/id'
import { connect } from '@vitrine/platform/kernel/db/pool'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { hashPassword } from '@vitrine/platform/people/credentials/passwords'
import { insertPerson } from '@vitrine/platform/people/staff/store'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'
import { sizes } from './sizes.ts'

suite('the audit log', () => {
  let admin: OpenAdmin
  before(async () => void (admin = await openAdmin()))
  after(() => admin?.[Symbol.asyncDispose]())

  const office = () => createClient({ baseUrl: admin.shop.url, auth: apiKey(admin.shop.apiKey), modules: { coupons } }).coupons
  /** A coupon that a program has changed twice, in three of its values and then in one of them again. */
  async function changedCoupon(code: string): Promise<string> {
    const { id } = await office().createCoupon({ specification: { name: 'Slow Sunday', code, percentOffRate: 10 } })
    await office().updateCoupon({ id, specification: { percentOffRate: 25, name: 'Slow Monday', limitPerCustomer: 1 } })
    await office().updateCoupon({ id, specification: { percentOffRate: 30 } })
    return id
  }
  const couponNow = async (id: string) => {
    const { name, percentOffRate, limitPerCustomer } = (await office().getCoupon({ id })).coupon.specification
    return { name, percentOffRate, limitPerCustomer }
  }

  for (const [width, theme] of sizes([
    [1440, 'light'],
    [820, 'dark'],
    [390, 'light'],
  ] as const))
    test(`who tagged an order is seen from the order, and taken back, ${width} px wide, ${theme}`, async () => {
      const { id, number } = await admin.buy(`audit-${width}@example.com`)
      await using visit = await admin.enter({ width, theme }, `/orders/${id}`)
      const { page, audit } = visit
      await page.getByRole('button', { name: 'Tag', exact: true }).click()
      await page.getByLabel('New tag').fill('gift')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Take the tag gift off' }).waitFor()

      await page.goto(`${admin.shop.url}/admin/audit?${new URLSearchParams({ about: id, called: `order ${number}` })}`)
      await page.getByRole('button', { name: `About order ${number}` }).waitFor()
      const row = page.getByRole('row').filter({ hasText: 'tags' })
      await row.getByText('— → gift').waitFor()
      await audit(`the log of an order, ${width}`)
      await row.getByRole('link').click()
      const panel = page.getByRole('complementary', { name: /^Order .*, tags$/ })
      await panel.getByRole('link', { name: new RegExp(number.slice(-3)) }).waitFor()
      await panel.getByText('Owner').first().waitFor()
      await audit(`a change, ${width}`)

      await panel.getByRole('button', { name: 'Take back 1 field' }).click()
      const question = page.getByRole('dialog', { name: 'Take back 1 field?' })
      await question.getByText(/^Order .* tags$/).waitFor()
      await audit(`the question before, ${width}`)
      await question.getByRole('button', { name: /^Take back 1 field/ }).click()
      await page.getByText('1 field taken back.').waitFor()
      await panel.getByText('Nothing of it is left to take back.').waitFor()
      await panel.getByText('Taken back').waitFor()
      const { order } = await admin.shop.merchant.orders.getOrder({ id })
      assert.deepEqual(order.tags?.tags?.tagIds ?? [], [])
      await panel.getByRole('link', { name: new RegExp(number.slice(-3)) }).click()
      await page.getByRole('button', { name: 'Tag', exact: true }).waitFor()
      assert.equal(await page.getByRole('button', { name: 'Take the tag gift off' }).count(), 0)
    })

  for (const width of sizes([1440, 820]))
    test(`by the keys: what was changed since stays, the rest goes back, ${width} px wide`, async () => {
      const code = `KEYS${width}`
      const id = await changedCoupon(code)
      await using visit = await admin.enter({ width, theme: 'dark' }, '/audit')
      const { page, audit } = visit
      await page.getByRole('row').filter({ hasText: code }).first().waitFor()
      await page.keyboard.press('/')
      await page.keyboard.type(`${code.toLowerCase()} monday`)
      await page.getByText('No changes like that').waitFor()
      await page.keyboard.press('Control+a')
      await page.keyboard.type(`${code} limit`)
      await page.waitForFunction(() => document.querySelectorAll('[data-rows] tbody tr').length === 1)
      assert.match(page.url(), new RegExp(`q=${code}`))
      await page.keyboard.press('Escape')
      await page.keyboard.press('j')
      await page.keyboard.press('Enter')
      const panel = page.getByRole('complementary', { name: new RegExp(`^Coupon ${code}`) })
      await panel.getByText('Changed again since, to 30. It stays.').waitFor()
      assert.equal(await panel.getByLabel('Take back percent off rate').isDisabled(), true)
      await panel.getByText('API key').first().waitFor()
      await audit(`a change of several values, ${width}`)

      await panel.getByLabel('Take back limit per customer').focus()
      await page.keyboard.press('Space')
      await panel.getByRole('button', { name: 'Take back 1 field' }).waitFor()
      await page.keyboard.press('u')
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Control+Enter')
      await page.getByText('1 field taken back.').waitFor()
      assert.deepEqual(await couponNow(id), { name: 'Slow Sunday', percentOffRate: 30, limitPerCustomer: 1 })
      await page.keyboard.press('Escape')
      await page.waitForURL(/\/audit\?/)

      // It was somebody else's turn meanwhile: the platform refuses, and the page shows how things are.
      await page.goto(`${admin.shop.url}/admin/audit?q=${code}+limit`)
      await page.getByRole('row').filter({ hasText: code }).getByRole('link').click()
      await panel.getByRole('button', { name: 'Take back 1 field' }).waitFor()
      await office().updateCoupon({ id, specification: { limitPerCustomer: 7 } })
      await page.keyboard.press('u')
      await page.keyboard.press('Control+Enter')
      await page.getByText('It is 7 by now.').waitFor()
      assert.equal((await couponNow(id)).limitPerCustomer, 7)
    })

  test('filters stand in the address; a developer reads the log and takes nothing back', async () => {
    const code = 'JONAS'
    await changedCoupon(code)
    const person = { email: 'jonas@morrow.example', password: 'tea before coffee, 2 cups' }
    {
      await using database = connect({ url: admin.shop.databaseUrl, connections: 1 })
      const [site] = await database.query<{ site: string }>(sql`select site from staff limit 1`)
      const passwordHash = await hashPassword(person.password)
      await insertPerson(
        database,
        site!.site,
        { id: newId(), email: person.email, name: 'Jonas Vogt', role: 'DEVELOPER', passwordHash },
        new Date(),
      )
    }
    await using visit = await admin.visit({ width: 1440 })
    const { page } = visit
    const headers = { origin: admin.shop.url }
    const signIn = (secret: string) =>
      page.request.post(`${admin.shop.url}/admin/session`, { data: { ...person, password: secret, stay: false }, headers })
    assert.equal((await signIn('wrong')).status(), 401)
    assert.equal((await signIn(person.password)).status(), 200)
    await page.goto(`${admin.shop.url}/admin/audit?did=signed_in,sign_in_failed`)
    const rows = page.getByRole('row').filter({ hasText: 'Jonas Vogt' })
    await rows.filter({ hasText: 'signed in' }).waitFor()
    await rows.filter({ hasText: 'failed to sign in' }).waitFor()

    await page.getByRole('link', { name: 'Audit log' }).first().click()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByLabel('Filter by').fill('coupon')
    await page.getByRole('button', { name: 'Coupon', exact: true }).click()
    await page.waitForURL(/what=coupon/)
    const changed = page.getByRole('row').filter({ hasText: 'name and 2 more' }).filter({ hasText: code })
    await changed.locator('a[href*="what=coupon"]').click()
    const panel = page.getByRole('complementary', { name: new RegExp(`^Coupon ${code}`) })
    await panel.getByText('Slow Monday').waitFor()
    assert.equal(await panel.getByRole('button', { name: /^Take back/ }).count(), 0)
    assert.equal(await panel.getByRole('checkbox').count(), 0)
    assert.match(page.url(), /what=coupon/)
    // The address of a change leads to it, whoever opens it afresh.
    await page.reload()
    await panel.getByText('Slow Monday').waitFor()
  })
})
