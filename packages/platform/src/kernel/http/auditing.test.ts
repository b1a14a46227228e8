import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contract, type Route } from '@vitrine/contract'
import type { Database } from '../db/pool.ts'
import { lastly, sql, textOf } from '../db/sql.ts'
import { Refusal, refuse } from '../refusal.ts'
import type { Auditing } from './auditing.ts'
import type { Caller } from './caller.ts'
import { type AllHandlers, optimistic, type Scope, staged } from './handlers.ts'
import { serve } from './serve.ts'

const visitor: Caller = { kind: 'visitor', site: 'site', visitorId: 'v', clientId: 'c' }
const member: Caller = { ...visitor, kind: 'member', memberId: 'm' }
const owner: Caller = { kind: 'user', site: 'site', userId: 'u', role: 'OWNER' }
const app: Caller = { kind: 'app', site: 'site', appId: 'a' }
const now = new Date('2026-11-21T09:00:00.000Z')

/** Does a write, as a whole, by what it left to its end, and in stages; says everything that was sent to the database and to the log. */
async function writes(caller: Caller, isAudited: boolean, refused = false): Promise<readonly string[]> {
  const told: string[] = []
  const write = async (_: unknown, { db }: Pick<Scope, 'db'>) => {
    await db.query(sql`read`)
    await lastly(db, sql`change`)
    return refused
      ? refuse('OWNED_CART_NOT_FOUND')
      : { checkoutId: 'c', orderId: 'o', orderNumber: '1', status: 'APPROVED', statusToken: 't' }
  }
  const within =
    (name: string): Database['transact'] =>
    async (work) => {
      told.push(name)
      const left: (() => { strings: readonly string[]; values: readonly unknown[] })[] = []
      const db = { query: database.query, beforeCommit: (last: (typeof left)[number]) => void left.push(last) }
      const answer = await work(db, false)
      if (!(answer instanceof Refusal)) for (const last of left) told.push(textOf(last()))
      told.push('end')
      return answer
    }
  const database: Database = {
    async query(statement) {
      told.push(textOf(statement))
      return []
    },
    transact: within('begin'),
    optimistic: within('fly'),
    close: async () => {},
    [Symbol.asyncDispose]: async () => {},
  }
  const auditing: Auditing = {
    async begin(_, db) {
      await db.query(sql`look before`)
      return async () => {
        await db.query(sql`look after`)
        await lastly(db, sql`write down`)
      }
    },
    async open() {
      told.push('open')
      return { close: async () => void told.push('close'), drop: async () => void told.push('drop') }
    },
  }
  const handlers = {
    ...Object.fromEntries(Object.keys(contract).map((line) => [line, async () => assert.fail(line)])),
    'POST /ecom/v1/carts/current/create-checkout': write,
    'DELETE /ecom/v1/carts/current': optimistic(write as never),
    'POST /vitrine/v1/orders/{id}/confirm-payment': staged(async (input: unknown, { transact }: { transact: Database['transact'] }) =>
      transact((db) => write(input, { db })),
    ),
  } as unknown as AllHandlers
  const faults: unknown[] = []
  const api = serve(handlers, {
    database,
    clock: { now: () => now },
    identify: async () => caller,
    report: (fault) => faults.push(fault),
    ...(isAudited && { auditing }),
  })
  const call = (line: Route, path: string, body?: object) =>
    api.answer({
      method: line.split(' ')[0]!,
      path,
      search: '',
      headers: {},
      body: body && Buffer.from(JSON.stringify(body)),
      requestId: 'request 1',
    })
  for (const [line, path, body] of [
    ['POST /ecom/v1/carts/current/create-checkout', '/ecom/v1/carts/current/create-checkout', { channelType: 'WEB' }],
    ['DELETE /ecom/v1/carts/current', '/ecom/v1/carts/current', undefined],
    [
      'POST /vitrine/v1/orders/{id}/confirm-payment',
      '/vitrine/v1/orders/0f0e0d0c-0000-4000-8000-000000000000/confirm-payment',
      { resultToken: 'x' },
    ],
  ] as const) {
    told.push(line.split(' ')[0]!)
    await call(line, path, body)
  }
  assert.deepEqual(faults, [])
  return told
}

test('visitors and members write just as they would without it: not one statement more, in no other order', async () => {
  for (const caller of [visitor, member]) {
    const audited = await writes(caller, true)
    assert.deepEqual(audited, await writes(caller, false))
    assert.equal(audited.filter((one) => one === 'change').length, 3)
  }
})

test('what staff and programs write is looked at before and after, and written down in the same transaction', async () => {
  for (const caller of [owner, app])
    assert.deepEqual(await writes(caller, true), [
      'POST',
      'begin',
      'look before',
      'read',
      'change',
      'look after',
      'write down',
      'end',
      'DELETE',
      'begin',
      'look before',
      'read',
      'change',
      'look after',
      'write down',
      'end',
      'POST',
      'open',
      'begin',
      'read',
      'change',
      'end',
      'fly',
      'close',
      'end',
    ])
})

test('of what is refused nothing is written down', async () => {
  assert.deepEqual(await writes(app, true, true), [
    'POST',
    'begin',
    'look before',
    'read',
    'end',
    'DELETE',
    'begin',
    'look before',
    'read',
    'end',
    'POST',
    'open',
    'begin',
    'read',
    'end',
    'fly',
    'drop',
    'end',
  ])
})
