import type { Area, Right } from '@vitrine/contract'

/** A program has no account of its own. */
type Given = Exclude<Area, 'account'>

export const areaNames: Readonly<Record<Given, string>> = {
  orders: 'Orders',
  payments: 'Payments',
  members: 'Members',
  personalData: 'Personal data of guests',
  products: 'Products',
  reviews: 'Reviews',
  promotions: 'Promotions',
  giftCards: 'Gift cards',
  delivery: 'Shipping',
  taxes: 'Taxes',
  settings: 'Settings',
  staff: 'Staff',
  developers: 'Apps and keys',
  webhooks: 'Webhooks',
  audit: 'Audit log',
  views: 'Saved views',
  sharedViews: 'Shared views',
}

export type Extent = 'none' | 'read' | 'write'
export type Extents = Readonly<Partial<Record<Given, Extent>>>

/** What somebody may give of each area, as far as it is theirs. */
export function givable(rights: ReadonlySet<Right>): readonly { readonly area: Given; readonly name: string; readonly most: Extent }[] {
  return (Object.keys(areaNames) as Given[]).flatMap((area) => {
    const most = rights.has(`${area}.write`) ? 'write' : rights.has(`${area}.read`) ? 'read' : undefined
    return most ? [{ area, name: areaNames[area], most }] : []
  })
}

/** Who may change something sees it, too. */
export const scopesOf = (extents: Extents): readonly Right[] =>
  (Object.entries(extents) as [Given, Extent][]).flatMap(([area, extent]): Right[] =>
    extent === 'write' ? [`${area}.read`, `${area}.write`] : extent === 'read' ? [`${area}.read`] : [],
  )

/**
 * `orders write, products read`
 *
 * @example
 * saidOf(['orders.read', 'orders.write', 'products.read']) // 'orders write, products read'
 */
export function saidOf(scopes: readonly string[] | undefined): string {
  if (scopes === undefined || Object.keys(areaNames).every((area) => scopes.includes(`${area}.write`))) return 'everything'
  const said = (Object.keys(areaNames) as Given[]).flatMap((area) => {
    const name = areaNames[area].toLowerCase()
    if (scopes.includes(`${area}.write`)) return [`${name} write`]
    return scopes.includes(`${area}.read`) ? [`${name} read`] : []
  })
  return said.join(', ') || 'nothing'
}
