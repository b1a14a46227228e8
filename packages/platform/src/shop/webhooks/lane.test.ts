import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type ConnectedDatabase, connectedDatabase, openSite } from '@vitrine/testing/connected'
import { newId } from '../../kernel/db/id.ts'
import { sql } from '../../kernel/db/sql.ts'
import { noWrap } from '../../kernel/key-wrap/key-wrap.ts'
import type { Outbound } from '../../kernel/outbound/outbound.ts'
import { insertDeliveries, insertToldEvents } from './delivery-store.ts'
import { fanOut } from './fan-out.ts'
import { addKey } from './keys.ts'
import { type LaneDeps, runLane, takeLanes } from './lane.ts'
import { expiryOf, healthy } from './rules.ts'
import { insertWebhook } from './webhook-store.ts'

let db: ConnectedDatabase
let site: string
let now: Date
const sent: string[] = []
const clock = { now: () => now }
const outbound: Pick<Outbound, 'fetch'> = {
  async fetch(url) {
    sent.push(String(url))
    return new Response()
  },
}
const type = 'wix.ecom.v1.cart_created'
const deps = (more: Partial<LaneDeps> = {}): LaneDeps => ({
  database: db,
  clock,
  real: clock,
  outbound: outbound as Outbound,
  wrap: noWrap,
  ask: async () => undefined,
  readCart: async () => undefined,
  ...more,
})

before(async () => {
  db = await connectedDatabase()
})
after(() => db?.close())
beforeEach(async () => {
  site = await openSite(db)
  now = new Date('2026-11-28T09:00:00Z')
  sent.length = 0
})

async function addWebhook(): Promise<string> {
  const id = newId()
  const url = `https://receiver.example/${id}`
  const made = { name: 'One', url, events: [type], format: 'STANDARD', appId: null, active: true, pausedBecause: null } as const
  await insertWebhook(db, site, { id, ...made, ...healthy, revision: 1, createdAt: now, updatedAt: now })
  await addKey(db, { site, webhookId: id, format: 'STANDARD', now, wrap: noWrap })
  return id
}

async function addDelivery(webhookId: string): Promise<void> {
  const event = { id: newId(), type, entityId: newId(), sequence: 1 } as const
  await insertToldEvents(db, site, [{ ...event, occurredAt: now, identity: '{}', payload: '{}' }])
  await insertDeliveries(db, site, [{ ...event, webhookId, dueAt: now, expiresAt: expiryOf(now), createdAt: now }])
}

const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}
const taken = async (most = 1) => (await takeLanes(deps(), most)).filter((lane) => lane.site === site)

describe('the lanes of webhooks', () => {
  test('go round: who was sent to last waits for the others', async () => {
    const webhooks = [await addWebhook(), await addWebhook()]
    const order: string[] = []
    for (let turn = 0; turn < 4; turn++) {
      for (const id of webhooks) await addDelivery(id)
      const [lane] = await taken()
      order.push(lane!.webhookId)
      await runLane(deps(), lane!, () => true)
      later(1)
    }
    const [first, second] = webhooks
    assert.deepEqual(order, [first, second, first, second])
    for (const lane of await taken(2)) await runLane(deps(), lane, () => true)
  })

  test('end when the process does, and another may go on at once', async () => {
    await addDelivery(await addWebhook())
    const [lane] = await taken()
    await runLane(deps(), lane!, () => false)
    assert.deepEqual(sent, [])
    const [next] = await taken()
    await runLane(deps(), next!, () => true)
    assert.equal(sent.length, 1)
  })

  test('are tried again after half a minute where a fault ended them, not at once', async () => {
    const webhook = await addWebhook()
    await addDelivery(webhook)
    const faulty = deps({
      wrap: {
        ...noWrap,
        unwrap() {
          throw new Error('a key of another secret')
        },
      },
    })
    const [lane] = await taken()
    await assert.rejects(runLane(faulty, lane!, () => true))
    assert.deepEqual(await taken(), [])
    later(30)
    const [again] = await taken()
    await runLane(deps(), again!, () => true)
    assert.deepEqual(sent, [`https://receiver.example/${webhook}`])
  })
})

test('what cannot be read of one shop keeps no other waiting, and is told once it can', async () => {
  const faulty = site
  const other = await openSite(db)
  const event = async (shop: string) => {
    site = shop
    await addWebhook()
    await db.query(sql`
      insert into outbox (site, id, type, entity_id, payload, occurred_at, relayed_at, sequence, for_webhooks)
      values (${shop}, ${newId()}, ${type}, ${newId()}, '{}', ${now}, ${now}, 1, true)`)
  }
  for (const shop of [faulty, other]) await event(shop)
  const made = async (of: string) =>
    (await db.query<{ count: number }>(sql`select count(*)::int as count from webhook_delivery where site = ${of}`))[0]!.count
  const faults: string[] = []
  const fanOutWith = (readCart: LaneDeps['readCart']) =>
    fanOut({ database: db, clock, ask: async () => undefined, readCart, report: (fault) => faults.push(String(fault)) })
  await fanOutWith(async (_, of) => {
    if (of === faulty) throw new Error('cannot be read')
    return undefined
  })
  assert.deepEqual([await made(faulty), await made(other), faults], [0, 1, ['Error: cannot be read']])
  await fanOutWith(async () => undefined)
  assert.deepEqual([await made(faulty), await made(other)], [1, 1])
})
