import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'
import { sizes } from './sizes.ts'

suite('the log of requests', () => {
  let admin: OpenAdmin
  before(async () => {
    admin = await openAdmin()
  })
  after(() => admin?.[Symbol.asyncDispose]())

  const call = (method: string, path: string, body?: object) =>
    fetch(admin.shop.url + path, {
      method,
      headers: { authorization: admin.shop.apiKey, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })

  test('is turned on, followed live, filtered, read, copied and replayed; a write is asked about first', async () => {
    await using visit = await admin.enter({ width: 1440 }, '/developers')
    const { page, audit } = visit
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('navigation', { name: 'Parts' }).getByRole('link', { name: 'Requests' }).click()
    const recorded = page.getByRole('switch', { name: 'Record requests' })
    if (await recorded.isChecked()) await recorded.uncheck()
    await page.getByText('Nothing is recorded.', { exact: false }).first().waitFor()
    await audit('an empty log of requests')
    await recorded.check()
    await page.getByText('Requests are recorded from now on.').waitFor()

    await page.getByRole('button', { name: 'Follow live' }).click()
    await page.getByRole('button', { name: 'Follow live', pressed: true }).waitFor()
    assert.equal((await call('PATCH', '/vitrine/v1/retention', { retention: { emailDays: 77 } })).status, 200)
    assert.equal((await call('GET', '/ecom/v1/orders/00000000-0000-4000-8000-000000000000?why=test')).status, 404)
    const write = page.getByRole('link', { name: 'PATCH /vitrine/v1/retention' })
    await write.waitFor()
    await page.getByRole('row', { name: /ORDER_NOT_FOUND/ }).waitFor()
    await audit('requests')
    await page.getByRole('button', { name: 'Follow live' }).click()

    await page.getByLabel('Answer', { exact: true }).selectOption({ label: 'refused (4xx)' })
    await write.waitFor({ state: 'detached' })
    assert.match(page.url(), /status=4/)
    await page
      .getByRole('link', { name: /^GET \/ecom\/v1\/orders/ })
      .first()
      .click()
    const panel = page.getByRole('complementary', { name: /^Request/ })
    await panel.getByText('?why=test').waitFor()
    await panel.getByText('"ORDER_NOT_FOUND"').waitFor()
    await panel.getByRole('button', { name: 'Copy as curl' }).click()
    await page.getByText('The command is copied.').waitFor()
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^curl 'http.*\/ecom\/v1\/orders\/.*why=test'/)
    await audit('a request')
    await panel.getByRole('button', { name: 'Replay' }).click()
    await page.getByText('It is sent again, and answered with 404 ORDER_NOT_FOUND.').waitFor()
    await panel.getByText('A replay of').waitFor()
    await panel.getByRole('button', { name: 'Close' }).click()

    await page.getByLabel('Answer', { exact: true }).selectOption({ label: 'any answer' })
    await page.getByLabel('Path begins with').fill('/vitrine/v1/retention')
    await write.first().click()
    await panel.getByRole('button', { name: 'Request', exact: true }).click()
    await panel.getByText('"emailDays": 77').waitFor()
    await call('PATCH', '/vitrine/v1/retention', { retention: { emailDays: 90 } })
    await panel.getByRole('button', { name: 'Replay' }).click()
    const question = page.getByRole('dialog', { name: 'Replay a request that writes?' })
    await audit('the question before a write')
    await question.getByRole('button', { name: 'Replay' }).click()
    await page.getByText('It is sent again, and answered with 200.').waitFor()
    await panel.getByText('Its Idempotency-Key is').waitFor()
    const { retention } = (await (await call('GET', '/vitrine/v1/retention')).json()) as { retention: { emailDays: number } }
    assert.equal(retention.emailDays, 77)
  })

  for (const [width, theme] of sizes([
    [390, 'dark'],
    [820, 'light'],
  ] as const))
    test(`reads at ${width} px`, async () => {
      await using visit = await admin.enter({ width, theme }, '/developers/requests')
      await visit.page
        .getByRole('link', { name: /retention/ })
        .first()
        .click()
      const panel = visit.page.getByRole('complementary', { name: /^Request/ })
      await panel.getByRole('button', { name: 'Copy as curl' }).waitFor()
      await visit.audit(`a request at ${width}`)
      await panel.getByRole('button', { name: 'Close' }).click()
      await visit.audit(`requests at ${width}`)
    })
})
