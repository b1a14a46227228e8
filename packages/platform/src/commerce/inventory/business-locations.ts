import type { businessLocations, LocationOfBusiness } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { CommerceSettings } from '../../kernel/settings/sections.ts'
import { findLocations, type StoredLocation } from './location-store.ts'

export interface BusinessLocationDeps {
  readonly commerce: (db: Db, site: string) => Promise<CommerceSettings>
}

/** The locations of stock, as the places of the business. */
export function businessLocationOperations({ commerce }: BusinessLocationDeps): Handlers<typeof businessLocations> {
  return {
    async 'GET /locations/v1/locations/{id}'({ id }, { db, site }) {
      const [locations, { timeZone }] = await Promise.all([findLocations(db, site), commerce(db, site)])
      const found = locations.find((one) => one.id === id.toLowerCase())
      return found ? { location: show(found, timeZone) } : refuse('LOCATION_NOT_FOUND')
    },
    async 'GET /locations/v1/locations'({ sort, paging }, { db, site }) {
      const [found, { timeZone }] = await Promise.all([findLocations(db, site), commerce(db, site)])
      const { limit, offset } = { limit: paging?.limit ?? 50, offset: paging?.offset ?? 0 }
      const sorted = sort ? found.toSorted((a, b) => a.name.localeCompare(b.name)) : found
      const page = (sort?.order === 'DESC' ? sorted.toReversed() : sorted).slice(offset, offset + limit)
      return {
        locations: page.map((one) => show(one, timeZone)),
        pagingMetadata: { count: page.length, offset, hasNext: offset + page.length < found.length },
        authorizedLocationEntities: [],
      }
    },
  }
}

const show = ({ id, name, isDefault, active, address, revision }: StoredLocation, timeZone: string): LocationOfBusiness => ({
  id,
  name,
  default: isDefault,
  status: active ? 'ACTIVE' : 'INACTIVE',
  locationType: 'INVENTORY',
  locationTypes: ['INVENTORY'],
  timeZone,
  ...(address && { address }),
  revision: String(revision),
  archived: false,
})
