import type { Address, LocationOfBusiness } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import { unitsAt } from './allocation-sql.ts'

export interface StoredLocation {
  readonly id: string
  readonly name: string
  readonly address: Address | null
  readonly position: number
  readonly isDefault: boolean
  readonly active: boolean
  readonly pickups: readonly Pickup[]
  readonly details: LocationDetails
  readonly revision: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** What it says of itself to those who know it as a place of the business. */
export interface LocationDetails
  extends Partial<Pick<LocationOfBusiness, 'description' | 'email' | 'phone' | 'fax' | 'timeZone' | 'locationTypes'>> {}

/** Where buyers pick up, and the code of that shipping option. */
export interface Pickup {
  readonly id: string
  readonly code: string
}

const columns = sql`id, name, address, position, is_default as "isDefault", active, pickups, details, revision, created_at as "createdAt",
  updated_at as "updatedAt"`

/** The locations in the order of sales. A shop that never had more than one has the first, by the name of the shop. */
export async function findLocations(db: Db, site: string): Promise<readonly StoredLocation[]> {
  const rows = await db.query<StoredLocation>(sql`
    select ${columns} from stock_location where site = ${site} and deleted_at is null order by position, id`)
  if (rows.length > 0) return rows
  return db.query<StoredLocation>(sql`
    select site as id, name, null::jsonb as address, 0 as position, true as "isDefault", true as active, '[]'::jsonb as pickups,
      '{}'::jsonb as details, 1::bigint as revision, created_at as "createdAt", created_at as "updatedAt"
    from site where site = ${site}`)
}

/** Holds all locations until the transaction ends; the first gets its row. */
export async function holdLocations(context: Context): Promise<readonly StoredLocation[]> {
  const { db, site } = context
  const held = await db.query<StoredLocation>(sql`
    select ${columns} from stock_location where site = ${site} and deleted_at is null order by id for update`)
  if (held.length > 0) return held.toSorted((a, b) => a.position - b.position)
  await db.query(sql`
    insert into stock_location (site, id, name, position, is_default, active, pickups, revision, created_at, updated_at)
    select site, site, name, 0, true, true, '[]', 1, created_at, created_at from site where site = ${site}
    on conflict (site, id) do nothing`)
  return holdLocations(context)
}

/** Keeps these locations from being closed until the transaction ends; returns those that exist. */
export const keepOpen = (db: Db, site: string, ids: readonly string[]): Promise<Pick<StoredLocation, 'id' | 'active'>[]> =>
  db.query(sql`
    select id, active from stock_location
    where site = ${site} and id = any(${ids}::uuid[]) and deleted_at is null order by id for share`)

export async function insertLocation({ db, site }: Context, location: StoredLocation): Promise<void> {
  const { id, name, address, position, isDefault, active, pickups, details, revision, createdAt, updatedAt } = location
  await db.query(sql`
    insert into stock_location (site, id, name, address, position, is_default, active, pickups, details, revision, created_at, updated_at)
    values (${site}, ${id}, ${name}, ${address && JSON.stringify(address)}::jsonb, ${position}, ${isDefault}, ${active},
      ${JSON.stringify(pickups)}::jsonb, ${JSON.stringify(details)}::jsonb, ${revision}, ${createdAt}, ${updatedAt})`)
}

export async function saveLocation({ db, site, now }: Context, location: StoredLocation): Promise<StoredLocation> {
  const { id, name, address, position, isDefault, active, pickups, details } = location
  const [saved] = await db.query<StoredLocation>(sql`
    update stock_location set name = ${name}, address = ${address && JSON.stringify(address)}::jsonb, position = ${position},
      is_default = ${isDefault}, active = ${active}, pickups = ${JSON.stringify(pickups)}::jsonb,
      details = ${JSON.stringify(details)}::jsonb, revision = revision + 1, updated_at = ${now}
    where site = ${site} and id = ${id} returning ${columns}`)
  return saved!
}

export async function deleteLocation({ db, site, now }: Context, id: string): Promise<void> {
  await db.query(sql`
    update stock_location set deleted_at = ${now}, active = false, pickups = '[]', revision = revision + 1, updated_at = ${now}
    where site = ${site} and id = ${id}`)
}

/** What keeps a location from being closed: variants that it holds units of, counted up to 1,000, and transfers from it and to it. */
export async function findUses(db: Db, site: string, id: string): Promise<{ readonly variants: number; readonly transfers: number }> {
  const [uses] = await db.query<{ variants: number; transfers: number }>(sql`
    select
      (select count(*)::integer from (
        select from stock where site = ${site} and tracked and ${unitsAt(site, sql`stock`, sql`${id}::uuid`)} <> 0 limit 1000) held) as variants,
      (select count(*)::integer from stock_transfer
        where site = ${site} and status in ('DRAFT', 'IN_TRANSIT') and (from_location = ${id} or to_location = ${id})) as transfers`)
  return uses!
}

/** From now on stock that was never anywhere but at the first location is asked for its locations, too: because the first is closed. */
export async function leaveFirst({ db, site }: Context): Promise<void> {
  await db.query(sql`update stock set elsewhere = '{}' where site = ${site} and elsewhere is null`)
}

/** Some of the variants of which a location has units. */
export const findHeldAt = (db: Db, site: string, id: string, limit: number) =>
  db.query<{ productId: string; variantId: string }>(sql`
    select product_id as "productId", variant_id as "variantId" from stock
    where site = ${site} and tracked and ${unitsAt(site, sql`stock`, sql`${id}::uuid`)} <> 0 limit ${limit}`)
