import { type Sql, sql } from '../../kernel/db/sql.ts'

const bits = (id: string): bigint => BigInt(`0x${id.replaceAll('-', '')}`)

/**
 * The id of what a location has of a variant, and the other way round: the id that its stock has at the first location, with the location's bit
 * by bit. So each has an id of its own that leads back to both, and no row.
 */
export function combined(id: string, locationId: string, first: string): string {
  if (locationId === first) return id
  const hex = (bits(id) ^ bits(locationId)).toString(16).padStart(32, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const half = (id: Sql, which: 'left' | 'right'): Sql => {
  const hex = sql`replace(${id}::text, '-', '')`
  return which === 'left' ? sql`('x' || left(${hex}, 16))::bit(64)::bigint` : sql`('x' || right(${hex}, 16))::bit(64)::bigint`
}
const xor = (a: Sql, b: Sql, which: 'left' | 'right'): Sql => sql`lpad(to_hex(${half(a, which)} # ${half(b, which)}), 16, '0')`

/** As `combined`. */
export const combinedSql = (id: Sql, locationId: Sql, first: string): Sql => sql`(case when ${locationId} = ${first} then ${id}
  else (${xor(id, locationId, 'left')} || ${xor(id, locationId, 'right')})::uuid end)`
