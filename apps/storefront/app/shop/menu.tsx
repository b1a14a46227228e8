import { Dialog, Icon } from '@vitrine/ui'
import { X } from 'lucide-react'
import { Link } from 'react-router'
import { wishlistAt } from '../wishlists/addresses.ts'
import { type Shop, to } from './shop.ts'

/** The collections by their hours, from the side; on narrow screens. */
export interface MenuDrawerProps {
  shop: Shop
  /** Who is signed in; nobody where it is empty. */
  who: string
  open: boolean
  onClose: () => void
}

export default function MenuDrawer({ shop, who, open, onClose }: MenuDrawerProps) {
  const all = shop.menu.find(({ href }) => href === to.all)
  const more = shop.menu
    .flatMap((way) => [way, ...(way.ways ?? [])])
    .filter(({ href }) => href !== to.all && !shop.collections.some(({ slug }) => href === to.collection(slug)))
  return (
    <Dialog className="drawer drawer--start" aria-label="Menu" open={open} onClose={onClose}>
      <div className="drawer__head">
        <span className="wordmark">{shop.wordmark}</span>
        <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
          <Icon of={X} />
        </button>
      </div>
      <div className="drawer__body">
        <nav aria-label="Collections">
          <ul className="menu-list">
            {shop.collections.map(({ slug, name, hour, count }) => (
              <li key={slug}>
                <Link to={to.collection(slug)} onClick={onClose}>
                  {hour ? <time className="figures">{hour.time}</time> : <span />}
                  <span>{name}</span>
                  <small>{count}</small>
                </Link>
              </li>
            ))}
            {shop.listsAll && (
              <li>
                <Link to={to.all} onClick={onClose}>
                  <span />
                  <span>{all?.label ?? 'All'}</span>
                  <small>{shop.count}</small>
                </Link>
              </li>
            )}
          </ul>
        </nav>
      </div>
      <div className="drawer__foot">
        <div className="row row--wrap small menu__more">
          <Link className="link" to={to.account} onClick={onClose}>
            {who ? 'Your account' : 'Sign in'}
          </Link>
          <Link className="link" to={to.findOrder} onClick={onClose}>
            Where is my order
          </Link>
          <Link className="link" to={wishlistAt.page} onClick={onClose}>
            Wish lists
          </Link>
          {more.map(({ label, href }) => (
            <Link key={href} className="link" to={href} onClick={onClose}>
              {label}
            </Link>
          ))}
        </div>
      </div>
    </Dialog>
  )
}
