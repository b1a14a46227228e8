import type { MenuLink, ShopLink } from '@vitrine/contract'
import { isLinkTarget } from '../parts/link-target.ts'

/** A link of a list with two levels, or one; `depth` is 1 for one that stands below the link before it. */
export interface Row extends ShopLink {
  /** The same as long as the page is open. */
  readonly key: string
  readonly depth: 0 | 1
}

let made = 0
const keyed = (link: ShopLink, depth: Row['depth']): Row => ({ label: link.label, href: link.href, key: `link-${++made}`, depth })

export const newRow = (): Row => keyed({ label: '', href: '' }, 0)

export const rowsOf = (links: readonly MenuLink[]): Row[] =>
  links.flatMap((link) => [keyed(link, 0), ...(link.links ?? []).map((below) => keyed(below, 1))])

/** What rows come to. The first one stands below nothing, so it is moved out. */
export function linksOf(rows: readonly Row[]): MenuLink[] {
  const links: { label: string; href: string; links: ShopLink[] }[] = []
  for (const { label, href, depth } of rows) {
    const link = { label: label.trim(), href: href.trim() }
    const above = links.at(-1)
    if (depth === 1 && above) above.links.push(link)
    else links.push({ ...link, links: [] })
  }
  return links.map(({ links: below, ...link }) => ({ ...link, ...(below.length > 0 && { links: below }) }))
}

/** What is wrong with a row. */
export function wrongOf({ label, href }: ShopLink): string | undefined {
  if (label.trim() === '') return 'A name is needed.'
  return isLinkTarget(href.trim()) ? undefined : 'A path of the shop that begins with /, or a web address.'
}

/** As one reads it: a line for each link. */
export const textOf = (links: readonly MenuLink[]): string =>
  links
    .flatMap(({ label, href, links: below = [] }) => [`${label} ${href}`, ...below.map((link) => `– ${link.label} ${link.href}`)])
    .join('\n')
