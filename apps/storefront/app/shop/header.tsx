import { Icon, RowIcon } from '@vitrine/ui'
import { Menu, Search, ShoppingBag } from 'lucide-react'
import { Link, useLocation, useMatches } from 'react-router'
import { CartBadge, CartCount, cartLabel } from '../cart/count.tsx'
import { useCart } from '../cart/use-cart.tsx'
import { Who } from '../member/who.tsx'
import { nearing } from './nearing.ts'
import { cartDrawer, menuDrawer, searchOverlay } from './over.tsx'
import { type Shop, to, type Way } from './shop.ts'
import { Wordmark } from './wordmark.tsx'

export interface HeaderProps {
  shop: Shop
  /** Who is signed in; nobody where it is empty. */
  who: string
  onMenu: () => void
  onSearch: () => void
}

/** Menu, name, search and bag. Each is a link that works by itself; with script they open over the page. */
export function Header({ shop, who, onMenu, onSearch }: HeaderProps) {
  const { cart, show } = useCart()
  const { pathname } = useLocation()
  const openCollection = useOpenCollection()
  const opens = (open: () => void) => (event: React.MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    open()
  }
  const link = ({ label, href }: Way) => (
    <Link to={href} prefetch="intent" aria-current={href === pathname ? 'page' : href === openCollection ? 'true' : undefined}>
      {label}
    </Link>
  )
  const item = (way: Way) => <li key={way.href}>{link(way)}</li>
  return (
    <>
      {shop.notice && (
        <section className="notice" aria-label="Good to know">
          <Notice text={shop.notice} />
        </section>
      )}
      <header className="head">
        <div className="wrap head__in">
          <nav className="head__nav" aria-label="Shop">
            <a className="icon-button head__menu" href="#menu" aria-label="Menu" onClick={opens(onMenu)} {...nearing(menuDrawer.near)}>
              <Icon of={Menu} />
            </a>
            <ul>
              {shop.menu.map((way) => (
                <li key={way.href}>
                  {way.ways ? (
                    <details name="menu" key={pathname}>
                      <summary>{way.label}</summary>
                      <ul>{[way, ...way.ways].map(item)}</ul>
                    </details>
                  ) : (
                    link(way)
                  )}
                </li>
              ))}
            </ul>
          </nav>
          <Wordmark shop={shop} />
          <div className="head__tools">
            <Link className="t" to={to.search()} onClick={opens(onSearch)} {...nearing(searchOverlay.near)}>
              <Icon of={Search} small /> Search
            </Link>
            <Link className="t" to={to.account}>
              <Who name={who} own={cart.own} />
            </Link>
            <Link className="t" to="/wishlist" aria-label="Wish lists">
              <RowIcon of="heart" />
            </Link>
            <Link className="t bag" to={to.cart} onClick={opens(show)} {...nearing(cartDrawer.near)}>
              Bag <CartCount cart={cart} />
            </Link>
            <Link className="icon-button" to={to.search()} aria-label="Search" onClick={opens(onSearch)} {...nearing(searchOverlay.near)}>
              <Icon of={Search} />
            </Link>
            <Link className="icon-button" to={to.cart} aria-label={cartLabel(cart)} onClick={opens(show)} {...nearing(cartDrawer.near)}>
              <Icon of={ShoppingBag} />
              <CartBadge cart={cart} />
            </Link>
          </div>
        </div>
      </header>
    </>
  )
}

/** The collection that the page's product stands in. */
function useOpenCollection() {
  const found = useMatches().find(({ loaderData }) => typeof loaderData === 'object' && loaderData !== null && 'collection' in loaderData)
  const collection = (found?.loaderData as { collection?: { slug?: string } } | undefined)?.collection
  return collection?.slug && to.collection(collection.slug)
}

/** Narrow screens have room for its first sentence. */
function Notice({ text }: { text: string }) {
  const [first = text] = /^.*?[.!?](?=\s|$)/.exec(text) ?? []
  return (
    <>
      {first}
      <span className="only-wide-i">{text.slice(first.length)}</span>
    </>
  )
}
