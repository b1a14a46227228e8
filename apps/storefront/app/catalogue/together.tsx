import { Button, Price, rendition } from '@vitrine/ui'
import { Fragment, Suspense } from 'react'
import { Await, Link } from 'react-router'
import { useOpenCartDrawer } from '../cart/open-cart-drawer.ts'
import { useCart } from '../cart/use-cart.tsx'
import { to } from '../shop/shop.ts'
import { inWords } from '../shop/text.ts'
import { useShop } from '../shop/use-shop.ts'
import type { BesideView } from './beside.tsx'
import { brief, type Choices, type ProductView } from './product.ts'
import { itemNames, lineOf, type TogetherItem, togetherItem, togetherPrice } from './together.ts'

/** What is often bought with a product, or what the shop has put beside it: one press puts all of it into the bag. */
export function Together({ product, chosen, beside }: { product: ProductView; chosen: Choices; beside: Promise<BesideView> | BesideView }) {
  const own = togetherItem(product, chosen)
  return (
    own && (
      <Suspense>
        <Await resolve={beside}>{({ together }) => together.length > 0 && <Row items={[own, ...together]} />}</Await>
      </Suspense>
    )
  )
}

function Row({ items }: { items: readonly TogetherItem[] }) {
  const { add } = useCart()
  const { currency } = useShop()
  const openCartDrawer = useOpenCartDrawer()
  const pictures = items.flatMap(({ picture }) => (picture ? rendition({ url: picture }, 400, 500) : []))
  return (
    <section className="section wrap pair" aria-labelledby="together">
      <div className="pair__pics" aria-hidden="true">
        {pictures.map((picture, at) => (
          <Fragment key={picture}>
            {at > 0 && <span>+</span>}
            <img src={picture} alt="" width={400} height={500} loading="lazy" />
          </Fragment>
        ))}
      </div>
      <form
        className="pair__text"
        method="post"
        action={to.cart}
        onSubmit={(event) => {
          event.preventDefault()
          for (const item of items) add(lineOf(item))
        }}
      >
        <h2 id="together">Good together</h2>
        <input type="hidden" name="intent" value="together" />
        <input type="hidden" name="items" value={itemNames(items)} />
        <ul className="key">
          {items.map((item, at) => (
            <li key={item.productId}>
              <Link to={to.product(item.slug, item.choices)} discover="none">
                <span className="l">{String.fromCharCode(97 + at)}</span>
                <span>
                  <span className="name">{item.name}</span> <small>{Object.values(item.choices).map(brief).join(', ')}</small>
                </span>
                <Price of={item.price} />
              </Link>
            </li>
          ))}
        </ul>
        <Button line {...openCartDrawer}>
          {items.length === 2 ? 'Add both' : `Add all ${inWords(items.length)}`} <span aria-hidden="true">·</span>{' '}
          <Price of={togetherPrice(items, currency)} />
        </Button>
      </form>
    </section>
  )
}
