import { createHash } from 'node:crypto'
import { type Db, lastly, type Sql, sql } from '../db/sql.ts'
import type { Limit } from './rate-limits.ts'

/** A bucket that all processes of a database share. Its key is a digest: whose it is cannot be read in the database. */
export interface SharedBucket {
  readonly key: string
  readonly limit: Limit
}

export const bucketKey = (kind: string, name: string): string =>
  createHash('sha256').update(kind).update('\0').update(name).digest('base64url').slice(0, 22)

/** The inserted row is a full bucket less the one that is taken, so `excluded.tokens + 1` is the quota. */
const refilled = (seconds: number): Sql => sql`least(excluded.tokens + 1, bucket.tokens
  + greatest(0, extract(epoch from excluded.updated_at - bucket.updated_at)) * (excluded.tokens + 1) / ${seconds}::float8)`

/** Takes one where there is one, as an `insert`. */
const taking = (site: string, buckets: readonly SharedBucket[], seconds: number, now: Date): Sql => sql`
  insert into rate_bucket as bucket (site, key, tokens, updated_at)
  select ${site}::uuid, wanted.key, wanted.quota - 1, ${now}::timestamptz
  from unnest(${buckets.map(({ key }) => key)}::text[], ${buckets.map(({ limit }) => limit.quota)}::float8[]) as wanted(key, quota)
  order by wanted.key
  on conflict (site, key) do update
  set tokens = greatest(0, ${refilled(seconds)} - 1), updated_at = greatest(bucket.updated_at, excluded.updated_at)
  where ${refilled(seconds)} >= 0.999`

/**
 * Takes one of each of the buckets, whose limits have the same time: how many are left; below zero, none was taken and it is the seconds until
 * there is one.
 */
export async function takeShared(db: Db, site: string, buckets: readonly SharedBucket[], now: Date): Promise<number[]> {
  const seconds = buckets[0]!.limit.seconds
  const keys = buckets.map(({ key }) => key)
  const rows = await db.query<{ key: string; tokens: number; taken: boolean; updatedAt: Date }>(sql`
    with taken as (${taking(site, buckets, seconds, now)} returning key, tokens)
    select key, tokens, true as taken, ${now}::timestamptz as "updatedAt" from taken
    union all
    select key, tokens, false, updated_at from rate_bucket
    where site = ${site} and key = any(${keys}::text[]) and key not in (select key from taken)`)
  return buckets.map(({ key, limit: { quota } }) => {
    const row = rows.find((each) => each.key === key)
    if (row?.taken) return row.tokens
    const perSecond = quota / seconds
    // One that another process has made in this instant is not seen yet.
    const tokens = row ? row.tokens + (Math.max(0, now.getTime() - row.updatedAt.getTime()) / 1000) * perSecond : 0
    return -Math.max(0.001, (1 - tokens) / perSecond)
  })
}

/** Puts back what was taken of each. */
export async function giveBackShared(db: Db, site: string, buckets: readonly SharedBucket[], now: Date): Promise<void> {
  await db.query(sql`
    insert into rate_bucket as bucket (site, key, tokens, updated_at)
    select ${site}::uuid, wanted.key, wanted.quota, ${now}::timestamptz
    from unnest(${buckets.map(({ key }) => key)}::text[], ${buckets.map(({ limit }) => limit.quota)}::float8[]) as wanted(key, quota)
    order by wanted.key
    on conflict (site, key) do update set tokens = least(excluded.tokens, bucket.tokens + 1)`)
}

/** Takes one at the end of a write, which is done again where there is none; until then nobody has looked. */
export const takeLastly = (db: Db, site: string, bucket: SharedBucket, now: Date): Promise<void> =>
  lastly(db, taking(site, [bucket], bucket.limit.seconds, now), 1)

/** In how many seconds there is one; undefined where there is one. */
export async function waitOf(
  db: Db,
  site: string,
  { key, limit: { quota, seconds } }: SharedBucket,
  now: Date,
): Promise<number | undefined> {
  const [row] = await db.query<{ tokens: number; updatedAt: Date }>(
    sql`select tokens, updated_at as "updatedAt" from rate_bucket where site = ${site} and key = ${key}`,
  )
  if (!row) return undefined
  const perSecond = quota / seconds
  const tokens = row.tokens + (Math.max(0, now.getTime() - row.updatedAt.getTime()) / 1000) * perSecond
  return tokens >= 0.999 ? undefined : (1 - tokens) / perSecond
}

/** Forgets the buckets that are full again. */
export async function sweepBuckets(db: Db, now: Date, longestSeconds: number): Promise<void> {
  await db.query(sql`delete from rate_bucket where updated_at < ${new Date(now.getTime() - longestSeconds * 1000)}`)
}
