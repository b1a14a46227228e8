import type { UrlRedirect } from '@vitrine/contract'
import { type Db, type Sql, sql } from '../../kernel/db/sql.ts'
import { literally } from '../../kernel/query/like.ts'

export interface StoredRedirect {
  readonly id: string
  readonly path: string
  readonly target: string
  readonly permanent: boolean
  readonly source: UrlRedirect['source']
  readonly hits: number
  readonly lastHitAt: Date | null
  readonly revision: string
  readonly createdAt: Date
  readonly updatedAt: Date
}

const columns = sql`id, path, target, permanent, source, hits::float8 as hits, last_hit_at as "lastHitAt", revision::text as revision,
  created_at as "createdAt", updated_at as "updatedAt"`

/** What is stored for any of these paths. */
export const findByPaths = (db: Db, site: string, paths: readonly string[]): Promise<StoredRedirect[]> =>
  db.query<StoredRedirect>(sql`select ${columns} from url_redirect where site = ${site} and path = any(${paths}::text[])`)

export async function findRedirect(db: Db, site: string, id: string): Promise<StoredRedirect | undefined> {
  const [row] = await db.query<StoredRedirect>(sql`select ${columns} from url_redirect where site = ${site} and id = ${id} for update`)
  return row
}

export async function countRedirects(db: Db, site: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`select count(*)::int as count from url_redirect where site = ${site}`)
  return row!.count
}

export async function listRedirects(
  db: Db,
  site: string,
  { search, view, limit, offset }: { readonly search: string; readonly view: string; readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: StoredRedirect[]; readonly total: number }> {
  const like = `%${literally(search)}%`
  const searched = search === '' ? sql`true` : sql`(path ilike ${like} or target ilike ${like})`
  const viewed: Sql =
    view === 'NEVER_ASKED'
      ? sql`hits = 0`
      : view === 'IN_STEPS'
        ? sql`exists (select from url_redirect next where next.site = url_redirect.site and next.path = url_redirect.target)`
        : sql`true`
  const [rows, [counted]] = await Promise.all([
    db.query<StoredRedirect>(sql`
      select ${columns} from url_redirect where site = ${site} and ${searched} and ${viewed}
      order by hits desc, path limit ${limit} offset ${offset}`),
    db.query<{ total: number }>(sql`select count(*)::int as total from url_redirect where site = ${site} and ${searched} and ${viewed}`),
  ])
  return { rows, total: counted!.total }
}

export async function saveRedirect(db: Db, site: string, redirect: StoredRedirect): Promise<void> {
  await db.query(sql`
    insert into url_redirect (site, id, path, target, permanent, source, hits, last_hit_at, revision, created_at, updated_at)
    values (${site}, ${redirect.id}, ${redirect.path}, ${redirect.target}, ${redirect.permanent}, ${redirect.source}, ${redirect.hits},
      ${redirect.lastHitAt}, ${redirect.revision}, ${redirect.createdAt}, ${redirect.updatedAt})
    on conflict (site, id) do update set path = excluded.path, target = excluded.target, permanent = excluded.permanent,
      source = excluded.source, revision = excluded.revision, updated_at = excluded.updated_at`)
  await forgetMissing(db, site, redirect.path)
}

export async function deleteRedirect(db: Db, site: string, id: string): Promise<void> {
  await db.query(sql`delete from url_redirect where site = ${site} and id = ${id}`)
}

export async function deleteRedirectAt(db: Db, site: string, path: string): Promise<void> {
  await db.query(sql`delete from url_redirect where site = ${site} and path = ${path}`)
}

export interface StoredMissing {
  readonly path: string
  readonly hits: number
  readonly firstAt: Date
  readonly lastAt: Date
}

const holds = (search: string): Sql => (search === '' ? sql`true` : sql`path ilike ${`%${literally(search)}%`}`)

export async function countMissing(db: Db, site: string, search = ''): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    sql`select count(*)::int as count from missing_path where site = ${site} and ${holds(search)}`,
  )
  return row!.count
}

export async function listMissing(
  db: Db,
  site: string,
  { search, limit, offset }: { readonly search: string; readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: StoredMissing[]; readonly total: number }> {
  const [rows, total] = await Promise.all([
    db.query<StoredMissing>(sql`
      select path, hits::float8 as hits, first_at as "firstAt", last_at as "lastAt" from missing_path where site = ${site} and ${holds(search)}
      order by hits desc, path limit ${limit} offset ${offset}`),
    countMissing(db, site, search),
  ])
  return { rows, total }
}

/** The path leads somewhere now, or nobody wants to know of it; a branch takes all below it along. */
export async function forgetMissing(db: Db, site: string, path: string): Promise<void> {
  await db.query(
    path.endsWith('/*')
      ? sql`delete from missing_path where site = ${site} and starts_with(path, ${path.slice(0, -1)})`
      : sql`delete from missing_path where site = ${site} and path = ${path}`,
  )
}

/** So many are known of a shop at the most. */
const mostMissing = 500

/** Adds what was asked for and led nowhere; those that nobody asked for longest are forgotten. */
export async function addMissing(db: Db, site: string, counts: ReadonlyMap<string, number>, at: Date): Promise<void> {
  const paths = [...counts.keys()].toSorted()
  await db.query(sql`
    insert into missing_path (site, path, hits, first_at, last_at)
    select ${site}, path, n, ${at}, ${at} from unnest(${paths}::text[], ${paths.map((path) => counts.get(path)!)}::bigint[]) as asked (path, n)
    on conflict (site, path) do update set hits = missing_path.hits + excluded.hits, last_at = excluded.last_at`)
  await db.query(sql`
    delete from missing_path where site = ${site} and path in (
      select path from missing_path where site = ${site} order by last_at desc, hits desc offset ${mostMissing})`)
}

export async function addHits(db: Db, site: string, counts: ReadonlyMap<string, number>, at: Date): Promise<void> {
  const ids = [...counts.keys()].toSorted()
  await db.query(sql`
    update url_redirect set hits = hits + n, last_hit_at = ${at}
    from unnest(${ids}::uuid[], ${ids.map((id) => counts.get(id)!)}::bigint[]) as asked (redirect_id, n)
    where site = ${site} and id = redirect_id`)
}
