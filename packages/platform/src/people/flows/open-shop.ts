import { randomBytes } from 'node:crypto'
import { newId } from '../../kernel/db/id.ts'
import type { Database } from '../../kernel/db/pool.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import { type KeyWrap, noWrap } from '../../kernel/key-wrap/key-wrap.ts'
import { wrapStoredKeys } from '../../kernel/key-wrap/stored-keys.ts'
import { writeSettings } from '../../kernel/settings/settings.ts'
import type { ShopSettings } from '../../kernel/settings/shop-settings.ts'
import { createSite } from '../../kernel/sites/directory.ts'
import { hashPassword } from '../credentials/passwords.ts'
import { ensureSigningKey } from '../identity/keys.ts'
import { registerApiKey, registerOauthApp } from '../identity/store.ts'
import { hasStaff, insertPerson } from '../staff/store.ts'

export interface OpenShopOptions {
  readonly adminApiKey?: string | undefined
  /** Who owns the shop, where nobody does yet; a password is made up where none is given. With an id, what was filled in before can name them. */
  readonly owner?: { readonly id?: string; readonly email: string; readonly password: string | undefined } | undefined
  /** Fills an empty installation; without it a bare shop is opened. */
  readonly seed?: (() => Promise<void>) | undefined
  readonly now: Date
  /** How keys lie in the database. */
  readonly wrap?: KeyWrap | undefined
}

export interface OpenedShop {
  readonly site: string
  readonly name: string
  /** Whether staff alone see it. */
  readonly closed: boolean
  /** The app in whose name the shop's own pages speak. */
  readonly storefrontClientId: string
  /** The app for headless clients, as far as one is registered. */
  readonly publicClientId: string
  /** The owner's password, if it was made up just now: it is nowhere else. */
  readonly newPassword?: string
}

const storefrontApp = 'Storefront'
const headlessApp = 'Headless'

/** Sees to it that there is a shop with a signing key, an app for its own pages and one for others. Safe to run at every start, by several processes. */
export async function openShop(database: Database, { adminApiKey, owner, seed, now, wrap = noWrap }: OpenShopOptions): Promise<OpenedShop> {
  if (!(await firstSite(database))) {
    await (seed ? seed() : openBare(database, now))
    await wrapStoredKeys(database, wrap)
  }
  const shop = await firstSite(database)
  if (!shop) throw new Error('no shop was opened')
  const { site, name, closed } = shop
  const newPassword = owner && !(await hasStaff(database, site)) ? (owner.password ?? randomBytes(12).toString('base64url')) : undefined
  const passwordHash = newPassword && (await hashPassword(newPassword))
  // Processes that start at once agree on one key and one app of each kind: the site's row is the lock.
  return database.transact(async (db) => {
    await db.query(sql`select site from site where site = ${site} for update`)
    await ensureSigningKey(db, site, now, wrap)
    const first = passwordHash !== undefined && !(await hasStaff(db, site))
    if (first)
      await insertPerson(db, site, { id: owner!.id ?? newId(), email: owner!.email, name: 'Owner', role: 'OWNER', passwordHash }, now)
    if (adminApiKey !== undefined) await registerApiKey(db, site, 'From the environment', adminApiKey, now)
    return {
      site,
      name,
      closed,
      storefrontClientId: await ensureApp(db, site, storefrontApp, [], now, true),
      publicClientId: await ensureApp(db, site, headlessApp, ['http://localhost:*/*', 'http://127.0.0.1:*/*'], now),
      ...(first && owner?.password === undefined && newPassword !== undefined && { newPassword }),
    }
  })
}

async function firstSite(database: Database): Promise<Pick<OpenedShop, 'site' | 'name' | 'closed'> | undefined> {
  const [row] = await database.query<Pick<OpenedShop, 'site' | 'name' | 'closed'>>(sql`
    select site, name, exists (
      select from site_setting shop where shop.site = site.site and section = 'shop' and document->>'closed' = 'true') as closed
    from site order by created_at, site limit 1`)
  return row
}

async function ensureApp(
  db: Db,
  site: string,
  name: string,
  redirectUris: readonly string[],
  now: Date,
  firstParty = false,
): Promise<string> {
  const [row] = await db.query<{ id: string }>(
    sql`select id from oauth_app where site = ${site} and name = ${name} order by created_at limit 1`,
  )
  return row?.id ?? registerOauthApp(db, { site, name, redirectUris, firstParty }, now)
}

const bare: ShopSettings = {
  name: 'My shop',
  closed: true,
  tagline: '',
  about: '',
  wordmark: { text: 'My shop' },
  language: 'en',
  theme: { light: {}, dark: {}, mark: 'dial', swatch: 'plain', fonts: [] },
  heroes: [],
  collections: [],
  menu: [],
  promises: [],
  footer: { groups: [], legal: [] },
  contact: { address: [] },
}

/** An empty shop, closed until its merchant opens it, that sells in euros from Germany until its merchant says otherwise. */
async function openBare(database: Database, now: Date): Promise<void> {
  await database.transact(async (db) => {
    // There is no row yet that could be the lock.
    await db.query(sql`select pg_advisory_xact_lock(hashtextextended('vitrine first shop', 0))`)
    if ((await db.query(sql`select site from site limit 1`)).length > 0) return
    const site = newId()
    await createSite(db, { id: site, name: bare.name }, now)
    await writeSettings(db, site, 'shop', bare, now)
    await writeSettings(
      db,
      site,
      'commerce',
      {
        currency: 'EUR',
        locale: 'en-IE',
        country: 'DE',
        timeZone: 'Europe/Berlin',
        weightUnit: 'KG',
        unpaidOrderMinutes: 30,
        firstOrderNumber: 10_001,
      },
      now,
    )
    await writeSettings(db, site, 'shipping', { zones: [] }, now)
    await writeSettings(db, site, 'taxes', { defaultGroupId: 'standard', regions: [] }, now)
    await writeSettings(db, site, 'mail', { from: 'My shop <shop@localhost>', replyTo: '' }, now)
  })
}
