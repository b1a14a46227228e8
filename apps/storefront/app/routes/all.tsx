import { Crumbs, Hour, Picture } from '@vitrine/ui'
import { Link } from 'react-router'
import { Faceted } from '../search/facets.tsx'
import { isFiltered, readAsk } from '../search/listing.ts'
import { Results } from '../search/results.tsx'
import { findProducts } from '../search/search.server.ts'
import { to } from '../shop/shop.ts'
import { useShop } from '../shop/use-shop.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/all.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const here = visit(context)
  const ask = readAsk(new URL(request.url).searchParams)
  const title = here.shop.menu.find(({ href }) => href === to.all)?.label ?? 'Everything'
  const hero = here.shop.home.flatMap((block) => ('plate' in block && block.plate.go ? block.plate : [])).at(-1)
  return {
    ask,
    listing: await findProducts(here, ask),
    title,
    shopName: here.shop.name,
    tile: hero && !isFiltered(ask) && ask.page === 1 ? { picture: hero.picture, hour: hero.hour, go: hero.go } : undefined,
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `${loaderData?.title} · ${loaderData?.shopName}` }]

export default function AllPage({ loaderData: { ask, listing, title, tile } }: Route.ComponentProps) {
  const { name, about } = useShop()
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
          <p className="soft">{about}</p>
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
          all={`Show ${title.toLowerCase()}`}
          among={
            tile && (
              <figure className="tile-wide">
                <Picture of={tile.picture} sizes="(min-width: 64rem) 50vw, 92vw" />
                <figcaption>
                  {tile.hour && <Hour {...tile.hour} as="span" />}{' '}
                  {tile.go && (
                    <Link className="link" to={tile.go.href}>
                      {tile.go.label}
                    </Link>
                  )}
                </figcaption>
              </figure>
            )
          }
        />
      </Faceted>
    </main>
  )
}
