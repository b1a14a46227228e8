import type { Right } from '@vitrine/contract'
import {
  Activity,
  BadgePercent,
  Clock,
  CodeXml,
  CreditCard,
  FileText,
  History,
  House,
  Inbox,
  KeyRound,
  type LucideIcon,
  Mail,
  Package,
  Palette,
  Percent,
  Shield,
  Star,
  Store,
  Truck,
  Users,
} from 'lucide-react'
import { NavLink, useLocation } from 'react-router'
import { Glyph } from '../parts/glyph.tsx'
import { Icon } from '../parts/icon.tsx'
import { type Counts, written } from './counts.ts'

export interface Place {
  readonly name: string
  readonly to: string
  /** What one has to be allowed; a place that one may not enter is not in the menu. */
  readonly needs: Right
}

/** A place that the menu always shows. */
export interface Section extends Place {
  readonly icon: LucideIcon
  /** After `g`. */
  readonly key?: string
  /** The places within it, shown while one is there. */
  readonly within?: readonly Place[]
}

const groups: readonly (readonly Section[])[] = [
  [
    { name: 'Home', icon: House, to: '/', key: 'h', needs: 'orders.read' },
    {
      name: 'Orders',
      icon: Inbox,
      to: '/orders',
      key: 'o',
      needs: 'orders.read',
      within: [
        { name: 'Returns', to: '/returns', needs: 'orders.read' },
        { name: 'Draft orders', to: '/drafts', needs: 'orders.read' },
        { name: 'Abandoned checkouts', to: '/abandoned', needs: 'orders.read' },
      ],
    },
    {
      name: 'Products',
      icon: Package,
      to: '/products',
      key: 'p',
      needs: 'products.read',
      within: [
        { name: 'Collections', to: '/collections', needs: 'products.read' },
        { name: 'Brands & ribbons', to: '/brands', needs: 'products.read' },
        { name: 'Inventory', to: '/inventory', needs: 'products.read' },
        { name: 'Media', to: '/media', needs: 'products.read' },
        { name: 'Waiting list', to: '/waiting-list', needs: 'orders.read' },
        { name: 'Wish lists', to: '/wishlists', needs: 'members.read' },
        { name: 'Transfers', to: '/transfers', needs: 'products.read' },
        { name: 'Recommendations', to: '/recommendations', needs: 'products.read' },
        { name: 'Locations', to: '/locations', needs: 'products.read' },
        { name: 'Import', to: '/products/import', needs: 'products.read' },
      ],
    },
    {
      name: 'Members',
      icon: Users,
      to: '/members',
      key: 'm',
      needs: 'members.read',
      within: [
        { name: 'Newsletter', to: '/newsletter', needs: 'members.read' },
        { name: 'Personal data', to: '/personal-data', needs: 'personalData.read' },
      ],
    },
    { name: 'Reviews', icon: Star, to: '/reviews', key: 'r', needs: 'reviews.read' },
    {
      name: 'Promotions',
      icon: BadgePercent,
      to: '/promotions',
      key: 'd',
      needs: 'promotions.read',
      within: [
        { name: 'Gift cards', to: '/gift-cards', needs: 'giftCards.read' },
        { name: 'Cart tester', to: '/cart-tester', needs: 'promotions.read' },
      ],
    },
    { name: 'Storefront', icon: Palette, to: '/storefront', needs: 'settings.read' },
    {
      name: 'Pages',
      icon: FileText,
      to: '/pages',
      needs: 'settings.read',
      within: [
        { name: 'Navigation', to: '/navigation', needs: 'settings.read' },
        { name: 'Redirects', to: '/redirects', needs: 'settings.read' },
      ],
    },
  ],
  [
    {
      name: 'Shipping',
      icon: Truck,
      to: '/shipping',
      key: 's',
      needs: 'delivery.read',
      within: [
        { name: 'Weight-based rates', to: '/shipping/weights', needs: 'delivery.read' },
        { name: 'Pick-up & slots', to: '/shipping/slots', needs: 'delivery.read' },
        { name: 'Pick-up points', to: '/shipping/pickup-points', needs: 'delivery.read' },
      ],
    },
    { name: 'Taxes', icon: Percent, to: '/taxes', key: 't', needs: 'taxes.read' },
    { name: 'Payments', icon: CreditCard, to: '/payments', key: 'y', needs: 'settings.read' },
    { name: 'Email notifications', icon: Mail, to: '/mail', key: 'e', needs: 'settings.read' },
    { name: 'Sign-in', icon: KeyRound, to: '/member-sign-in', needs: 'settings.read' },
    { name: 'Shop', icon: Store, to: '/shop', key: 'b', needs: 'settings.read' },
    { name: 'Staff', icon: Shield, to: '/staff', key: 'f', needs: 'staff.read' },
  ],
  [
    { name: 'Store clock', icon: Clock, to: '/clock', key: 'c', needs: 'settings.read' },
    { name: 'Audit log', icon: History, to: '/audit', key: 'l', needs: 'audit.read' },
    {
      name: 'System',
      icon: Activity,
      to: '/system',
      key: 'x',
      needs: 'settings.read',
      within: [{ name: 'Jobs', to: '/system/jobs', needs: 'settings.read' }],
    },
    { name: 'Developers', icon: CodeXml, to: '/developers', key: 'v', needs: 'developers.read' },
  ],
]

/** The menu of somebody who may do certain things, group by group. */
export function menuOf(rights: ReadonlySet<Right>): readonly (readonly Section[])[] {
  return groups
    .map((group) =>
      group
        .filter(({ needs }) => rights.has(needs))
        .map((section) => (section.within ? { ...section, within: section.within.filter(({ needs }) => rights.has(needs)) } : section)),
    )
    .filter((group) => group.length > 0)
}

interface MenuProps {
  shop: string
  groups: readonly (readonly Section[])[]
  counts: Counts
  foot: React.ReactNode
}

export function Menu({ shop, groups, counts, foot }: MenuProps) {
  const { pathname } = useLocation()
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
        {groups.map((group) => (
          <ul key={group[0]!.to}>
            {group.map(({ name, icon, to, key, within = [] }) => (
              <li key={to}>
                <NavLink to={to} end={to === '/' || within.some((place) => isAt(place, pathname))} aria-description={counts.get(to)?.says}>
                  <Icon of={icon} />
                  <span className="l">{name}</span>
                  {counts.has(to) && (
                    <span className="n" aria-hidden="true">
                      {written(counts.get(to)!.number)}
                    </span>
                  )}
                  {key && (
                    <span className="hintkey" aria-hidden="true">
                      g {key}
                    </span>
                  )}
                </NavLink>
                {within.length > 0 && [{ to }, ...within].some((place) => isAt(place, pathname)) && (
                  <ul>
                    {within.map((place) => (
                      <li key={place.to}>
                        <NavLink to={place.to}>
                          <span className="l">{place.name}</span>
                        </NavLink>
                      </li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
        ))}
        <div className="side-f">{foot}</div>
      </div>
    </nav>
  )
}

/** Every place of a menu, those within a section after it. */
export const placesOf = (groups: readonly (readonly Section[])[]): readonly Section[] =>
  groups.flat().flatMap(({ within = [], ...section }) => [section, ...within.map((place) => ({ ...place, icon: section.icon }))])

const isAt = ({ to }: { readonly to: string }, pathname: string): boolean => pathname === to || pathname.startsWith(`${to}/`)

/** The place of the menu that an address belongs to, whoever may enter it. */
export const placeAt = (pathname: string): Place | undefined =>
  placesOf(groups)
    .filter((place) => isAt(place, pathname))
    .sort((a, b) => b.to.length - a.to.length)[0]
