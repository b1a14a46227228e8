import { type LedgerRow, Money } from '@vitrine/ui'
import { deliveryLabel } from '../checkout/checkout.ts'
import type { Details } from './order.ts'

/** What an order's total is made of. */
export const orderRows = ({ sums, discounts, fees, taxes, delivery }: Details): LedgerRow[] => [
  { label: 'Pieces', amount: <Money of={sums.pieces} /> },
  ...(discounts.length > 0
    ? discounts.map(({ name, amount }) => ({ label: name, amount: <Money of={amount} less />, less: true }))
    : Number(sums.discount) > 0
      ? [{ label: 'Taken off', amount: <Money of={sums.discount} less />, less: true }]
      : []),
  ...(delivery
    ? [
        {
          label: delivery.pickup === undefined ? deliveryLabel(delivery.title) : delivery.title,
          amount: Number(sums.delivery) === 0 ? 'Free' : <Money of={sums.delivery} />,
        },
      ]
    : []),
  ...fees.map(({ name, amount }) => ({ label: name, amount: <Money of={amount} /> })),
  ...taxes.map(({ name, amount }) => ({ label: name, amount: <Money of={amount} /> })),
]
