import * as z from 'zod'
import { Address } from './addresses.ts'
import { AddressInput } from './inputs.ts'
import { operation, operations } from './operation.ts'
import { Flag, Guid, text, whole } from './primitives.ts'
import { Revision, revised } from './revised.ts'

/** The most locations that a shop can have. */
export const mostLocations = 50

/** Where stock is held: a shop, a warehouse. Every shop has one, which is its default until another is. */
export const StockLocation = z.object({
  id: Guid,
  name: z.string(),
  address: Address.optional(),
  /** Stock received without a location arrives here, and programs that know of no locations write here. */
  default: z.boolean(),
  /** One that is not active holds no stock and receives none. */
  active: z.boolean(),
  /** Orders that are picked up there take stock from this location first. */
  pickupLocationIds: z.array(Guid),
  ...revised,
})
export interface StockLocation extends z.infer<typeof StockLocation> {}

const written = {
  address: AddressInput.nullish(),
  pickupLocationIds: z.array(Guid).max(100).nullish(),
}

/** The locations of a shop, in the order in which sales take stock from them. */
export const stockLocations = operations({
  /** All of them, in the order in which sales take stock from them. */
  'GET /vitrine/v1/inventory/locations': operation({
    as: 'user',
    summary: 'List the locations that hold stock',
    input: z.object({}),
    ok: z.object({ locations: z.array(StockLocation) }),
    errors: [],
    reads: true,
  }),

  /** A new location, the last in the order of sales. A pickup location belongs to one location: it leaves the one it had. */
  'POST /vitrine/v1/inventory/locations': operation({
    as: 'user',
    summary: 'Add a location that holds stock',
    input: z.object({ location: z.object({ name: text(100, 1), ...written }) }),
    ok: z.object({ location: StockLocation }),
    errors: ['TOO_MANY_LOCATIONS', 'PICKUP_LOCATION_NOT_FOUND'],
  }),

  /**
   * Changes what is given. `active: false` closes it, which requires that it holds no stock and no transfer is in transit from it or to it.
   *
   * `{ location: { id, revision: '3', name: 'Warehouse north' } }`
   */
  'PATCH /vitrine/v1/inventory/locations/{location.id}': operation({
    as: 'user',
    summary: 'Change a location that holds stock',
    input: z.object({
      location: z.object({ id: Guid, revision: Revision, name: text(100, 1).nullish(), active: Flag.nullish(), ...written }),
    }),
    ok: z.object({ location: StockLocation }),
    errors: ['LOCATION_NOT_FOUND', 'PICKUP_LOCATION_NOT_FOUND', 'LOCATION_NOT_EMPTY', 'DEFAULT_LOCATION', 'STALE_REVISION'],
  }),

  /** All locations, in the order in which sales take stock from them. */
  'PUT /vitrine/v1/inventory/locations/order': operation({
    as: 'user',
    summary: 'Set the order in which sales take from locations',
    input: z.object({ locationIds: z.array(Guid).min(1).max(mostLocations) }),
    ok: z.object({ locations: z.array(StockLocation) }),
    errors: ['LOCATION_NOT_FOUND'],
  }),

  /** Existing stock stays where it is; stock received without a location arrives here from then on. */
  'POST /vitrine/v1/inventory/locations/{locationId}/set-default': operation({
    as: 'user',
    summary: 'Make a location the default',
    input: z.object({ locationId: Guid }),
    ok: z.object({ location: StockLocation }),
    errors: ['LOCATION_NOT_FOUND', 'LOCATION_INACTIVE'],
  }),

  /** Moves what a location holds to another at once, up to 1,000 variants with each call; `more` says whether there is more to be moved. */
  'POST /vitrine/v1/inventory/locations/{locationId}/move-stock': operation({
    as: 'user',
    summary: 'Move all stock of a location to another',
    input: z.object({ locationId: Guid, toLocationId: Guid, note: text(500).nullish(), limit: whole(1, 1000).nullish() }),
    ok: z.object({ moved: z.int(), more: z.boolean() }),
    errors: ['LOCATION_NOT_FOUND', 'LOCATION_INACTIVE'],
  }),

  /** One that holds no stock, is not the default, and that no transfer is in transit from or to. History keeps its name. */
  'DELETE /vitrine/v1/inventory/locations/{locationId}': operation({
    as: 'user',
    summary: 'Delete a location',
    input: z.object({ locationId: Guid }),
    ok: z.object({}),
    errors: ['LOCATION_NOT_FOUND', 'LOCATION_NOT_EMPTY', 'DEFAULT_LOCATION'],
  }),
})
