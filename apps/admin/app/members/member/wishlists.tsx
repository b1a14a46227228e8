import type { WishlistWithItems } from '@vitrine/contract'
import { Link } from 'react-router'

const namesShown = 6
const kinds = { DEFAULT: 'Wish list', NAMED: 'List', SAVED_FOR_LATER: 'Kept for later' } as const

/** What a member would like to have. */
export function MemberWishlists({ of: lists }: { of: readonly WishlistWithItems[] }) {
  const filled = lists.filter(({ items }) => items.length > 0)
  if (filled.length === 0) return null
  return (
    <section className="sec" aria-labelledby="wish-lists">
      <header className="sec-h">
        <h2 id="wish-lists">Wish lists</h2>
      </header>
      <dl className="dl">
        {filled.map(({ id, kind, name, items }) => (
          <div key={id}>
            <dt>{name || kinds[kind]}</dt>
            <dd>
              {items.slice(0, namesShown).map((item, at) => (
                <span key={item.id}>
                  {at > 0 && ', '}
                  <Link className="a" to={`/products/${item.catalogReference.catalogItemId}`}>
                    {item.name}
                  </Link>
                </span>
              ))}
              {items.length > namesShown && ` and ${items.length - namesShown} more`}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
