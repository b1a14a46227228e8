import { attempt } from '@vitrine/client'
import { Button, buttonClass } from '@vitrine/ui'
import { data, Form, Link } from 'react-router'
import { Card } from '../catalogue/card.tsx'
import { to } from '../shop/shop.ts'
import { capital, many } from '../shop/text.ts'
import { visit } from '../shop.server.ts'
import { wishlistAt } from '../wishlists/addresses.ts'
import { Gone } from '../wishlists/entry.tsx'
import { showEntries } from '../wishlists/lists.server.ts'
import type { EntryView } from '../wishlists/lists.ts'
import '../wishlists/wishlists.css'
import type { Route } from './+types/wishlist-shared.ts'

export const headers = () => ({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })

export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  const here = visit(context)
  const [refused, found] = await attempt(here.client.wishlists.readSharedWishlist({ token: token.slice(0, 64) }))
  if (refused && refused.code !== 'WISHLIST_NOT_FOUND') throw refused
  const shopName = here.shop.name
  if (!found) return data({ shopName, list: undefined }, { status: 404 })
  const { name, note, ownerName, mine, items } = found.wishlist
  return data({ shopName, list: { name: name || 'A wish list', note, ownerName, mine, entries: await showEntries(here, items) } })
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.list?.name ?? 'A list that is over'} · ${loaderData?.shopName}` },
  { name: 'robots', content: 'noindex' },
]

/** A list as those see it who have a link to it. */
export default function SharedWishlistPage({ loaderData: { list } }: Route.ComponentProps) {
  if (!list)
    return (
      <main id="main" className="wrap odd">
        <div className="odd__t">
          <h1>This list is not shared any more</h1>
          <p className="lead">Whoever made it has ended the link, or deleted the list. Ask them for another one.</p>
          <div className="row row--wrap">
            <Link className={buttonClass({})} to={to.all}>
              Look around
            </Link>
          </div>
        </div>
      </main>
    )
  const { name, note, ownerName, mine, entries } = list
  return (
    <main id="main" className="wrap shared">
      <header className="shared__head">
        <p className="small soft">{ownerName ? `A list by ${ownerName}` : 'A wish list'}</p>
        <h1>{name}</h1>
        {note && <p className="lead">“{note}”</p>}
        <p className="soft small">
          {entries.length === 0 ? 'Nothing is on it yet.' : `${capital(many(entries.length, 'object'))}.`}
          {mine && ' This is yours, as others see it.'}
        </p>
      </header>
      <ul className="cards cards--list">
        {entries.map((entry) => (
          <li key={entry.id} className="gift">
            {entry.card ? <Card of={entry.card} heading="h2" /> : <Gone name={entry.name} />}
            <Give of={entry} />
          </li>
        ))}
      </ul>
      <p className="small soft shared__ask">
        <Link className="link" to={wishlistAt.page}>
          Make a list of your own
        </Link>
      </p>
    </main>
  )
}

function Give({ of: { card, availability, chosen, choices, quantity, note, name } }: { of: EntryView }) {
  const said = [chosen, quantity > 1 && `${capital(many(quantity, 'piece'))} asked for`, note].filter(Boolean).join('. ')
  return (
    <div className="row row--wrap small">
      {card && availability === 'AVAILABLE' && (
        <Form method="post" action={to.cart}>
          <input type="hidden" name="intent" value="add" />
          <input type="hidden" name="product" value={card.id} />
          <input type="hidden" name="slug" value={card.slug} />
          {Object.entries(choices).map(([option, choice]) => (
            <input key={option} type="hidden" name={`choice.${option}`} value={choice} />
          ))}
          <Button line small>
            Add to the bag<span className="sr"> {name}</span>
          </Button>
        </Form>
      )}
      {card && availability === 'CHOICE_NEEDED' && (
        <Link className={buttonClass({ line: true, small: true })} to={to.product(card.slug, choices)}>
          Choose<span className="sr"> {name}</span>
        </Link>
      )}
      {availability === 'SOLD_OUT' && <span className="soft">Sold out</span>}
      {said && <span className="soft">{said}</span>}
    </div>
  )
}
