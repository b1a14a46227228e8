import { Card, type CardProps } from './card.tsx'
import type { CardView } from './product.ts'

/** Products in one row, which phones push sideways. */
export function ProductRow({ cards, ...rest }: { cards: readonly CardView[] } & Pick<CardProps, 'heading' | 'ribbon'>) {
  return (
    <div className="cards cards--4 shelf">
      {cards.map((card) => (
        <Card key={card.id} of={card} sizes="(min-width: 48rem) 22.5vw, 56vw" {...rest} />
      ))}
    </div>
  )
}
