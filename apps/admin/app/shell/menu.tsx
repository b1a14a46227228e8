import type { Right } from '@vitrine/contract'
import { House, Inbox, type LucideIcon } from 'lucide-react'
import { NavLink } from 'react-router'
import { Glyph } from '../parts/glyph.tsx'
import { Icon } from '../parts/icon.tsx'

export interface Place {
  readonly name: string
  readonly icon: LucideIcon
  readonly to: string
  /** After `g`. */
  readonly key: string
  /** What one has to be allowed; a place that one may not enter is not in the menu. */
  readonly needs: Right
}

export const places: readonly Place[] = [
  { name: 'Home', icon: House, to: '/', key: 'h', needs: 'orders.read' },
  { name: 'Orders', icon: Inbox, to: '/orders', key: 'o', needs: 'orders.read' },
]

export function Menu({ shop, places: shown, foot }: { shop: string; places: readonly Place[]; foot: React.ReactNode }) {
  return (
    <nav className="side" aria-label="Main">
      <div className="side-in">
        <a className="shopname" href="/" title="Look at the shop">
          <span className="mark">
            <Glyph of="sun" />
          </span>
          <span className="l">
            <b>{shop}</b>
          </span>
        </a>
        <ul>
          {shown.map(({ name, icon, to, key }) => (
            <li key={to}>
              <NavLink to={to} end={to === '/'}>
                <Icon of={icon} />
                <span className="l">{name}</span>
                <span className="hintkey" aria-hidden="true">
                  g {key}
                </span>
              </NavLink>
            </li>
          ))}
        </ul>
        <div className="side-f">{foot}</div>
      </div>
    </nav>
  )
}
