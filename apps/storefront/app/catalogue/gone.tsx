import { SectionHead } from '@vitrine/ui'
import { Link } from 'react-router'
import { Odd } from '../shop/odd.tsx'
import { SearchBox } from '../shop/search-box.tsx'
import { to } from '../shop/shop.ts'
import { useFoundShop } from '../shop/use-shop.ts'
import type { Gone } from './gone.server.ts'
import { ProductRow } from './product-row.tsx'

/** The page of a product that was deleted, for good: what is like it, and the search. */
export function GonePage({ name, collection, cards }: Gone) {
  const shop = useFoundShop()
  const title = name ? `${name} is gone` : 'This one is gone'
  return (
    <Odd
      shop={shop}
      code="410"
      title={title}
      picture={0}
      after={
        cards.length > 0 && (
          <section className="section wrap" aria-labelledby="like-it">
            <SectionHead id="like-it" title="Something like it" />
            <ProductRow cards={cards} />
          </section>
        )
      }
    >
      <p className="lead">The shop does not sell it any more.</p>
      <SearchBox />
      {collection && (
        <p>
          <Link className="link" to={to.collection(collection.slug)}>
            {`All of ${collection.name}`}
          </Link>
        </p>
      )}
    </Odd>
  )
}

/** What a thrown answer says of a product that is gone; undefined where it says something else. */
export const goneIn = (data: unknown): Gone | undefined =>
  typeof data === 'object' && data !== null && 'gone' in data ? (data as { gone: Gone }).gone : undefined
