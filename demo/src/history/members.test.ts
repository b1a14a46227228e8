import assert from 'node:assert/strict'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { connect } from '@vitrine/platform/kernel/db/pool'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { localOriginals } from '@vitrine/platform/shop/media/originals'
import { testDatabase } from '@vitrine/testing/database'
import { demoSite } from '../ids.ts'
import { seedDemo } from '../index.ts'

test('whoever waits for approval has bought nothing, has not signed in, and asked within the last days', async () => {
  await using home = await testDatabase()
  await using database = connect({ url: home.url, connections: 2 })
  await using dataDir = await mkdtempDisposable(join(tmpdir(), 'vitrine-members-'))
  const now = new Date('2026-11-21T07:30:00Z')
  await seedDemo({ database, originals: localOriginals(dataDir.path), now, history: { origin: 'http://localhost' } })
  const members = await database.query<{ status: string; orders: number; days: number; signedIn: boolean }>(sql`
    select status, extract(day from ${now}::timestamptz - created_at)::int as days, last_login_at is not null as "signedIn",
      (select count(*)::int from orders where orders.site = member.site and (member_id = member.id or email_key = lower(login_email))) as orders
    from member where site = ${demoSite}`)
  const [waiting, others] = [members.filter(({ status }) => status === 'PENDING'), members.filter(({ status }) => status !== 'PENDING')]
  assert.deepEqual(
    waiting.map(({ orders, signedIn, days }) => [orders, signedIn, days < 7]),
    Array(3).fill([0, false, true]),
  )
  assert.equal(others.length, 29)
  assert.ok(others.every(({ orders, signedIn }) => orders > 0 && signedIn))
})
