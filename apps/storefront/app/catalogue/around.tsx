import { Crumbs, SectionHead } from '@vitrine/ui'
import { Suspense } from 'react'
import { Await, Link } from 'react-router'
import { to } from '../shop/shop.ts'
import { useShop } from '../shop/use-shop.ts'
import type { CardView } from './product.ts'
import { ProductRow } from './product-row.tsx'

type Collection = { readonly slug: string; readonly name: string } | undefined

/** The way to a product: through the first of its collections. */
export function WayTo({ product, collection }: { product: string; collection: Collection }) {
  const { name } = useShop()
  return (
    <Crumbs
      way={[
        <Link key="home" to={to.home}>
          {name}
        </Link>,
        ...(collection
          ? [
              <Link key="collection" to={to.collection(collection.slug)}>
                {collection.name}
              </Link>,
            ]
          : []),
      ]}
      here={product}
    />
  )
}

/** Those that stand beside a product, when they are there. */
export function Beside({
  cards: coming,
  collection,
}: {
  cards: Promise<readonly CardView[]> | readonly CardView[]
  collection: Collection
}) {
  return (
    <Suspense>
      <Await resolve={coming}>
        {(cards) =>
          cards.length > 0 && (
            <section className="section wrap" aria-labelledby="beside">
              <SectionHead id="beside" title={collection ? `More of ${collection.name}` : 'Beside it on the shelf'} />
              <ProductRow cards={cards} />
            </section>
          )
        }
      </Await>
    </Suspense>
  )
}
