import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, suite, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { personalData } from '@vitrine/client/back-office'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'
import { comeIn, employ } from './colleagues.ts'

suite('personal data', () => {
  let admin: OpenAdmin
  before(async () => {
    admin = await openAdmin()
  })
  after(() => admin?.[Symbol.asyncDispose]())

  const preview = (email: string) =>
    createClient({ baseUrl: admin.shop.url, auth: apiKey(admin.shop.apiKey), modules: { personalData } }).personalData.previewPersonalData({
      email,
    })

  test('what the shop has about a guest is looked up, handed over and erased once nothing is open', async () => {
    const email = 'erase.me@example.com'
    const { id } = await admin.buy(email)
    await using visit = await admin.enter({ width: 1440 }, `/orders/${id}`)
    const { page, audit } = visit
    await page.getByRole('link', { name: 'Personal data', exact: true }).last().click()
    await page.waitForURL(/personal-data\?email=erase\.me/)
    await page.getByRole('button', { name: 'Look up' }).click()
    await page.getByText('Before they can be erased:').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Erase' }).isDisabled(), true)
    await audit('what the shop has about a guest')

    const { order } = await admin.shop.merchant.orders.getOrder({ id })
    await admin.shop.merchant.orderFulfillments.createFulfillment({
      orderId: id,
      fulfillment: { lineItems: order.lineItems.map((line) => ({ id: line.id, quantity: line.quantity })) },
    })
    await page.getByRole('button', { name: 'Look up' }).click()
    await page.getByText('Before they can be erased:').waitFor({ state: 'detached' })
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download as JSON' }).click()
    const file = await saved
    assert.match(file.suggestedFilename(), /\.json$/)
    assert.match(await readFile(await file.path(), 'utf8'), /erase\.me@example\.com/)

    await page.getByRole('button', { name: 'Erase' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Type the email address').fill('somebody@else.example')
    assert.equal(await dialog.getByRole('button', { name: 'Erase' }).isDisabled(), true)
    await dialog.getByLabel('Type the email address').fill(email)
    await audit('erasing a guest')
    await dialog.getByRole('button', { name: 'Erase' }).click()
    await page.getByText(`The shop has nothing about ${email}`).waitFor()
    assert.deepEqual((await preview(email)).counts, [])

    await page.getByRole('textbox', { name: 'Email', exact: true }).fill('nobody')
    await page.getByRole('textbox', { name: 'Email', exact: true }).evaluate((input: HTMLInputElement) => (input.type = 'text'))
    await page.getByRole('button', { name: 'Look up' }).click()
    await page.getByText('This is no email address.').waitFor()
  })

  test('after how many days the shop deletes is set, within bounds', async () => {
    await using visit = await admin.enter({ width: 390, theme: 'dark' }, '/personal-data')
    const { page, audit } = visit
    await audit('personal data on a phone')
    const days = page.getByRole('textbox', { name: 'Emails' })
    await days.fill('5000')
    await page.getByText('From 1 to 3,650 days.').first().waitFor()
    await days.fill('45')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved. What is older goes within the hour.').waitFor()
    await page.reload()
    assert.equal(await days.inputValue(), '45')
  })

  test('those whose role has no right to it find no way to it', async () => {
    await employ(admin.shop, ['WAREHOUSE'])
    await using visit = await admin.visit({ width: 820 })
    const { page } = visit
    await comeIn(page, admin.shop, 'WAREHOUSE')
    await page.goto(`${admin.shop.url}/admin/orders`)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Personal data' }).count(), 0)
    await page.goto(`${admin.shop.url}/admin/personal-data`)
    await page.getByRole('main').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Look up' }).count(), 0)
  })
})
