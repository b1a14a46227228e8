import { Line, Price } from '@vitrine/ui'
import { Form, Link } from 'react-router'
import { to } from '../shop/shop.ts'
import type { EntryView } from '../wishlists/lists.ts'

/** What left the bag to be bought another time; each goes back as it was. */
export function SavedForLater({ list, entries }: { list: string; entries: readonly EntryView[] }) {
  return (
    <section className="section" aria-labelledby="later">
      <h2 id="later">Kept for later</h2>
      <ul className="lines lines--page">
        {entries.map(({ id, name, card, chosen, choices, quantity, availability, price }) => (
          <Line
            key={id}
            name={name}
            picture={card?.picture}
            heading="h3"
            gone={availability === 'GONE' || availability === 'SOLD_OUT'}
            link={(inner, decorative) => {
              const decoration = decorative ? { className: 'line__pic', tabIndex: -1, 'aria-hidden': true } : {}
              return card ? (
                <Link to={to.product(card.slug, choices)} {...decoration}>
                  {inner}
                </Link>
              ) : (
                <span {...decoration}>{inner}</span>
              )
            }}
            price={price === undefined ? null : <Price of={price * quantity} />}
            chosen={
              [
                chosen,
                quantity > 1 && `${quantity} of it`,
                availability === 'SOLD_OUT' && 'sold out',
                availability === 'GONE' && 'not in the shop any more',
              ]
                .filter(Boolean)
                .join(', ') || null
            }
            tools={
              <Form method="post" action={to.cart} preventScrollReset className="line__form">
                <input type="hidden" name="list" value={list} />
                <input type="hidden" name="item" value={id} />
                {availability === 'AVAILABLE' && (
                  <button className="text-button" name="intent" value="from-later">
                    Back to the bag<span className="sr"> {name}</span>
                  </button>
                )}
                <button className="text-button" name="intent" value="drop-later">
                  Remove<span className="sr"> {name}</span>
                </button>
              </Form>
            }
          />
        ))}
      </ul>
    </section>
  )
}
