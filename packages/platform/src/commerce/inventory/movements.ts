import type { StockMovement, StockMovementKind } from '@vitrine/contract'
import { type Db, type Sql, sql } from '../../kernel/db/sql.ts'
import { type Elsewhere, type Places, unitsAt } from './allocation.ts'
import { unitsAt as unitsAtSql } from './allocation-sql.ts'

/** What a movement is written down under when an order moves it, by the beginning of its reason; a revision of the order follows. */
const ofOrders: Readonly<Record<string, StockMovementKind>> = {
  ORDER: 'SALE',
  ADDED: 'SALE',
  HOLD: 'SALE',
  RELEASE: 'RETURN',
  REMOVED: 'RETURN',
  BACK: 'RETURN',
  CANCELED: 'RETURN',
  EXPIRED: 'RETURN',
  VOIDED: 'RETURN',
  REFUND: 'RETURN',
  GONE: 'CORRECTION',
}

const kinds = new Set<string>(['SALE', 'RETURN', 'COUNT', 'RECEIPT', 'CORRECTION', 'IMPORT', 'TRANSFER'] satisfies StockMovementKind[])

/**
 * @example
 * kindOf('ORDER_1') // 'SALE'
 */
export function kindOf(reason: string): StockMovementKind {
  if (kinds.has(reason)) return reason as StockMovementKind
  const [beginning = ''] = reason.split(/[_: ]/)
  return Object.hasOwn(ofOrders, beginning) ? ofOrders[beginning]! : 'CORRECTION'
}

interface Row {
  readonly id: string
  readonly at: Date
  readonly reason: string
  readonly change: number
  readonly quantity: number
  readonly orderId: string | null
  readonly orderNumber: number | null
  readonly actorKind: 'STAFF' | 'API_KEY' | null
  readonly actorId: string | null
  readonly actorName: string | null
  readonly note: string | null
  readonly units: number
  readonly elsewhere: Elsewhere | null
  readonly transferId: string | null
  readonly transferNumber: number | null
}

export interface MovementsAsked {
  readonly productId: string
  readonly variantId: string
  /** What moved it there alone. */
  readonly locationId?: string | undefined
  readonly limit: number
  /** The last movement of the page before. */
  readonly cursor?: string | undefined
}

/**
 * What moved the quantity of a variant, the newest first. What it was after each is what it is now without all that came later, so that the
 * lines always add up.
 */
export async function findMovements(
  db: Db,
  site: string,
  { productId, variantId, locationId, limit, cursor }: MovementsAsked,
  places: Places,
) {
  const unitsOf = (row: Sql): Sql => (locationId === undefined ? sql`${row}.quantity` : unitsAtSql(site, row, sql`${locationId}::uuid`))
  const own = sql`moved.site = ${site} and moved.product_id = ${productId} and moved.variant_id = ${variantId}
    and ${locationId === undefined ? sql`true` : sql`${unitsOf(sql`moved`)} <> 0`}`
  const rows = await db.query<Row>(sql`
    with page as (
      select moved.id, moved.at, moved.reason, ${unitsOf(sql`moved`)} as quantity, moved.quantity as units, moved.elsewhere, moved.order_id,
        moved.actor_kind, moved.actor_id, moved.note, moved.transfer_id
      from stock_movement moved where ${own} ${cursor === undefined ? sql`` : sql`and moved.id < ${cursor}`}
      order by moved.id desc limit ${limit + 1}
    ), later as (
      select coalesce(sum(${unitsOf(sql`moved`)}), 0) as quantity from stock_movement moved
      where ${own} and ${cursor === undefined ? sql`false` : sql`moved.id >= ${cursor}`}
    )
    select page.id, page.at, page.reason, page.quantity as change,
      (${unitsOf(sql`stock`)} - later.quantity - coalesce(sum(page.quantity) over (order by page.id desc rows between unbounded preceding and 1 preceding), 0))::bigint as quantity,
      page.order_id as "orderId", (select number from orders where orders.site = ${site} and orders.id = page.order_id) as "orderNumber",
      page.actor_kind as "actorKind", page.actor_id as "actorId",
      case page.actor_kind
        when 'STAFF' then (select name from staff where staff.site = ${site} and staff.id::text = page.actor_id)
        when 'API_KEY' then (select name from api_key where api_key.site = ${site} and api_key.id::text = page.actor_id)
      end as "actorName", page.note, page.units, page.elsewhere, page.transfer_id as "transferId",
      (select number from stock_transfer where site = ${site} and id = page.transfer_id) as "transferNumber"
    from page cross join later
    join stock on stock.site = ${site} and stock.product_id = ${productId} and stock.variant_id = ${variantId}
    order by page.id desc`)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { movements: shown.map((row) => movementOf(row, places)), ...(rows.length > limit && last && { nextCursor: last.id }) }
}

const movementOf = (row: Row, places: Places): StockMovement => ({
  id: row.id,
  at: row.at.toISOString(),
  kind: kindOf(row.reason),
  change: row.change,
  quantity: row.quantity,
  ...(row.orderId !== null && { order: { id: row.orderId, ...(row.orderNumber !== null && { number: String(row.orderNumber) }) } }),
  ...(row.actorKind !== null && {
    actor: { kind: row.actorKind, id: row.actorId ?? '', ...(row.actorName !== null && { name: row.actorName }) },
  }),
  ...(row.note !== null && { note: row.note }),
  ...(places.inOrder.length > 1 && { locations: changesByLocation(row, places) }),
  ...(row.transferId !== null && row.transferNumber !== null && { transfer: { id: row.transferId, number: String(row.transferNumber) } }),
})

const changesByLocation = ({ units, elsewhere }: Row, { first, inOrder }: Places) =>
  inOrder.flatMap(({ id }) => {
    const change = unitsAt({ quantity: units, elsewhere }, id, first)
    return change === 0 ? [] : [{ locationId: id, change }]
  })
