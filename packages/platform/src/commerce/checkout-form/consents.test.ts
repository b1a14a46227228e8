import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '@vitrine/testing/database'
import { newId } from '../../kernel/db/id.ts'
import { connect } from '../../kernel/db/pool.ts'
import { type Db, Sql, sql } from '../../kernel/db/sql.ts'
import { readKeyset } from '../../kernel/query/keyset.ts'
import { createSite } from '../../kernel/sites/directory.ts'
import { pageOfConsents } from './consents.ts'

const at = { kind: 'instant', column: sql`created_at`, sort: sql`created_at` } as const

test('a page of consents is read from the index of their moments, and not all of them', async () => {
  await using home = await testDatabase()
  await using db = connect({ url: home.url, connections: 1, onIdleError: () => {} })
  const site = newId()
  await createSite(db, { id: site, name: 'Consents' }, new Date())
  await db.query(sql`
    insert into consent (site, id, order_id, type, email, words, checkout_id, created_at)
    select ${site}::uuid, gen_random_uuid(), gen_random_uuid(), 'TERMS', 'a' || n || '@example.com', 'yes', gen_random_uuid(),
      '2026-11-21T09:00:00Z'::timestamptz - n * interval '1 minute'
    from generate_series(1, 5000) as n`)
  await db.query(sql`vacuum analyze consent`)
  let plan = ''
  const explaining: Db = {
    async query({ strings, values }) {
      const rows = await db.query(new Sql([`explain ${strings[0]}`, ...strings.slice(1)], values, true))
      plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      return []
    },
  }
  const keyset = readKeyset({}, { fields: { at }, id: sql`id`, usual: [{ fieldName: 'at', order: 'DESC' }], root: 'query' })
  await pageOfConsents(explaining, site, keyset)
  assert.match(plan, /Index Scan Backward using consent_created/)
  const { rows } = keyset.page(await pageOfConsents(db, site, keyset))
  assert.equal(rows.length, 50)
  assert.equal(rows[0]!.email, 'a1@example.com')
})
