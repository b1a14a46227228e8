import { Crumbs, Hour, Picture } from '@vitrine/ui'
import { lazy, Suspense, useMemo } from 'react'
import { Link, useSearchParams } from 'react-router'
import { breadcrumbs } from '../catalogue/structured-data.ts'
import { collectionPage } from '../catalogue/structured-list.ts'
import { highlightAmong } from '../reviews/highlights.server.ts'
import { Faceted } from '../search/facets.tsx'
import { isFiltered, PAGE, readAsk } from '../search/listing.ts'
import { packListing, unpackListing } from '../search/packed-listing.ts'
import { Results } from '../search/results.tsx'
import { findProducts } from '../search/search.server.ts'
import { headOf } from '../shop/head.server.ts'
import { linkedData } from '../shop/linked-data.tsx'
import { type Settings, to } from '../shop/shop.ts'
import { many } from '../shop/text.ts'
import { useShop } from '../shop/use-shop.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/all.ts'

/** Cards enough for a wide picture among them where the list is narrowed down. */
const LONG = 12

const RecentlySeen = lazy(() => import('../catalogue/recently-seen.tsx'))

export async function loader({ request, context }: Route.LoaderArgs) {
  const here = visit(context)
  const ask = readAsk(new URL(request.url).searchParams)
  const { all, listsAll } = here.shop
  const listing = await findProducts(here, ask)
  const isLong = !isFiltered(ask) || listing.cards.length >= LONG
  const { title, lead, cover, seo } = all
  const path = to.all + (ask.page > 1 ? `?page=${ask.page}` : '')
  const head = headOf({
    title: seo?.title ?? `${title} · ${here.shop.name}`,
    name: title,
    description: seo?.description ?? lead,
    address: new URL(path, here.host.baseUrl).href,
    shopName: here.shop.name,
    picture: cover,
  })
  const { baseUrl } = here.host
  const linked = linkedData(
    { request, context },
    collectionPage(baseUrl, { name: title, path, cards: listing.cards, before: (ask.page - 1) * PAGE, count: listing.count }),
    breadcrumbs(baseUrl, [
      { name: here.shop.name, path: to.home },
      { name: title, path: to.all },
    ]),
  )
  return {
    head: [...head, ...(listsAll ? [] : [{ name: 'robots', content: 'noindex' }]), ...linked],
    listing: packListing(listing),
    title,
    lead,
    highlight: isFiltered(ask) || ask.page > 1 ? undefined : await highlightAmong(here, listing.cards),
    tile: isLong && ask.page === 1 ? tileOf(here.shop) : undefined,
  }
}

/** A wide picture among the cards, and where it leads: to the collection of its hour, or where it leads on the first page. */
function tileOf({ home, collections }: Settings) {
  const plates = home.flatMap((block) => ('plate' in block ? block : []))
  const found = (plates.find(({ kind }) => kind === 'story') ?? plates.at(-1))?.plate
  if (!found) return undefined
  const { picture, hour, go } = found
  const hourCollection = hour && collections.find((collection) => collection.hour?.time === hour.time)
  const way = hourCollection
    ? { label: `${hourCollection.name}, ${many(hourCollection.count, 'object')}`, href: to.collection(hourCollection.slug) }
    : go
  return way && { picture: { ...picture, placeholder: undefined }, hour, go: way }
}

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.head ?? []

export default function AllPage({ loaderData: { listing: packed, title, lead, tile, highlight } }: Route.ComponentProps) {
  const listing = useMemo(() => unpackListing(packed), [packed])
  const [search] = useSearchParams()
  const ask = readAsk(search)
  const { name } = useShop()
  return (
    <main id="main">
      <div className="wrap list-head">
        <Crumbs
          way={[
            <Link key="home" to={to.home}>
              {name}
            </Link>,
          ]}
          here={title}
        />
        <div className="list-head__row">
          <h1>{title}</h1>
          <p className="soft">{lead}</p>
        </div>
      </div>
      <Faceted
        ask={ask}
        listing={listing}
        about={listing.of !== undefined && listing.of > listing.count ? `of ${listing.of} objects` : 'objects'}
      >
        <Results
          ask={ask}
          listing={listing}
          highlight={highlight}
          all={`Show ${title.toLowerCase()}`}
          among={
            tile && (
              <figure className="tile-wide">
                <Picture of={tile.picture} sizes="(min-width: 64rem) 49vw, (min-width: 48rem) 62vw, 92vw" widths={[480, 720, 1280]} />
                <figcaption>
                  {tile.hour && <Hour {...tile.hour} as="span" />}{' '}
                  <Link className="link" to={tile.go.href}>
                    {tile.go.label}
                  </Link>
                </figcaption>
              </figure>
            )
          }
        />
      </Faceted>
      <Suspense>
        <RecentlySeen />
      </Suspense>
    </main>
  )
}
