import type { Order, OrderLineItem } from '@vitrine/contract'
import { allot, type Minor, zero } from '@vitrine/pricing'
import { added } from './sums.ts'

type Shipments = readonly { readonly lineItems: readonly { readonly id: string; readonly quantity?: number | undefined }[] }[]
type Line = Pick<OrderLineItem, 'id' | 'quantity' | 'restockQuantity' | 'itemType' | 'catalogReference'>
interface Lines {
  readonly lineItems: readonly Line[]
}

/** Files, gift cards and amounts: nobody hands them over, and no stock item holds them. */
export const goesByItself = ({ itemType }: Pick<Line, 'itemType'>): boolean =>
  itemType?.preset === 'DIGITAL' || itemType?.preset === 'GIFT_CARD' || itemType?.preset === 'CUSTOM_AMOUNT_ITEM'

/** The units of each line that have left. */
export function sentOf({ lineItems }: Pick<Order, 'lineItems'> | Lines, shipments: Shipments): Map<string, number> {
  const sent = new Map(lineItems.map(({ id }) => [id, 0]))
  for (const { lineItems: units } of shipments) for (const { id, quantity = 0 } of units) sent.set(id, (sent.get(id) ?? 0) + quantity)
  return sent
}

/** The units of each line that have still to leave: not those that went back into stock. */
export function leftOf(order: Pick<Order, 'lineItems'> | Lines, shipments: Shipments): Map<string, number> {
  const sent = sentOf(order, shipments)
  return new Map(
    order.lineItems.map((line) => [
      line.id,
      goesByItself(line) ? 0 : Math.max(0, line.quantity - (line.restockQuantity ?? 0) - (sent.get(line.id) ?? 0)),
    ]),
  )
}

/** Of units that money goes back for, those that can go back into stock. */
export const restockable = (line: Line, refunded: number): number =>
  line.catalogReference && !goesByItself(line) ? Math.min(refunded, line.quantity - (line.restockQuantity ?? 0)) : 0

/** How many of them do, as long as nobody says otherwise: what never left is still here, and what left comes back where the reason sends it back. */
export const restockedAtFirst = (most: number, left: number, comesBack: boolean): number => (comesBack ? most : Math.min(most, left))

type Part = readonly { readonly line: Pick<OrderLineItem, 'id'>; readonly quantity: number }[]

/** What the units of a line come to in each part of an order, such as its shipments: together exactly what the line does. */
export function sharesOf(
  {
    lineItems,
    currency,
  }: { readonly lineItems: readonly Pick<OrderLineItem, 'id' | 'totalPriceAfterTax'>[]; readonly currency?: string | undefined },
  parts: readonly Part[],
): (lineId: string, part: number) => Minor {
  const shares = new Map(
    lineItems.map(({ id, totalPriceAfterTax }) => {
      const quantities = parts.map((part) => part.reduce((all, { line, quantity }) => (line.id === id ? all + quantity : all), 0))
      return [id, quantities.some((quantity) => quantity > 0) ? allot(added([totalPriceAfterTax], currency!), quantities) : []]
    }),
  )
  return (lineId, part) => shares.get(lineId)?.[part] ?? zero
}

/** What an order weighs in all, in the shop's unit; undefined where nothing is sent, or where it is not known of something that is. */
export function weightOf(lines: readonly Pick<OrderLineItem, 'quantity' | 'itemType' | 'physicalProperties'>[]): number | undefined {
  const weights = lines
    .filter((line) => !goesByItself(line))
    .map(({ quantity, physicalProperties }) => quantity * (physicalProperties?.weight ?? Number.NaN))
  const weight = weights.reduce((sum, one) => sum + one, 0)
  return weight > 0 ? Number(weight.toFixed(3)) : undefined
}
