import { readdir, readFile } from 'node:fs/promises'
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

async function migrateWith(client: pg.Client): Promise<readonly string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const applied: string[] = []
  for (const name of files) {
    const text = await readFile(new URL(name, folder), 'utf8')
    await client.query('begin')
    try {
      await client.query(`select pg_advisory_xact_lock(hashtextextended('vitrine migrations', 0))`)
      await client.query('create table if not exists vitrine_migration (name text primary key, applied_at timestamptz not null)')
      const { rowCount } = await client.query('select from vitrine_migration where name = $1', [name])
      if (rowCount === 0) {
        await client.query(text)
        await client.query('insert into vitrine_migration (name, applied_at) values ($1, clock_timestamp())', [name])
        applied.push(name)
      }
      await client.query('commit')
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw new Error(`migration ${name} failed`, { cause: error })
    }
  }
  return applied
}
