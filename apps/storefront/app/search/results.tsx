import { Icon } from '@vitrine/ui'
import { ArrowRight } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Card } from '../catalogue/card.tsx'
import type { HighlightView } from '../reviews/highlights.tsx'
import { apart } from '../shop/apart.tsx'
import { capital, inWords, list, many } from '../shop/text.ts'
import { countText } from './counted.ts'
import { type Ask, isFiltered, LAST_PAGE, type Listing, PAGE, without } from './listing.ts'

const Highlight = apart(() => import('../reviews/highlight-tile.tsx'))

interface ResultsProps {
  ask: Ask
  listing: Listing
  highlight?: HighlightView | undefined
  among?: ReactNode
  all: string
}

/** The cards of a list; what stands among them comes after the sixth. A shorter list ends with what is said of it. */
export function Results({ ask, listing, highlight, among, all }: ResultsProps) {
  const [search] = useSearchParams()
  const chosen = listing.facets.flatMap(({ entries }) => entries.filter((entry) => entry.chosen).map(({ label }) => label))
  if (listing.cards.length === 0 && chosen.length === 0 && !isFiltered(ask) && ask.page === 1)
    return (
      <div className="none">
        <p className="lead">This shelf is still empty.</p>
      </div>
    )
  if (listing.cards.length === 0)
    return (
      <div className="none">
        <p className="lead">{chosen.length > 0 ? `Nothing is ${list(chosen)}.` : 'Nothing fits.'}</p>
        <p className="soft">
          Take one off above, or{' '}
          <Link className="link" to={without(search)} preventScrollReset>
            show all
          </Link>
          .
        </p>
      </div>
    )
  const seen = (ask.page - 1) * PAGE + listing.cards.length
  const isLeft = seen < listing.count
  const goesOn = isLeft && listing.cards.length > 0 && ask.page < LAST_PAGE
  const page = (n: number) => {
    const next = new URLSearchParams(search)
    if (n > 1) next.set('page', String(n))
    else next.delete('page')
    return `?${next}`
  }
  return (
    <>
      <div className="cards cards--list">
        {listing.cards.slice(0, 6).map((card, at) => (
          <Card key={card.id} of={card} heading="h2" first={at === 0} known={at > 0} sizes={SIZES} />
        ))}
        {highlight && (
          <Suspense>
            <Highlight of={highlight} />
          </Suspense>
        )}
        {listing.cards.length > 6 && among}
        {listing.cards.slice(6).map((card) => (
          <Card key={card.id} of={card} heading="h2" known sizes={SIZES} />
        ))}
      </div>
      {(listing.count > PAGE || ask.page > 1) && (
        <nav className="more" aria-label="More objects">
          <p className="soft small">{`You have seen ${seen} of ${countText(listing)}.${isLeft && !goesOn ? ' No list goes further: filters or other words show what is left.' : ''}`}</p>
          <div className="row row--wrap">
            {ask.page > 1 && (
              <Link className="button button--line" to={page(ask.page - 1)}>
                The ones before
              </Link>
            )}
            {goesOn && (
              <Link className="button button--line" to={page(ask.page + 1)} prefetch="intent">
                {`Show ${Math.min(PAGE, listing.count - seen)} more`}
              </Link>
            )}
          </div>
        </nav>
      )}
      {isFiltered(ask) && (listing.of === undefined || listing.of > listing.count) && (
        <div className="more more--start">
          <p className="soft small">{`${capital(many(listing.count, 'object'))} fit${listing.count === 1 ? 's' : ''}.${listing.of === undefined ? '' : ` Without the filters there are ${inWords(listing.of)}.`}`}</p>
          <Link className="link link--arrow" to={without(search)} preventScrollReset>
            {all} <Icon of={ArrowRight} turns />
          </Link>
        </div>
      )}
    </>
  )
}

const SIZES = '(min-width:64rem)25vw,(min-width:48rem)31vw,46vw'
