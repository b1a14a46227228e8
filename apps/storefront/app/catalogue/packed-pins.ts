import type { Pin, Plate } from '../shop/shop.ts'
import { to } from '../shop/shop.ts'
import { packed, textIn, textOf, unpacked, value } from './packed-text.ts'

const tenths = (percent: number) => Math.round(10 * percent) / 10

/** The pinned products of a wide picture as data for hydration. */
export const packPins = (pins: Plate['pins']): string =>
  packed(
    pins.map(({ x, y, letter, name, slug, chosen, price }) =>
      packed([tenths(x), tenths(y), letter, name, slug, chosen, price].map(value), '|'),
    ),
    '\n',
  )

export const unpackPins = (text: string): readonly Pin[] =>
  unpacked(text, '\n').map((row) => {
    const [x, y, letter, name, slug, chosen, price] = unpacked(row, '|')
    return {
      x: Number(x),
      y: Number(y),
      letter: textOf(letter),
      name: textOf(name),
      href: to.product(textOf(slug)),
      chosen: textIn(chosen),
      price: Number(price),
    }
  })
