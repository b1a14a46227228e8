import { SectionHead } from '@vitrine/ui'
import { Suspense } from 'react'
import { Await } from 'react-router'
import { unpackCards } from './packed-cards.ts'
import { ProductRow } from './product-row.tsx'
import type { TogetherItem } from './together.ts'

export interface BesideView {
  readonly title: string
  /** Packed; undefined without any. */
  readonly cards: string | undefined
  /** What is often bought with it. */
  readonly together: readonly TogetherItem[]
}

/** Those that stand beside a product, when they are there. */
export function Beside({ beside }: { beside: Promise<BesideView> | BesideView }) {
  return (
    <Suspense>
      <Await resolve={beside}>
        {({ title, cards }) =>
          cards !== undefined && (
            <section className="section wrap" aria-labelledby="beside">
              <SectionHead id="beside" title={title} />
              <ProductRow cards={unpackCards(cards)} />
            </section>
          )
        }
      </Await>
    </Suspense>
  )
}
