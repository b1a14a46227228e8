import { Icon, SectionHead } from '@vitrine/ui'
import { Search } from 'lucide-react'
import { useMemo } from 'react'
import { Form, Link } from 'react-router'
import { Card } from '../catalogue/card.tsx'
import { ProductRow } from '../catalogue/product-row.tsx'
import { recommended } from '../catalogue/recommended.server.ts'
import { countText } from '../search/counted.ts'
import { Faceted } from '../search/facets.tsx'
import { type Ask, isFiltered, readAsk } from '../search/listing.ts'
import { packListing, unpackListing } from '../search/packed-listing.ts'
import { Results } from '../search/results.tsx'
import { findProducts, firstInStock } from '../search/search.server.ts'
import { SortBy } from '../search/sort-by.tsx'
import { to } from '../shop/shop.ts'
import { list, many } from '../shop/text.ts'
import { useShop } from '../shop/use-shop.ts'
import { type Visit, visit } from '../shop.server.ts'
import type { Route } from './+types/search.ts'

/** So few that there is nothing to narrow down. */
const FEW = 4

export async function loader({ request, context }: Route.LoaderArgs) {
  const here = visit(context)
  const ask = readAsk(new URL(request.url).searchParams)
  const found = ask.q ? await findProducts(here, ask) : undefined
  const enough = found && (found.count > FEW || isFiltered(ask))
  const most = 4 + FEW
  const others = enough ? [] : await recommended(here, 'NO_RESULTS', { most, otherwise: () => firstInStock(here, most) })
  const words = found?.count === 0 && !isFiltered(ask) ? await countEach(here, ask, found.words) : []
  const there = new Set(found?.cards.map(({ id }) => id))
  return {
    ask,
    found: found && packListing(found),
    words,
    others: others.filter(({ id }) => !there.has(id)).slice(0, 4),
    shopName: here.shop.name,
  }
}

/** How much each of the words finds by itself, where they are words that were asked for and none has them all. */
async function countEach(here: Visit, ask: Ask, words: readonly string[]): Promise<readonly { word: string; count: number }[]> {
  if (words.length < 2) return []
  return Promise.all(words.map(async (word) => ({ word, count: (await findProducts(here, { ...ask, q: word }, undefined, 1)).count })))
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.ask.q ? `${loaderData.ask.q}, search` : 'Search'} · ${loaderData?.shopName}` },
  { name: 'robots', content: 'noindex' },
]

export default function SearchPage({ loaderData: { ask, found: packed, words, others } }: Route.ComponentProps) {
  const found = useMemo(() => packed && unpackListing(packed), [packed])
  const { collections, collectionsTitle, email } = useShop()
  const few = found && found.count <= FEW && !isFiltered(ask)
  const nothing = !found || (found.count === 0 && !isFiltered(ask))
  return (
    <main id="main" className="search">
      <div className="wrap">
        <h1 className="sr">Search</h1>
        <Form className="ask" role="search" action={to.search()} key={ask.q}>
          <label className="sr" htmlFor="q">
            Search the shop
          </label>
          <Icon of={Search} />
          <input
            id="q"
            className="ask__in"
            type="search"
            name="q"
            defaultValue={ask.q}
            placeholder="What are you looking for?"
            autoComplete="off"
          />
          {found && <span className="small soft only-wide-i">{`${countText(found)} ${found.count === 1 ? 'object' : 'objects'}`}</span>}
        </Form>
      </div>
      {nothing ? (
        <div className="wrap">
          <div className="none">
            <p className="lead" role="status">
              {!ask.q
                ? 'What are you looking for?'
                : words.length > 0
                  ? `Nothing here has ${words.length === 2 ? 'both' : 'all of'} ${list(words.map(({ word }) => `“${word}”`))}.`
                  : `Nothing here is called “${ask.q}”, and nothing is close to it.`}
            </p>
            {words.length > 0 && (
              <p className="soft">
                By themselves:{' '}
                {words.map(({ word, count }, at) => (
                  <span key={word}>
                    {at > 0 && '; '}
                    {count > 0 ? (
                      <Link className="link" to={to.search(word)}>
                        {word}
                      </Link>
                    ) : (
                      word
                    )}
                    {`, ${count > 0 ? many(count, 'object') : 'nothing'}`}
                  </span>
                ))}
                .
              </p>
            )}
            {found && found.words.length > 0 && words.length === 0 && (
              <p className="soft">
                Did you mean{' '}
                {found.words.map((word, at) => (
                  <span key={word}>
                    {at > 0 && ', '}
                    <Link className="link" to={to.search(word)}>
                      {word}
                    </Link>
                  </span>
                ))}
                ?
              </p>
            )}
            {(found || others.length > 0) && (
              <p className="soft">
                {found && email && (
                  <>
                    If you think it should be here,{' '}
                    <a className="link" href={`mailto:${email}`}>
                      tell us
                    </a>
                    .{' '}
                  </>
                )}
                {others.length > 0 && `${found ? 'Until then, these' : 'These'} are on the shelf:`}
              </p>
            )}
          </div>
          <ProductRow cards={others} heading="h2" />
          {collections.length > 0 && (
            <section className="section" aria-labelledby="or">
              <h2 className="label search__or" id="or">{`Or look through ${collectionsTitle.toLowerCase()}`}</h2>
              <ul className="chips">
                {collections.map(({ slug, name }) => (
                  <li key={slug}>
                    <Link className="chip chip--plain" to={to.collection(slug)}>
                      {name}
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
      ) : few ? (
        <div className="wrap">
          <div className="bar bar--top">
            <p className="bar__n" role="status">
              <strong>{countText(found)}</strong> {`${found.count === 1 ? 'object' : 'objects'} for “${ask.q}”`}
            </p>
            {found.count > 1 && <SortBy ask={ask} />}
          </div>
          <div className="cards cards--4">
            {found.cards.map((card) => (
              <Card key={card.id} of={card} heading="h2" eager />
            ))}
          </div>
          {others.length > 0 && (
            <section className="section" aria-labelledby="also">
              <SectionHead id="also" title="Also on the shelf" />
              <ProductRow cards={others} />
            </section>
          )}
        </div>
      ) : (
        <Faceted ask={ask} listing={found} about={`${found.count === 1 ? 'object' : 'objects'} for “${ask.q}”`}>
          <Results ask={ask} listing={found} all={`Show all for “${ask.q}”`} />
        </Faceted>
      )}
    </main>
  )
}
