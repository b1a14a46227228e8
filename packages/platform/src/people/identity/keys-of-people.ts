import type { ApiKeyEntry, AppSecretEntry } from '@vitrine/contract'
import { type Db, sql } from '../../kernel/db/sql.ts'
import type { App, User } from '../../kernel/http/caller.ts'
import { type Refusal, refuse } from '../../kernel/refusal.ts'
import { findKeyRows, type StaffNames, showKeys } from './api-key-rows.ts'
import { ownRights, type Rights, scopeBeyond } from './scopes.ts'

/** What becomes of somebody's keys who may not have them any more. */
export type KeyFate = 'REVOKE' | 'TRANSFER'

interface Held {
  readonly id: string
  readonly scopes: string[] | null
}

const keysOf = (db: Db, site: string, staffId: string): Promise<Held[]> =>
  db.query<Held>(sql`
    select id, scopes from api_key where site = ${site} and created_by = ${staffId} and revoked_at is null order by id for update`)

const secretsOf = (db: Db, site: string, staffId: string): Promise<Held[]> =>
  db.query<Held>(sql`
    select id, secret_scopes as scopes from oauth_app
    where site = ${site} and secret_by = ${staffId} and secret_hash is not null and revoked_at is null order by id for update`)

/** Whose a key is that somebody makes: theirs, or theirs whose key makes it; nobody's where the shop's own does. */
export async function makerOf(db: Db, site: string, caller: User | App): Promise<string | null> {
  if (caller.kind === 'user') return caller.userId
  const [row] = await db.query<{ maker: string | null }>(sql`
    select created_by as maker from api_key where site = ${site} and id = ${caller.appId}
    union all select secret_by from oauth_app where site = ${site} and id = ${caller.appId} limit 1`)
  return row?.maker ?? null
}

/** What one of the staff has made for programs. */
export async function findMade(
  db: Db,
  site: string,
  staffId: string,
  names: StaffNames,
): Promise<{ readonly apiKeys: ApiKeyEntry[]; readonly appSecrets: AppSecretEntry[] }> {
  const [keys, apps] = await Promise.all([
    findKeyRows(db, site, sql`created_by = ${staffId}`),
    db.query<{ id: string; name: string; scopes: string[] | null }>(sql`
      select id, name, secret_scopes as scopes from oauth_app
      where site = ${site} and secret_by = ${staffId} and secret_hash is not null and revoked_at is null order by created_at, id`),
  ])
  const appSecrets = apps.map(({ id, name, scopes }) => ({ appId: id, name, ...(scopes && { scopes }) }))
  return { apiKeys: await showKeys(db, site, keys, names), appSecrets }
}

/**
 * Settles what becomes of the keys of somebody whose rights end or shrink: those that are beyond what is left to them are revoked, or handed over
 * to whoever does it, if that person may do all that they may. In the transaction that takes the rights.
 */
export async function settleKeys(
  db: Db,
  site: string,
  {
    staffId,
    left,
    fate,
    by,
  }: { readonly staffId: string; readonly left: Rights | 'NOTHING'; readonly fate: KeyFate; readonly by: User | App },
  now: Date,
): Promise<{ readonly revoked: number; readonly transferred: number } | Refusal<'SCOPE_NOT_YOURS'>> {
  const beyond = ({ scopes }: Held) => left === 'NOTHING' || scopeBeyond(left, scopes) !== undefined
  const [keys, secrets] = [(await keysOf(db, site, staffId)).filter(beyond), (await secretsOf(db, site, staffId)).filter(beyond)]
  const ids = { keys: keys.map(({ id }) => id), secrets: secrets.map(({ id }) => id) }
  const count = keys.length + secrets.length
  if (count === 0) return { revoked: 0, transferred: 0 }
  if (fate === 'REVOKE') {
    await db.query(sql`update api_key set revoked_at = ${now} where site = ${site} and id = any(${ids.keys}::uuid[])`)
    await db.query(sql`
      update oauth_app set secret_hash = null, secret_scopes = null, secret_by = null, revision = revision + 1, updated_at = ${now}
      where site = ${site} and id = any(${ids.secrets}::uuid[])`)
    return { revoked: count, transferred: 0 }
  }
  const to = await makerOf(db, site, by)
  for (const { scopes } of [...keys, ...secrets]) {
    // Nobody hands keys to themselves that are no longer theirs to make.
    const scope = to === staffId ? (scopes?.[0] ?? '*') : scopeBeyond(ownRights(by), scopes)
    if (scope !== undefined) return refuse('SCOPE_NOT_YOURS', { scope })
  }
  await db.query(sql`update api_key set created_by = ${to} where site = ${site} and id = any(${ids.keys}::uuid[])`)
  await db.query(sql`update oauth_app set secret_by = ${to} where site = ${site} and id = any(${ids.secrets}::uuid[])`)
  return { revoked: 0, transferred: count }
}
