import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../kernel/db/pool.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { askingFirst, NoAnswer, type Outside, outside } from './outside-calls.ts'

const pool: Db = { query: async () => [] }
const open: Db = { query: async () => [], beforeCommit: () => {} }

/** Transactions that touch nothing, and how many were begun. */
function transactions() {
  const begun: string[] = []
  const write = async (work: (db: Db) => Promise<unknown>) => {
    begun.push('begin')
    return work(open)
  }
  const database = { ...pool, transact: write, optimistic: write } as unknown as Database
  return { database: askingFirst(database), begun }
}

function asking(ask: (question: string, signal: AbortSignal) => Promise<{ said: string }>, more = {}) {
  const faults: unknown[] = []
  const made = outside({ ask, timeoutMs: 1000, cacheMs: 60_000, failedMs: 50, report: (fault) => faults.push(fault), ...more })
  return { ...made, faults }
}
const said = async ({ answer }: Outside<string, { said: string }>, db: Db, question: string) => {
  const told = await answer(db, question)
  return told instanceof NoAnswer ? `${told.code}: ${told.message}` : told.said
}

test('an answer is waited for outside transactions, kept, and asked for once however many wait', async () => {
  let asked = 0
  const oracle = asking(async (question) => {
    asked++
    await sleep(5)
    return { said: question.toUpperCase() }
  })
  assert.deepEqual(await Promise.all([said(oracle, pool, 'a'), said(oracle, pool, 'a'), said(oracle, pool, 'b')]), ['A', 'A', 'B'])
  assert.equal(await said(oracle, pool, 'a'), 'A')
  assert.equal(asked, 2)
})

test('a transaction never waits: it ends, and begins anew when everything it asked is known', async () => {
  let isOpen = false
  const oracle = asking(async (question) => {
    assert.ok(!isOpen, 'asked while a transaction was open')
    return { said: question }
  })
  const { database, begun } = transactions()
  const answer = await database.transact(async (db) => {
    isOpen = true
    try {
      return [await said(oracle, db, 'one'), await said(oracle, db, 'two')]
    } finally {
      isOpen = false
    }
  })
  assert.deepEqual(answer, ['one', 'two'])
  assert.equal(begun.length, 3)
  assert.equal(await database.optimistic((db) => said(oracle, db, 'three')), 'three')
  assert.equal(begun.length, 5)
})

test('whoever is late or fails is reported, and is no answer for a while', async () => {
  let asked = 0
  const oracle = asking(
    async () => {
      asked++
      if (asked === 1) return sleep(10_000, { said: 'late' }, { ref: false })
      if (asked === 2) throw new NoAnswer('Nobody lives there.', { code: 'INVALID_POSTAL_CODE' })
      if (asked === 3) throw new TypeError('fetch failed')
      return { said: 'at last' }
    },
    { timeoutMs: 20 },
  )
  assert.equal(await said(oracle, pool, 'x'), 'TIMEOUT: There was no answer within 20 ms.')
  assert.equal(await said(oracle, pool, 'x'), 'TIMEOUT: There was no answer within 20 ms.')
  assert.equal(asked, 1)
  await sleep(60)
  assert.equal(await said(oracle, pool, 'x'), 'INVALID_POSTAL_CODE: Nobody lives there.')
  await sleep(60)
  assert.equal(await said(oracle, pool, 'x'), 'NO_ANSWER: There is no answer.')
  await sleep(60)
  assert.equal(await said(oracle, pool, 'x'), 'at last')
  assert.equal(oracle.faults.length, 3)
})

test('a transaction goes by what is no answer, too, and a fault of its own ends it', async () => {
  const oracle = asking(async () => {
    throw new Error('down')
  })
  const { database, begun } = transactions()
  assert.equal(await database.transact((db) => said(oracle, db, 'x')), 'NO_ANSWER: There is no answer.')
  assert.equal(begun.length, 2)
  await assert.rejects(
    database.transact(async () => {
      throw new Error('mine')
    }),
    /mine/,
  )
})

test('a transaction that never has enough is given up', async () => {
  let count = 0
  const oracle = asking(async (question) => ({ said: question }))
  const { database } = transactions()
  await assert.rejects(
    database.transact((db) => said(oracle, db, String(count++))),
    /asked outside/,
  )
})
