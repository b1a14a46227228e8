import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { type Receiver, startReceiver } from '@vitrine/testing/receiver'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'
import { sizes } from './sizes.ts'

suite('webhooks', () => {
  let admin: OpenAdmin
  let receiver: Receiver
  before(async () => {
    receiver = await startReceiver()
    admin = await openAdmin({ VITRINE_OUTBOUND_ALLOW: 'loopback' })
  })
  after(async () => {
    await admin?.[Symbol.asyncDispose]()
    await receiver?.[Symbol.asyncDispose]()
  })

  test('one is made with its events, tested, its log read, sent again, replayed, paused, given a new secret and deleted', async () => {
    await using visit = await admin.enter({ width: 1440 }, '/developers')
    const { page, audit } = visit
    await page.getByRole('navigation', { name: 'Parts' }).getByRole('link', { name: 'Webhooks' }).click()
    await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor()
    await page.getByRole('button', { name: 'Webhook', exact: true }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Warehouse')
    await dialog.getByLabel('Address').fill('https://10.0.0.8/in')
    const orders = dialog.locator('details').filter({ has: page.locator('summary', { hasText: /^Order\s*$/ }) })
    await orders.locator('summary').click()
    await orders.getByLabel(/^All of order/).check()
    await audit('the form of a webhook')
    await dialog.getByRole('button', { name: 'Make the webhook' }).click()
    await dialog.getByText('This server calls public addresses').waitFor()
    await dialog.getByLabel('Address').fill(`${receiver.url}/in`)
    await dialog.getByRole('button', { name: 'Make the webhook' }).click()
    await page.getByText(/^whsec_/).waitFor()
    await page.getByRole('button', { name: 'I have it' }).click()

    await admin.buy('buyer@shop.example')
    await page.getByRole('button', { name: 'Send a test event to Warehouse' }).click()
    await page.getByText('A test event is on its way').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'order approved' }).first().click()
    const panel = page.getByRole('complementary', { name: /^Delivery/ })
    await panel.getByText('entityEventSequence').waitFor()
    await panel.getByRole('button', { name: 'Answered' }).click()
    await panel.getByText('thanks').waitFor()
    await audit('a delivery')
    const before = receiver.sent.length
    await panel.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('It is sent again.').waitFor()
    for (const until = Date.now() + 10_000; receiver.sent.length === before && Date.now() < until; ) await page.waitForTimeout(50)
    assert.equal(receiver.sent.length, before + 1)

    await page.getByRole('button', { name: 'Replay to Warehouse' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click()
    await page.getByText(/events are sent again/).waitFor()
    await page.getByRole('button', { name: 'Pause Warehouse' }).click()
    await page.getByText('Paused', { exact: false }).first().waitFor()
    await page.getByRole('button', { name: 'Resume Warehouse' }).click()
    await page.getByRole('button', { name: 'New secret of Warehouse' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make it' }).click()
    await page.getByText(/^whsec_/).waitFor()
    await audit('webhooks')
  })

  for (const [width, theme] of sizes([
    [390, 'light'],
    [820, 'dark'],
  ] as const))
    test(`reads at ${width} px`, async () => {
      await using visit = await admin.enter({ width, theme }, '/developers/webhooks')
      await visit.page.getByText('Warehouse').first().waitFor()
      await visit.audit(`webhooks at ${width}`)
    })
})
