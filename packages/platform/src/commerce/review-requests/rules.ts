/** A shipment as far as it is on its way. */
export interface ShipmentFacts {
  readonly completed: boolean
  readonly stage: string
  readonly reached: Readonly<Partial<Record<string, string>>>
}

const dayMs = 24 * 3_600_000

/** When the buyer has had everything: at the last delivery that is known, or else when the last shipment left. */
export function arrivedAt(shipments: readonly ShipmentFacts[], now: Date): Date {
  const dates = shipments
    .filter(({ completed }) => completed)
    .flatMap(({ stage, reached }) => {
      const at = reached[stage] ?? reached['DELIVERED'] ?? reached['SENT'] ?? reached['READY']
      return at === undefined ? [] : [Date.parse(at)]
    })
  return dates.length === 0 ? now : new Date(Math.max(...dates))
}

/** When a buyer is asked; not in the past, also where shipments were written down long after they left. */
export const dueAt = (arrived: Date, days: number, now: Date): Date => new Date(Math.max(arrived.getTime() + days * dayMs, now.getTime()))

export interface OrderLine {
  readonly productId: string | undefined
  readonly quantity: number
  readonly refunded: number
}

/** The products of an order that were not all refunded, each once, in the order of the lines. */
export const remainingProducts = (lines: readonly OrderLine[]): string[] => [
  ...new Set(lines.flatMap(({ productId, quantity, refunded }) => (productId !== undefined && quantity > refunded ? [productId] : []))),
]
