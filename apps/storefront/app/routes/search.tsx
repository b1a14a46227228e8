import { Icon, SectionHead } from '@vitrine/ui'
import { Search } from 'lucide-react'
import { Form, Link } from 'react-router'
import { Card } from '../catalogue/card.tsx'
import { ProductRow } from '../catalogue/product-row.tsx'
import { recommended } from '../catalogue/recommended.server.ts'
import { countText } from '../search/counted.ts'
import { Faceted } from '../search/facets.tsx'
import { isFiltered, readAsk } from '../search/listing.ts'
import { Results } from '../search/results.tsx'
import { findProducts, firstInStock } from '../search/search.server.ts'
import { SortBy } from '../search/sort-by.tsx'
import { to } from '../shop/shop.ts'
import { useShop } from '../shop/use-shop.ts'
import { visit } from '../shop.server.ts'
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
  const there = new Set(found?.cards.map(({ id }) => id))
  return { ask, found, others: others.filter(({ id }) => !there.has(id)).slice(0, 4), shopName: here.shop.name }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.ask.q ? `${loaderData.ask.q}, search` : 'Search'} · ${loaderData?.shopName}` },
  { name: 'robots', content: 'noindex' },
]

export default function SearchPage({ loaderData: { ask, found, others } }: Route.ComponentProps) {
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
              {ask.q ? `Nothing here is called “${ask.q}”, and nothing is close to it.` : 'What are you looking for?'}
            </p>
            {found && found.words.length > 0 && (
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
