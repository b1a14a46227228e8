import { createHash } from 'node:crypto'
import { isId, newId } from '../db/id.ts'
import { type Db, sql } from '../db/sql.ts'

export interface OauthApp {
  readonly site: string
  readonly id: string
  readonly redirectUris: readonly string[]
}

/** The app under a client id, which alone says of which shop it is. Should two shops have chosen the same id, it is the one that is called. */
export async function findOauthApp(db: Db, called: string, clientId: string): Promise<OauthApp | undefined> {
  if (!isId(clientId)) return undefined
  const [row] = await db.query<OauthApp>(sql`
    select site, id, redirect_uris as "redirectUris" from oauth_app where id = ${clientId} order by site = ${called} desc, created_at, site limit 1`)
  return row
}

/** Where an app of a shop may send a browser back to. */
export async function findRedirectUrisOfApp(db: Db, site: string, clientId: string): Promise<readonly string[]> {
  const [row] = await db.query<{ uris: string[] }>(
    sql`select redirect_uris as uris from oauth_app where site = ${site} and id = ${clientId}`,
  )
  return row?.uris ?? []
}

/** Where any app of a shop may send a browser back to. */
export async function findRedirectUris(db: Db, site: string): Promise<readonly string[]> {
  const rows = await db.query<{ uris: string[] }>(sql`select redirect_uris as uris from oauth_app where site = ${site}`)
  return rows.flatMap(({ uris }) => uris)
}

/** Registers an app under a chosen or a new id; registering it again replaces its name and its list of redirects. */
export async function registerOauthApp(
  db: Db,
  app: { readonly site: string; readonly id?: string; readonly name: string; readonly redirectUris: readonly string[] },
  now: Date,
): Promise<string> {
  const id = app.id ?? newId()
  await db.query(sql`
    insert into oauth_app (site, id, name, redirect_uris, created_at) values (${app.site}, ${id}, ${app.name}, ${app.redirectUris}, ${now})
    on conflict (site, id) do update set name = excluded.name, redirect_uris = excluded.redirect_uris`)
  return id
}

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest()

export interface ApiKey {
  readonly site: string
  readonly id: string
}

/** Whom an API key stands for, in each shop that knows it: several may have been given the same one. */
export async function findApiKeys(db: Db, key: string): Promise<readonly ApiKey[]> {
  return db.query<ApiKey>(sql`select site, id from api_key where hash = ${hashOf(key)} and revoked_at is null order by created_at, site`)
}

/** Keeps an API key as its hash only; the same key again changes nothing. */
export async function registerApiKey(db: Db, site: string, name: string, key: string, now: Date): Promise<void> {
  await db.query(sql`
    insert into api_key (site, id, name, hash, created_at)
    select ${site}, ${newId()}, ${name}, ${hashOf(key)}, ${now}
    where not exists (select from api_key where site = ${site} and hash = ${hashOf(key)})`)
}
