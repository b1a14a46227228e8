import { Link } from 'react-router'
import { statusWords } from '../returns/words.ts'
import type { Details } from './order.ts'

/** What of it is on its way back, and, of an order that is an exchange, what it stands for. */
export function OrderReturns({ of: { returns }, to }: { of: Details; to: (id: string) => string }) {
  if (returns.length === 0) return null
  return (
    <ul className="order-returns small">
      {returns.map(({ id, number, status, exchangedForThis }) => (
        <li key={id}>
          {exchangedForThis ? 'Comes in exchange for what you sent back: ' : `${statusWords[status]}: `}
          <Link className="link" to={to(id)}>
            return <span className="figures">{number}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
