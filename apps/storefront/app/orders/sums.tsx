import { type LedgerRow, Money } from '@vitrine/ui'
import type { Details } from './order.ts'

/** What an order's total is made of. */
export const orderRows = ({ sums, delivery }: Details): LedgerRow[] => [
  { label: 'Pieces', amount: <Money of={sums.pieces} /> },
  ...(Number(sums.discount) > 0 ? [{ label: 'Taken off', amount: <Money of={sums.discount} less />, less: true }] : []),
  ...(delivery
    ? [
        {
          label:
            delivery.pickup === undefined
              ? `Delivery, ${delivery.title.charAt(0).toLowerCase()}${delivery.title.slice(1)}`
              : delivery.title,
          amount: Number(sums.delivery) === 0 ? 'Free' : <Money of={sums.delivery} />,
        },
      ]
    : []),
]
