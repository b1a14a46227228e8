import type { PaymentStatus } from '@vitrine/contract'
import type { OrderSettings } from '../../kernel/settings/order-settings.ts'

/** What the event says with which an order becomes paid for, in a shop whose paid orders are invoiced by themselves. */
export const asksForInvoice = (
  { orders }: { readonly orders?: OrderSettings },
  before: PaymentStatus,
  after: PaymentStatus,
): { invoice?: true } => (orders?.createInvoice && after === 'PAID' && before !== 'PAID' ? { invoice: true } : {})
