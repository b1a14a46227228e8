import { randomBytes } from 'node:crypto'
import type { developers, OauthAppEntry } from '@vitrine/contract'
import type { Clock } from '../../kernel/clock/clock.ts'
import { newId } from '../../kernel/db/id.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import type { KeyWrap } from '../../kernel/key-wrap/key-wrap.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { violation } from '../../kernel/violation.ts'
import { findKeyRows, type KeyRow, keyColumns, mostKeys, type StaffNames, showKeys } from './api-key-rows.ts'
import { secretHash } from './grants.ts'
import { longestTokenSeconds, rotateKey } from './keys.ts'
import { makerOf } from './keys-of-people.ts'
import { isEntry } from './redirect-uri.ts'
import { grantable, ownRights, scopeBeyond } from './scopes.ts'

interface AppRow {
  readonly id: string
  readonly name: string
  readonly redirectUris: string[]
  readonly firstParty: boolean
  readonly revision: number
  readonly secret: boolean
  readonly secretScopes: string[] | null
  readonly createdAt: Date
  readonly updatedAt: Date | null
}

const appColumns = sql`id, name, redirect_uris as "redirectUris", first_party as "firstParty", revision, secret_hash is not null as secret,
  secret_scopes as "secretScopes", created_at as "createdAt", updated_at as "updatedAt"`

/** A list that somebody maintains by hand. */
const most = 100

const overAlready = () => violation('apiKey.expiresDate', 'is over already')

export interface DeveloperDeps {
  readonly clock: Clock
  readonly staffNames: StaffNames
  readonly wrap: KeyWrap
}

/** What is said to be over is found by its instant, which goes by the real time of sign-ins. */
export const developerOperations = ({ clock, staffNames, wrap }: DeveloperDeps): Handlers<typeof developers> => ({
  async 'GET /vitrine/v1/apps'(_, { db, site }) {
    const rows = await db.query<AppRow>(sql`
      select ${appColumns} from oauth_app where site = ${site} and revoked_at is null order by created_at, id limit ${most}`)
    return { apps: rows.map(showApp) }
  },

  async 'POST /vitrine/v1/apps'({ app: { id = newId(), name, redirectUris } }, { db, site, now }) {
    const wrong = redirectUris.find((entry) => !isEntry(entry))
    if (wrong !== undefined) return refuse('REDIRECT_ENTRY_NOT_POSSIBLE', { entry: wrong })
    const [count] = await db.query<{ apps: number }>(
      sql`select count(*)::int as apps from oauth_app where site = ${site} and revoked_at is null`,
    )
    if (count!.apps >= most) return refuse('TOO_MANY_APPS', { limit: most })
    const [row] = await db.query<AppRow>(sql`
      insert into oauth_app (site, id, name, redirect_uris, created_at, updated_at)
      values (${site}, ${id}, ${name}, ${redirectUris}, ${now}, ${now})
      on conflict (site, id) do nothing returning ${appColumns}`)
    return row ? { app: showApp(row) } : refuse('APP_ID_TAKEN')
  },

  async 'PATCH /vitrine/v1/apps/{app.id}'({ app: { id, revision, name, redirectUris } }, { db, site, now }) {
    const wrong = redirectUris?.find((entry) => !isEntry(entry))
    if (wrong !== undefined) return refuse('REDIRECT_ENTRY_NOT_POSSIBLE', { entry: wrong })
    const found = await lockApp(db, site, id)
    if (!found) return refuse('APP_NOT_FOUND')
    if (String(found.revision) !== revision) return refuse('STALE_REVISION')
    const [row] = await db.query<AppRow>(sql`
      update oauth_app set name = ${name ?? found.name}, redirect_uris = ${redirectUris ?? found.redirectUris}, revision = revision + 1,
        updated_at = ${now} where site = ${site} and id = ${id} returning ${appColumns}`)
    return { app: showApp(row!) }
  },

  async 'DELETE /vitrine/v1/apps/{id}'({ id }, { db, site }) {
    const found = await lockApp(db, site, id)
    if (!found) return refuse('APP_NOT_FOUND')
    if (found.firstParty) return refuse('APP_IS_THE_SHOPS_OWN')
    await db.query(sql`update oauth_app set revoked_at = ${clock.now()}, secret_hash = null where site = ${site} and id = ${id}`)
    return {}
  },

  async 'POST /vitrine/v1/apps/{id}/secret'({ id, scopes }, { db, site, now, caller }) {
    const allowed = grantable(caller, scopes)
    if (allowed instanceof Refusal) return allowed
    if (!(await lockApp(db, site, id))) return refuse('APP_NOT_FOUND')
    const secret = newSecret('vs_')
    const [row] = await db.query<AppRow>(sql`
      update oauth_app set secret_hash = ${secretHash(secret)}, secret_scopes = ${allowed}::text[],
        secret_by = ${await makerOf(db, site, caller)}, revision = revision + 1, updated_at = ${now}
      where site = ${site} and id = ${id} returning ${appColumns}`)
    return { app: showApp(row!), secret }
  },

  async 'GET /vitrine/v1/api-keys'(_, { db, site }) {
    return { apiKeys: await showKeys(db, site, await findKeyRows(db, site, sql`true`), staffNames) }
  },

  async 'POST /vitrine/v1/api-keys'({ apiKey: { name, scopes, expiresDate } }, { db, site, now, caller }) {
    const allowed = grantable(caller, scopes)
    if (allowed instanceof Refusal) return allowed
    const expiresAt = expiresDate ? new Date(expiresDate) : undefined
    if (expiresAt && expiresAt <= clock.now()) return overAlready()
    const [count] = await db.query<{ keys: number }>(
      sql`select count(*)::int as keys from api_key where site = ${site} and revoked_at is null`,
    )
    if (count!.keys >= mostKeys) return refuse('TOO_MANY_API_KEYS', { limit: mostKeys })
    const key = newSecret('vk_')
    const rows = await db.query<KeyRow>(sql`
      insert into api_key (site, id, name, hash, hint, scopes, created_by, created_at, expires_at)
      values (${site}, ${newId()}, ${name}, ${secretHash(key)}, ${key.slice(-4)}, ${allowed}::text[],
        ${await makerOf(db, site, caller)}, ${now}, ${expiresAt ?? null}) returning ${keyColumns}`)
    const [apiKey] = await showKeys(db, site, rows, staffNames)
    return { apiKey: apiKey!, key }
  },

  async 'PATCH /vitrine/v1/api-keys/{apiKey.id}'({ apiKey: { id, name, expiresDate } }, { db, site, caller }) {
    const [found] = await db.query<KeyRow>(sql`
      select ${keyColumns} from api_key where site = ${site} and id = ${id} and revoked_at is null and hash is not null for update`)
    if (!found) return refuse('API_KEY_NOT_FOUND')
    const expiresAt = expiresDate === undefined ? found.expiresAt : expiresDate === null ? null : new Date(expiresDate)
    if (expiresDate && new Date(expiresDate) <= clock.now()) return overAlready()
    // Whoever lets a key live longer could as well make it.
    const later = found.expiresAt !== null && (expiresAt === null || expiresAt > found.expiresAt)
    const scope = later ? scopeBeyond(ownRights(caller), found.scopes) : undefined
    if (scope !== undefined) return refuse('SCOPE_NOT_YOURS', { scope })
    const rows = await db.query<KeyRow>(sql`
      update api_key set name = ${name ?? found.name}, expires_at = ${expiresAt} where site = ${site} and id = ${id} returning ${keyColumns}`)
    const [apiKey] = await showKeys(db, site, rows, staffNames)
    return { apiKey: apiKey! }
  },

  async 'DELETE /vitrine/v1/api-keys/{id}'({ id }, { db, site }) {
    const rows = await db.query(sql`
      update api_key set revoked_at = ${clock.now()} where site = ${site} and id = ${id} and revoked_at is null returning id`)
    return rows.length > 0 ? {} : refuse('API_KEY_NOT_FOUND')
  },

  async 'POST /vitrine/v1/signing-keys/rotate'({ revoke }, { db, site }) {
    await rotateKey(db, site, clock.now(), revoke ? 0 : longestTokenSeconds, wrap)
    return {}
  },
})

async function lockApp(db: Db, site: string, id: string): Promise<AppRow | undefined> {
  const [row] = await db.query<AppRow>(
    sql`select ${appColumns} from oauth_app where site = ${site} and id = ${id} and revoked_at is null for update`,
  )
  return row
}

const newSecret = (kind: string): string => kind + randomBytes(32).toString('base64url')

const showApp = (row: AppRow): OauthAppEntry => ({
  id: row.id,
  revision: String(row.revision),
  name: row.name,
  redirectUris: row.redirectUris,
  firstParty: row.firstParty,
  hasSecret: row.secret,
  ...(row.secretScopes && { secretScopes: row.secretScopes }),
  createdDate: row.createdAt.toISOString(),
  ...(row.updatedAt && { updatedDate: row.updatedAt.toISOString() }),
})
