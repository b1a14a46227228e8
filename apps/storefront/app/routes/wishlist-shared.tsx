import { attempt } from '@vitrine/client'
import { buttonClass, Picture } from '@vitrine/ui'
import { useEffect } from 'react'
import { data, Link, useFetcher } from 'react-router'
import { useCart } from '../cart/use-cart.tsx'
import { Card } from '../catalogue/card.tsx'
import { to } from '../shop/shop.ts'
import { capital, inWords, many } from '../shop/text.ts'
import { visit } from '../shop.server.ts'
import { wishlistAt } from '../wishlists/addresses.ts'
import { Gone } from '../wishlists/entry.tsx'
import { changeGift, giftCardBeside, secrecyText } from '../wishlists/gifts.server.ts'
import { Give } from '../wishlists/give.tsx'
import { showEntries } from '../wishlists/lists.server.ts'
import { isGiven } from '../wishlists/lists.ts'
import '../wishlists/wishlists.css'
import type { Route } from './+types/wishlist-shared.ts'

export const headers = () => ({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin' })

export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  const here = visit(context)
  const [refused, found] = await attempt(here.client.wishlists.readSharedWishlist({ token: token.slice(0, 64) }))
  if (refused && refused.code !== 'WISHLIST_NOT_FOUND') throw refused
  const shopName = here.shop.name
  if (!found) return data({ shopName, list: undefined }, { status: 404 })
  const { name, note, ownerName, mine, items, giftsHiddenUntil } = found.wishlist
  const [entries, giftCard] = await Promise.all([showEntries(here, items), mine ? undefined : giftCardBeside(here)])
  const secrecy = mine ? undefined : secrecyText(here, ownerName, giftsHiddenUntil)
  return data({ shopName, list: { name: name || 'A wish list', note, ownerName, mine, secrecy, giftCard, entries } })
}

export async function action({ request, params: { token }, context }: Route.ActionArgs) {
  return changeGift(visit(context), token.slice(0, 64), await request.formData())
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.list?.name ?? 'A list that is over'} · ${loaderData?.shopName}` },
  { name: 'robots', content: 'noindex' },
]

/** A list as those see it who have a link to it. */
export default function SharedWishlistPage({ loaderData: { list }, actionData }: Route.ComponentProps) {
  // No navigation: that would close what the answer opens. Without script its form is one like any other.
  const giving = useFetcher<typeof action>()
  const answer = giving.data ?? actionData
  const { show } = useCart()
  const inCart = giving.data?.inCart ? giving.data : undefined
  useEffect(() => {
    if (inCart) show()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each answer
  }, [inCart])
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
  const { name, note, ownerName, mine, secrecy, giftCard, entries } = list
  const givenCount = entries.filter(isGiven).length
  return (
    <main id="main" className="wrap shared">
      <header className="shared__head">
        <p className="small soft">{ownerName ? `A list by ${ownerName}` : 'A wish list'}</p>
        <h1>{name}</h1>
        {note && <p className="lead">“{note}”</p>}
        <p className="soft small">
          {entries.length === 0
            ? 'Nothing is on it yet.'
            : `${capital(many(entries.length, 'object'))}${givenCount > 0 ? `, ${inWords(givenCount)} already given` : ''}.`}{' '}
          {mine ? 'This is yours. Others say here what they give.' : secrecy}
        </p>
        <p className="small" role="status">
          {answer?.said}
          {answer?.inCart && (
            <>
              {' '}
              <Link className="link" to={to.cart}>
                Look at the bag
              </Link>
            </>
          )}
        </p>
      </header>
      <ul className="cards cards--list">
        {entries.map((entry) => (
          <li key={entry.id} className="gift">
            {entry.card ? (
              <Card of={entry.card} heading="h2" ribbon={false} {...(isGiven(entry) && { className: 'card--given' })} />
            ) : (
              <Gone name={entry.name} />
            )}
            <Give
              of={entry}
              form={giving.Form}
              busy={giving.formData?.get('item') === entry.id}
              wrong={answer?.item === entry.id ? answer.wrong : undefined}
            />
          </li>
        ))}
        {giftCard && (
          <li className="gift gift--card">
            <Link to={to.giftCard}>
              <Picture of={giftCard.picture} sizes="(min-width:64rem)23vw,(min-width:48rem)31vw,46vw" ratio={4 / 5} />
              <span className="name">{giftCard.name}</span>
            </Link>
          </li>
        )}
      </ul>
      <p className="small soft shared__ask">
        <Link className="link" to={wishlistAt.page}>
          Make a list of your own
        </Link>
      </p>
    </main>
  )
}
