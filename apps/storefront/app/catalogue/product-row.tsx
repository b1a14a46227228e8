import { Card, type CardProps } from './card.tsx'
import type { CardView } from './product.ts'

/** Products in one row, which phones push sideways. */
export function ProductRow({ cards, ...rest }: { cards: readonly CardView[] } & Pick<CardProps, 'heading' | 'ribbon'>) {
  return (
    <div className="cards cards--4 shelf">
      {cards.map((card, at) => (
        <Card key={card.id} of={card} known={at > 0} sizes="(min-width:48rem)22.5vw,56vw" {...rest} />
      ))}
    </div>
  )
}
