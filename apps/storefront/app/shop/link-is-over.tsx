import { Link } from 'react-router'
import { Odd } from './odd.tsx'
import { type Shop, to } from './shop.ts'

/** A link of an email that leads nowhere any more: it is over, or what it led to is bought. */
export function LinkIsOver({ shop, order }: { shop: Shop | undefined; order: string | undefined }) {
  return (
    <Odd shop={shop} code="" title={order === undefined ? 'This link has run out' : 'That bag is bought already'} picture={0}>
      <p className="lead">
        {order === undefined
          ? 'We kept your bag for a while, and then let it go. Everything in it may still be on the shelf.'
          : 'What you had left here is ordered. There is nothing more to do.'}
      </p>
      <div className="row row--wrap">
        {order ? (
          <Link className="button" to={`/orders/${order}`}>
            See the order
          </Link>
        ) : (
          <Link className="button" to={to.all}>
            Look around
          </Link>
        )}
        <Link className="link" to={to.cart}>
          Open your bag
        </Link>
      </div>
    </Odd>
  )
}
