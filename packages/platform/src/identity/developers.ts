import { randomBytes } from 'node:crypto'
import { type ApiKeyEntry, type developers, isRight, type OauthAppEntry, type Right } from '@vitrine/contract'
import type { Clock } from '../clock/clock.ts'
import { newId } from '../db/id.ts'
import { type Db, sql } from '../db/sql.ts'
import { type App, rightsOfCaller, type User } from '../http/caller.ts'
import type { Handlers } from '../http/handlers.ts'
import type { KeyWrap } from '../key-wrap/key-wrap.ts'
import { Refusal, refuse } from '../refusal.ts'
import { secretHash } from './grants.ts'
import { longestTokenSeconds, rotateKey } from './keys.ts'
import { isEntry } from './redirect-uri.ts'

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

interface KeyRow {
  readonly id: string
  readonly name: string
  readonly hint: string | null
  readonly scopes: string[] | null
  readonly createdAt: Date
  readonly usedAt: Date | null
}

const keyColumns = sql`id, name, hint, scopes, created_at as "createdAt", used_at as "usedAt"`

/** A list that somebody keeps by hand. */
const most = 100

/** What is said to be over is found by its instant, which goes by the real time of sign-ins. */
export interface DeveloperDeps {
  readonly clock: Clock
  readonly wrap: KeyWrap
}

export const developerOperations = ({ clock, wrap }: DeveloperDeps): Handlers<typeof developers> => ({
  async 'GET /vitrine/v1/apps'(_, { db, site }) {
    const rows = await db.query<AppRow>(sql`
      select ${appColumns} from oauth_app where site = ${site} and revoked_at is null order by created_at, id limit ${most}`)
    return { apps: rows.map(showApp) }
  },

  async 'POST /vitrine/v1/apps'({ app: { name, redirectUris } }, { db, site, now }) {
    const wrong = redirectUris.find((entry) => !isEntry(entry))
    if (wrong !== undefined) return refuse('REDIRECT_ENTRY_NOT_POSSIBLE', { entry: wrong })
    const [count] = await db.query<{ apps: number }>(
      sql`select count(*)::int as apps from oauth_app where site = ${site} and revoked_at is null`,
    )
    if (count!.apps >= most) return refuse('TOO_MANY_APPS', { limit: most })
    const [row] = await db.query<AppRow>(sql`
      insert into oauth_app (site, id, name, redirect_uris, created_at, updated_at)
      values (${site}, ${newId()}, ${name}, ${redirectUris}, ${now}, ${now}) returning ${appColumns}`)
    return { app: showApp(row!) }
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
      update oauth_app set secret_hash = ${secretHash(secret)}, secret_scopes = ${allowed}::text[], revision = revision + 1, updated_at = ${now}
      where site = ${site} and id = ${id} returning ${appColumns}`)
    return { app: showApp(row!), secret }
  },

  async 'GET /vitrine/v1/api-keys'(_, { db, site }) {
    const rows = await db.query<KeyRow>(sql`
      select ${keyColumns} from api_key where site = ${site} and revoked_at is null and hash is not null order by id desc limit ${most}`)
    return { apiKeys: rows.map(showKey) }
  },

  async 'POST /vitrine/v1/api-keys'({ apiKey: { name, scopes } }, { db, site, now, caller }) {
    const allowed = grantable(caller, scopes)
    if (allowed instanceof Refusal) return allowed
    const [count] = await db.query<{ keys: number }>(
      sql`select count(*)::int as keys from api_key where site = ${site} and revoked_at is null`,
    )
    if (count!.keys >= most) return refuse('TOO_MANY_API_KEYS', { limit: most })
    const key = newSecret('vk_')
    const [row] = await db.query<KeyRow>(sql`
      insert into api_key (site, id, name, hash, hint, scopes, created_by, created_at)
      values (${site}, ${newId()}, ${name}, ${secretHash(key)}, ${key.slice(-4)}, ${allowed}::text[],
        ${caller.kind === 'user' ? caller.userId : null}, ${now}) returning ${keyColumns}`)
    return { apiKey: showKey(row!), key }
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

/** What somebody may give to a program: what is asked for, as far as it is theirs; all of theirs where nothing is asked for. */
function grantable(caller: User | App, asked: readonly string[] | undefined): readonly Right[] | null | Refusal<'SCOPE_NOT_YOURS'> {
  const own = rightsOfCaller(caller)
  if (asked === undefined) return own && caller.kind === 'user' && caller.role === 'OWNER' ? null : own ? [...own] : null
  const rights = asked.filter(isRight)
  const foreign = asked.find((scope) => !isRight(scope) || (own && !own.has(scope)))
  return foreign === undefined ? rights : refuse('SCOPE_NOT_YOURS', { scope: foreign })
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

const showKey = (row: KeyRow): ApiKeyEntry => ({
  id: row.id,
  name: row.name,
  ...(row.hint && { hint: row.hint }),
  ...(row.scopes && { scopes: row.scopes }),
  createdDate: row.createdAt.toISOString(),
  ...(row.usedAt && { usedDate: row.usedAt.toISOString() }),
})
