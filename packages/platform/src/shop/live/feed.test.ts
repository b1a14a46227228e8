import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { type EventType, type LiveEvent, rightsOf, type StaffRole } from '@vitrine/contract'
import { connectedDatabase } from '@vitrine/testing/connected'
import { v7 } from 'uuid'
import { newId } from '../../kernel/db/id.ts'
import type { Database } from '../../kernel/db/pool.ts'
import { type Db, type Sql, sql } from '../../kernel/db/sql.ts'
import { manualTimers } from '../../kernel/db/test/timers.ts'
import { append } from '../../kernel/events/outbox.ts'
import { type LiveFeed, liveFeed } from './feed.ts'

let database: Database
let site: string
let asked = 0
let answered = 0
let timers = manualTimers()
const faults: unknown[] = []
const feeds: LiveFeed[] = []

before(async () => {
  database = await connectedDatabase()
})
after(() => database?.close())
beforeEach(() => {
  site = newId()
  asked = 0
  answered = 0
  timers = manualTimers()
})
afterEach(async () => {
  for (const feed of feeds.splice(0)) await feed.close()
  assert.deepEqual(faults.splice(0), [])
})

const everyMs = 1000

function open(): LiveFeed {
  const db: Db = {
    query<Row>(statement: Sql) {
      asked++
      return database.query<Row>(statement).finally(() => answered++)
    },
  }
  const feed = liveFeed({ db, everyMs, timers, report: (fault) => faults.push(fault) })
  feeds.push(feed)
  return feed
}

interface Ear {
  readonly heard: LiveEvent[]
  readonly lost: () => number
  readonly upTo: () => string
  readonly leave: () => void
}

async function ear(
  feed: LiveFeed,
  { role = 'OWNER', from, of = site }: { role?: StaffRole; from?: string; of?: string } = {},
): Promise<Ear> {
  const heard: LiveEvent[] = []
  let lost = 0
  let upTo = ''
  const leave = await feed.listen(
    {
      site: of,
      rights: rightsOf[role],
      hear(events, place) {
        heard.push(...events)
        upTo = place
      },
      lost: () => lost++,
    },
    from,
  )
  return { heard, lost: () => lost, upTo: () => upTo, leave }
}

const happen = (entityId: string, { type = 'wix.ecom.v1.order_updated', of = site }: { type?: EventType; of?: string } = {}) =>
  database.transact((db) => append(db, of, new Date(), [{ type, entityId, payload: { revision: 3, secret: 'no' } }]))

async function until(holds: () => boolean, what: string): Promise<void> {
  for (const giveUpAt = Date.now() + 20_000; !holds(); await sleep(5)) {
    assert.ok(Date.now() < giveUpAt, what)
    timers.pass(everyMs)
  }
}

/** Lets time pass until every feed has looked once more. */
async function look(): Promise<void> {
  const before = asked
  timers.pass(everyMs)
  while (answered < asked) await sleep(5)
  await turn()
  assert.ok(asked > before, 'somebody looked')
}

describe('the feed', () => {
  test('tells of what any process of the database wrote, once, with no more than what it is', async () => {
    const [here, there] = [await ear(open()), await ear(open())]
    await happen('o1')
    await happen('o2', { type: 'wix.ecom.v1.cart_updated' })
    await happen('o3', { of: newId() })
    await happen('o4')
    for (const { heard } of [here, there]) {
      await until(() => heard.length === 2, 'both were told')
      assert.deepEqual(
        heard.map((event) => ({ ...event, id: '' })),
        ['o1', 'o4'].map((entityId) => ({ id: '', type: 'wix.ecom.v1.order_updated', entityId, revision: 3 })),
      )
    }
    await look()
    await look()
    assert.equal(here.heard.length, 2, 'nothing is told twice')
  })

  test('asks once for all who listen, and never where nobody does', async () => {
    const feed = open()
    timers.pass(10 * everyMs)
    assert.equal(asked, 0)
    const ears = await Promise.all(Array.from({ length: 40 }, () => ear(feed)))
    const before = asked
    await happen('o1')
    await look()
    assert.ok(
      ears.every(({ heard }) => heard.length === 1),
      'all were told',
    )
    assert.equal(asked - before, 1)
    for (const { leave } of ears) leave()
    timers.pass(10 * everyMs)
    assert.equal(asked - before, 1)
  })

  test('each hears what their role may see', async () => {
    const feed = open()
    const [owner, developer] = [await ear(feed), await ear(feed, { role: 'DEVELOPER' })]
    await happen('t1', { type: 'wix.ecom.v1.order_transactions_updated' })
    await happen('o1')
    await until(() => owner.heard.length === 2 && developer.heard.length === 1, 'both were told')
    assert.equal(developer.heard[0]!.entityId, 'o1')
  })

  test('an event that is kept late is told too, though later ones were told before', async () => {
    const { heard } = await ear(open())
    let keep = () => {}
    const slow = database.transact(async (db) => {
      await db.query(sql`insert into outbox (site, id, type, entity_id, payload, occurred_at)
        values (${site}, ${newId()}, 'wix.ecom.v1.order_updated', 'slow', '{}', ${new Date()})`)
      await new Promise<void>((resolve) => (keep = resolve))
    })
    await happen('fast')
    await until(() => heard.length === 1, 'the fast one was told')
    keep()
    await slow
    await until(() => heard.length === 2, 'the slow one was told')
    assert.deepEqual(
      heard.map(({ entityId }) => entityId),
      ['fast', 'slow'],
    )
  })

  test('a storm is told whole, and once', async () => {
    const { heard } = await ear(open())
    const rows = Array.from({ length: 4000 }, (_, i) => ({ id: newId(), entity_id: `o${i}` }))
    await database.query(sql`insert into outbox (site, id, type, entity_id, payload, occurred_at)
      select ${site}, id, 'wix.ecom.v1.order_created', entity_id, '{}', ${new Date()}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, entity_id text)`)
    await until(() => heard.length >= 4000, 'all were told')
    await look()
    assert.equal(heard.length, 4000)
    assert.equal(new Set(heard.map(({ id }) => id)).size, 4000)
  })
})

describe('taking up again', () => {
  test('tells what was missed, on any process', async () => {
    const first = await ear(open())
    await happen('o1')
    await until(() => first.heard.length === 1, 'the first was told')
    first.leave()
    await happen('o2')
    const second = await ear(open(), { from: first.upTo() })
    // What is told on coming may be told once more by the first look, and is known by its id.
    assert.deepEqual(new Set(second.heard.map(({ entityId }) => entityId).filter((entityId) => entityId !== 'o1')), new Set(['o2']))
    assert.equal(new Set(second.heard.filter(({ entityId }) => entityId === 'o2').map(({ id }) => id)).size, 1)
    assert.equal(second.lost(), 0)
  })

  test('says so where it was too long, or too much', async () => {
    const feed = open()
    assert.equal((await ear(feed, { from: v7({ msecs: Date.now() - 3_600_000 }) })).lost(), 1)
    const from = newId()
    await Promise.all(
      Array.from({ length: 6 }, async (_, i) => {
        for (let j = 0; j < 100; j++) await happen(`o${i}-${j}`)
      }),
    )
    const late = await ear(feed, { from })
    assert.equal(late.lost(), 1)
  })
})
