import { type Db, sql } from '../../kernel/db/sql.ts'
import { settings } from '../../kernel/settings/settings.ts'
import { issueCreditNotes } from '../invoices/credit-notes.ts'
import { invoice } from '../invoices/operations.ts'
import { invoiceDeps } from './order-invoices.ts'

export interface PastInvoices {
  readonly origin: string
  /** How many of the newest orders get theirs. */
  readonly newest: number
  /** How many of those that were refunded, also where they are older. */
  readonly refunded: number
}

/**
 * Issues the invoices of the newest orders that are paid for, each as of the day of its order, and the credit notes of what was refunded since,
 * as of that day. Nobody is told of it.
 */
export async function writePastInvoices(db: Db, site: string, { origin, newest, refunded }: PastInvoices): Promise<void> {
  const paid = sql`orders.site = ${site} and orders.status <> 'INITIALIZED' and orders.status = 'APPROVED'`
  const orders = await db.query<{ id: string; at: Date; back: Date | null }>(sql`
    select orders.id, orders.created_at as at,
      (select max(updated_at) from payment_action a where a.site = ${site} and a.order_id = orders.id and a.kind = 'REFUND') as back
    from orders
    where orders.site = ${site} and orders.id = any(array(
        select id from orders where ${paid} and payment_status = 'PAID' order by created_at desc, id desc limit ${newest})
      || array(
        select id from orders where ${paid} and payment_status in ('PARTIALLY_REFUNDED', 'FULLY_REFUNDED')
        order by created_at desc, id desc limit ${refunded}))
    order by orders.created_at, orders.id`)
  const deps = invoiceDeps((tx, of) => settings().read(tx, of), origin)
  for (const { id, at } of orders)
    await invoice({ db, site, now: at }, id, {
      lockOrderToCredit: async () => undefined,
      async lockOrder(context, orderId) {
        const order = await deps.lockOrder(context, orderId)
        return order && { ...order, tell: async () => {} }
      },
    })
  const back = orders
    .flatMap(({ id, back: at }) => (at ? [{ id, at }] : []))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
  for (const { id, at } of back) await issueCreditNotes({ db, site, now: at }, id, deps)
}
