import type { AddressInput, Received, StockLocation, stockLocations } from '@vitrine/contract'
import { mostLocations } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Handlers, Scope } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { unitsAt } from './allocation.ts'
import {
  deleteLocation,
  findHeldAt,
  findLocations,
  findUses,
  holdLocations,
  insertLocation,
  leaveFirst,
  type Pickup,
  type StoredLocation,
  saveLocation,
} from './location-store.ts'
import { holdStock, writePlaced } from './store.ts'

export interface LocationDeps {
  /** The pickup locations of the shop. */
  readonly pickupsOf: (db: Db, site: string) => Promise<readonly Pickup[]>
}

const mostMoved = 1000

const show = ({ id, name, address, isDefault, active, pickups, revision, createdAt, updatedAt }: StoredLocation): StockLocation => ({
  id,
  name,
  ...(address !== null && { address }),
  default: isDefault,
  active,
  pickupLocationIds: pickups.map((pickup) => pickup.id),
  revision: String(revision),
  createdDate: createdAt.toISOString(),
  updatedDate: updatedAt.toISOString(),
})

/** An address as it is stored; a street that is named has a number too, if only an empty one. */
export function addressOf(given: AddressInput | null | undefined): StoredLocation['address'] {
  if (!given) return null
  const street = given.streetAddress
  const address = { ...given, streetAddress: street && { ...street, number: street.number ?? '', name: street.name ?? '' } }
  return JSON.parse(JSON.stringify(address, (_, value: unknown) => value ?? undefined)) as StoredLocation['address']
}

/** The location of that id among those that are held. */
export const named = (held: readonly StoredLocation[], id: string): StoredLocation | Refusal<'LOCATION_NOT_FOUND'> =>
  held.find((location) => location.id === id.toLowerCase()) ?? refuse('LOCATION_NOT_FOUND')

type Written = Received<'POST /vitrine/v1/inventory/locations'>['location']

/** Why a location cannot be closed. */
export async function openFor({ db, site }: Context, { id, isDefault }: StoredLocation) {
  if (isDefault) return refuse('DEFAULT_LOCATION')
  const { variants, transfers } = await findUses(db, site, id)
  return variants + transfers > 0 ? refuse('LOCATION_NOT_EMPTY', { variants, transfers }) : undefined
}

/** Makes one of the locations that are held the default. */
export async function makeDefault(context: Context, held: readonly StoredLocation[], location: StoredLocation): Promise<StoredLocation> {
  if (location.isDefault) return location
  for (const other of held) if (other.isDefault) await saveLocation(context, { ...other, isDefault: false })
  return saveLocation(context, { ...location, isDefault: true })
}

/** A location behind those that are held. */
export const lastLocation = (
  { now }: Context,
  held: readonly StoredLocation[],
  written: Pick<StoredLocation, 'name' | 'address' | 'details'>,
): StoredLocation => ({
  id: newId(),
  ...written,
  position: Math.max(...held.map(({ position }) => position)) + 1,
  isDefault: false,
  active: true,
  pickups: [],
  revision: 1,
  createdAt: now,
  updatedAt: now,
})

export function locationOperations({ pickupsOf }: LocationDeps): Handlers<typeof stockLocations> {
  /** Takes pickup locations from those that had them, and answers with them. */
  async function takePickups(
    scope: Scope,
    held: readonly StoredLocation[],
    own: string,
    ids: NonNullable<Written['pickupLocationIds']>,
  ): Promise<readonly Pickup[] | Refusal<'PICKUP_LOCATION_NOT_FOUND'>> {
    const wanted = new Set(ids.map((id) => id.toLowerCase()))
    const found = wanted.size === 0 ? [] : (await pickupsOf(scope.db, scope.site)).filter(({ id }) => wanted.has(id))
    if (found.length < wanted.size) return refuse('PICKUP_LOCATION_NOT_FOUND')
    for (const other of held)
      if (other.id !== own && other.pickups.some(({ id }) => wanted.has(id)))
        await saveLocation(scope, { ...other, pickups: other.pickups.filter(({ id }) => !wanted.has(id)) })
    return found
  }

  return {
    async 'GET /vitrine/v1/inventory/locations'(_, { db, site }) {
      return { locations: (await findLocations(db, site)).map(show) }
    },

    async 'POST /vitrine/v1/inventory/locations'({ location: given }, scope) {
      const held = await holdLocations(scope)
      if (held.length >= mostLocations) return refuse('TOO_MANY_LOCATIONS', { limit: mostLocations })
      const written = { name: given.name.trim() || given.name, address: addressOf(given.address), details: {} }
      const last = lastLocation(scope, held, written)
      const pickups = await takePickups(scope, held, last.id, given.pickupLocationIds ?? [])
      if (pickups instanceof Refusal) return pickups
      const location = { ...last, pickups }
      await insertLocation(scope, location)
      return { location: show(location) }
    },

    async 'PATCH /vitrine/v1/inventory/locations/{location.id}'({ location: given }, scope) {
      const held = await holdLocations(scope)
      const before = named(held, given.id)
      if (before instanceof Refusal) return before
      if (given.revision !== String(before.revision)) return refuse('STALE_REVISION')
      const active = given.active ?? before.active
      const closes = before.active && !active
      const open = closes ? await openFor(scope, before) : undefined
      if (open) return open
      const pickups = given.pickupLocationIds ? await takePickups(scope, held, before.id, given.pickupLocationIds) : before.pickups
      if (pickups instanceof Refusal) return pickups
      if (closes && before.id === scope.site) await leaveFirst(scope)
      const after = {
        ...before,
        name: given.name?.trim() || before.name,
        address: given.address === undefined ? before.address : addressOf(given.address),
        active,
        pickups,
      }
      return { location: show(await saveLocation(scope, after)) }
    },

    async 'PUT /vitrine/v1/inventory/locations/order'({ locationIds }, scope) {
      const held = await holdLocations(scope)
      const ids = [...new Set(locationIds.map((id) => id.toLowerCase()))]
      if (ids.some((id) => !held.some((location) => location.id === id))) return refuse('LOCATION_NOT_FOUND')
      // Those that are not named come behind, in the order that they had.
      const inOrder = [...ids.map((id) => held.find((location) => location.id === id)!), ...held.filter(({ id }) => !ids.includes(id))]
      const saved: StoredLocation[] = []
      for (const [position, location] of inOrder.entries())
        saved.push(location.position === position ? location : await saveLocation(scope, { ...location, position }))
      return { locations: saved.map(show) }
    },

    async 'POST /vitrine/v1/inventory/locations/{locationId}/set-default'({ locationId }, scope) {
      const held = await holdLocations(scope)
      const location = named(held, locationId)
      if (location instanceof Refusal) return location
      if (!location.active) return refuse('LOCATION_INACTIVE')
      return { location: show(await makeDefault(scope, held, location)) }
    },

    async 'POST /vitrine/v1/inventory/locations/{locationId}/move-stock'({ locationId, toLocationId, note, limit }, scope) {
      const { db, site, caller } = scope
      const held = await holdLocations(scope)
      const from = named(held, locationId)
      const to = named(held, toLocationId)
      if (from instanceof Refusal) return from
      if (to instanceof Refusal) return to
      if (!to.active) return refuse('LOCATION_INACTIVE')
      if (from.id === to.id) return { moved: 0, more: false }
      const most = limit ?? mostMoved
      const found = await findHeldAt(db, site, from.id, most + 1)
      const some = found.slice(0, most)
      const wanted = new Set(some.map(({ productId, variantId }) => `${productId} ${variantId}`))
      const stock = await holdStock(db, site, [...new Set(some.map(({ productId }) => productId))])
      const changes = stock
        .filter((row) => row.tracked && wanted.has(`${row.productId} ${row.variantId}`))
        .flatMap((row) => {
          const units = unitsAt(row, from.id, site)
          const parts = [...(from.id === site ? [] : [[from.id, -units]]), ...(to.id === site ? [] : [[to.id, units]])]
          return units === 0 ? [] : { before: row, after: row, elsewhere: Object.fromEntries(parts) as Record<string, number> }
        })
      await writePlaced(scope, changes, 'TRANSFER', { caller, note: note?.trim() || `${from.name} → ${to.name}` })
      return { moved: changes.length, more: found.length > most }
    },

    async 'DELETE /vitrine/v1/inventory/locations/{locationId}'({ locationId }, scope) {
      const location = named(await holdLocations(scope), locationId)
      if (location instanceof Refusal) return location
      const open = await openFor(scope, location)
      if (open) return open
      if (location.id === scope.site) await leaveFirst(scope)
      await deleteLocation(scope, location.id)
      return {}
    },
  }
}
