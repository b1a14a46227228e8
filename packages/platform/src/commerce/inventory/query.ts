import { isId } from '../../kernel/db/id.ts'
import { sql } from '../../kernel/db/sql.ts'
import { type Fields, type SortBy, Unreadable } from '../../kernel/query/filter.ts'
import { inventoryIdOf } from '../selling/inventory-id.ts'
import { itemIsPreorderable, itemIsTracked, itemUpdatedAt } from './store.ts'

const productId = sql`product.id`
const inventoryId = sql`translate(product.id::text, '0123456789abcdef', 'fedcba9876543210')`
const numericId = sql`product.numeric_id`

/** By what inventory items can be filtered and sorted, under the wire's names. */
export const itemFields: Fields = {
  id: { kind: 'text', column: inventoryId },
  productId: { kind: 'id', column: productId, sort: productId },
  externalId: { kind: 'id', column: productId, sort: productId },
  numericId: { kind: 'number', column: numericId, sort: numericId, places: 0 },
  trackQuantity: { kind: 'flag', column: itemIsTracked },
  'preorderInfo.enabled': { kind: 'flag', column: itemIsPreorderable },
  lastUpdated: { kind: 'instant', column: itemUpdatedAt },
}

/** The product that is meant, by its own id or by that of its inventory item; undefined where no product can have it. */
export function productIdIn(asked: {
  readonly inventoryId?: string | null | undefined
  readonly externalId?: string | null | undefined
  readonly productId?: string | null | undefined
}): string | undefined {
  const direct = asked.productId ?? asked.externalId
  const id = (direct ?? inventoryIdOf(asked.inventoryId ?? '')).toLowerCase()
  return isId(id) ? id : undefined
}

function parsed(text: string, field: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new Unreadable(field, 'is no JSON text', 'FORMAT')
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The filter in its JSON text; an empty one for no text.
 * @throws Unreadable
 */
export function parsedFilter(text: string): Readonly<Record<string, unknown>> {
  const filter = parsed(text, 'query.filter') ?? {}
  if (!isRecord(filter)) throw new Unreadable('query.filter', 'is no JSON object', 'FORMAT')
  return filter
}

/**
 * The sort in its JSON text: `{"numericId":"asc"}`, a list of such, or of `{"fieldName":"numericId","order":"ASC"}`.
 * @throws Unreadable
 */
export function parsedSort(text: string): readonly SortBy[] {
  const sort = parsed(text, 'query.sort') ?? []
  return (Array.isArray(sort) ? (sort as unknown[]) : [sort]).flatMap((one) => {
    if (!isRecord(one)) throw new Unreadable('query.sort', 'is no list of fields', 'FORMAT')
    const { fieldName, order } = one
    if (typeof fieldName === 'string') return [{ fieldName, order: orderIn(order ?? 'ASC') }]
    return Object.entries(one).map(([name, value]) => ({ fieldName: name, order: orderIn(value) }))
  })
}

function orderIn(value: unknown): 'ASC' | 'DESC' {
  const order = typeof value === 'string' ? value.toUpperCase() : ''
  if (order !== 'ASC' && order !== 'DESC') throw new Unreadable('query.sort', 'goes ASC or DESC', 'INVALID_ENUM_VALUE')
  return order
}
