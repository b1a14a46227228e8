import { Fragment } from 'react'
import { Link } from 'react-router'
import { to } from '../shop/shop.ts'
import type { BuyBoxProps } from './buy-box.tsx'
import { instead } from './instead.ts'
import { briefly, choiceText } from './product.ts'

/** Stands where the button would: what is sold out, and what is nearest to it that can be had. */
export default function SoldOut({ product, chosen, onChoose }: Pick<BuyBoxProps, 'product' | 'chosen' | 'onChoose'>) {
  const ways = instead(product, chosen).slice(0, 2)
  return (
    <div className="back" role="status">
      <p className="back__h">Sold out.</p>
      <p className="small soft">
        {product.options.length > 0 ? `${choiceText(product, chosen)}: none is left on the shelf.` : 'None is left on the shelf.'}
      </p>
      {ways.length > 0 && (
        <p className="small">
          Take it now:{' '}
          {ways.map(({ id, choices }, at) => (
            <Fragment key={id}>
              {at > 0 && ' or '}
              <Link
                className="link"
                to={to.product(product.slug, choices)}
                replace
                preventScrollReset
                onClick={(event) => {
                  event.preventDefault()
                  onChoose(choices)
                }}
              >
                {briefly(product, choices)}
              </Link>
            </Fragment>
          ))}
          .
        </p>
      )}
    </div>
  )
}
