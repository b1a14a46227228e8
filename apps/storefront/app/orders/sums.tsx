import { type LedgerRow, Money } from '@vitrine/ui'
import { deliveryLabel } from '../checkout/checkout.ts'
import { dueOf, totalsRows } from '../totals/totals.tsx'
import type { Details } from './order.ts'

const deliveryOf = ({ delivery }: Details) => delivery && (delivery.pickup === undefined ? deliveryLabel(delivery.title) : delivery.title)

/** What an order's total consists of: the steps that it was sold by, or, where nobody wrote them down, its sums. */
export function orderRows(details: Details): LedgerRow[] {
  const { reasons, sums, discounts, fees, taxes, delivery } = details
  const called = deliveryOf(details)
  if (reasons.length > 0) return totalsRows(reasons, called ? { delivery: called } : {})
  return [
    { label: 'Pieces', amount: <Money of={sums.subtotal} /> },
    ...discounts.map(({ name, amount }) => ({ label: name, amount: <Money of={amount} less />, less: true })),
    ...(delivery ? [{ label: called, amount: Number(sums.delivery) === 0 ? 'Free' : <Money of={sums.delivery} /> }] : []),
    ...fees.map(({ name, amount }) => ({ label: name, amount: <Money of={amount} /> })),
    ...taxes.map(({ name, amount }) => ({ label: name, amount: <Money of={amount} /> })),
  ]
}

/** What of it was to be paid with the order. */
export const orderTotal = ({ reasons, sums }: Details): string => (reasons.length > 0 ? dueOf(reasons) : sums.total)
