import { Money, SmallLine } from '@vitrine/ui'
import type { Details } from './order.ts'

/** The lines of an order, with their pictures and what was chosen. */
export const OrderLines = ({ of, currency }: { of: Details['lines']; currency: string }) => (
  <ul className="minis minis--big">
    {of.map((line) => (
      <SmallLine
        key={line.id}
        name={line.name}
        picture={line.picture}
        quantity={line.quantity}
        chosen={[...line.chosen, ...(line.plan ? [line.plan] : [])].join(', ')}
        amount={<Money of={line.amount} currency={currency} />}
      />
    ))}
  </ul>
)
