import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bareDatabase } from '@vitrine/testing/database'
import pg from 'pg'
import { migrate, migrations } from './migrate.ts'

const site = '11111111-1111-4111-8111-111111111111'
const id = (last: number) => `22222222-2222-4222-8222-${String(last).padStart(12, '0')}`

/** A database of the version before the names were changed, with rows under the old ones. */
async function oldDatabase(client: pg.Client): Promise<void> {
  await client.query('create table vitrine_migration (name text primary key, applied_at timestamptz not null)')
  for (const { name, text } of await migrations()) {
    if (/^010[3-5]-/.test(name)) continue
    await client.query(text)
    await client.query('insert into vitrine_migration values ($1, clock_timestamp())', [name])
  }
  await client.query(`insert into site (site, name, created_at) values ($1, 'Shop', now())`, [site])
  await client.query(
    `insert into site_setting (site, section, revision, document, updated_at) values ($1, 'letters', 3, '{"order-shipped": {"revision": 2}}', now())`,
    [site],
  )
  await client.query(
    `insert into sign_in_failure (site, who, count, last_at) values ($1, 'letter:a@b.c', 2, now()), ($1, 'letters:10.0.0.1', 5, now())`,
    [site],
  )
  await client.query(`insert into order_activity (site, id, order_id, document) values ($1, $2, $2, $3)`, [
    site,
    id(1),
    { type: 'CUSTOM_ACTIVITY', customActivity: { appId: 'x', type: 'LETTER_SENT_AGAIN' } },
  ])
  const events: readonly (readonly [number, string, boolean])[] = [
    [2, '{"letterWanted": {"kind": "SHIPPED"}, "revision": 4}', false],
    [3, '{"letter": "SHIPPED", "fulfillmentId": "f"}', true],
    [4, '{"letterDue": true}', true],
    [5, '{"letter": "SHIPPED"}', true],
  ]
  for (const [at, payload, relayed] of events)
    await client.query(
      `insert into outbox (site, id, type, entity_id, payload, occurred_at, relayed_at) values ($1, $2, 't', 'e', $3, now(), case when $4 then now() end)`,
      [site, id(at), payload, relayed],
    )
  // As pg-boss has them, as far as it matters here: one task, and a bundle of tasks.
  await client.query(`
    create schema jobs;
    create type jobs.job_state as enum ('created', 'retry', 'active', 'completed', 'cancelled', 'failed');
    create table jobs.job (name text, state jobs.job_state, data jsonb)`)
  await client.query(
    `insert into jobs.job values ('mail-fulfillment', 'retry', $1), ('gift-card-letters', 'created', $2), ('mail-fulfillment', 'completed', $3)`,
    [{ eventId: id(3) }, { tasks: [{ eventId: id(4) }] }, { eventId: id(5) }],
  )
}

test('what a database of the version before holds is there under the new names, and jobs that waited are asked for again', async () => {
  await using database = await bareDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    await oldDatabase(client)
    assert.deepEqual(
      (await migrate(database.url)).map((name) => name.slice(0, 4)),
      ['0103', '0104', '0105'],
    )
    const rows = async (text: string) => (await client.query<Record<string, unknown>>(text)).rows
    assert.deepEqual(await rows('select section, revision from site_setting'), [{ section: 'emails', revision: 3 }])
    assert.deepEqual(await rows('select who, count from sign_in_failure order by count'), [
      { who: 'email:a@b.c', count: 2 },
      { who: 'emails-from:10.0.0.1', count: 5 },
    ])
    assert.deepEqual(await rows(`select document -> 'customActivity' ->> 'type' as type from order_activity`), [
      { type: 'EMAIL_SENT_AGAIN' },
    ])
    assert.deepEqual(await rows('select payload, relayed_at is null as waits from outbox order by id'), [
      { payload: { emailRequested: { kind: 'SHIPPED' }, revision: 4 }, waits: true },
      { payload: { email: 'SHIPPED', fulfillmentId: 'f' }, waits: true },
      { payload: { emailDue: true }, waits: true },
      { payload: JSON.parse('{"letter": "SHIPPED"}'), waits: false },
    ])
    assert.deepEqual(await rows('select name, state from jobs.job'), [{ name: 'mail-fulfillment', state: 'completed' }])
    for (const table of [
      'order_email',
      'sign_in_email',
      'deleted_member',
      'member_job_change',
      'provider_health',
      'used_proof',
      'abandoned_checkout_scan',
    ])
      assert.deepEqual(await rows(`select count(*)::int as rows from ${table}`), [{ rows: 0 }])
  } finally {
    await client.end()
  }
})
