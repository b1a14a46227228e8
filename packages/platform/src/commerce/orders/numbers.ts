import { type Db, sql } from '../../kernel/db/sql.ts'

export interface NumbersNow {
  readonly next: number
  readonly last?: number
}

/** Which number the next order gets, where the first of all has `first`. */
export async function numbersNow(db: Db, site: string, first: number): Promise<NumbersNow> {
  const [row] = await db.query<{ last: number; given: number | null }>(sql`
    select order_counter.last, (select number from orders where site = ${site} order by number desc limit 1) as given
    from order_counter where order_counter.site = ${site}`)
  if (!row) return { next: first }
  return { next: row.last + 1, ...(row.given !== null && { last: row.given }) }
}

/**
 * The next order gets this number. The counter's row is locked until the transaction ends, as by every order: no number is given out in
 * between. Where an order had it, or one above it, nothing changes, and the answer is the least that is free.
 */
export async function numberFrom(db: Db, site: string, next: number): Promise<{ readonly least: number } | undefined> {
  await db.query(sql`insert into order_counter (site, last) values (${site}, ${next - 1}) on conflict (site) do nothing`)
  await db.query(sql`select from order_counter where site = ${site} for update`)
  const [highest] = await db.query<{ number: number }>(sql`select number from orders where site = ${site} order by number desc limit 1`)
  const given = highest?.number ?? 0
  if (next <= given) return { least: given + 1 }
  await db.query(sql`update order_counter set last = ${next - 1} where site = ${site}`)
  return undefined
}
