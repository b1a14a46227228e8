import { type Db, sql } from '../../kernel/db/sql.ts'
import { type Refusal, refuse } from '../../kernel/refusal.ts'
import { violation } from '../../kernel/violation.ts'
import type { OrderDocument } from './stored-order.ts'

export interface UnitsToCancel {
  readonly lineItemId: string
  readonly quantity: number
}

/** What a buyer asked of the shop: that the order be cancelled, or so many units of it. */
export interface CancellationRequest {
  /** Absent where it is all of it. */
  readonly lines?: readonly UnitsToCancel[] | undefined
}

type Lines = OrderDocument['lineItems']
type Sent = readonly { readonly lineItemId: string; readonly quantity?: number | null | undefined }[]

const left = ({ quantity, restockQuantity = 0 }: Lines[number]): number => quantity - restockQuantity

/** What is asked for, together with what was asked for before: more of it, never less. Units that are all there are, are the whole order. */
export function askedFor(
  lines: Lines,
  before: CancellationRequest | undefined,
  sent: Sent | undefined,
): CancellationRequest | Refusal<'ORDER_LINE_ITEM_NOT_FOUND' | 'INVALID_ARGUMENT'> {
  if (before && !before.lines) return before
  if (!sent || sent.length === 0) return {}
  const wanted = new Map(before?.lines?.map(({ lineItemId, quantity }) => [lineItemId, quantity]))
  for (const [i, { lineItemId, quantity }] of sent.entries()) {
    const line = lines.find(({ id }) => id === lineItemId)
    if (!line) return refuse('ORDER_LINE_ITEM_NOT_FOUND', { lineItemId })
    const units = quantity ?? left(line)
    if (units > left(line)) {
      const field = `lineItems[${i}].quantity`
      return violation(field, 'is more than is left of it')
    }
    wanted.set(lineItemId, Math.max(units, wanted.get(lineItemId) ?? 0))
  }
  if (lines.every((line) => (wanted.get(line.id) ?? 0) >= left(line))) return {}
  return { lines: [...wanted].map(([lineItemId, quantity]) => ({ lineItemId, quantity })) }
}

/** `1 × Morning Mug and 2 × Table Plate`; empty where it is all of it. */
export function unitsToCancel(lines: Lines, { lines: wanted = [] }: CancellationRequest): string {
  const said = wanted.map(
    ({ lineItemId, quantity }) => `${quantity} × ${lines.find(({ id }) => id === lineItemId)?.productName?.original ?? lineItemId}`,
  )
  return said.length < 2 ? said.join('') : `${said.slice(0, -1).join(', ')} and ${said.at(-1)}`
}

export async function askToCancel(
  db: Db,
  site: string,
  orderId: string,
  reason: string,
  { lines }: CancellationRequest,
  now: Date,
): Promise<void> {
  await db.query(sql`
    insert into cancellation_request (site, order_id, reason, lines, asked_at)
    values (${site}, ${orderId}, ${reason}, ${lines ? JSON.stringify(lines) : null}::jsonb, ${now})
    on conflict (site, order_id) do update set lines = excluded.lines, reason = excluded.reason, asked_at = excluded.asked_at`)
}

export async function findAskedToCancel(db: Db, site: string, orderId: string): Promise<CancellationRequest | undefined> {
  const [row] = await db.query<{ lines: readonly UnitsToCancel[] | null }>(
    sql`select lines from cancellation_request where site = ${site} and order_id = ${orderId}`,
  )
  return row && (row.lines ? { lines: row.lines } : {})
}

const textOf = ({ lines }: CancellationRequest): string =>
  lines
    ? lines
        .map(({ lineItemId, quantity }) => `${lineItemId} ${quantity}`)
        .sort()
        .join()
    : 'all'

export const isSameRequest = (a: CancellationRequest | undefined, b: CancellationRequest): boolean =>
  a !== undefined && textOf(a) === textOf(b)
