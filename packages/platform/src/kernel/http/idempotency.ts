import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { newId } from '../db/id.ts'
import type { Database } from '../db/pool.ts'
import { retrying } from '../db/retry.ts'
import { type Db, lastly, sql } from '../db/sql.ts'
import { type Refusal, refuse } from '../refusal.ts'

/** A write that the caller named, so that sending it twice does it once. */
export interface NamedWrite {
  readonly site: string
  readonly caller: string
  /** As it is stored: for a confidential call, only its hash. */
  readonly key: string
  /** Route line and body: the same key with another request is a mistake of the caller. */
  readonly fingerprint: Buffer
  /** Seals the answer of a confidential call. Derived from the key as it was sent, which is stored nowhere. */
  readonly seal?: Buffer
}

/** What makes two requests the same. */
export interface Said {
  readonly route: string
  readonly path: string
  readonly payload: string | Buffer
  /** Whether it or its answer holds what must not be read in the database. */
  readonly confidential: boolean
}

export function nameWrite(
  { site, caller, key }: Pick<NamedWrite, 'site' | 'caller' | 'key'>,
  { route, path, payload, confidential }: Said,
): NamedWrite {
  const digested = (hash: ReturnType<typeof createHash | typeof createHmac>): Buffer =>
    hash.update(route).update('\0').update(path).update('\0').update(payload).digest()
  if (!confidential) return { site, caller, key, fingerprint: digested(createHash('sha256')) }
  const root = digested(createHmac('sha256', key))
  const part = (name: string): Buffer => createHmac('sha256', root).update(name).digest()
  const hidden = `sha256:${createHash('sha256').update(key).digest('base64url')}`
  return { site, caller, key: hidden, fingerprint: part('fingerprint'), seal: part('answer') }
}

const cipher = 'aes-256-gcm'

function closed(answer: string, { seal }: NamedWrite): string {
  if (!seal) return answer
  const iv = randomBytes(12)
  const inside = createCipheriv(cipher, seal, iv)
  const text = Buffer.concat([inside.update(answer, 'utf8'), inside.final()])
  return Buffer.concat([iv, inside.getAuthTag(), text]).toString('base64')
}

function opened(saved: string, { seal }: NamedWrite): string {
  if (!seal) return saved
  const bytes = Buffer.from(saved, 'base64')
  const inside = createDecipheriv(cipher, seal, bytes.subarray(0, 12)).setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([inside.update(bytes.subarray(28)), inside.final()]).toString('utf8')
}

/** How long an answer is retained for replay. */
const retentionMs = 24 * 60 * 60 * 1000
/**
 * How long a staged write may leave its marker without an answer before a retry may take it over: a little longer than a provider is waited
 * for, and shorter than a client goes on asking after a crash of ours.
 */
const leaseMs = 12_000

export type Claim =
  /** It was done before. */
  | { readonly answer: string }
  /** The work is ours to do. The attempt keeps its id when a retry takes over what a crash has left half done. */
  | { readonly attempt: string; readonly again: boolean }
  | Refusal<'IDEMPOTENCY_IN_PROGRESS' | 'IDEMPOTENCY_KEY_REUSED'>

/**
 * Claims the key, first thing in the transaction.
 * The advisory lock lets a racing twin be told "still running" at once; the primary key is what makes it right.
 */
export async function claim(db: Db, write: NamedWrite, now: Date, attempt = newId()): Promise<Claim> {
  const mark = await marked(db, write, attempt, now)
  return mark === 'known' ? found(db, write, attempt, now) : mark
}

/** Claims the key for work in stages: the marker is committed at once, before the first of them. */
export async function claimAlone(database: Database, write: NamedWrite, now: Date): Promise<Claim> {
  const attempt = newId()
  const mark = await retrying(() => marked(database, write, attempt, now))
  return mark === 'known' ? database.transact((db) => found(db, write, attempt, now)) : mark
}

async function marked(db: Db, write: NamedWrite, attempt: string, now: Date): Promise<Claim | 'known'> {
  const { site, caller, key, fingerprint } = write
  const [lock] = await db.query<{ free: boolean; created: boolean }>(sql`
    with lock as materialized (
      select pg_try_advisory_xact_lock(hashtextextended(${`${site}/${caller}/${key}`}, 1)) as free
    ), created as (
      insert into idempotency (site, caller, key, fingerprint, attempt, leased_until, created_at, seen)
      select ${site}, ${caller}, ${key}, ${fingerprint}, ${attempt}, ${new Date(now.getTime() + leaseMs)}, ${now}, 1 from lock where free
      on conflict (site, caller, key) do nothing returning seen
    )
    select free, exists (select from created) as created from lock`)
  if (!lock!.free) return refuse('IDEMPOTENCY_IN_PROGRESS')
  return lock!.created ? { attempt, again: false } : 'known'
}

/** A retry touches the row, so that its own commit waits for the standby as the first one's did (SCALE rule 3). */
async function found(db: Db, write: NamedWrite, ours: string, now: Date): Promise<Claim> {
  const { site, caller, key, fingerprint } = write
  const [row] = await db.query<{
    fingerprint: Buffer
    answer: string | null
    attempt: string | null
    leasedUntil: Date
    createdAt: Date
  }>(sql`
    update idempotency set seen = seen + 1 where site = ${site} and caller = ${caller} and key = ${key}
    returning fingerprint, answer, attempt, leased_until as "leasedUntil", created_at as "createdAt"`)
  if (row === undefined) return refuse('IDEMPOTENCY_IN_PROGRESS')
  const stale = now.getTime() - row.createdAt.getTime() > retentionMs
  if (!stale && !row.fingerprint.equals(fingerprint)) return refuse('IDEMPOTENCY_KEY_REUSED')
  if (!stale && row.answer !== null) return { answer: opened(row.answer, write) }
  if (row.attempt === ours) return { attempt: ours, again: true }
  if (!stale && row.leasedUntil > now) return refuse('IDEMPOTENCY_IN_PROGRESS')
  const attempt = (stale ? null : row.attempt) ?? ours
  await db.query(sql`
    update idempotency
    set fingerprint = ${fingerprint}, answer = null, attempt = ${attempt}, created_at = ${stale ? now : row.createdAt},
      leased_until = ${new Date(now.getTime() + leaseMs)}
    where site = ${site} and caller = ${caller} and key = ${key}`)
  return { attempt, again: true }
}

/** Stores the answer in the transaction of the work. */
export async function settle(db: Db, write: NamedWrite, answer: string): Promise<void> {
  const { site, caller, key } = write
  await lastly(
    db,
    sql`update idempotency set answer = ${closed(answer, write)} where site = ${site} and caller = ${caller} and key = ${key}`,
  )
}

/** Writes the key down with the answer, as one with the work; fails with `isTaken` where the key was used before. */
export async function note(db: Db, write: NamedWrite, answer: string, now: Date): Promise<void> {
  const { site, caller, key, fingerprint } = write
  await lastly(
    db,
    sql`
      insert into idempotency (site, caller, key, fingerprint, answer, leased_until, created_at, seen)
      values (${site}, ${caller}, ${key}, ${fingerprint}, ${closed(answer, write)}, ${now}, ${now}, 1)`,
  )
}

/** Whether a write failed because its key was used before, or by a twin that was faster. */
export const isTaken = (error: unknown): boolean =>
  error instanceof Error && (error as { constraint?: unknown }).constraint === 'idempotency_pkey'

/** What became of an earlier write under the key; undefined where there was none, or it was so long ago that the key is free again. */
export async function earlier(db: Db, write: NamedWrite, now: Date): Promise<Exclude<Claim, { readonly attempt: string }> | undefined> {
  const { site, caller, key, fingerprint } = write
  await db.query(sql`
    delete from idempotency
    where site = ${site} and caller = ${caller} and key = ${key} and created_at < ${new Date(now.getTime() - retentionMs)}`)
  // Touched, so that this answer waits for the standby as the first one did (SCALE rule 3).
  const [row] = await db.query<{ fingerprint: Buffer; answer: string | null }>(sql`
    update idempotency set seen = seen + 1 where site = ${site} and caller = ${caller} and key = ${key} returning fingerprint, answer`)
  if (!row) return undefined
  if (!row.fingerprint.equals(fingerprint)) return refuse('IDEMPOTENCY_KEY_REUSED')
  return row.answer === null ? refuse('IDEMPOTENCY_IN_PROGRESS') : { answer: opened(row.answer, write) }
}

/** Gives the key back: a refused staged write has changed nothing worth remembering. */
export async function release(db: Db, { site, caller, key }: NamedWrite): Promise<void> {
  await db.query(sql`delete from idempotency where site = ${site} and caller = ${caller} and key = ${key} and answer is null`)
}

/** Forgets what is older than a day. */
export async function sweepIdempotency(db: Db, now: Date): Promise<void> {
  await db.query(sql`delete from idempotency where created_at < ${new Date(now.getTime() - retentionMs)}`)
}
