import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'

suite('the system', () => {
  let admin: OpenAdmin
  before(async () => {
    admin = await openAdmin()
  })
  after(() => admin?.[Symbol.asyncDispose]())

  test('home says what keeps the shop from being public, and leads to all checks', async () => {
    await using visit = await admin.enter({ width: 1440 }, '/')
    const { page, audit } = visit
    await page.getByRole('link', { name: /things to do before the shop goes public/ }).click()
    await page.getByRole('heading', { name: /things need you$/ }).waitFor()
    const checks = page.getByRole('list', { name: 'Checks' }).getByRole('listitem')
    assert.equal(await checks.count(), 12)
    assert.match((await checks.first().textContent()) ?? '', /^Failed/)
    assert.match((await checks.last().textContent()) ?? '', /^In order/)
    await page.getByText('The sandbox takes test cards').waitFor()
    await audit('system')
    const again = page.waitForResponse((answer) => answer.url().endsWith('/vitrine/v1/system-checks'))
    await page.getByRole('button', { name: 'Check again' }).click()
    assert.equal((await again).status(), 200)
    await checks.filter({ hasText: 'Payments' }).getByRole('link', { name: 'Payments' }).click()
    await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor()
  })

  for (const width of [390, 820])
    test(`reads at ${width} px`, async () => {
      await using visit = await admin.enter({ width, theme: 'dark' }, '/system')
      const { page, audit } = visit
      await page.getByRole('list', { name: 'Checks' }).waitFor()
      await audit(`system at ${width}`)
    })
})
