import type { Context } from '../../../kernel/db/context.ts'
import { newId } from '../../../kernel/db/id.ts'
import { type Db, sql } from '../../../kernel/db/sql.ts'
import type { MembershipItem } from '../../selling/membership-services.ts'

export type ChargeState = 'ASKED' | 'UNKNOWN' | 'CHARGED' | 'USED' | 'RELEASED' | 'VOIDING' | 'VOIDED' | 'REFUSED' | 'LOST'

/** What a service was asked to charge a membership for. */
export interface StoredCharge {
  readonly id: string
  readonly pluginId: string
  readonly memberId: string
  readonly appId: string
  readonly membershipId: string
  readonly name: string
  /** The cart, the checkout where it is of no cart, or the order whose merchant charges it. */
  readonly purchaseId: string
  readonly lineItemId: string
  readonly item: MembershipItem
  /** The order that took it. */
  readonly orderId: string | null
  readonly state: ChargeState
  /** What the service calls it; null where its answer was lost. */
  readonly transactionId: string | null
  /** Whether the service was asked to void it; its answer may have been lost. */
  readonly voidAsked: boolean
  readonly createdAt: Date
}

export type NewCharge = Omit<StoredCharge, 'id' | 'orderId' | 'state' | 'transactionId' | 'voidAsked' | 'createdAt'>

const columns = sql`id, plugin_id as "pluginId", member_id as "memberId", app_id as "appId", membership_id as "membershipId", name,
  purchase_id as "purchaseId", line_item_id as "lineItemId", item, order_id as "orderId", state, transaction_id as "transactionId", void_asked as "voidAsked",
  created_at as "createdAt"`

/** Writes down what is about to be asked; undefined where the line is charged by another request already. */
export async function beginCharge({ db, site, now }: Context, wanted: NewCharge): Promise<StoredCharge | undefined> {
  const { pluginId, memberId, appId, membershipId, name, purchaseId, lineItemId, item } = wanted
  const [row] = await db.query<StoredCharge>(sql`
    insert into service_membership_charge (site, id, plugin_id, member_id, app_id, membership_id, name, purchase_id, line_item_id, item, state, created_at, updated_at)
    values (${site}, ${newId()}, ${pluginId}, ${memberId}, ${appId}, ${membershipId}, ${name}, ${purchaseId}, ${lineItemId},
      ${JSON.stringify(item)}::jsonb, 'ASKED', ${now}, ${now})
    on conflict do nothing returning ${columns}`)
  return row
}

export const chargesOfPurchase = (db: Db, site: string, purchaseId: string) =>
  db.query<StoredCharge>(
    sql`select ${columns} from service_membership_charge where site = ${site} and purchase_id = ${purchaseId} order by created_at, id`,
  )

/** Those who order the same checkout wait for each other; and what asks for the lock is a transaction from its beginning. */
export const lockChargesOfPurchase = (db: Db, site: string, purchaseId: string) =>
  db.query<StoredCharge>(
    sql`select ${columns} from service_membership_charge where site = ${site} and purchase_id = ${purchaseId} order by created_at, id for update`,
  )

export async function lockCharge(db: Db, site: string, id: string): Promise<StoredCharge | undefined> {
  const [row] = await db.query<StoredCharge>(
    sql`select ${columns} from service_membership_charge where site = ${site} and id = ${id} for update`,
  )
  return row
}

export interface Step {
  readonly from: readonly ChargeState[]
  readonly to: ChargeState
  readonly transactionId?: string
}

/** One of those who want to go on with a charge goes on; the others get undefined. */
export async function stepCharge(
  { db, site, now }: Context,
  id: string,
  { from, to, transactionId }: Step,
): Promise<StoredCharge | undefined> {
  const [row] = await db.query<StoredCharge>(sql`
    update service_membership_charge set state = ${to}, updated_at = ${now}, transaction_id = coalesce(${transactionId ?? null}, transaction_id)
    where site = ${site} and id = ${id} and state = any(${[...from]})
      and not exists (
        select from service_membership_charge as other
        where ${to} = 'ASKED' and other.site = ${site} and other.purchase_id = service_membership_charge.purchase_id
          and other.line_item_id = service_membership_charge.line_item_id and other.id <> service_membership_charge.id
          and other.state in ('ASKED', 'CHARGED'))
    returning ${columns}`)
  return row
}

/** An order takes what was charged for it, all or none, or has again what it let go of in the same write. */
export async function useCharges({ db, site, now }: Context, orderId: string, ids: readonly string[]): Promise<boolean> {
  const rows = await db.query(sql`
    update service_membership_charge set state = 'USED', order_id = ${orderId}, updated_at = ${now}
    where site = ${site} and id = any(${[...ids]}::uuid[]) and state in ('CHARGED', 'RELEASED') returning id`)
  return rows.length === new Set(ids).size
}

/** What an order does not want any more; the answer is their ids. */
export async function releaseCharges({ db, site, now }: Context, orderId: string): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>(sql`
    update service_membership_charge set state = 'RELEASED', updated_at = ${now}
    where site = ${site} and order_id = ${orderId} and state = 'USED' returning id`)
  return rows.map(({ id }) => id)
}

/** Those with which something is to be done: what no order took, what did not answer, and what is to be voided. */
export const openCharges = (
  db: Db,
  site: string,
  { askedBefore, unknownBefore }: Readonly<Record<'askedBefore' | 'unknownBefore', Date>>,
) =>
  db.query<StoredCharge>(sql`
    select ${columns} from service_membership_charge
    where site = ${site} and state in ('ASKED', 'UNKNOWN', 'CHARGED', 'RELEASED', 'VOIDING')
      and (state in ('RELEASED', 'VOIDING') or (state = 'UNKNOWN' and updated_at < ${unknownBefore})
        or (state in ('ASKED', 'CHARGED') and updated_at < ${askedBefore}))
    order by updated_at, id limit 100`)

/** A charge that was voided in vain waits behind the others. */
export async function touchCharge({ db, site, now }: Context, id: string): Promise<void> {
  await db.query(sql`update service_membership_charge set updated_at = ${now} where site = ${site} and id = ${id}`)
}

export async function noteVoidAsked({ db, site, now }: Context, id: string): Promise<void> {
  await db.query(sql`update service_membership_charge set void_asked = true, updated_at = ${now} where site = ${site} and id = ${id}`)
}
