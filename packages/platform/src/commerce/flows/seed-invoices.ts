import { type Db, sql } from '../../kernel/db/sql.ts'
import { settings } from '../../kernel/settings/settings.ts'
import { invoice } from '../invoices/operations.ts'
import { invoiceDeps } from './order-invoices.ts'

/**
 * Issues the invoices of the newest orders that are paid for, the oldest first, each as of the day of its order; with credit notes for what was
 * refunded since. Nobody is told of it.
 */
export async function writePastInvoices(
  db: Db,
  site: string,
  { origin, most }: { readonly origin: string; readonly most: number },
): Promise<void> {
  const orders = await db.query<{ id: string; at: Date }>(sql`
    select id, created_at as at from (
      select id, created_at from orders
      where site = ${site} and status <> 'INITIALIZED' and status = 'APPROVED' and payment_status in ('PAID', 'PARTIALLY_REFUNDED', 'FULLY_REFUNDED')
      order by created_at desc, id desc limit ${most}) newest
    order by created_at, id`)
  const deps = invoiceDeps((tx, of) => settings().read(tx, of), origin)
  for (const { id, at } of orders)
    await invoice({ db, site, now: at }, id, {
      ...deps,
      async lockOrder(context, orderId) {
        const order = await deps.lockOrder(context, orderId)
        return order && { ...order, tell: async () => {} }
      },
    })
}
