import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AuditEntry } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { address, startAuditedShop } from '../src/audited-shop.ts'
import { refusalOf } from '../src/wire.ts'

const { shop, people, as, entries, newCoupon } = await startAuditedShop()

describe('POST /vitrine/v1/audit/query', () => {
  test('200 turns over page by page, newest first, and back', async () => {
    for (let i = 0; i < 5; i++) {
      await newCoupon()
      shop.clock.advance(1000)
    }
    const page = async (cursorPaging: object) =>
      (await as('OWNER', 'POST /vitrine/v1/audit/query', { query: { filter: { kind: 'coupon' }, cursorPaging } })).json
    const first = await page({ limit: 2 })
    assert.equal(first.keptMonths, 24)
    const second = await page({ limit: 2, cursor: first.pagingMetadata.cursors.next })
    const all = [...first.entries, ...second.entries].map(({ at }: AuditEntry) => at)
    assert.deepEqual(all, all.toSorted().reverse())
    assert.equal(new Set([...first.entries, ...second.entries].map(({ id }: AuditEntry) => id)).size, 4)
    assert.deepEqual((await page({ limit: 2, cursor: second.pagingMetadata.cursors.prev })).entries, first.entries)
  })

  test('200 finds by who, what, when, from where and words', async () => {
    const code = `SLOW${newId().slice(-6).toUpperCase()}`
    const id = await newCoupon(code)
    shop.clock.advance(60_000)
    const at = shop.clock.now().toISOString()
    await as('ORDERS', `PATCH /stores/v2/coupons/${id}`, { specification: { percentOffRate: 15 } })
    const ana = people.get('ORDERS')!
    const operations = async (filter: object) => (await entries(filter)).map(({ operation }) => operation)
    const changed = ['PATCH /stores/v2/coupons/{id}']
    assert.deepEqual(await operations({ entityIds: { $hasSome: [id] }, actorId: ana.id }), changed)
    assert.deepEqual(await operations({ entityIds: { $hasSome: [id] }, at: { $gte: at } }), changed)
    assert.deepEqual(await operations({ entityIds: { $hasSome: [id] }, at: { $lt: at } }), ['POST /stores/v2/coupons'])
    assert.deepEqual(await operations({ entityIds: { $hasSome: [id] }, address }), changed)
    assert.deepEqual(await operations({ words: { $hasAll: [code.toLowerCase(), 'ana', 'percent'] } }), changed)
    assert.deepEqual(await operations({ words: { $hasAll: [code.toLowerCase(), 'nobody'] } }), [])
    const [entry] = await entries({ words: { $hasAll: [code.toLowerCase(), 'ana'] } })
    assert.deepEqual([entry!.name, entry!.first], [code, { path: ['specification', 'percentOffRate'], before: 10, after: 15 }])
    const { json } = await as('OWNER', 'GET /vitrine/v1/audit/actors')
    assert.ok(json.actors.some(({ id: actor, name }: { id: string; name: string }) => actor === ana.id && name === 'Ana Duarte'))
  })

  test('400 INVALID_ARGUMENT names what cannot be filtered by', async () => {
    assert.equal(refusalOf(await as('OWNER', 'POST /vitrine/v1/audit/query', { query: { filter: { password: 'x' } } })), 'INVALID_ARGUMENT')
  })

  test('200 for owners and developers; 403 PERMISSION_DENIED for others', async () => {
    for (const role of ['OWNER', 'DEVELOPER'] as const) assert.ok((await entries({}, role)).length > 0)
    for (const role of ['ORDERS', 'SUPPORT'] as const)
      for (const line of ['POST /vitrine/v1/audit/query', 'GET /vitrine/v1/audit/actors', `GET /vitrine/v1/audit/${newId()}`])
        assert.equal(refusalOf(await as(role, line, line.startsWith('POST') ? {} : undefined)), 'PERMISSION_DENIED')
    const [entry] = await entries()
    assert.equal(refusalOf(await as('DEVELOPER', `POST /vitrine/v1/audit/${entry!.id}/revert`, {})), 'PERMISSION_DENIED')
  })

  test('another shop sees none of it', async () => {
    const [row] = await shop.platform.database.query<{ count: number }>(
      sql`select count(*)::int as count from audit_entry where site <> ${shop.site}`,
    )
    assert.equal(row!.count, 0)
  })
})

describe('GET /vitrine/v1/audit/{id}', () => {
  test('404 AUDIT_ENTRY_NOT_FOUND', async () => {
    assert.equal(refusalOf(await as('OWNER', `GET /vitrine/v1/audit/${newId()}`)), 'AUDIT_ENTRY_NOT_FOUND')
  })
})
