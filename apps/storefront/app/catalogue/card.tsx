import { classes, Picture, Price, Reduced, RowIcon, SwatchRow } from '@vitrine/ui'
import { Suspense, useState } from 'react'
import { Link, useViewTransitionState } from 'react-router'
import { ADDS } from '../cart/forms.ts'
import { useOpenCartDrawer } from '../cart/open-cart-drawer.ts'
import { useCart } from '../cart/use-cart.tsx'
import { apart } from '../shop/apart.tsx'
import { to } from '../shop/shop.ts'
import type { CardView } from './product.ts'

export interface CardProps {
  of: CardView
  heading?: 'h2' | 'h3'
  /** In the first screen. */
  eager?: boolean
  /** The first picture of the page, which is fetched before all others. */
  first?: boolean
  /** As in the `sizes` attribute. */
  sizes?: string
  /** The widths of its pictures in `srcset`. */
  widths?: readonly number[]
  ribbon?: boolean
  className?: string
  /** Whether it offers to be kept: on a wish list, or where it is sold out by an email. */
  heart?: boolean
  /** Another card of the page has told the router of product pages. */
  known?: boolean
}

const Heart = apart(() => import('../wishlists/heart.tsx'))
/** A card takes a quarter of a wide window, and half of a narrow one. */
const CARD_WIDTHS = [400, 720]
const SIZES = '(min-width:64rem)23vw,(min-width:48rem)31vw,46vw'

/** A product in a list: the whole card leads to it; what needs no choice can be put into the bag from here. */
export function Card({
  of: card,
  heading: Heading = 'h3',
  eager,
  first = false,
  sizes = SIZES,
  widths = CARD_WIDTHS,
  ribbon = true,
  className,
  heart = true,
  known,
}: CardProps) {
  const { out, before, price, perUnit, name, colours, picture, second, rating } = card
  // A page may show the same product twice, and a name of a transition may be there once: that of the card which was pressed.
  const [pressed, setPressed] = useState(false)
  // The second picture is for those who come near; a page with fifty pictures is not heavier for it.
  const [near, setNear] = useState(false)
  const moving = useViewTransitionState(to.product(card.slug)) && pressed
  const off = before ? `−${Math.round((1 - price / before) * 100)} %` : undefined
  const said = out ? 'Sold out' : card.preorder ? 'Preorder' : ribbon ? (card.ribbon ?? off) : undefined
  return (
    <article className={classes('card', out ? 'card--out' : !card.simple && 'card--choose', className)}>
      <div className="card__pic">
        {picture && (
          <Picture
            of={picture}
            sizes={sizes}
            ratio={4 / 5}
            widths={widths}
            first={first}
            eager={eager ?? false}
            {...(moving ? { style: { viewTransitionName: 'picture' } } : {})}
          />
        )}
        {near && second && <Picture of={second} sizes={sizes} ratio={4 / 5} widths={widths} eager silent />}
        {said && <span className={classes('ribbon', said === off && 'ribbon--off')}>{said}</span>}
        {!out && card.simple && <Add card={card} />}
        {heart && (
          <Suspense>
            <Heart product={card.id} name={name} className="card__heart" />
          </Suspense>
        )}
      </div>
      <div className="card__text">
        <Heading className="card__name">
          <Link
            to={to.product(card.slug)}
            prefetch="intent"
            discover={known ? 'none' : 'render'}
            viewTransition
            onPointerEnter={() => setNear(true)}
            onFocus={() => setNear(true)}
            onClick={() => setPressed(true)}
          >
            {name}
          </Link>
        </Heading>
        <p className="card__price">
          {card.from && <span className="sr">from </span>}
          {before ? <Reduced now={price} before={before} /> : <Price of={price} />}
        </p>
        <p className="card__meta">
          {out && heart ? (
            <Link className="link card__wait" to={`${to.product(card.slug)}#back-email`}>
              Write to me when it is back<span className="sr"> {name}</span>
            </Link>
          ) : colours ? (
            <span className="sws">
              <span className="sr">
                {`${colours.option}: ${colours.choices.map((choice) => choice.name + (choice.out ? ', sold out' : '')).join('; ')}`}
              </span>
              <SwatchRow of={colours.choices} plain={colours.plain} />
            </span>
          ) : (
            <span>{card.note}</span>
          )}
          {colours && card.preorder && card.note && <span>{card.note}</span>}
          {perUnit && <span className="card__unit">{perUnit}</span>}
          {rating && (
            <span className="card__rate">
              <span className="sr">rated </span>
              {rating.average}
              <span className="n">{` (${rating.count})`}</span>
            </span>
          )}
        </p>
      </div>
    </article>
  )
}

/** What has to be chosen is chosen on its page, where the card leads anyhow. */
function Add({ card }: { card: CardView }) {
  const openCartDrawer = useOpenCartDrawer()
  const { add, adding } = useCart()
  const id = `coming-${card.id}`
  const busy = adding.includes(id)
  return (
    <button
      className="card__add"
      form={ADDS}
      name="product"
      value={card.id}
      aria-busy={busy || undefined}
      {...openCartDrawer}
      aria-label={`Add ${card.name} to the bag`}
      onClick={(event) => {
        event.preventDefault()
        if (busy) return
        add({
          id,
          productId: card.id,
          slug: card.slug,
          name: card.name,
          picture: card.picture,
          chosen: [],
          choices: {},
          quantity: 1,
          price: String(card.price),
          gone: false,
          shippable: card.shippable,
        })
      }}
    >
      <RowIcon of="plus" />
    </button>
  )
}
