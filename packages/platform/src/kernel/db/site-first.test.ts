import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '@vitrine/testing/database'
import pg from 'pg'

// Primary, unique and foreign keys as constraints, and unique indexes that are none. Partitions repeat their table's.
const keysWithoutSite = `
  select c.conrelid::regclass::text as "table", pg_get_constraintdef(c.oid) as definition
  from pg_constraint c join pg_class t on t.oid = c.conrelid
  where t.relnamespace = 'public'::regnamespace and not t.relispartition and c.contype in ('p', 'u', 'f')
    and (select attname from pg_attribute where attrelid = c.conrelid and attnum = c.conkey[1]) <> 'site'
  union
  select i.indrelid::regclass::text, pg_get_indexdef(i.indexrelid)
  from pg_index i join pg_class t on t.oid = i.indrelid
  where t.relnamespace = 'public'::regnamespace and not t.relispartition and i.indisunique
    and not exists (select from pg_constraint where conindid = i.indexrelid and conrelid = i.indrelid)
    and coalesce((select attname from pg_attribute where attrelid = i.indrelid and attnum = i.indkey[0]), '') <> 'site'
  order by 1, 2`

const tablesWithoutKey = `
  select t.oid::regclass::text as "table" from pg_class t
  where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
    and not exists (select from pg_constraint where conrelid = t.oid and contype = 'p')
  order by 1`

async function withDatabase(work: (client: pg.Client) => Promise<void>): Promise<void> {
  await using database = await testDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

test('site leads every primary, unique and foreign key, and every table has a primary key', () =>
  withDatabase(async (client) => {
    const { rows: keys } = await client.query<{ table: string; definition: string }>(keysWithoutSite)
    assert.deepEqual(
      keys.filter(({ table }) => table !== 'vitrine_migration'),
      [],
    )
    const { rows: tables } = await client.query<{ table: string }>(tablesWithoutKey)
    assert.deepEqual(tables, [])
  }))

test('a key that site does not lead is found, whatever form it has', () =>
  withDatabase(async (client) => {
    await client.query(`
      create table parent (site uuid, id uuid unique, primary key (site, id));
      create table child (site uuid, id uuid, parent_id uuid references parent (id), primary key (id, site));
      create unique index on child (parent_id, site);
      create unique index on child (lower(site::text), id);
      create unique index on child (site, parent_id);
      create table bare (site uuid)`)
    const { rows: keys } = await client.query<{ table: string; definition: string }>(keysWithoutSite)
    assert.deepEqual(
      keys.filter(({ table }) => table === 'parent' || table === 'child'),
      [
        { table: 'child', definition: 'CREATE UNIQUE INDEX child_lower_id_idx ON public.child USING btree (lower((site)::text), id)' },
        { table: 'child', definition: 'CREATE UNIQUE INDEX child_parent_id_site_idx ON public.child USING btree (parent_id, site)' },
        { table: 'child', definition: 'FOREIGN KEY (parent_id) REFERENCES parent(id)' },
        { table: 'child', definition: 'PRIMARY KEY (id, site)' },
        { table: 'parent', definition: 'UNIQUE (id)' },
      ],
    )
    const { rows: tables } = await client.query<{ table: string }>(tablesWithoutKey)
    assert.deepEqual(tables, [{ table: 'bare' }])
  }))
