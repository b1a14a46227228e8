import { numberIn, packed, textOf, unpacked, value } from '../catalogue/packed-text.ts'
import type { Shop, Way } from './shop.ts'

/** What every page links to: collections, menu and footer. */
type Linked = Pick<Shop, 'collections' | 'menu' | 'footer'>

/** What the shop says of itself in the hydration data of a page. */
export interface PackedShop extends Omit<Shop, keyof Linked> {
  links: string
}

const row = (kind: Kind, ...values: readonly (string | number | undefined)[]): string => packed([kind, ...values.map(value)], '|')

/** A collection; a link of the menu, and one below it; the title of a column of the footer, a link in it, and one of the footer's last line. */
type Kind = 'c' | 'm' | 's' | 't' | 'w' | 'b'

export const packLinks = ({ collections, menu, footer }: Linked): string =>
  packed(
    [
      ...collections.map(({ slug, name, count, hour }) => row('c', slug, name, count, hour?.time, hour?.rise)),
      ...menu.flatMap(({ label, href, ways }) => [row('m', label, href), ...(ways ?? []).map((way) => row('s', way.label, way.href))]),
      ...footer.columns.flatMap(({ title, ways }) => [row('t', title), ...ways.map(({ label, href }) => row('w', label, href))]),
      ...footer.base.map(({ label, href }) => row('b', label, href)),
    ],
    '\n',
  )

export function unpackLinks(text: string): Linked {
  const collections: Shop['collections'][number][] = []
  const menu: (Way & { ways?: Way[] })[] = []
  const columns: { title: string; ways: Way[] }[] = []
  const base: Way[] = []
  for (const line of unpacked(text, '\n')) {
    const [kind, first, second, count, time, rise] = unpacked(line, '|')
    const way = { label: textOf(first), href: textOf(second) }
    switch (kind as Kind) {
      case 'c':
        collections.push({
          slug: textOf(first),
          name: textOf(second),
          count: Number(count),
          hour: time === '' ? undefined : { time: textOf(time), rise: numberIn(rise) ?? 0 },
        })
        break
      case 'm':
        menu.push(way)
        break
      case 's':
        ;(menu.at(-1)!.ways ??= []).push(way)
        break
      case 't':
        columns.push({ title: textOf(first), ways: [] })
        break
      case 'w':
        columns.at(-1)!.ways.push(way)
        break
      case 'b':
        base.push(way)
    }
  }
  return { collections, menu, footer: { columns, base } }
}

const read = new WeakMap<PackedShop, Shop>()

/** The shop of the hydration data; the same object for the same data. */
export function unpackShop(shop: PackedShop): Shop {
  const known = read.get(shop)
  if (known) return known
  const { links, ...rest } = shop
  const made = { ...rest, ...unpackLinks(links) }
  read.set(shop, made)
  return made
}
