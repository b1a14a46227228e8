import { atPrice, type Line } from './lines.ts'
import { type Minor, sum } from './money.ts'
import { type DiscountRule, type Scope, type Trigger, unitsOf, within } from './promotions.ts'

/** How much of some goods a cart needs before a promotion applies; no scopes mean all goods. */
export type Goal =
  | { readonly unit: 'PIECES'; readonly needs: number; readonly scopes: readonly Scope[] }
  | { readonly unit: 'AMOUNT'; readonly needs: Minor; readonly scopes: readonly Scope[] }

/**
 * What a cart needs for a rule: of several conditions the first that is counted. Null where nothing is counted.
 * @example
 * goalOf({ trigger: { type: 'ITEM_QUANTITY_RANGE', scopes: [], from: 4 } }) // => { unit: 'PIECES', needs: 4, scopes: [] }
 * goalOf({ trigger: { type: 'CUSTOMER_ELIGIBILITY', memberIds: ['ada'] } }) // => null
 */
export function goalOf({ trigger, offer }: Pick<DiscountRule, 'trigger' | 'offer'>): Goal | null {
  const asked = trigger ? goalIn(trigger) : null
  if (asked || !offer) return asked
  const { buys, scopes } = offer
  return 'quantity' in buys ? { unit: 'PIECES', needs: buys.quantity, scopes } : { unit: 'AMOUNT', needs: buys.spend, scopes }
}

function goalIn(trigger: Trigger): Goal | null {
  switch (trigger.type) {
    case 'AND':
    case 'OR':
      return trigger.triggers.map(goalIn).find((goal) => goal !== null) ?? null
    case 'SUBTOTAL_RANGE':
      return trigger.from ? { unit: 'AMOUNT', needs: trigger.from, scopes: trigger.scopes } : null
    case 'ITEM_QUANTITY_RANGE':
      return trigger.from ? { unit: 'PIECES', needs: trigger.from, scopes: trigger.scopes } : null
    default:
      return null
  }
}

/**
 * How far lines have come towards a goal, at list price.
 * @example
 * const mugs = [{ id: 'l', quantity: 3, price: minor(2600), shippable: true, item: { appId: 'stores', id: 'mug', collectionIds: ['kitchen'] } }]
 * comeTo({ unit: 'PIECES', needs: 4, scopes: [{ collectionIds: ['kitchen'] }] }, mugs) // => 3
 * comeTo({ unit: 'AMOUNT', needs: minor(9000), scopes: [] }, mugs) // => 7800
 */
export function comeTo({ unit, scopes }: Goal, lines: readonly Line[]): number {
  const counted = scopes.length > 0 ? within(lines, scopes) : lines
  return unit === 'PIECES' ? unitsOf(counted) : sum(atPrice(counted).map(({ gross }) => gross))
}
