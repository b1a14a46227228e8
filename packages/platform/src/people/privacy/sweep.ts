import type { Database } from '../../kernel/db/pool.ts'
import { type Db, raw, type Sql, sql } from '../../kernel/db/sql.ts'
import type { RetentionSettings } from '../../kernel/settings/retention.ts'

export interface SweepDeps {
  readonly database: Database
  /** The shop's time, by which checkouts and emails are dated. */
  readonly now: Date
  /** By which sessions are dated. */
  readonly realNow: Date
  readonly sites: readonly string[]
  readonly retentionOf: (db: Db, site: string) => Promise<RetentionSettings>
}

const dayMs = 24 * 3_600_000
const rowsAtOnce = 1000

/**
 * Deletes what shops need no more, and blanks network addresses. Each statement looks at a thousand rows by their key, so it is short however
 * much there is; rows that somebody holds are left for the next time, so nobody waits.
 */
export async function sweepRetained({ database, now, realNow, sites, retentionOf }: SweepDeps): Promise<void> {
  const faults: unknown[] = []
  for (const site of sites) {
    const { checkoutDays, emailDays, addressDays } = await retentionOf(database, site)
    const ago = (days: number, from: Date) => new Date(from.getTime() - days * dayMs)
    const [checkouts, emails] = [ago(checkoutDays, now), ago(emailDays, now)]
    const realAddresses = ago(addressDays, realNow)
    for (const sweep of [
      removal('abandoned_checkout', sql`updated_at < ${checkouts}`),
      // An order that waits for its payment may still be paid through its checkout.
      removal(
        'checkout',
        sql`updated_at < ${checkouts} and not exists (
          select from orders where orders.site = ${site} and orders.id = checkout.order_id and orders.status in ('INITIALIZED', 'PENDING'))`,
      ),
      removal('cart', sql`updated_at < ${checkouts}`),
      removal('mail_delivery', sql`created_at < ${emails}`),
      removal('inbox_mail', sql`created_at < ${emails}`),
      removal('order_email', sql`sent_at < ${emails}`),
      ...(['member_session', 'member_device', 'staff_session', 'staff_browser'] as const).map((table) =>
        blanking(table, sql`address <> '' and used_at < ${realAddresses}`),
      ),
    ])
      await throughKeys(database, site, sweep).catch((error: unknown) => faults.push(error))
    await blankEntries(database, site, ago(addressDays, now)).catch((error: unknown) => faults.push(error))
  }
  if (faults.length > 0) throw new AggregateError(faults, 'not all that shops need no more is gone')
}

interface Sweep {
  readonly table: string
  readonly key: 'id' | 'key'
  /** What is done with the rows of these keys. */
  readonly apply: (site: string, keys: Sql) => Sql
  readonly due: Sql
}

type Removed = 'abandoned_checkout' | 'checkout' | 'cart' | 'mail_delivery' | 'inbox_mail' | 'order_email'
type WithAddress = 'member_session' | 'member_device' | 'staff_session' | 'staff_browser'

function removal(table: Removed, due: Sql): Sweep {
  const key = table === 'mail_delivery' ? 'key' : 'id'
  return { table, key, due, apply: (site, keys) => sql`delete from ${raw(table)} where site = ${site} and ${raw(key)} in (${keys})` }
}

const blanking = (table: WithAddress, due: Sql): Sweep => ({
  table,
  key: 'id',
  due,
  apply: (site, keys) => sql`update ${raw(table)} set address = '' where site = ${site} and id in (${keys})`,
})

/** Goes through a table by its key, a thousand rows at a time. */
async function throughKeys(db: Db, site: string, { table, key, apply, due }: Sweep): Promise<void> {
  const [name, column, type] = [raw(table), raw(key), raw(key === 'id' ? 'uuid' : 'text')]
  for (let after = key === 'id' ? '00000000-0000-0000-0000-000000000000' : ''; ; ) {
    const page = await db.query<{ place: string }>(
      sql`select ${column}::text as place from ${name} where site = ${site} and ${column} > ${after}::${type} order by ${column} limit ${rowsAtOnce}`,
    )
    const last = page.at(-1)?.place
    if (last === undefined) return
    const within = sql`site = ${site} and ${column} > ${after}::${type} and ${column} <= ${last}::${type}`
    await db.query(apply(site, sql`select ${column} from ${name} where ${within} and ${due} for update skip locked`))
    if (page.length < rowsAtOnce) return
    after = last
  }
}

/** Entries are many and lie for long: an index leads to those that still have an address. */
async function blankEntries(db: Db, site: string, before: Date): Promise<void> {
  for (let left = rowsAtOnce; left === rowsAtOnce; )
    left = (
      await db.query(sql`
        update audit_entry set address = null where site = ${site} and id in (
          select id from audit_entry where site = ${site} and at < ${before} and address is not null order by at, id
          limit ${rowsAtOnce} for update skip locked)
        returning id`)
    ).length
}
