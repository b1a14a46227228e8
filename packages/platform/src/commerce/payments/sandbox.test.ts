import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { connectedDatabase, openSite } from '@vitrine/testing/connected'
import { testClock } from '@vitrine/testing/platform'
import { newId } from '../../kernel/db/id.ts'
import type { Database } from '../../kernel/db/pool.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { Seals } from '../../kernel/seals.ts'
import { sandboxCards } from './cards.ts'
import type { Authorization, ProviderResult } from './provider.ts'
import { type Sandbox, sandbox } from './sandbox.ts'
import { sandboxScript } from './sandbox-script.ts'
import { findCharge } from './sandbox-store.ts'

const site = newId()
const clock = testClock()
let database: Database
let bank: Sandbox
let told: { readonly paymentId: string; readonly result: ProviderResult }[]
const signal = new AbortController().signal

/** Seals that are only as good as a test needs them. */
const sealing: Seals = {
  seal: async (...[site, kind, statement, seconds]) =>
    Buffer.from(JSON.stringify({ site, kind, statement, until: clock.now().getTime() + seconds * 1000 })).toString('base64url'),
  async open(site, kind, text) {
    const seal = JSON.parse(Buffer.from(text, 'base64url').toString())
    return seal.site === site && seal.kind === kind && seal.until > clock.now().getTime() ? seal.statement : undefined
  },
}

before(async () => {
  database = await connectedDatabase()
  await openSite(database, site)
})
after(() => database?.close())
beforeEach(async () => {
  await database.query(sql`delete from sandbox_charge where site = ${site}`)
  bank = sandbox({ database, clock, sealing, origin: 'https://shop.example', takesPayments: () => true, script: sandboxScript() })
  told = []
  bank.onEvent(async ({ paymentId, result }) => void told.push({ paymentId, result }))
})

async function tokenOf(number: string): Promise<string> {
  const made = await bank.tokenize(site, { number, expiryMonth: 12, expiryYear: 2030 })
  assert.ok('token' in made, number)
  return made.token
}

async function request(number: string, more: Partial<Authorization> = {}) {
  const paymentId = newId()
  return {
    site,
    paymentId,
    orderId: newId(),
    amount: 2600,
    currency: 'EUR',
    token: await tokenOf(number),
    returnUrl: 'https://shop.example/back',
    delayCapture: false,
    orderNumber: '10001',
    reference: null,
    captureId: newId(),
    ...more,
  }
}
const chargeOf = async ({ site, paymentId }: Pick<Authorization, 'site' | 'paymentId'>) => (await findCharge(database, site, paymentId))!

describe('a card', () => {
  test('becomes a token that holds its last four digits and not its number', async () => {
    const made = await bank.tokenize(site, { number: '4242424242424242', expiryMonth: 12, expiryYear: 2030 })
    assert.ok('token' in made)
    assert.deepEqual(made.card, { brand: 'VISA', last4: '4242', goodUntil: '2030-12' })
    assert.deepEqual(await bank.read(site, made.token), { brand: 'VISA', last4: '4242', goodUntil: '2030-12' })
    assert.ok(!Buffer.from(made.token, 'base64url').toString().includes('42424242'))
  })

  test('that is none, no test card, or over is told by its field', async () => {
    const wrong = async (number: string, expiryMonth = 12, expiryYear = 2030) => {
      const made = await bank.tokenize(site, { number, expiryMonth, expiryYear })
      return 'wrong' in made && made.wrong
    }
    assert.equal(await wrong('4242424242424241'), 'cardNumber')
    assert.equal(await wrong('4111111111111111'), 'cardNumber')
    assert.equal(await wrong('4242424242424242', 10, 2026), 'expiryMonth')
    assert.equal(await wrong('4242424242424242', 11, 2026), false, 'it is good to the end of its month')
  })

  test('of another shop or older than a quarter of an hour is no card', async () => {
    const token = await tokenOf('4242424242424242')
    assert.equal(await bank.read(newId(), token), undefined)
    clock.advance(15 * 60_000 + 1000)
    assert.equal(await bank.read(site, token), undefined)
  })

  test('behaves as its number says', async () => {
    const expected = {
      APPROVE: 'APPROVED',
      DECLINE: 'DECLINED',
      THREE_D_SECURE: 'ACTION_REQUIRED',
      THREE_D_SECURE_EACH_TIME: 'ACTION_REQUIRED',
      ONCE: 'APPROVED',
      LATE: 'PENDING',
      TWICE: 'APPROVED',
      DISPUTE: 'APPROVED',
      DISPUTE_WON: 'APPROVED',
    }
    for (const [number, behaviour] of Object.entries(sandboxCards)) {
      if (behaviour.kind === 'TIME_OUT') continue
      const result = await bank.authorize(await request(number), signal)
      assert.equal(result.state, expected[behaviour.kind], number)
      if (behaviour.kind === 'DECLINE') assert.equal((result as { reason: string }).reason, behaviour.reason)
    }
  })

  test('that times out is never heard of by the bank', async () => {
    const asked = await request('4000000000000309')
    await assert.rejects(bank.authorize(asked, AbortSignal.timeout(30)), /did not answer/)
    assert.deepEqual(await bank.find(asked, signal), { state: 'UNKNOWN' })
  })
})

describe('a charge', () => {
  test('is one for one payment, however often it is asked for, also when its token has run out meanwhile', async () => {
    const asked = await request('4242424242424242')
    const results = await Promise.all(Array.from({ length: 5 }, () => bank.authorize(asked, signal)))
    clock.advance(16 * 60_000)
    results.push(await bank.authorize(asked, signal))
    assert.deepEqual(new Set(results.map((result) => JSON.stringify(result))).size, 1)
    assert.equal(results[0]?.state, 'APPROVED')
  })

  test('held first is taken by a capture, once, and not after it was given up', async () => {
    const held = await request('4242424242424242', { delayCapture: true })
    assert.equal((await bank.authorize(held, signal)).state, 'AUTHORIZED')
    assert.equal((await bank.capture(held, signal)).state, 'APPROVED')
    assert.equal((await bank.capture(held, signal)).state, 'APPROVED', 'again is nothing new')
    const other = await request('4242424242424242', { delayCapture: true })
    await bank.authorize(other, signal)
    await bank.void(other, signal)
    assert.equal((await bank.capture(other, signal)).state, 'DECLINED')
    assert.equal((await chargeOf(other)).state, 'VOIDED')
  })

  test('that is given up stays so; one the bank has not heard of is not taken when it comes', async () => {
    const paid = await request('4242424242424242')
    await bank.authorize(paid, signal)
    await bank.void(paid, signal)
    await bank.void(paid, signal)
    assert.equal((await chargeOf(paid)).state, 'VOIDED')
    assert.equal((await bank.authorize(paid, signal)).state, 'DECLINED')
    const early = await request('4242424242424242')
    await bank.void(early, signal)
    assert.equal((await bank.authorize(early, signal)).state, 'DECLINED')
    const refused = await request('4000000000000002')
    await bank.authorize(refused, signal)
    await bank.void(refused, signal)
    assert.equal((await chargeOf(refused)).state, 'DECLINED', 'there is nothing to give up')
  })

  test('is given back once for each refund id, and never more than was taken', async () => {
    const paid = await request('4242424242424242')
    await bank.authorize(paid, signal)
    const back = (refundId: string, amount: number) => bank.refund({ ...paid, refundId, amount }, signal)
    assert.equal((await back('a', 1000)).state, 'APPROVED')
    assert.equal((await back('a', 1000)).state, 'APPROVED')
    assert.equal((await chargeOf(paid)).refunded, 1000)
    assert.equal((await back('b', 1601)).state, 'DECLINED')
    const racing = await Promise.all(Array.from({ length: 8 }, (_, i) => back(`r${i}`, 400)))
    assert.equal(racing.filter(({ state }) => state === 'APPROVED').length, 4)
    assert.equal((await chargeOf(paid)).refunded, 2600)
    const never = await request('4000000000000002')
    await bank.authorize(never, signal)
    assert.equal((await bank.refund({ ...never, refundId: 'x', amount: 1 }, signal)).state, 'DECLINED')
  })
})

describe('the buyer’s confirmation', () => {
  test('is answered once; the same answer again is the same, another one comes too late', async () => {
    const asked = await request('4000000000003220')
    await bank.authorize(asked, signal)
    const charge = await chargeOf(asked)
    const token = await bank.answer(charge, 'CONFIRM')
    assert.ok(token)
    assert.ok(await bank.answer(charge, 'CONFIRM'))
    assert.equal(await bank.answer(charge, 'REFUSE'), undefined)
    assert.equal((await bank.confirm(asked, token, signal))?.state, 'APPROVED')
    assert.equal(await bank.confirm({ ...asked, paymentId: newId() }, token, signal), undefined, 'another payment’s')
    assert.equal(await bank.confirm({ ...asked, site: newId() }, token, signal), undefined, 'another shop’s')
  })

  test('refused is a declined card; of what was given up, or never waited, there is nothing to confirm', async () => {
    const asked = await request('4000000000003220')
    await bank.authorize(asked, signal)
    const token = await bank.answer(await chargeOf(asked), 'REFUSE')
    const said = await bank.confirm(asked, token!, signal)
    assert.equal(said?.state === 'DECLINED' && said.reason, 'AUTHENTICATION_FAILED')
    const gone = await request('4000000000003220')
    await bank.authorize(gone, signal)
    await bank.void(gone, signal)
    assert.equal(await bank.answer(await chargeOf(gone), 'CONFIRM'), undefined)
    const plain = await request('4242424242424242')
    await bank.authorize(plain, signal)
    assert.equal(await bank.answer(await chargeOf(plain), 'CONFIRM'), undefined)
  })
})

describe('what the bank tells by itself', () => {
  test('comes late for one card and twice for another, when it is due, and to one listener only', async () => {
    const late = await request('4000000000000408')
    const twice = await request('4000000000000507')
    await bank.authorize(late, signal)
    await bank.authorize(twice, signal)
    await bank.tellDue()
    assert.equal(told.length, 0)
    for (let i = 0; i < 5; i++) {
      clock.advance(5000)
      await Promise.all([bank.tellDue(), bank.tellDue()])
    }
    assert.deepEqual(
      told.flatMap((event) => (event.paymentId === late.paymentId ? [event.result.state] : [])),
      ['APPROVED'],
    )
    assert.equal(told.filter((event) => event.paymentId === twice.paymentId).length, 2)
  })

  test('is nothing of what was given up', async () => {
    const late = await request('4000000000000408')
    await bank.authorize(late, signal)
    await bank.void(late, signal)
    clock.advance(10_000)
    await bank.tellDue()
    assert.equal(told.length, 0)
  })
})

test('no card number is in any table', async () => {
  const asked = await request('4242424242424242')
  await bank.authorize(asked, signal)
  const [row] = await database.query<{ text: string }>(
    sql`select to_jsonb(sandbox_charge)::text as text from sandbox_charge where site = ${site} and payment_id = ${asked.paymentId}`,
  )
  assert.doesNotMatch(row!.text, /4242/)
})
