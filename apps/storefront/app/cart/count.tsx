import { type CartView, markOf, units } from './cart.ts'

/** `Bag, 3 pieces` */
export const cartLabel = (cart: CartView) => (cart.own === undefined ? labelOf(units(cart)) : markOf(cart.own, 'label'))
export const labelOf = (n: number) => (n > 0 ? `Bag, ${n} ${n === 1 ? 'piece' : 'pieces'}` : 'Bag, empty')

/** How many units, beside the word. */
export function CartCount({ cart }: { cart: CartView }) {
  return cart.own === undefined ? <Count n={units(cart)} /> : <i>{markOf(cart.own, 'count')}</i>
}

/** How many units, on the drawing. */
export function CartBadge({ cart }: { cart: CartView }) {
  return cart.own === undefined ? <Badge n={units(cart)} /> : <i>{markOf(cart.own, 'badge')}</i>
}

export const Count = ({ n }: { n: number }) =>
  n > 0 && (
    <span className="bag__n" key={n}>
      {n}
      <span className="sr"> {n === 1 ? 'piece' : 'pieces'}</span>
    </span>
  )

export const Badge = ({ n }: { n: number }) =>
  n > 0 && (
    <span className="bag__n" aria-hidden="true" key={n}>
      {n}
    </span>
  )

/** Where a page for everybody has room for a shopper's bag and name. */
export const marksOf = (own: string) => ({
  [markOf(own, 'cart')]: 'cart',
  [markOf(own, 'label')]: 'label',
  [markOf(own, 'who')]: 'who',
  [`<i>${markOf(own, 'name')}</i>`]: 'name',
  [`<i>${markOf(own, 'count')}</i>`]: 'count',
  [`<i>${markOf(own, 'badge')}</i>`]: 'badge',
})
