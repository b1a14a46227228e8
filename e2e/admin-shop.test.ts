import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { generalSettings } from '@vitrine/client/back-office'
import type { Page } from 'playwright-core'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'

suite('the settings of the shop', () => {
  let admin: OpenAdmin
  before(async () => void (admin = await openAdmin()))
  after(() => admin?.[Symbol.asyncDispose]())

  const office = () =>
    createClient({ baseUrl: admin.shop.url, auth: apiKey(admin.shop.apiKey), modules: { generalSettings } }).generalSettings
  const unsaved = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' })

  test('a shop is given another name, address and clock, and its orders other numbers, by mouse, 1440 px wide', async () => {
    await using visit = await admin.enter({ width: 1440, theme: 'light' }, '/orders')
    const { page, audit } = visit
    await page.getByRole('link', { name: 'Shop', exact: true }).click()
    await page.getByRole('heading', { name: 'Shop', level: 1 }).waitFor()
    await audit('the settings of the shop, light')

    await page.getByLabel('Name', { exact: true }).fill('Halde & Hof')
    await page.getByLabel('Address').fill('Hof 2\n04315 Leipzig')
    await page.getByLabel('Time zone').selectOption('Asia/Tokyo')
    await page.getByLabel('Kept for').fill('9')
    await page.getByText('From 12 to 120 months.').first().waitFor()
    await page.getByLabel('Kept for').fill('36')
    const next = page.getByLabel('The next order has')
    await next.fill('0')
    await page
      .getByText(/^A number from .* on\.$/)
      .first()
      .waitFor()
    assert.ok(await unsaved(page).getByRole('button', { name: /^Save/ }).isDisabled())
    await page.keyboard.press('Control+s')
    await next.fill('700001')
    await unsaved(page).getByText('Name, address, time zone and 2 more').waitFor()
    assert.equal((await office().getGeneralSettings({})).generalSettings.name, 'Morrow', 'what is not right is not saved by keys either')
    await audit('settings that are not saved')
    await unsaved(page).getByRole('button', { name: /^Save/ }).click()
    await page.getByText('Halde & Hof is saved.').waitFor()

    // The menu and the title are those of a shop that is read again.
    await page.getByRole('navigation', { name: 'Main' }).getByText('Halde & Hof').waitFor()
    assert.match(await page.title(), /Halde & Hof/)
    await unsaved(page).waitFor({ state: 'detached' })
    assert.equal((await admin.buy('numbered@example.com')).number, '700001')
    const { shop } = await admin.shop.shopper().shop.getShop()
    assert.deepEqual([shop.name, shop.timeZone, shop.contact.address], ['Halde & Hof', 'Asia/Tokyo', ['Hof 2', '04315 Leipzig']])
    assert.equal((await office().getGeneralSettings({})).generalSettings.auditMonths, 36)
    await page.goto(`${admin.shop.url}/admin/audit`)
    await page.getByText('stored for 36 months').waitFor()
  })

  test('another currency is asked about first; orders from before stay in theirs, by keyboard, 820 px wide', async () => {
    const { id } = await admin.buy('before@example.com')
    await using visit = await admin.enter({ width: 820, theme: 'dark' }, '/shop')
    const { page, audit } = visit
    const currency = page.getByLabel('Currency')
    await currency.focus()
    await page.keyboard.type('US Dollar')
    await unsaved(page).getByText('Currency').waitFor()
    await page.keyboard.press('Control+s')
    const question = page.getByRole('dialog', { name: 'Sell in US Dollar?' })
    await question.getByText(/26\.00 EUR become 26\.00 USD/).waitFor()
    await audit('the question about a currency, dark')
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    assert.equal((await office().getGeneralSettings({})).generalSettings.currency, 'EUR')
    await page.keyboard.press('Control+s')
    await question.waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByText(/is saved\.$/).waitFor()
    await audit('the settings of the shop, dark')

    await page.goto(`${admin.shop.url}/admin/orders/${id}`)
    await page.getByText('€52.00').first().waitFor()
    assert.equal(await page.getByText('US$').count(), 0)
    const { products } = await admin.shop.shopper().products.queryProducts({ query: { filter: { slug: 'morning-mug' } } })
    assert.equal(products[0]?.priceData?.formatted?.price, 'US$26.00')
    await office().updateGeneralSettings({ generalSettings: { currency: 'EUR' } })
  })

  test('neither two who change it at once nor a lost connection lose what was written, on a phone', async () => {
    await using visit = await admin.enter({ width: 390, theme: 'light' }, '/shop')
    const { page, audit } = visit
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('Morning')
    await page.context().setOffline(true)
    await page.keyboard.press('Control+s')
    await page.getByText(/^The shop did not answer\./).waitFor()
    assert.equal(await name.inputValue(), 'Morning')
    await page.context().setOffline(false)
    await office().updateGeneralSettings({ generalSettings: { name: 'Evening', phone: '+49 341 1' } })
    await page.keyboard.press('Control+s')
    const question = page.getByRole('alertdialog')
    await question.getByText('Evening').waitFor()
    await audit('two who changed the name, on a phone')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Morning is saved.').waitFor()
    const { generalSettings: saved } = await office().getGeneralSettings({})
    assert.deepEqual([saved.name, saved.phone], ['Morning', '+49 341 1'])
    await audit('the settings of the shop, on a phone')
  })
})
