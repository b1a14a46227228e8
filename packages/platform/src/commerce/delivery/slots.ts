import { slotCode } from '@vitrine/pricing'
import { type Db, sql } from '../../kernel/db/sql.ts'

/** A time at which a way of delivery takes orders. */
export interface SlotOfRule {
  readonly ruleCode: string
  readonly startsAt: Date
}

/** How many orders but this one the coming times of these ways have, by the code of the option; those with none stay away. */
export async function findTaken(
  db: Db,
  site: string,
  ruleCodes: readonly string[],
  now: Date,
  orderId?: string | null,
): Promise<ReadonlyMap<string, number>> {
  const own = sql`select from delivery_slot_order as own
    where own.site = ${site} and own.order_id = ${orderId ?? null} and own.rule_code = slot.rule_code and own.starts_at = slot.starts_at`
  const rows = await db.query<{ ruleCode: string; startsAt: Date; taken: number }>(sql`
    select rule_code as "ruleCode", starts_at as "startsAt", taken ${orderId ? sql`- exists (${own})::integer as taken` : sql``}
    from delivery_slot as slot
    where site = ${site} and rule_code = any (${ruleCodes}::text[]) and starts_at > ${now} and taken > 0`)
  return new Map(rows.map(({ ruleCode, startsAt, taken }) => [slotCode(ruleCode, startsAt.toISOString()), taken]))
}

/**
 * Takes a place in a slot for an order; false where the slot is full, and then the caller has to roll the transaction back. An order that
 * already has a place keeps it. Without a capacity the last known one of the slot applies, so that an order can return to the slot it was in.
 */
export async function takeSlot(
  db: Db,
  site: string,
  orderId: string,
  { ruleCode, startsAt }: SlotOfRule,
  capacity?: number | null,
): Promise<boolean> {
  const [row] = await db.query<{ wanted: number; got: number }>(sql`
    with wanted as (
      insert into delivery_slot_order (site, order_id, rule_code, starts_at) values (${site}, ${orderId}, ${ruleCode}, ${startsAt})
      on conflict (site, order_id) do nothing returning site, rule_code, starts_at
    ), got as (
      insert into delivery_slot as slot (site, rule_code, starts_at, capacity, taken)
      select site, rule_code, starts_at, ${capacity ?? null}::integer, 1 from wanted
      on conflict (site, rule_code, starts_at) do update
      set taken = slot.taken + 1, capacity = ${capacity === undefined ? sql`slot.capacity` : sql`excluded.capacity`}
      where slot.taken < coalesce(${capacity === undefined ? sql`slot.capacity` : sql`excluded.capacity`}, slot.taken + 1)
      returning site
    )
    select (select count(*) from wanted) as wanted, (select count(*) from got) as got`)
  return row!.wanted === row!.got
}

/** Gives the place of an order to others; one that has none changes nothing. */
export async function freeSlot(db: Db, site: string, orderId: string): Promise<void> {
  await db.query(sql`
    with freed as (
      delete from delivery_slot_order where site = ${site} and order_id = ${orderId} returning rule_code, starts_at
    )
    update delivery_slot as slot set taken = slot.taken - 1
    from freed where slot.site = ${site} and slot.rule_code = freed.rule_code and slot.starts_at = freed.starts_at`)
}

/** How many orders the times of a way have between two instants, by when they begin. */
export async function findBooked(
  db: Db,
  site: string,
  ruleCode: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ startsAt: Date; taken: number }>(sql`
    select starts_at as "startsAt", taken from delivery_slot
    where site = ${site} and rule_code = ${ruleCode} and starts_at >= ${from} and starts_at < ${to} and taken > 0`)
  return new Map(rows.map(({ startsAt, taken }) => [startsAt.toISOString(), taken]))
}

/** The orders that have a time, the first that came first. */
export async function findOrdersOfSlot(
  db: Db,
  site: string,
  { ruleCode, startsAt }: SlotOfRule,
  after: string | undefined,
  limit: number,
): Promise<readonly string[]> {
  const rows = await db.query<{ orderId: string }>(sql`
    select order_id as "orderId" from delivery_slot_order
    where site = ${site} and rule_code = ${ruleCode} and starts_at = ${startsAt} ${after ? sql`and order_id > ${after}` : sql``}
    order by order_id limit ${limit}`)
  return rows.map(({ orderId }) => orderId)
}
