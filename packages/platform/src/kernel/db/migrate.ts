import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const folder = new URL('./migrations/', import.meta.url)

/** Brings a database to the newest schema: each numbered file once, in order, in a transaction. Safe when several processes start at once. */
export async function migrate(url: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await migrateWith(client)
  } finally {
    await client.end()
  }
}

export interface Migration {
  readonly name: string
  readonly text: string
}

/** All that this Vitrine knows, in their order. */
export async function migrations(): Promise<readonly Migration[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(files.map(async (name) => ({ name, text: await readFile(new URL(name, folder), 'utf8') })))
}

async function migrateWith(client: pg.Client): Promise<readonly string[]> {
  const applied: string[] = []
  for (const { name, text } of await migrations()) {
    if (await applyPatiently(client, name, text)) applied.push(name)
  }
  await limitStatements(client)
  return applied
}

/** Waits for nobody's locks for long, because everybody else queues behind it meanwhile; it comes back instead. */
async function applyPatiently(client: pg.Client, name: string, text: string): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    try {
      return await apply(client, name, text)
    } catch (error) {
      await client.query('rollback').catch(() => {})
      if ((error as { code?: unknown }).code !== '55P03' || tries === 5) throw new Error(`migration ${name} failed`, { cause: error })
      await sleep(1000)
    }
  }
}

async function apply(client: pg.Client, name: string, text: string): Promise<boolean> {
  await client.query('begin; set local statement_timeout = 0; set local lock_timeout = 0')
  await client.query(`select pg_advisory_xact_lock(hashtextextended('vitrine migrations', 0))`)
  await client.query(`set local lock_timeout = '2s'`)
  await client.query('create table if not exists vitrine_migration (name text primary key, applied_at timestamptz not null)')
  const { rowCount } = await client.query('select from vitrine_migration where name = $1', [name])
  if (rowCount === 0) {
    await client.query(text)
    await client.query('insert into vitrine_migration (name, applied_at) values ($1, clock_timestamp())', [name])
  }
  await client.query('commit')
  return rowCount === 0
}

/**
 * Server-side limits below the client's own (`query_timeout` in pool.ts), so that a slow statement is ended by the server and only a server
 * that has vanished by us. They belong to the role in this database, because a pooler refuses or leaks what a session sets; limits
 * already set there are left unchanged.
 */
async function limitStatements(client: pg.Client): Promise<void> {
  await client.query('begin; set local lock_timeout = 0')
  await client.query(`select pg_advisory_xact_lock(hashtextextended('vitrine migrations', 0))`)
  const { rows } = await client.query<{ role: string; database: string; known: string[] }>(`
    select current_user as role, current_database() as database, coalesce(
      (select array_agg(split_part(setting, '=', 1)) from pg_db_role_setting, unnest(setconfig) as setting
       where setdatabase in (0, (select oid from pg_database where datname = current_database()))
         and setrole in (0, (select oid from pg_roles where rolname = current_user))), '{}') as known`)
  const { role, database, known } = rows[0]!
  for (const [name, limit] of Object.entries({ statement_timeout: '6s', lock_timeout: '2s' })) {
    if (known.includes(name)) continue
    await client.query(
      `alter role ${client.escapeIdentifier(role)} in database ${client.escapeIdentifier(database)} set ${name} = '${limit}'`,
    )
  }
  await client.query('commit')
}
