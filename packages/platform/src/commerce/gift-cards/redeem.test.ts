import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Db } from '../../kernel/db/sql.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { giveBack, redeem, refund, spoiltNow, undo } from './redeem.ts'
import type { StoredCard, StoredTransaction } from './store.ts'

const now = new Date('2026-03-10T09:00:00.000Z')

const card: StoredCard = {
  id: 'c1',
  suffix: 'WXYZ',
  initial: 5000,
  balance: 2000,
  currency: 'EUR',
  expiresAt: null,
  disabledAt: null,
  source: 'MANUAL',
  orderId: null,
  document: {},
  createdAt: now,
  updatedAt: now,
}

const redemption: StoredTransaction = {
  id: 't1',
  cardId: 'c1',
  type: 'REDEEM',
  operation: 'SUBTRACT',
  amount: 3000,
  balance: 2000,
  currency: 'EUR',
  givenBack: 1000,
  orderId: 'o1',
  orderNumber: '1001',
  createdAt: now,
}

interface There {
  readonly card?: StoredCard | undefined
  readonly redemption?: StoredTransaction | undefined
  /** A refund under the same key. */
  readonly before?: StoredTransaction
  /** Whether the card takes what is moved. */
  readonly moves?: boolean
}

/** A shop with one card and one redemption, which remembers by how much the card was changed and what was noted. */
function shopOf({ card: held = card, redemption: taken, before, moves = true }: There) {
  const moved: number[] = []
  const notes: (readonly [type: unknown, operation: unknown, amount: unknown, balance: unknown])[] = []
  let givenBack = 0
  const db: Db = {
    query: async <Row>({ strings, values }: { readonly strings: readonly string[]; readonly values: readonly unknown[] }) => {
      const text = strings.join('?')
      if (text.includes('update gift_card set')) {
        const amount = values.find((value) => typeof value === 'number')!
        if (!moves) return []
        moved.push(amount)
        return [{ balance: held.balance + amount }] as Row[]
      }
      if (text.includes('set given_back')) givenBack += values.find((value) => typeof value === 'number')!
      if (text.includes('insert into gift_card_transaction')) notes.push([values[3], values[4], values[5], values[6]])
      if (!text.includes('select')) return []
      if (text.includes('from gift_card_transaction')) {
        const row = text.includes('idempotency_key =') ? before : taken
        return (row ? [row] : []) as Row[]
      }
      return (text.includes('from gift_card') ? [held] : []) as Row[]
    },
  }
  return { context: { db, site: 's1', now }, changes: () => ({ moved, notes, givenBack }) }
}

const nothing = { moved: [], notes: [], givenBack: 0 }

describe('giving back part of a redemption', () => {
  const back = async (amount: number, there: There = { redemption }) => {
    const { context, changes } = shopOf(there)
    return { done: await refund(context, 't1', amount, 'key'), ...changes() }
  }

  test('puts the money on the card and counts it against the redemption', async () => {
    assert.deepEqual(await back(500), {
      done: true,
      moved: [500],
      givenBack: 500,
      notes: [['PAYMENT_METHOD_REFUND', 'ADD', 500, 2500]],
    })
    assert.equal((await back(2000)).done, true, 'all that is left of it')
  })

  test('never gives back more than was redeemed and has not gone back yet', async () => {
    assert.deepEqual(await back(2001), { done: false, ...nothing })
    assert.deepEqual(await back(3000), { done: false, ...nothing })
    assert.deepEqual(await back(1, { redemption: { ...redemption, givenBack: 3000 } }), { done: false, ...nothing })
  })

  test('once under one key: again it is done, and changes nothing', async () => {
    const before: StoredTransaction = { ...redemption, id: 't2', type: 'PAYMENT_METHOD_REFUND', operation: 'ADD', amount: 500 }
    assert.deepEqual(await back(500, { redemption, before }), { done: true, ...nothing })
    assert.equal((await back(2001, { redemption, before })).done, true, 'what was done once is not asked again')
  })

  test('is possible on a card that is disabled or expired, and impossible without a redemption', async () => {
    assert.equal((await back(500, { redemption, card: { ...card, disabledAt: now, expiresAt: now } })).done, true)
    assert.deepEqual(await back(500, {}), { done: false, ...nothing })
  })
})

describe('undoing a redemption', () => {
  const undone = async (there: There) => {
    const { context, changes } = shopOf(there)
    const answer = await undo(context, 't1')
    return { code: answer instanceof Refusal ? answer.code : answer, ...changes() }
  }

  test('gives back what has not gone back yet', async () => {
    assert.deepEqual(await undone({ redemption }), {
      code: undefined,
      moved: [2000],
      givenBack: 2000,
      notes: [['VOID', 'ADD', 2000, 4000]],
    })
  })

  test('is refused where all of it went back, where there is none, and on a card that is no good any more', async () => {
    assert.deepEqual(await undone({ redemption: { ...redemption, givenBack: 3000 } }), { code: 'ALREADY_VOIDED', ...nothing })
    assert.deepEqual(await undone({}), { code: 'TRANSACTION_NOT_FOUND', ...nothing })
    assert.deepEqual(await undone({ redemption, card: { ...card, disabledAt: now } }), { code: 'GIFT_CARD_DISABLED', ...nothing })
    assert.deepEqual(await undone({ redemption, card: { ...card, expiresAt: now } }), { code: 'GIFT_CARD_EXPIRED', ...nothing })
  })
})

describe('giving back the rest of a redemption when its order ends', () => {
  const ended = async (there: There) => {
    const { context, changes } = shopOf(there)
    await giveBack(context, 't1')
    return changes()
  }

  test('is done also on a card that is no good any more, and once', async () => {
    const all = { moved: [2000], givenBack: 2000, notes: [['VOID', 'ADD', 2000, 4000]] }
    assert.deepEqual(await ended({ redemption }), all)
    assert.deepEqual(await ended({ redemption, card: { ...card, disabledAt: now } }), all)
    assert.deepEqual(await ended({ redemption: { ...redemption, givenBack: 3000 } }), nothing)
    assert.deepEqual(await ended({}), nothing)
  })
})

describe('redeeming', () => {
  const redeemed = async (there: There, orderId: string | null = 'o1') => {
    const { context, changes } = shopOf(there)
    const answer = await redeem(context, { cardId: 'c1', amount: 700, orderId, orderNumber: '1001' })
    return { answer: answer instanceof Refusal ? answer.code : answer.balance, ...changes() }
  }

  test('takes the amount off the card and answers what is left on it', async () => {
    assert.deepEqual(await redeemed({}), { answer: 1300, moved: [-700], givenBack: 0, notes: [['REDEEM', 'SUBTRACT', 700, 1300]] })
  })

  test('is refused where the card does not hold that much, and says whether it is because the card is no good', async () => {
    assert.deepEqual(await redeemed({ moves: false }), { answer: 'INSUFFICIENT_FUNDS', ...nothing })
    assert.equal((await redeemed({ moves: false, card: { ...card, disabledAt: now } })).answer, 'GIFT_CARD_DISABLED')
    assert.equal((await redeemed({ moves: false, card: { ...card, expiresAt: now } })).answer, 'GIFT_CARD_EXPIRED')
  })

  test('is refused twice for one order, but not for a purchase without one', async () => {
    assert.equal((await redeemed({ redemption })).answer, 'ALREADY_REDEEMED')
    assert.equal((await redeemed({ redemption }, null)).answer, 1300)
  })
})

test('a card is no good once it is disabled, and from the very instant at which it expires', () => {
  const at = (ms: number) => new Date(now.getTime() + ms)
  assert.equal(spoiltNow(card, now), undefined)
  assert.equal(spoiltNow({ ...card, expiresAt: at(1) }, now), undefined)
  assert.equal(spoiltNow({ ...card, expiresAt: now }, now)?.code, 'GIFT_CARD_EXPIRED')
  assert.equal(spoiltNow({ ...card, disabledAt: at(-1), expiresAt: at(-1) }, now)?.code, 'GIFT_CARD_DISABLED', 'a decision before the date')
})
