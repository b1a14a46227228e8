import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import { emails, systemChecks } from '@vitrine/client/back-office'
import type { SystemCheck } from '@vitrine/contract'
import { noteBackup } from '@vitrine/platform/kernel/backup/backup'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { colleague, hire, setsUpSecondStep, signsIn } from '../src/colleague.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { startServerProcess } from '../src/server-process.ts'

let shop: TestPlatform
const check = async () => {
  const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { systemChecks } })
  return office.systemChecks.checkSystem({})
}
const found = async (id: SystemCheck['id']): Promise<SystemCheck> => (await check()).checks.find((one) => one.id === id)!

before(async () => {
  shop = await startTestPlatform({ inbox: false, sandbox: false })
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

test('each check is made anew, at the time of the machine', async () => {
  const { checks, checkedDate } = await check()
  assert.equal(checks.length, 13)
  assert.equal(checkedDate, shop.clock.now().toISOString())
  assert.equal(checks.find(({ id }) => id === 'DATABASE')?.status, 'OK')
  assert.equal(checks.find(({ id }) => id === 'STORAGE')?.status, 'OK')
})

test('payments: none, then bank transfer', async () => {
  await writeSettings(shop.platform.database, shop.site, 'payments', { off: [], offline: [] }, shop.clock.now())
  assert.equal((await found('PAYMENTS')).status, 'FAILED')
  const offline = [
    { id: 'bank', name: 'Bank transfer' },
    { id: 'cash', name: 'Cash', active: false },
  ]
  await writeSettings(shop.platform.database, shop.site, 'payments', { off: [], offline }, shop.clock.now())
  const { status, message } = await found('PAYMENTS')
  assert.deepEqual(
    [status, message],
    ['OK', 'Paid by hand alone: Bank transfer. Cards and wallets need the keys of an account at Stripe, under Payments.'],
  )
})

test('emails that wait are counted, and those of another shop are not', async () => {
  const other = '99999999-9999-4999-8999-999999999999'
  const put = (site: string, key: string) =>
    shop.platform.database.query(sql`
      insert into mail_waiting (site, key, sender, recipient, subject, html, body, due_at, created_at)
      values (${site}, ${key}, 'a@b.de', 'c@d.de', 's', 'h', 'b', ${shop.clock.now()}, ${shop.clock.now()})`)
  await shop.platform.database.query(sql`insert into site (site, name, created_at) values (${other}, 'Other', ${new Date()})`)
  for (const key of ['one', 'two']) await put(shop.site, key)
  await put(other, 'three')
  const { status, figure, message } = await found('EMAIL')
  assert.deepEqual([status, figure], ['FAILED', '2 waiting'])
  assert.match(message, /2 emails wait/)
})

test('a test email says that it waits', async () => {
  const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { emails } })
  assert.equal((await office.emails.sendTestEmail({ id: 'order-shipped' })).waiting, true)
  assert.equal((await found('EMAIL')).figure, '3 waiting')
})

test('an owner without a second factor is named, until they have one', async () => {
  assert.equal((await found('SECOND_FACTOR')).status, 'OK')
  const { email } = await hire(shop, 'OWNER')
  assert.match((await found('SECOND_FACTOR')).message, new RegExp(`^${email.replaceAll('.', '\\.')} can do everything`))
  await setsUpSecondStep(shop, await signsIn(shop, email))
  assert.equal((await found('SECOND_FACTOR')).status, 'OK')
})

test('the last backup counts', async () => {
  assert.equal((await found('BACKUP')).status, 'FAILED')
  const note = (at: Date) => noteBackup(join(shop.dataDir, 'backups'), { at: at.toISOString(), path: '/backup/one', bytes: 5_000_000 })
  await note(shop.clock.now())
  shop.clock.advance(3 * 3_600_000)
  assert.deepEqual(await found('BACKUP'), { id: 'BACKUP', status: 'OK', message: 'The last backup has 5 MB.', figure: '3 hours ago' })
  shop.clock.advance(70 * 3_600_000)
  assert.equal((await found('BACKUP')).status, 'WARNING')
})

test('whoever may not see the settings sees none of it', async () => {
  const theirs = createClient({ baseUrl: shop.url, auth: await colleague(shop, 'WAREHOUSE'), modules: { systemChecks } })
  const [refused] = await attempt(theirs.systemChecks.checkSystem({}))
  assert.equal(refused?.code, 'PERMISSION_DENIED')
})

test('a start for the public has each check in its log, and a proxy that is not trusted is found', async () => {
  await using server = await startServerProcess({
    databaseUrl: shop.databaseUrl,
    env: { PUBLIC_URL: 'https://shop.example', VITRINE_INBOX: '', PAYMENT_SANDBOX: '', LOG_LEVEL: 'warn' },
  })
  await server.said(/"check":"SECRET".*"msg":"Whoever reads a copy of the database/)
  await server.said(/Checks {6}\d+ things to do before the shop goes public: https:\/\/shop\.example\/admin\/system/)
  const ask = async () => {
    const answer = await fetch(`${server.url}/vitrine/v1/system-checks`, { headers: { authorization: shop.apiKey } })
    const { checks } = (await answer.json()) as { checks: SystemCheck[] }
    return checks.find(({ id }) => id === 'TRUSTED_PROXIES')!.message
  }
  assert.match(await ask(), /none is trusted/)
  await fetch(`${server.url}/health`, { headers: { 'x-forwarded-for': '203.0.113.7' } })
  assert.match(await ask(), /^127\.0\.0\.1 forwards requests and is not trusted/)
})
