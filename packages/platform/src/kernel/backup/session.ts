import pg from 'pg'
import { BackupRefused } from './manifest.ts'

/** What values look like as text depends on these, and the limits of the shop's own role are not for us. */
const settings = {
  TimeZone: 'UTC',
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'postgres',
  extra_float_digits: '1',
  bytea_output: 'hex',
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  search_path: 'public',
}

/** One transaction on a connection of its own; rolled back where `work` fails. */
export async function inTransaction<T>(url: string, mode: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ version: number }>(`select current_setting('server_version_num')::int as version`)
    if (rows[0]!.version < 150_000) throw new BackupRefused('The database is older than PostgreSQL 15')
    await client.query(`begin ${mode}`)
    for (const [name, value] of Object.entries(settings)) await client.query('select set_config($1, $2, true)', [name, value])
    const answer = await work(client)
    await client.query('commit')
    return answer
  } finally {
    await client.end()
  }
}
