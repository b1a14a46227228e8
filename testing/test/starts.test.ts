import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { after, before, test } from 'node:test'
import { attack } from '../src/attack.ts'
import { type TestDatabase, testDatabase } from '../src/database.ts'
import { freePort, startServerProcess, startThatEnds } from '../src/server-process.ts'

let home: TestDatabase
before(async () => {
  home = await testDatabase()
})
after(() => home?.[Symbol.asyncDispose]())

const live = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }

/** Ends with code 1, and says why in one line. */
async function ends(env: Readonly<Record<string, string>>, says: RegExp, port?: number): Promise<void> {
  const { code, output } = await startThatEnds({ databaseUrl: home.url, env, ...(port && { port }) })
  assert.equal(code, 1, output)
  assert.match(output, says)
  assert.deepEqual(output.trimEnd().split('\n').length, 1, output)
}

test(
  attack({
    area: 'Operations and defaults',
    tries: 'a shop with live payment keys starts with the inbox or the sandbox switched on',
    answer: 'the start ends with one sentence and code 1',
  }),
  async () => {
    await ends({ ...live, PAYMENT_SANDBOX: 'off' }, /^STRIPE_SECRET_KEY takes real money: switch off the inbox/)
    await ends({ ...live, VITRINE_INBOX: 'off' }, /^STRIPE_SECRET_KEY takes real money: switch off the sandbox/)
  },
)

test('what cannot be meant or reached ends the start with one sentence and code 1, and says no password', async () => {
  await ends({ SMTP_URL: 'mail.example' }, /^SMTP_URL is no address of a mail server/)
  const nobody = await freePort()
  await ends(
    { DATABASE_URL: `postgres://role:hush@127.0.0.1:${nobody}/shop` },
    /^the database of DATABASE_URL cannot be used: nobody answers there\n$/,
  )
  const unknown = new URL(home.url)
  unknown.pathname = '/no_such_shop'
  await ends({ DATABASE_URL: unknown.href }, /cannot be used: there is no such database\n$/)
})

test('a port in use ends the start with one sentence and code 1', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as { port: number }
  try {
    await ends({}, new RegExp(`PORT is ${port}, and another program listens there already\n$`), port)
  } finally {
    await new Promise((resolve) => other.close(resolve))
  }
})

test(
  attack({
    area: 'Operations and defaults',
    tries: 'a visitor reads the inbox, and asks the sandbox for a card token, of a shop where nobody switched them on',
    answer: '404 INBOX_OFF, the page of a shop that is not open yet, and 409 SITE_NOT_ACCEPTING_PAYMENTS',
  }),
  async () => {
    await using server = await startServerProcess({ databaseUrl: home.url, env: { VITRINE_INBOX: '', PAYMENT_SANDBOX: '' } })
    const code = async (answer: Response) =>
      ((await answer.json()) as { details?: { applicationError?: { code?: string } } }).details?.applicationError?.code
    const listed = await fetch(`${server.url}/vitrine/v1/inbox`)
    assert.deepEqual([listed.status, await code(listed)], [404, 'INBOX_OFF'])
    const page = await fetch(`${server.url}/inbox`)
    assert.equal(page.status, 503, 'a shop that begins with nothing is closed')
    assert.doesNotMatch(await page.text(), /that the shop would have sent/)
    const card = await fetch(`${server.url}/vitrine/v1/sandbox/card-tokens`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ cardNumber: '4242424242424242', expiryMonth: 12, expiryYear: 2040, securityCode: '123', holder: 'Hanna' }),
    })
    assert.deepEqual([card.status, await code(card)], [409, 'SITE_NOT_ACCEPTING_PAYMENTS'])
    assert.match(server.output(), /Emails\s+wait until SMTP_URL says where they go out/)
  },
)
