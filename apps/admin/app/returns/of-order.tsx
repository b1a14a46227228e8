import type { OrderReturn } from '@vitrine/contract'
import { Link } from 'react-router'
import { money } from '../orders/sums.ts'
import { Status, valueOf, whatOf } from './text.tsx'

/** What of an order came back, or is about to. */
export const ReturnsOfOrder = ({ of: returns }: { of: readonly OrderReturn[] }) => (
  <section className="sec" aria-labelledby="order-returns">
    <div className="sec-h">
      <h2 id="order-returns">Returns</h2>
    </div>
    <ul className="stack-s">
      {returns.map((one) => (
        <li key={one.id} className="row wraps">
          <Link className="a" to={`/returns/${one.id}`}>
            {one.number}
          </Link>
          <Status of={one.status} />
          <span className="soft">{whatOf(one)}</span>
          <span>{money(valueOf(one), one.currency)}</span>
        </li>
      ))}
    </ul>
  </section>
)
