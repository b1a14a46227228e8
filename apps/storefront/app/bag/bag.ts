import type { Media } from '@vitrine/ui'
import type { GiftOptions } from '../catalogue/gift.ts'
import type { Terms } from '../reckoning/terms.ts'

export interface BagLine {
  id: string
  productId: string
  variantId?: string | undefined
  /** By which of its plans it comes again and again. */
  planId?: string | undefined
  slug: string
  name: string
  picture?: Media | undefined
  /** `Sage`, `Large, 360 ml` */
  chosen: readonly string[]
  choices: Readonly<Record<string, string>>
  quantity: number
  /** One piece, decimal text. */
  price: string
  /** One piece before it was reduced. */
  before?: string | undefined
  /** How many can be had, where they are counted. */
  left?: number | undefined
  /** Of a gift card: how much, for whom and when. */
  gift?: GiftOptions | undefined
  /** It cannot be had any more. */
  gone: boolean
  /** The shop does not have it any more at all. */
  lost?: boolean | undefined
  terms?: Terms | undefined
  /** It has to be delivered. */
  shippable: boolean
}

export interface Bag {
  lines: readonly BagLine[]
  currency: string
  /** Of a page that is made for everybody: how the marks begin where a shopper's own bag goes. */
  own?: string | undefined
}

/** A bag travels as text, so that it can be put into a page that was made before. */
export const writeBag = (bag: Bag) => (bag.own === undefined ? JSON.stringify(bag) : markOf(bag.own, 'bag'))
export const readBag = (text: string): Bag =>
  text.startsWith('{') ? (JSON.parse(text) as Bag) : { lines: [], currency: '', own: text.slice(0, -markOf('', 'bag').length) }
export const markOf = (own: string, part: 'bag' | 'label' | 'count' | 'badge' | 'who' | 'name') => `${own}-${part}`

export const emptyBag = (currency: string): Bag => ({ lines: [], currency })
export const counted = ({ lines }: Bag) => lines.filter((line) => !line.gone)
export const pieces = (bag: Bag) => counted(bag).reduce((sum, { quantity }) => sum + quantity, 0)

/** Whether two lines are the same thing, so that one is added to the other. */
export const same = (one: BagLine, other: BagLine) =>
  one.productId === other.productId &&
  one.variantId === other.variantId &&
  one.planId === other.planId &&
  JSON.stringify(one.gift) === JSON.stringify(other.gift)

/** The bag as it will be once the platform has agreed: quantities wished for, 0 for taken out, and lines on their way in. */
export function foresee(bag: Bag, wished: Readonly<Record<string, number>>, coming: BagLine | undefined): Bag {
  const lines = bag.lines.flatMap((line) => {
    const quantity = wished[line.id] ?? line.quantity
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
  if (!coming) return { ...bag, lines }
  const there = lines.find((line) => same(line, coming))
  return {
    ...bag,
    lines: there
      ? lines.map((line) => (line === there ? { ...line, quantity: line.quantity + coming.quantity } : line))
      : [...lines, coming],
  }
}
