import { Crumbs, Hour, Picture } from '@vitrine/ui'
import { useMemo } from 'react'
import { Link, redirect, useSearchParams } from 'react-router'
import { breadcrumbs } from '../catalogue/structured-data.ts'
import { collectionPage } from '../catalogue/structured-list.ts'
import { highlightAmong } from '../reviews/highlights.server.ts'
import { Faceted } from '../search/facets.tsx'
import { isFiltered, PAGE, readAsk } from '../search/listing.ts'
import { packListing, unpackListing } from '../search/packed-listing.ts'
import { Results } from '../search/results.tsx'
import { findProducts } from '../search/search.server.ts'
import { elsewhere as moved } from '../shop/elsewhere.server.ts'
import { headOf } from '../shop/head.server.ts'
import { linkedData } from '../shop/linked-data.tsx'
import { type CollectionView, type Opening, to } from '../shop/shop.ts'
import { useShop } from '../shop/use-shop.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/collection.ts'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const here = visit(context)
  const { collections, openings, name } = here.shop
  const at = collections.findIndex(({ slug }) => slug === params.slug)
  const collection = collections[at]
  if (!collection) throw await elsewhere(here, params.slug, new URL(request.url).search)
  const ask = readAsk(new URL(request.url).searchParams)
  const { slug, cover, seo } = collection
  const path = to.collection(slug) + (ask.page > 1 ? `?page=${ask.page}` : '')
  const { baseUrl } = here.host
  const opening: readonly Opening[] = openings[slug] ?? (cover ? [{ picture: cover, caption: '' }] : [])
  const listing = await findProducts(here, ask, slug)
  const { name: title, description } = collection
  const next = collections.length > 1 ? collections[(at + 1) % collections.length] : undefined
  const linked = linkedData(
    { request, context },
    collectionPage(baseUrl, { name: title, path, description, cards: listing.cards, before: (ask.page - 1) * PAGE, count: listing.count }),
    breadcrumbs(baseUrl, [
      { name, path: to.home },
      { name: here.shop.collectionsTitle, path: to.all },
      { name: title, path: to.collection(slug) },
    ]),
  )
  return {
    head: [
      ...headOf({
        title: seo?.title ?? `${collection.name} · ${name}`,
        name: collection.name,
        description: seo?.description ?? collection.description,
        address: new URL(path, here.host.baseUrl).href,
        shopName: name,
        picture: cover,
      }),
      ...linked,
    ],
    collection: shown(collection),
    opening,
    next: next && shown(next),
    listing: packListing(listing),
    highlight: isFiltered(ask) || ask.page > 1 ? undefined : await highlightAmong(here, listing.cards),
  }
}

const shown = ({ slug, name, description, hour }: CollectionView) => ({ slug, name, description, hour })

/** What answers where no collection has a slug: where it leads since it was changed, that its collection is gone, or nothing. */
async function elsewhere(here: ReturnType<typeof visit>, slug: string, search: string) {
  const { slug: now, deleted } = await here.client.collections.findFormerSlug({ slug })
  return now === undefined ? moved(here, deleted ? 410 : 404) : redirect(to.collection(now) + search, 301)
}

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.head ?? []

export default function CollectionPage({ loaderData: { collection, opening, next, listing: packed, highlight } }: Route.ComponentProps) {
  const listing = useMemo(() => unpackListing(packed), [packed])
  const [search] = useSearchParams()
  const ask = readAsk(search)
  const { name, description, hour } = collection
  const shop = useShop()
  const filtered = isFiltered(ask) || ask.page > 1
  return (
    <main id="main">
      {filtered ? (
        <section className="wrap coll coll--line" aria-labelledby="collection">
          <h1 id="collection">{name}</h1>
          {hour && <Hour {...hour} />}
          <p className="soft">{description}</p>
        </section>
      ) : (
        <section className="wrap coll" aria-labelledby="collection">
          <Crumbs
            way={[
              <Link key="home" to={to.home}>
                {shop.name}
              </Link>,
              <Link key="all" to={to.all}>
                {shop.collectionsTitle}
              </Link>,
            ]}
            here={name}
          />
          <div className="coll__title">
            {hour && <Hour {...hour} />}
            <h1 id="collection">{name}</h1>
          </div>
          <p className="coll__lead">{description}</p>
          <div className={opening.length > 1 ? 'coll__pics' : 'coll__pics coll__pics--one'}>
            {opening.map(({ picture, caption, product }, at) => (
              <figure key={picture.url}>
                <Picture
                  of={picture}
                  sizes={SIZES[opening.length > 1 ? Math.min(at, 1) : 2] ?? ''}
                  eager
                  first={at === 0}
                  style={picture.focus && { objectPosition: `${100 * picture.focus.x}% ${100 * picture.focus.y}%` }}
                />
                {(caption || product) && (
                  <figcaption>
                    <i>{String.fromCharCode(97 + at)}</i> {caption.split('{0}')[0]}{' '}
                    {product && (
                      <Link className="link name" to={product.href}>
                        {product.label}
                      </Link>
                    )}
                    {caption.split('{0}')[1]}
                  </figcaption>
                )}
              </figure>
            ))}
          </div>
        </section>
      )}
      <Faceted
        ask={ask}
        listing={listing}
        about={
          listing.of !== undefined && listing.of > listing.count ? `of ${listing.of} objects` : listing.count === 1 ? 'object' : 'objects'
        }
      >
        <Results ask={ask} listing={listing} highlight={highlight} all={`Show all of ${name}`} />
      </Faceted>
      {next && (
        <nav className="section wrap next-hour" aria-label={next.hour ? 'The next hour' : 'The next collection'}>
          <Link to={to.collection(next.slug)}>
            {next.hour && <Hour {...next.hour} as="span" />}
            <span className="next-hour__n">{next.name}</span>
            <span className="soft">{next.description}</span>
          </Link>
        </nav>
      )}
    </main>
  )
}

/** The wide one of two, the narrow one, and one alone. */
const SIZES = [
  '(min-width: 64rem) 27vw, (min-width: 48rem) 26vw, 53vw',
  '(min-width: 64rem) 18vw, (min-width: 48rem) 26vw, 36vw',
  '(min-width: 48rem) 48vw, 92vw',
]
