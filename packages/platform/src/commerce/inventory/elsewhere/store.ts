import type { Context } from '../../../kernel/db/context.ts'
import { newId } from '../../../kernel/db/id.ts'
import { type Db, sql } from '../../../kernel/db/sql.ts'
import type { ElsewhereUnits, StockReason } from '../../selling/inventory-services.ts'

/**
 * Of a decrement: ASKED, TAKEN, UNANSWERED (the order may do without the answer), UNKNOWN (it may not), USED (by its order), OWED (by an order
 * that is there: it is asked until it answers), UNDONE (an increment follows), REFUSED or LOST. Of an increment: WANTED, DONE or LOST.
 */
export type ChangeState = 'ASKED' | 'TAKEN' | 'UNANSWERED' | 'UNKNOWN' | 'USED' | 'OWED' | 'UNDONE' | 'REFUSED' | 'WANTED' | 'DONE' | 'LOST'

/** What a service was asked for an order. */
export interface StoredChange {
  readonly id: string
  readonly pluginId: string
  readonly checkoutId: string | null
  readonly orderId: string
  readonly kind: 'DECREMENT' | 'INCREMENT'
  readonly reason: StockReason
  readonly items: readonly ElsewhereUnits[]
  readonly state: ChangeState
  /** When its order took it. */
  readonly usedAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

export type NewChange = Pick<StoredChange, 'pluginId' | 'checkoutId' | 'orderId' | 'kind' | 'reason' | 'items' | 'state'>

const columns = sql`id, plugin_id as "pluginId", checkout_id as "checkoutId", order_id as "orderId", kind, reason, items, state,
  used_at as "usedAt", created_at as "createdAt", updated_at as "updatedAt"`

/** Writes down what is about to be asked; undefined where the same checkout asks the service already. */
export async function addChange({ db, site, now }: Context, change: NewChange): Promise<StoredChange | undefined> {
  const { pluginId, checkoutId, orderId, kind, reason, items, state } = change
  const usedAt = state === 'OWED' ? now : null
  const [row] = await db.query<StoredChange>(sql`
    insert into service_stock_change (site, id, plugin_id, checkout_id, order_id, kind, reason, items, state, used_at, created_at, updated_at)
    values (${site}, ${newId()}, ${pluginId}, ${checkoutId}, ${orderId}, ${kind}, ${reason}, ${JSON.stringify(items)}::jsonb, ${state}, ${usedAt}, ${now}, ${now})
    on conflict do nothing returning ${columns}`)
  return row
}

export const changesOfCheckout = (db: Db, site: string, checkoutId: string) =>
  db.query<StoredChange>(
    sql`select ${columns} from service_stock_change where site = ${site} and checkout_id = ${checkoutId} order by created_at, id`,
  )

/** Those who order the same checkout wait for each other; and what asks for the lock is a transaction from its beginning. */
export const lockChangesOfCheckout = (db: Db, site: string, checkoutId: string) =>
  db.query<StoredChange>(
    sql`select ${columns} from service_stock_change where site = ${site} and checkout_id = ${checkoutId} order by created_at, id for update`,
  )

export const changesOfOrder = (db: Db, site: string, orderId: string) =>
  db.query<StoredChange>(
    sql`select ${columns} from service_stock_change where site = ${site} and order_id = ${orderId} order by created_at, id`,
  )

/** One of those who want to go on with a change goes on; the others get undefined. */
export async function stepChange(
  { db, site, now }: Context,
  id: string,
  { from, to }: { readonly from: readonly ChangeState[]; readonly to: ChangeState },
): Promise<StoredChange | undefined> {
  const [row] = await db.query<StoredChange>(sql`
    update service_stock_change set state = ${to}, updated_at = ${now}
    where site = ${site} and id = ${id} and state = any(${[...from]})
      and not exists (
        select from service_stock_change as other
        where ${to} = 'ASKED' and other.site = ${site} and other.checkout_id = service_stock_change.checkout_id
          and other.plugin_id = service_stock_change.plugin_id and other.id <> service_stock_change.id and other.state = 'ASKED')
    returning ${columns}`)
  return row
}

/** An order takes the units that were asked for it. */
export async function useChanges({ db, site, now }: Context, orderId: string): Promise<void> {
  await db.query(sql`
    update service_stock_change set state = case state when 'TAKEN' then 'USED' else 'OWED' end, used_at = ${now}, updated_at = ${now}
    where site = ${site} and order_id = ${orderId} and kind = 'DECREMENT' and state in ('TAKEN', 'UNANSWERED')`)
}

/** Those with which something is to be done: what no order took, what did not answer, and what is to be put back. */
export const openChanges = (
  db: Db,
  site: string,
  { askedBefore, unknownBefore }: Readonly<Record<'askedBefore' | 'unknownBefore', Date>>,
) =>
  db.query<StoredChange>(sql`
    select ${columns} from service_stock_change
    where site = ${site} and state in ('ASKED', 'TAKEN', 'UNANSWERED', 'UNKNOWN', 'OWED', 'WANTED')
      and (state in ('OWED', 'WANTED') or (state = 'UNKNOWN' and updated_at < ${unknownBefore})
        or (state in ('ASKED', 'TAKEN', 'UNANSWERED') and updated_at < ${askedBefore}))
    order by updated_at, id limit 100`)

/** A change that was tried in vain waits behind the others. */
export async function touchChange({ db, site, now }: Context, id: string): Promise<void> {
  await db.query(sql`update service_stock_change set updated_at = ${now} where site = ${site} and id = ${id}`)
}
