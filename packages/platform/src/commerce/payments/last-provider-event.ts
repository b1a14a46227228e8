import { type Db, sql } from '../../kernel/db/sql.ts'

/** What is told within a minute counts as one telling: a busy shop has no row that all wait for. */
const sameMs = 60_000

/** Notes that a provider told something by itself. */
export async function noteHeard(db: Db, site: string, provider: string, now: Date): Promise<void> {
  await db.query(sql`
    insert into payment_provider_heard (site, provider, heard_at) values (${site}, ${provider}, ${now})
    on conflict (site, provider) do update set heard_at = excluded.heard_at
    where payment_provider_heard.heard_at < ${new Date(now.getTime() - sameMs)}`)
}

/** When each provider last told something. */
export async function findHeard(db: Db, site: string): Promise<ReadonlyMap<string, Date>> {
  const rows = await db.query<{ provider: string; at: Date }>(
    sql`select provider, heard_at as at from payment_provider_heard where site = ${site} order by provider limit 100`,
  )
  return new Map(rows.map(({ provider, at }) => [provider, at]))
}
