import * as z from 'zod'
import { Address } from './addresses.ts'
import { AddressInput, OffsetQuery } from './inputs.ts'
import { operation, operations } from './operation.ts'
import { Email, Flag, Guid, text, whole } from './primitives.ts'
import { Revision } from './revised.ts'

const LocationType = z.enum(['UNKNOWN', 'BRANCH', 'OFFICES', 'RECEPTION', 'HEADQUARTERS', 'INVENTORY'])

/** A location of the business: a place that holds its stock. */
export const LocationOfBusiness = z.object({
  id: Guid,
  name: z.string(),
  description: z.string().optional(),
  default: z.boolean(),
  /** One that was archived is `INACTIVE`: it holds no stock and receives none. */
  status: z.enum(['ACTIVE', 'INACTIVE']),
  locationType: LocationType,
  locationTypes: z.array(LocationType),
  /** IANA name; the shop's, where the location has none of its own. */
  timeZone: z.string(),
  email: z.string().optional(),
  phone: z.string().optional(),
  fax: z.string().optional(),
  address: Address.optional(),
  revision: z.string(),
  archived: z.boolean(),
})
export interface LocationOfBusiness extends z.infer<typeof LocationOfBusiness> {}

const LocationInput = z.object({
  name: text(100, 1),
  description: text(500).nullish(),
  locationType: LocationType.nullish(),
  locationTypes: z.array(LocationType).max(10).nullish(),
  timeZone: text(60, 1).nullish(),
  email: Email.nullish(),
  phone: text(50).nullish(),
  fax: text(50).nullish(),
  address: AddressInput,
})

const Answer = z.object({ location: LocationOfBusiness })
const page = {
  locations: z.array(LocationOfBusiness),
  pagingMetadata: z.object({ count: z.int(), offset: z.int(), hasNext: z.boolean() }),
  authorizedLocationEntities: z.array(Guid),
}

/** The locations of the business: those that hold its stock, as the published client knows them. */
export const businessLocations = operations({
  'GET /locations/v1/locations/{id}': operation({
    as: 'user',
    summary: 'Read a location of the business',
    input: z.object({ id: Guid }),
    ok: Answer,
    errors: ['LOCATION_NOT_FOUND'],
    aliases: ['/v1/locations/{id}'],
  }),
  /** In the order in which sales take stock from them, or by name; archived ones only on request. */
  'GET /locations/v1/locations': operation({
    as: 'user',
    summary: 'List the locations of the business',
    input: z.object({
      sort: z.object({ fieldName: z.enum(['name']), order: z.enum(['ASC', 'DESC']).nullish() }).nullish(),
      paging: z.object({ limit: whole(1, 100).nullish(), offset: whole(0, 10_000).nullish() }).nullish(),
      includeArchived: Flag.nullish(),
    }),
    ok: z.object(page),
    errors: [],
    aliases: ['/v1/locations'],
  }),
  /**
   * A page of the locations, archived ones too; by `id`, `name`, `default`, `archived`, `status`.
   *
   * `{ query: { filter: { archived: false }, sort: [{ fieldName: 'name', order: 'ASC' }], paging: { limit: 20 } } }`
   */
  'POST /locations/v1/locations/query': operation({
    as: 'user',
    summary: 'Query the locations of the business',
    input: z.object({ query: OffsetQuery.nullish() }),
    ok: z.object(page),
    errors: [],
    reads: true,
    aliases: ['/v1/locations/query'],
  }),
  /** A new location, the last in the order in which sales take stock from them. */
  'POST /locations/v1/locations': operation({
    as: 'user',
    summary: 'Add a location of the business',
    input: z.object({ location: LocationInput }),
    ok: Answer,
    errors: ['TOO_MANY_LOCATIONS'],
    aliases: ['/v1/locations'],
  }),
  /** Replaces the details of a location: absent fields are cleared. */
  'PUT /locations/v1/locations/{location.id}': operation({
    as: 'user',
    summary: 'Replace a location of the business',
    input: z.object({ location: LocationInput.extend({ id: Guid, revision: Revision.nullish() }) }),
    ok: Answer,
    errors: ['LOCATION_NOT_FOUND', 'CANNOT_PERFORM_ACTION_ON_ARCHIVED_LOCATION', 'STALE_REVISION'],
    aliases: ['/v1/locations/{location.id}'],
  }),
  /** Closes a location: it must hold no stock, and no transfer may be in transit from it or to it. */
  'POST /locations/v1/locations/{id}/archive': operation({
    as: 'user',
    summary: 'Archive a location of the business',
    input: z.object({ id: Guid }),
    ok: Answer,
    errors: ['LOCATION_NOT_FOUND', 'LOCATION_NOT_EMPTY', 'CANNOT_ARCHIVE_DEFAULT'],
    aliases: ['/v1/locations/{id}/archive'],
  }),
  /** From then on, stock received without a location arrives here. */
  'POST /locations/v1/locations/{id}/set-default': operation({
    as: 'user',
    summary: 'Make a location the default',
    input: z.object({ id: Guid }),
    ok: Answer,
    errors: ['LOCATION_NOT_FOUND', 'CANNOT_PERFORM_ACTION_ON_ARCHIVED_LOCATION'],
    aliases: ['/v1/locations/{id}/set-default'],
  }),
  /** Adds uses to those that the location has. */
  'PATCH /locations/v1/locations/{id}/add-type': operation({
    as: 'user',
    summary: 'Say one more use of a location',
    input: z.object({ id: Guid, locationType: LocationType }),
    ok: Answer,
    errors: ['LOCATION_NOT_FOUND', 'CANNOT_PERFORM_ACTION_ON_ARCHIVED_LOCATION'],
    aliases: ['/v1/locations/{id}/add-type', '/locations/v1/locations/{id}/add-location-type', '/v1/locations/{id}/add-location-type'],
  }),
  /** A location without any use left still holds stock, as every location does: its type is then `INVENTORY`. */
  'PATCH /locations/v1/locations/{id}/remove-type': operation({
    as: 'user',
    summary: 'Take away a use of a location',
    input: z.object({ id: Guid, locationType: LocationType }),
    ok: Answer,
    errors: ['LOCATION_NOT_FOUND', 'CANNOT_PERFORM_ACTION_ON_ARCHIVED_LOCATION'],
    aliases: [
      '/v1/locations/{id}/remove-type',
      '/locations/v1/locations/{id}/remove-location-type',
      '/v1/locations/{id}/remove-location-type',
    ],
  }),
})
