import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type pg from 'pg'
import { type Migration, migrate, migrations } from '../db/migrate.ts'
import { checkBackup } from './check.ts'
import { linesOf } from './files.ts'
import { type BackupManifest, BackupRefused, type BackupTable, jobsFile, tableFile } from './manifest.ts'
import { type BackedUpOriginals, restoreMedia } from './media.ts'
import { inTransaction } from './session.ts'
import { insertRows, quoted, rowsOf, type TableShape, tablesOf } from './tables.ts'

export interface RestoreOptions {
  /** The folder of the backup. */
  readonly from: string
  /** Makes the empty database, once the backup is known to be whole. */
  readonly database: (manifest: BackupManifest) => Promise<string>
  readonly originals: Pick<BackedUpOriginals, 'open' | 'put'>
  /** Puts work that waits back into its queues. */
  readonly putBackJobs: (url: string, batches: AsyncIterable<readonly string[]>) => Promise<void>
}

const someBytes = 4_000_000

/** Makes a shop of a backup, compares it with what was written, and brings it to the newest schema. */
export async function restore({ from, database, originals, putBackJobs }: RestoreOptions): Promise<BackupManifest> {
  const known = await migrations()
  const manifest = await checkBackup(from, new Set(known.map(({ name }) => name)))
  const url = await database(manifest)
  await restoreMedia(from, manifest, originals)
  await inTransaction(url, '', (client) => restoreDatabase(client, from, manifest, known))
  await putBackJobs(url, linesOf(join(from, jobsFile), someBytes))
  await migrate(url)
  await inTransaction(url, '', (client) => client.query('analyze'))
  return manifest
}

/** All of it or nothing: schema, rows, and the comparison. */
async function restoreDatabase(client: pg.Client, folder: string, manifest: BackupManifest, known: readonly Migration[]): Promise<void> {
  await refuseUnlessEmpty(client)
  for (const { name, text } of known) if (manifest.migrations.includes(name)) await client.query(text)
  const shapes = await shapesOf(client, manifest)
  for (const { name, partitions } of manifest.tables) await makePartitions(client, name, partitions, shapes.get(name)!)
  const references = await dropReferences(client)
  await switchTriggers(client, 'disable')
  await client.query(`truncate ${manifest.tables.map(({ name }) => quoted(name)).join(', ')}`)
  for (const { name, columns } of manifest.tables) {
    const { columns: own, types } = shapes.get(name)!
    const shape = { name, columns, types: columns.map((column) => types[own.indexOf(column)]!) }
    for await (const lines of linesOf(join(folder, tableFile(name)), someBytes)) await insertRows(client, shape, lines)
  }
  await switchTriggers(client, 'enable')
  // Each of them is checked for every row.
  for (const reference of references) await client.query(reference)
  for (const table of manifest.tables) await compare(client, table, shapes.get(table.name)!)
}

/** @throws BackupRefused where there is anything but what extensions brought along */
export async function refuseUnlessEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_' and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by 1 limit 1`)
  if (rows[0]) throw new BackupRefused(`The database is not empty (it has ${rows[0].name}): a backup is restored into an empty one`)
}

/** The tables that the migrations have made. They are those of the backup. */
async function shapesOf(client: pg.Client, { tables }: BackupManifest): Promise<ReadonlyMap<string, TableShape>> {
  await client.query('create table if not exists vitrine_migration (name text primary key, applied_at timestamptz not null)')
  const shapes = new Map((await tablesOf(client)).map((shape) => [shape.name, shape]))
  const said = ({ name, columns, key }: Pick<TableShape, 'name' | 'columns' | 'key'>) => [name, [...columns].sort(), key]
  const byName = (all: readonly Pick<TableShape, 'name' | 'columns' | 'key'>[]) => JSON.stringify(all.map(said))
  if (byName([...shapes.values()]) !== byName(tables))
    throw new BackupRefused('The backup is damaged: its tables are not those of its migrations')
  return shapes
}

async function makePartitions(
  client: pg.Client,
  table: string,
  wanted: BackupTable['partitions'],
  { partitions }: TableShape,
): Promise<void> {
  const had = new Set(wanted.map(({ name }) => name))
  const has = new Set(partitions.map(({ name }) => name))
  for (const { name } of partitions) if (!had.has(name)) await client.query(`drop table ${quoted(name)}`)
  for (const { name, bounds } of wanted)
    if (!has.has(name)) await client.query(`create table ${quoted(name)} partition of ${quoted(table)} ${bounds}`)
}

/** Takes the foreign keys away, so that tables can be filled in any order; answers what makes them again. */
async function dropReferences(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace order by conrelid, conname`)
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
  return rows.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`)
}

/** What triggers would write is in the backup. */
async function switchTriggers(client: pg.Client, to: 'enable' | 'disable'): Promise<void> {
  const { rows } = await client.query<{ table: string }>(`
    select distinct tgrelid::regclass::text as "table" from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and relnamespace = 'public'::regnamespace order by 1`)
  for (const { table } of rows) await client.query(`alter table ${table} ${to} trigger user`)
}

/** @throws BackupRefused where the table does not hold the very rows that were backed up */
async function compare(client: pg.Client, { name, columns, rows, sha256 }: BackupTable, { sorting }: TableShape): Promise<void> {
  const hash = createHash('sha256')
  let found = 0
  for await (const lines of rowsOf(client, { name, columns, sorting })) {
    hash.update(`${lines.join('\n')}\n`)
    found += lines.length
  }
  if (found !== rows || hash.digest('hex') !== sha256)
    throw new BackupRefused(`The table ${name} did not arrive as it was written: ${found} rows, of ${rows}`)
}
