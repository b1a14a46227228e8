import { exponentOf, minor, parseDecimal, toDecimal } from '@vitrine/pricing'
import { Horizon, useMoneyText } from '@vitrine/ui'
import type { Delivery } from '../shop/shop.ts'
import { type CartView, counted, unitsToSell } from './cart.ts'

/** What the units cost together, as decimal text; in whole minor units, as the platform calculates. */
export function subtotal(cart: CartView) {
  const cents = counted(cart).reduce((sum, line) => sum + parseDecimal(line.price, cart.currency) * unitsToSell(line), 0)
  return toDecimal(minor(cents), cart.currency)
}

/** What delivery costs as far as one can say without an address; nothing where there is nothing to deliver, or no promise. */
export function deliveryOf(cart: CartView, delivery: Delivery | undefined) {
  if (!delivery || !counted(cart).some(({ shippable }) => shippable)) return undefined
  return delivery.freeFrom && Number(subtotal(cart)) >= Number(delivery.freeFrom) ? '0' : delivery.price
}

/** Decimal amounts of one currency, added in its minor units. */
export const added = (currency: string, ...amounts: readonly string[]) =>
  toDecimal(minor(amounts.reduce((sum, amount) => sum + parseDecimal(amount, currency), 0)), currency)

export interface FreeDeliveryProps {
  cart: CartView
  delivery: Delivery | undefined
  /** What the platform says of it, where it was asked: codes count there. */
  reached?: { freeFrom?: string | undefined; goods?: string | undefined } | undefined
}

/** How far it is to free delivery. */
export function FreeDelivery({ cart, delivery, reached }: FreeDeliveryProps) {
  const text = useMoneyText()
  if (counted(cart).length === 0 || (reached ? !reached.freeFrom : !delivery?.freeFrom)) return null
  const [goods, free] = [Number(reached?.goods ?? subtotal(cart)), Number(reached?.freeFrom ?? delivery?.freeFrom)]
  if (!(free > 0)) return null
  const unit = 10 ** exponentOf(cart.currency)
  return (
    <Horizon share={goods / free}>
      {goods >= free ? (
        <>
          <strong>Delivery is free.</strong>{' '}
          <span className="soft">
            From {text(free)}, you are at {text(goods)}.
          </span>
        </>
      ) : (
        <>
          <strong>{text(Math.round((free - goods) * unit) / unit)} more</strong> <span className="soft">and delivery is free.</span>
        </>
      )}
    </Horizon>
  )
}
