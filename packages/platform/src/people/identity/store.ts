import { createHash } from 'node:crypto'
import { isId, newId } from '../../kernel/db/id.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'

export interface OauthApp {
  readonly site: string
  readonly id: string
  readonly name: string
  readonly redirectUris: readonly string[]
  /** Pages of the shop itself. */
  readonly firstParty: boolean
  readonly createdAt: Date
}

/** The app under a client id, which alone says of which shop it is. Should two shops have chosen the same id, it is the one that is called. */
export async function findOauthApp(db: Db, called: string, clientId: string): Promise<OauthApp | undefined> {
  if (!isId(clientId)) return undefined
  const [row] = await db.query<OauthApp>(sql`
    select site, id, name, redirect_uris as "redirectUris", first_party as "firstParty", created_at as "createdAt" from oauth_app
    where id = ${clientId} and revoked_at is null order by site = ${called} desc, created_at, site limit 1`)
  return row
}

/** The secret of a program that speaks in an app's own name, as its hash, and what it may do then. */
export async function findSecret(
  db: Db,
  called: string,
  clientId: string,
): Promise<{ readonly site: string; readonly id: string; readonly hash: Buffer; readonly scopes: readonly string[] | null } | undefined> {
  if (!isId(clientId)) return undefined
  const [row] = await db.query<{ site: string; id: string; hash: Buffer; scopes: string[] | null }>(sql`
    select site, id, secret_hash as hash, secret_scopes as scopes from oauth_app
    where id = ${clientId} and revoked_at is null and secret_hash is not null order by site = ${called} desc, created_at, site limit 1`)
  return row
}

/** Where an app of a shop may send a browser back to. */
export async function findRedirectUrisOfApp(db: Db, site: string, clientId: string): Promise<readonly string[]> {
  const [row] = await db.query<{ uris: string[] }>(
    sql`select redirect_uris as uris from oauth_app where site = ${site} and id = ${clientId} and revoked_at is null`,
  )
  return row?.uris ?? []
}

/** Where any app of a shop may send a browser back to. */
export async function findRedirectUris(db: Db, site: string): Promise<readonly string[]> {
  const rows = await db.query<{ uris: string[] }>(
    sql`select redirect_uris as uris from oauth_app where site = ${site} and revoked_at is null`,
  )
  return rows.flatMap(({ uris }) => uris)
}

/** Registers an app under a chosen or a new id; registering it again replaces its name and its list of redirects. */
export async function registerOauthApp(
  db: Db,
  app: {
    readonly site: string
    readonly id?: string
    readonly name: string
    readonly redirectUris: readonly string[]
    readonly firstParty?: boolean
  },
  now: Date,
): Promise<string> {
  const id = app.id ?? newId()
  await db.query(sql`
    insert into oauth_app (site, id, name, redirect_uris, first_party, created_at, updated_at)
    values (${app.site}, ${id}, ${app.name}, ${app.redirectUris}, ${app.firstParty ?? false}, ${now}, ${now})
    on conflict (site, id) do update set name = excluded.name, redirect_uris = excluded.redirect_uris`)
  return id
}

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest()

export interface ApiKey {
  readonly site: string
  readonly id: string
  /** The rights it has; all of them where null. */
  readonly scopes: readonly string[] | null
  /** Then it is of no more use. */
  readonly expiresAt: Date | null
}

/** Whom an API key stands for, in each shop that knows it: several may have been given the same one. */
export async function findApiKeys(db: Db, key: string): Promise<readonly ApiKey[]> {
  return db.query<ApiKey>(sql`
    select site, id, scopes, expires_at as "expiresAt" from api_key where hash = ${hashOf(key)} and revoked_at is null order by created_at, site`)
}

/** Stores an API key as its hash only; the same key again changes nothing. */
export async function registerApiKey(db: Db, site: string, name: string, key: string, now: Date): Promise<void> {
  await db.query(sql`
    insert into api_key (site, id, name, hash, hint, created_at)
    select ${site}, ${newId()}, ${name}, ${hashOf(key)}, ${key.slice(-4)}, ${now}
    where not exists (select from api_key where site = ${site} and hash = ${hashOf(key)})`)
}
