import { packed, textOf, unpacked, value } from '../catalogue/packed-text.ts'
import type { Shop, Way } from './shop.ts'

/** What every page links to. */
type Linked = Pick<Shop, 'collections' | 'menu' | 'footer'>

/** What the shop says of itself in the hydration data of a page. */
export interface PackedShop extends Omit<Shop, keyof Linked> {
  links: string
}

const packWay = ({ label, href }: Way): string => packed([value(label), value(href)], '=')

function unpackWay(text: string): Way {
  const [label, href] = unpacked(text, '=')
  return { label: textOf(label), href: textOf(href) }
}

/** A line each for collections, menu, columns of the footer, and its last line. */
export const packLinks = ({ collections, menu, footer }: Linked): string =>
  packed(
    [
      collections.map(({ slug, name, count, hour }) => packed([slug, name, count, hour?.time, hour?.rise].map(value), ',')),
      menu.map(({ ways = [], ...way }) => packed([way, ...ways].map(packWay), ',')),
      footer.columns.map(({ title, ways }) => packed([value(title), ...ways.map(packWay)], ',')),
      footer.base.map(packWay),
    ].map((rows) => packed(rows, '|')),
    '\n',
  )

export function unpackLinks(text: string): Linked {
  const [collections = [], menu = [], columns = [], base = []] = text.split('\n').map((rows) => unpacked(rows, '|'))
  return {
    collections: collections.map((row) => {
      const [slug, name, count, time, rise] = unpacked(row, ',')
      return {
        slug: textOf(slug),
        name: textOf(name),
        count: Number(count),
        hour: time ? { time: textOf(time), rise: Number(rise) } : undefined,
      }
    }),
    menu: menu.map((row) => {
      const [way = '', ...ways] = unpacked(row, ',')
      return { ...unpackWay(way), ways: ways.length > 0 ? ways.map(unpackWay) : undefined }
    }),
    footer: {
      columns: columns.map((row) => {
        const [title, ...ways] = unpacked(row, ',')
        return { title: textOf(title), ways: ways.map(unpackWay) }
      }),
      base: base.map(unpackWay),
    },
  }
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
