import { Button, useMoneyText } from '@vitrine/ui'
import { useId } from 'react'
import { Form, Link } from 'react-router'
import { priceAlertAt } from '../catalogue/alerts.ts'
import { Card } from '../catalogue/card.tsx'
import { to } from '../shop/shop.ts'
import { many } from '../shop/text.ts'
import { type ChoosableList, type EntryView, listName } from './lists.ts'

interface EntryProps {
  of: EntryView
  list: string
  others: readonly ChoosableList[]
  /** An email about a lower price goes to the member's own address, by one press. */
  signedIn: boolean
}

/** Something on one's own list, with all that can be done to it; each is a form that works without script. */
export function Entry({ of: entry, list, others, signedIn }: EntryProps) {
  const id = useId()
  const money = useMoneyText()
  const { name, quantity, note, chosen, was, price, gifts } = entry
  const hidden = (
    <>
      <input type="hidden" name="list" value={list} />
      <input type="hidden" name="item" value={entry.id} />
      <input type="hidden" name="name" value={name} />
    </>
  )
  return (
    <li className="wl">
      {entry.card ? <Card of={entry.card} heading="h2" heart={false} /> : <Gone name={name} />}
      <p className="small soft wl__said">
        {[chosen, quantity > 1 && many(quantity, 'piece'), note].filter(Boolean).join('. ')}
        {was !== undefined && price !== undefined && (
          <span className="wl__was">
            {price < was
              ? `${money(String(was - price))} less than when you put it here`
              : `It was ${money(String(was))} when you put it here`}
          </span>
        )}
      </p>
      {gifts && (
        <p className="small wl__gifts">
          {gifts.map((text) => (
            <span key={text} className="tag">
              <span className="dot" aria-hidden="true" />
              {text}
            </span>
          ))}
        </p>
      )}
      <Buy entry={entry} hidden={hidden} />
      <div className="row row--wrap small wl__tools">
        <Form method="post" preventScrollReset>
          {hidden}
          <input type="hidden" name="intent" value="remove" />
          <button className="text-button">
            Remove<span className="sr"> {name}</span>
          </button>
        </Form>
        <details className="wl__more">
          <summary className="text-button">
            Change<span className="sr"> {name}</span>
          </summary>
          <Form method="post" preventScrollReset className="wl__form">
            {hidden}
            <input type="hidden" name="intent" value="change" />
            <div className="field">
              <label htmlFor={`${id}-n`}>How many</label>
              <input
                className="input"
                id={`${id}-n`}
                name="quantity"
                type="number"
                min={1}
                max={100_000}
                defaultValue={quantity}
                required
              />
            </div>
            <div className="field">
              <label htmlFor={`${id}-note`}>A note</label>
              <input className="input" id={`${id}-note`} name="note" maxLength={200} defaultValue={note ?? ''} />
            </div>
            {others.length > 0 && (
              <div className="field">
                <label htmlFor={`${id}-to`}>On the list</label>
                <select className="input" id={`${id}-to`} name="to" defaultValue="">
                  <option value="">This one</option>
                  {others.map((other) => (
                    <option key={other.id} value={other.id}>
                      {listName(other)}
                    </option>
                  ))}
                </select>
              </div>
            )}
            <Button small line>
              Save
            </Button>
          </Form>
        </details>
        {entry.card && signedIn && entry.availability !== 'CHOICE_NEEDED' && (
          <Form method="post" preventScrollReset>
            {hidden}
            <button className="text-button" name="intent" value="price">
              Tell me when it costs less<span className="sr">: {name}</span>
            </button>
          </Form>
        )}
        {entry.card && !(signedIn && entry.availability !== 'CHOICE_NEEDED') && (
          <Link className="text-button" to={priceAlertAt(entry.card.slug, entry.choices)}>
            Tell me when it costs less<span className="sr">: {name}</span>
          </Link>
        )}
      </div>
    </li>
  )
}

/** What stands in the place of a card where there is no product any more. */
export const Gone = ({ name }: { name: string }) => (
  <article className="card card--out">
    <div className="card__pic" />
    <div className="card__text">
      <h2 className="card__name">{name}</h2>
      <p className="card__price soft">not in the shop any more</p>
    </div>
  </article>
)

/** The button of an entry: into the bag, to its choices, or one email when it is back. */
function Buy({ entry, hidden }: { entry: EntryView; hidden: React.ReactNode }) {
  const id = useId()
  const { card, availability, choices, name } = entry
  if (!card || availability === 'GONE') return null
  if (availability === 'CHOICE_NEEDED')
    return (
      <Link className="button button--line button--small" to={to.product(card.slug, choices)}>
        Choose<span className="sr"> {name}</span>
      </Link>
    )
  if (availability === 'AVAILABLE')
    return (
      <Form method="post" preventScrollReset>
        {hidden}
        <input type="hidden" name="intent" value="cart" />
        <Button line small>
          Move to the bag<span className="sr"> {name}</span>
        </Button>
      </Form>
    )
  return (
    <Form method="post" action={to.backInStock} className="wl__alert">
      <input type="hidden" name="slug" value={card.slug} />
      {Object.entries(choices).map(([option, choice]) => (
        <input key={option} type="hidden" name={`choice.${option}`} value={choice} />
      ))}
      <label className="small" htmlFor={`${id}-email`}>
        Sold out. We will write when it is back.
      </label>
      <div className="foot__form">
        <input
          className="input"
          id={`${id}-email`}
          name="email"
          type="email"
          autoComplete="email"
          placeholder="you@example.com"
          maxLength={320}
          required
        />
        <Button line small>
          Write to me<span className="sr"> about {name}</span>
        </Button>
      </div>
    </Form>
  )
}
