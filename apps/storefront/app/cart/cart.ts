import type { Media } from '@vitrine/ui'
import type { GiftOptions } from '../catalogue/gift.ts'
import type { Terms } from '../totals/terms.ts'

export interface CartLineView {
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
  /** One unit, decimal text. */
  price: string
  /** One unit before it was reduced. */
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

export interface CartView {
  lines: readonly CartLineView[]
  currency: string
  /** Of a page that is made for everybody: how the marks begin where a shopper's own bag goes. */
  own?: string | undefined
}

/** A bag travels as text, so that it can be put into a page that was made before. */
export const writeCart = (cart: CartView) => (cart.own === undefined ? JSON.stringify(cart) : markOf(cart.own, 'cart'))
export const readCart = (text: string): CartView =>
  text.startsWith('{') ? (JSON.parse(text) as CartView) : { lines: [], currency: '', own: text.slice(0, -markOf('', 'cart').length) }
export const markOf = (own: string, part: 'cart' | 'label' | 'count' | 'badge' | 'who' | 'name') => `${own}-${part}`

export const emptyCart = (currency: string): CartView => ({ lines: [], currency })
export const counted = ({ lines }: CartView) => lines.filter((line) => !line.gone)
export const units = (cart: CartView) => counted(cart).reduce((sum, { quantity }) => sum + quantity, 0)

/** How many units of a line a checkout would charge: no more than can be had. */
export const unitsToSell = ({ quantity, left }: Pick<CartLineView, 'quantity' | 'left'>) =>
  left === undefined ? quantity : Math.min(quantity, Math.max(left, 0))

/** More is asked for than can be had. */
export const isShort = (line: CartLineView): line is CartLineView & { left: number } =>
  !line.gone && line.left !== undefined && line.left < line.quantity

/** Whether two lines are the same thing, so that one is added to the other. */
export const same = (one: CartLineView, other: CartLineView) =>
  one.productId === other.productId &&
  one.variantId === other.variantId &&
  one.planId === other.planId &&
  JSON.stringify(one.gift) === JSON.stringify(other.gift)

/** The bag as it will be once the platform has agreed: quantities wished for, 0 for taken out, and lines on their way in. */
export function foresee(cart: CartView, changes: Readonly<Record<string, number>>, coming: readonly CartLineView[]): CartView {
  const lines = cart.lines.flatMap((line) => {
    const quantity = changes[line.id] ?? line.quantity
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
  for (const one of coming) {
    const at = lines.findIndex((line) => same(line, one))
    const there = lines[at]
    if (there) lines[at] = { ...there, quantity: there.quantity + one.quantity }
    else lines.push(one)
  }
  return { ...cart, lines }
}
