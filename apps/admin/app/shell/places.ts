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

export interface Place {
  readonly name: string
  readonly to: string
  /** What one has to be allowed; a place that one may not enter is not in the menu. */
  readonly needs: Right
  /** What else people call it, for the palette. */
  readonly also?: string
}

/** A place that the menu always shows. */
export interface Section extends Place {
  readonly icon: LucideIcon
  /** After `g`. */
  readonly key: string
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
        { name: 'Returns', also: 'refunds, exchanges', to: '/returns', needs: 'orders.read' },
        { name: 'Invoices', also: 'credit notes, numbers, taxes', to: '/invoices', needs: 'orders.read' },
        { name: 'Draft orders', also: 'phone orders', to: '/drafts', needs: 'orders.read' },
        { name: 'Abandoned checkouts', also: 'recovery, carts', to: '/abandoned', needs: 'orders.read' },
      ],
    },
    {
      name: 'Products',
      icon: Package,
      to: '/products',
      key: 'p',
      needs: 'products.read',
      within: [
        { name: 'Collections', also: 'categories', to: '/collections', needs: 'products.read' },
        { name: 'Brands & ribbons', to: '/brands', needs: 'products.read' },
        { name: 'Inventory', also: 'stock', to: '/inventory', needs: 'products.read' },
        { name: 'Media', also: 'files, pictures, images', to: '/media', needs: 'products.read' },
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
      also: 'customers, accounts',
      icon: Users,
      to: '/members',
      key: 'm',
      needs: 'members.read',
      within: [
        { name: 'Newsletter', to: '/newsletter', needs: 'members.read' },
        { name: 'Personal data', also: 'privacy, GDPR', to: '/personal-data', needs: 'personalData.read' },
      ],
    },
    {
      name: 'Reviews',
      icon: Star,
      to: '/reviews',
      key: 'r',
      needs: 'reviews.read',
      within: [{ name: 'Questions', also: 'questions and answers, Q&A', to: '/questions', needs: 'reviews.read' }],
    },
    {
      name: 'Promotions',
      also: 'discounts, coupons, sales',
      icon: BadgePercent,
      to: '/promotions',
      key: 'd',
      needs: 'promotions.read',
      within: [
        { name: 'Gift cards', to: '/gift-cards', needs: 'giftCards.read' },
        { name: 'Cart tester', to: '/cart-tester', needs: 'promotions.read' },
      ],
    },
    { name: 'Storefront', also: 'theme, look, design', icon: Palette, to: '/storefront', key: 'w', needs: 'settings.read' },
    {
      name: 'Pages',
      icon: FileText,
      to: '/pages',
      key: 'a',
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
      also: 'delivery, zones, rates',
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
    { name: 'Taxes', also: 'VAT', icon: Percent, to: '/taxes', key: 't', needs: 'taxes.read' },
    { name: 'Payments', also: 'Stripe, cards, payouts', icon: CreditCard, to: '/payments', key: 'y', needs: 'settings.read' },
    { name: 'Email notifications', also: 'mail, templates', icon: Mail, to: '/mail', key: 'e', needs: 'settings.read' },
    { name: 'Sign-in', also: 'login, password', icon: KeyRound, to: '/member-sign-in', key: 'i', needs: 'settings.read' },
    { name: 'Shop', also: 'settings, currency, time zone, address', icon: Store, to: '/shop', key: 'b', needs: 'settings.read' },
    { name: 'Staff', also: 'users, roles, permissions', icon: Shield, to: '/staff', key: 'f', needs: 'staff.read' },
  ],
  [
    { name: 'Store clock', icon: Clock, to: '/clock', key: 'c', needs: 'settings.read' },
    { name: 'Audit log', also: 'history, activity', icon: History, to: '/audit', key: 'l', needs: 'audit.read' },
    {
      name: 'System',
      icon: Activity,
      to: '/system',
      key: 'x',
      needs: 'settings.read',
      within: [{ name: 'Jobs', to: '/system/jobs', needs: 'settings.read' }],
    },
    { name: 'Developers', also: 'API keys, webhooks', icon: CodeXml, to: '/developers', key: 'v', needs: 'developers.read' },
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

/** A place of the menu with its picture; those within a section have no key. */
export interface AnyPlace extends Place {
  readonly icon: LucideIcon
  readonly key?: string
}

/** Every place of a menu, those within a section after it. */
export const placesOf = (groups: readonly (readonly Section[])[]): readonly AnyPlace[] =>
  groups.flat().flatMap(({ within = [], ...section }) => [section, ...within.map((place) => ({ ...place, icon: section.icon }))])

export const isAt = ({ to }: { readonly to: string }, pathname: string): boolean => pathname === to || pathname.startsWith(`${to}/`)

/** Whether the menu marks a section: not where it marks a place within it. The first steps of a shop are part of Home. */
export const isMarked = (to: string, within: readonly { readonly to: string }[], pathname: string): boolean =>
  to === '/'
    ? pathname === '/' || pathname === '/start'
    : pathname === to || (isAt({ to }, pathname) && !within.some((place) => isAt(place, pathname)))

/** The section of the menu that an address is in, and the place within it, as the way there. */
export function wayTo(pathname: string): readonly Place[] {
  const place = placeAt(pathname)
  const section = groups.flat().find(({ within }) => within?.some(({ to }) => to === place?.to))
  return place ? [...(section ? [section] : []), place] : []
}

/** The place of the menu that an address belongs to, whoever may enter it. */
export const placeAt = (pathname: string): Place | undefined =>
  placesOf(groups)
    .filter((place) => isAt(place, pathname))
    .sort((a, b) => b.to.length - a.to.length)[0]
