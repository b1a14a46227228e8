import { SectionHead } from '@vitrine/ui'
import { Suspense } from 'react'
import { Await } from 'react-router'
import type { CardView } from './product.ts'
import { ProductRow } from './product-row.tsx'

/** Those that stand beside a product, when they are there. */
export function Beside({
  beside,
  collection,
}: {
  beside: Promise<readonly CardView[]> | readonly CardView[]
  collection: { readonly name: string } | undefined
}) {
  return (
    <Suspense>
      <Await resolve={beside}>
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
