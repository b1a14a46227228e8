import type { Clock } from '../../kernel/clock/clock.ts'
import type { Database } from '../../kernel/db/pool.ts'
import type { JobDefinition } from '../../kernel/jobs/jobs.ts'
import { type InvoiceDeps, invoice } from '../invoices/operations.ts'
import { byGiftCard, findPayments, manual } from '../payments/store.ts'

/** Invoices orders that are paid online, in shops that want it; safe to repeat, for an order has one invoice. What cannot be invoiced is left to the merchant. */
export const automaticInvoices = (
  database: Database,
  clock: Clock,
  deps: Pick<InvoiceDeps, 'lockOrder' | 'lockOrderToCredit'>,
): JobDefinition => ({
  queue: 'automatic-invoices',
  on: ['wix.ecom.v1.order_approved', 'wix.ecom.v1.order_updated'],
  when: ({ payload }) => payload['invoice'] === true,
  async run({ site, entityId: orderId }) {
    const payments = await findPayments(database, site, orderId)
    const online = payments.some(({ status, provider }) => status === 'APPROVED' && provider !== manual && provider !== byGiftCard)
    if (online) await database.transact((db) => invoice({ db, site, now: clock.now() }, orderId, deps))
  },
})
