import { Crumbs } from '@vitrine/ui'
import { Link } from 'react-router'
import { to } from '../shop/shop.ts'
import { useShop } from '../shop/use-shop.ts'

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
