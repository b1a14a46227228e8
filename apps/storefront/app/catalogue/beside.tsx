import { SectionHead } from '@vitrine/ui'
import { Suspense } from 'react'
import { Await } from 'react-router'
import type { CardView } from './product.ts'
import { ProductRow } from './product-row.tsx'

export interface BesideView {
  readonly title: string
  readonly cards: readonly CardView[]
}

/** Those that stand beside a product, when they are there. */
export function Beside({ beside }: { beside: Promise<BesideView> | BesideView }) {
  return (
    <Suspense>
      <Await resolve={beside}>
        {({ title, cards }) =>
          cards.length > 0 && (
            <section className="section wrap" aria-labelledby="beside">
              <SectionHead id="beside" title={title} />
              <ProductRow cards={cards} />
            </section>
          )
        }
      </Await>
    </Suspense>
  )
}
