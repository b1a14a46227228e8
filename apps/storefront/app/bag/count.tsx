import { type Bag, markOf, pieces } from './bag.ts'

/** `Bag, 3 pieces` */
export const bagLabel = (bag: Bag) => (bag.own === undefined ? labelOf(pieces(bag)) : markOf(bag.own, 'label'))
export const labelOf = (n: number) => (n > 0 ? `Bag, ${n} ${n === 1 ? 'piece' : 'pieces'}` : 'Bag, empty')

/** How many pieces, beside the word. */
export function BagCount({ bag }: { bag: Bag }) {
  return bag.own === undefined ? <Count n={pieces(bag)} /> : <i>{markOf(bag.own, 'count')}</i>
}

/** How many pieces, on the drawing. */
export function BagBadge({ bag }: { bag: Bag }) {
  return bag.own === undefined ? <Badge n={pieces(bag)} /> : <i>{markOf(bag.own, 'badge')}</i>
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
  [markOf(own, 'bag')]: 'bag',
  [markOf(own, 'label')]: 'label',
  [markOf(own, 'who')]: 'who',
  [`<i>${markOf(own, 'name')}</i>`]: 'name',
  [`<i>${markOf(own, 'count')}</i>`]: 'count',
  [`<i>${markOf(own, 'badge')}</i>`]: 'badge',
})
