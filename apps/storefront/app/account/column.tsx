import { useEffect, useRef } from 'react'
import { Form, Link, NavLink, useLocation } from 'react-router'
import { entryOf, ways } from './ways.ts'

/**
 * The navigation of the account: a column on wide screens, a scrolling row on narrow ones.
 * @param within the entry to mark for a page outside the account
 */
export function Column({ within }: { within?: string }) {
  const row = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()
  const marked = within ?? entryOf(pathname)
  // On a phone the row hides most of itself: the word of this page is panned into sight.
  useEffect(() => {
    const list = row.current
    const here = list?.querySelector<HTMLElement>('[aria-current]')
    if (list && here && list.scrollWidth > list.clientWidth)
      list.scrollTo({ left: here.offsetLeft - (list.clientWidth - here.offsetWidth) / 2 })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- each page anew
  }, [pathname])
  return (
    <nav className="acct__nav" aria-label="Your account">
      <ul ref={row}>
        {words.map(({ label, href, whole }) => (
          <li key={href}>
            {href === marked ? (
              <Link to={href} aria-current="true">
                {label}
              </Link>
            ) : (
              <NavLink to={href} end={whole ?? false} prefetch="intent">
                {label}
              </NavLink>
            )}
          </li>
        ))}
        <li>
          <Link to={ways.picker}>Switch account</Link>
        </li>
        <li>
          <Form method="post" action={ways.logout}>
            <button>Sign out</button>
          </Form>
        </li>
      </ul>
    </nav>
  )
}

const words: readonly { label: string; href: string; whole?: boolean }[] = [
  { label: 'Overview', href: ways.overview, whole: true },
  { label: 'Orders', href: ways.orders },
  { label: 'Returns', href: ways.returns },
  { label: 'Bookings', href: ways.bookings },
  { label: 'Events', href: ways.events },
  { label: 'Addresses and profile', href: ways.profile },
  { label: 'Security', href: ways.security },
  { label: 'Subscriptions', href: ways.subscriptions },
  { label: 'Wish lists', href: ways.wishlists },
  { label: 'Back in stock', href: ways.alerts },
  { label: 'Reviews', href: ways.reviews },
  { label: 'Letters and data', href: ways.emails },
  { label: 'Community', href: ways.community },
]
