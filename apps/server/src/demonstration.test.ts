import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Misconfigured, readConfig } from './config.ts'
import { demonstrationOf } from './demonstration.ts'

const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
const live = { ...keys, STRIPE_SECRET_KEY: 'sk_live_1' }
const smtp = { SMTP_URL: 'smtps://mail.example' }
const at = (env: Record<string, string>, isDemo: boolean, takesRealMoney = false) =>
  demonstrationOf(readConfig(env), { isDemo, takesRealMoney })
const refused = (env: Record<string, string>, isDemo: boolean, says: RegExp) =>
  assert.throws(
    () => at(env, isDemo),
    (error: unknown) => error instanceof Misconfigured && says.test(error.message),
  )

// attack: Operations and defaults | somebody reads /inbox of a shop with an own database whose SMTP_URL was forgotten | there is no inbox; emails wait
// attack: Operations and defaults | somebody pays with a test card at a shop without a payment provider | the sandbox is off; nothing is offered
test('a shop that is no demo has neither inbox nor sandbox, unless they are switched on by name', () => {
  assert.deepEqual(at({}, false), { inbox: false, sandbox: false })
  assert.deepEqual(at({ VITRINE_INBOX: 'on' }, false), { inbox: true, sandbox: false })
  assert.deepEqual(at({ PAYMENT_SANDBOX: 'on' }, false), { inbox: false, sandbox: true })
  assert.deepEqual(at({ ...keys, PAYMENT_SANDBOX: 'on' }, false), { inbox: false, sandbox: true })
})

test('the demo shop has both, as far as nobody else delivers or takes payments, and nobody has switched them off', () => {
  assert.deepEqual(at({}, true), { inbox: true, sandbox: true })
  assert.deepEqual(at(smtp, true), { inbox: false, sandbox: true })
  assert.deepEqual(at(keys, true), { inbox: true, sandbox: false })
  assert.deepEqual(at({ VITRINE_INBOX: 'off', PAYMENT_SANDBOX: 'off' }, true), { inbox: false, sandbox: false })
})

// attack: Operations and defaults | a shop with live payment keys is started with an open inbox or sandbox | the server refuses to start, in one sentence
test('beside live keys neither may be open', () => {
  assert.deepEqual(at(live, false), { inbox: false, sandbox: false })
  refused({ ...live, VITRINE_INBOX: 'on' }, false, /real money: switch off the inbox.* \(VITRINE_INBOX=off\)$/)
  refused({ ...live, PAYMENT_SANDBOX: 'on' }, false, /real money: switch off the sandbox/)
  refused({ ...live, STRIPE_SECRET_KEY: 'rk_live_1', VITRINE_INBOX: 'on', PAYMENT_SANDBOX: 'on' }, false, /the inbox.* and the sandbox/)
  refused(live, true, /switch off the inbox/)
  assert.deepEqual(at({ ...live, ...smtp }, true), { inbox: false, sandbox: false })
})

test('a shop that went live in its admin has no inbox, the demo among them', () => {
  assert.deepEqual(at({}, true, true), { inbox: false, sandbox: true })
  assert.throws(() => at({ VITRINE_INBOX: 'on' }, false, true), /^Misconfigured: VITRINE_INBOX is on, and a shop takes real money/)
})

test('an inbox beside a mail server is refused: emails go one way', () =>
  refused({ ...smtp, VITRINE_INBOX: 'on' }, false, /^VITRINE_INBOX/))
