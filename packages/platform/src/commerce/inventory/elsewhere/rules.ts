import type { CatalogReference, OrderLineItem, OrderStatus, PaymentStatus } from '@vitrine/contract'
import { isElsewhere } from '../../selling/apps.ts'
import type { ElsewhereUnits, StockReason } from '../../selling/inventory-services.ts'
import { canonical } from '../../selling/line.ts'
import type { ChangeState, StoredChange } from './store.ts'

/** An order, as far as it holds units of other apps. */
export interface HoldingOrder {
  readonly status: OrderStatus
  readonly paymentStatus: PaymentStatus
  readonly lineItems: readonly Pick<OrderLineItem, 'catalogReference' | 'quantity' | 'restockQuantity' | 'subscriptionInfo'>[]
}

/** The units of other apps that an order is to hold: those that it sold and that are not back in stock. */
export function unitsOf({ status, paymentStatus, lineItems }: HoldingOrder): readonly ElsewhereUnits[] {
  // Nobody has paid for what was given up: all of it is back.
  if (status === 'REJECTED' || (status === 'CANCELED' && paymentStatus === 'CANCELED')) return []
  return summed(
    lineItems.flatMap(({ catalogReference: reference, quantity, restockQuantity = 0, subscriptionInfo }) =>
      reference?.appId && reference.catalogItemId && isElsewhere({ appId: reference.appId })
        ? [
            {
              reference: {
                appId: reference.appId,
                catalogItemId: reference.catalogItemId,
                ...(reference.options && { options: reference.options }),
              },
              quantity: quantity - restockQuantity,
              ...(subscriptionInfo && { subscription: true }),
            },
          ]
        : [],
    ),
  )
}

/** Why the units of an order that is there already come back. */
export function reasonOf({ status, lineItems }: HoldingOrder): StockReason {
  if (status === 'REJECTED') return 'ORDER_REJECTED'
  if (status === 'CANCELED') return 'ORDER_CANCELED'
  return lineItems.some(({ restockQuantity = 0 }) => restockQuantity > 0) ? 'ORDER_REFUNDED' : 'ORDER_EDITED'
}

const thing = ({ appId, catalogItemId, options }: CatalogReference): string =>
  canonical([appId.toLowerCase(), catalogItemId, options ?? {}])

function summed(units: readonly ElsewhereUnits[]): readonly ElsewhereUnits[] {
  const all = new Map<string, ElsewhereUnits>()
  for (const one of units) {
    if (one.quantity <= 0) continue
    const key = thing(one.reference)
    all.set(key, { ...one, quantity: one.quantity + (all.get(key)?.quantity ?? 0) })
  }
  return [...all.values()]
}

/** Units that a service counts as gone. */
const taken: ReadonlySet<ChangeState> = new Set(['TAKEN', 'UNANSWERED', 'USED', 'OWED', 'UNDONE'])

export interface Difference {
  /** Units that nobody was asked for yet. */
  readonly missing: readonly ElsewhereUnits[]
  /** Units that are to go back, and to which service. */
  readonly excess: readonly (ElsewhereUnits & { readonly pluginId: string })[]
}

/** What services still have to be asked, so that they count what an order is to hold. What they would not take is not asked for again. */
export function difference(wanted: readonly ElsewhereUnits[], changes: readonly StoredChange[]): Difference {
  const held = new Map<string, { units: ElsewhereUnits; pluginId: string; quantity: number; lost: number }>()
  for (const { kind, state, items, pluginId } of changes) {
    for (const units of items) {
      const key = thing(units.reference)
      const one = held.get(key) ?? { units, pluginId, quantity: 0, lost: 0 }
      held.set(key, one)
      if (kind === 'INCREMENT') one.quantity -= units.quantity
      else if (taken.has(state)) {
        one.quantity += units.quantity
        one.pluginId = pluginId
      } else if (state === 'LOST') one.lost += units.quantity
    }
  }
  const all = new Map(summed(wanted).map((units) => [thing(units.reference), units]))
  return {
    missing: [...all].flatMap(([key, units]) => {
      const { quantity = 0, lost = 0 } = held.get(key) ?? {}
      const quantityMissing = units.quantity - quantity - lost
      return quantityMissing > 0 ? [{ ...units, quantity: quantityMissing }] : []
    }),
    excess: [...held].flatMap(([key, { units, pluginId, quantity }]) => {
      const over = quantity - (all.get(key)?.quantity ?? 0)
      return over > 0 ? [{ ...units, quantity: over, pluginId }] : []
    }),
  }
}

/** Whether two changes ask for the same. */
export const sameItems = (some: readonly ElsewhereUnits[], others: readonly ElsewhereUnits[]): boolean => asText(some) === asText(others)

const asText = (items: readonly ElsewhereUnits[]): string =>
  items
    .map(({ reference, quantity }) => `${thing(reference)} ${quantity}`)
    .sort()
    .join(';')
