import type { businessLocations, LocationOfBusiness, Received } from '@vitrine/contract'
import { mostLocations } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import type { Handlers, Scope } from '../../kernel/http/handlers.ts'
import { listed, listing } from '../../kernel/query/listed.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import type { CommerceSettings } from '../../kernel/settings/sections.ts'
import { timeZoneOf } from '../../kernel/settings/time-zone.ts'
import { violation } from '../../kernel/violation.ts'
import { addressOf, lastLocation, makeDefault, named, openFor } from './location-operations.ts'
import {
  findLocations,
  holdLocations,
  insertLocation,
  type LocationDetails,
  leaveFirst,
  type StoredLocation,
  saveLocation,
} from './location-store.ts'

export interface BusinessLocationDeps {
  readonly commerce: (db: Db, site: string) => Promise<CommerceSettings>
}

type LocationType = NonNullable<LocationDetails['locationTypes']>[number]
type Written = Received<'POST /locations/v1/locations'>['location']

/** What every location is used for. */
const usualTypes: readonly LocationType[] = ['INVENTORY']

const queried = listing<StoredLocation>(
  { id: 'id', name: 'text', default: 'flag', archived: 'flag', status: 'text' },
  ({ id, name, isDefault, active }) => ({ id, name, default: isDefault, archived: !active, status: active ? 'ACTIVE' : 'INACTIVE' }),
)

/** The locations of stock, as the places of the business. */
export function businessLocationOperations({ commerce }: BusinessLocationDeps): Handlers<typeof businessLocations> {
  const shown = async (db: Db, site: string, location: StoredLocation) => ({
    location: show(location, (await commerce(db, site)).timeZone),
  })

  /** Writes the uses of a location, where they become others. */
  async function changeTypes(scope: Scope<'user'>, id: string, change: (types: readonly LocationType[]) => readonly LocationType[]) {
    const before = named(await holdLocations(scope), id)
    if (before instanceof Refusal) return before
    if (!before.active) return refuse('CANNOT_PERFORM_ACTION_ON_ARCHIVED_LOCATION')
    const types = before.details.locationTypes ?? usualTypes
    const after = change(types)
    if (after.length === types.length) return shown(scope.db, scope.site, before)
    const { locationTypes: _, ...rest } = before.details
    const details = { ...rest, ...(after.length > 0 && { locationTypes: [...after] }) }
    return shown(scope.db, scope.site, await saveLocation(scope, { ...before, details }))
  }

  return {
    async 'GET /locations/v1/locations/{id}'({ id }, { db, site }) {
      const found = named(await findLocations(db, site), id)
      return found instanceof Refusal ? found : shown(db, site, found)
    },
    async 'GET /locations/v1/locations'({ sort, paging, includeArchived }, { db, site }) {
      const [all, { timeZone }] = await Promise.all([findLocations(db, site), commerce(db, site)])
      const found = includeArchived ? all : all.filter(({ active }) => active)
      const sorted = sort ? found.toSorted((a, b) => a.name.localeCompare(b.name)) : found
      return pageOf(sort?.order === 'DESC' ? sorted.toReversed() : sorted, paging, timeZone)
    },
    async 'POST /locations/v1/locations/query'({ query }, { db, site }) {
      const [all, { timeZone }] = await Promise.all([findLocations(db, site), commerce(db, site)])
      const { filter, sort, paging } = query ?? {}
      // There are no more than fit into one page of the list: see `mostLocations`.
      const found = await listed(db, all, { ...(filter && { filter }), ...(sort && { sort }), cursorPaging: { limit: 100 } }, queried)
      return found instanceof Refusal ? found : pageOf(found.rows, paging, timeZone)
    },
    async 'POST /locations/v1/locations'({ location: written }, scope) {
      const details = detailsOf(written)
      if (details instanceof Refusal) return details
      const held = await holdLocations(scope)
      if (held.length >= mostLocations) return refuse('TOO_MANY_LOCATIONS', { limit: mostLocations })
      const location = lastLocation(scope, held, { name: written.name.trim(), address: addressOf(written.address), details })
      await insertLocation(scope, location)
      return shown(scope.db, scope.site, location)
    },
    async 'PUT /locations/v1/locations/{location.id}'({ location: { id, revision, ...written } }, scope) {
      const details = detailsOf(written)
      if (details instanceof Refusal) return details
      const before = named(await holdLocations(scope), id)
      if (before instanceof Refusal) return before
      if (revision && revision !== String(before.revision)) return refuse('STALE_REVISION')
      if (!before.active) return refuse('CANNOT_PERFORM_ACTION_ON_ARCHIVED_LOCATION')
      const after = { ...before, name: written.name.trim(), address: addressOf(written.address), details }
      return shown(scope.db, scope.site, await saveLocation(scope, after))
    },
    async 'POST /locations/v1/locations/{id}/archive'({ id }, scope) {
      const before = named(await holdLocations(scope), id)
      if (before instanceof Refusal) return before
      if (!before.active) return shown(scope.db, scope.site, before)
      if (before.isDefault) return refuse('CANNOT_ARCHIVE_DEFAULT')
      const open = await openFor(scope, before)
      if (open) return open as Refusal<'LOCATION_NOT_EMPTY'>
      if (before.id === scope.site) await leaveFirst(scope)
      return shown(scope.db, scope.site, await saveLocation(scope, { ...before, active: false }))
    },
    async 'POST /locations/v1/locations/{id}/set-default'({ id }, scope) {
      const held = await holdLocations(scope)
      const location = named(held, id)
      if (location instanceof Refusal) return location
      if (!location.active) return refuse('CANNOT_PERFORM_ACTION_ON_ARCHIVED_LOCATION')
      return shown(scope.db, scope.site, await makeDefault(scope, held, location))
    },
    async 'PATCH /locations/v1/locations/{id}/add-type'({ id, locationType }, scope) {
      return changeTypes(scope, id, (types) => (types.includes(locationType) ? types : [...types, locationType]))
    },
    async 'PATCH /locations/v1/locations/{id}/remove-type'({ id, locationType }, scope) {
      return changeTypes(scope, id, (types) => types.filter((type) => type !== locationType))
    },
  }
}

function pageOf(
  found: readonly StoredLocation[],
  paging: { readonly limit?: number | null | undefined; readonly offset?: number | null | undefined } | null | undefined,
  timeZone: string,
) {
  const { limit, offset } = { limit: paging?.limit ?? 50, offset: paging?.offset ?? 0 }
  const page = found.slice(offset, offset + limit)
  return {
    locations: page.map((one) => show(one, timeZone)),
    pagingMetadata: { count: page.length, offset, hasNext: offset + page.length < found.length },
    authorizedLocationEntities: [],
  }
}

function detailsOf({
  name,
  description,
  email,
  phone,
  fax,
  timeZone,
  locationType,
  locationTypes,
}: Written): LocationDetails | Refusal<'INVALID_ARGUMENT'> {
  if (name.trim() === '') return violation('location.name', 'a location has a name', 'REQUIRED_FIELD')
  if (timeZone && !timeZoneOf(timeZone)) return violation('location.timeZone', 'is no time zone such as Europe/Berlin')
  const types = locationTypes?.length ? [...new Set(locationTypes)] : locationType ? [locationType] : undefined
  return {
    ...(description && { description }),
    ...(email && { email }),
    ...(phone && { phone }),
    ...(fax && { fax }),
    ...(timeZone && { timeZone }),
    ...(types && { locationTypes: types }),
  }
}

function show({ id, name, isDefault, active, address, details, revision }: StoredLocation, shopTimeZone: string): LocationOfBusiness {
  const { timeZone, locationTypes = usualTypes, ...rest } = details
  return {
    id,
    name,
    ...rest,
    default: isDefault,
    status: active ? 'ACTIVE' : 'INACTIVE',
    locationType: locationTypes[0] ?? 'INVENTORY',
    locationTypes: [...locationTypes],
    timeZone: timeZone ?? shopTimeZone,
    ...(address && { address }),
    revision: String(revision),
    archived: !active,
  }
}
