import { inArea } from './area.ts'
import { atPrice, type Line } from './lines.ts'
import { type Minor, sum } from './money.ts'
import type { Place } from './place.ts'
import { type DiscountRule, holds, type Situation, type Trigger, unitsOf, validityOf, within } from './promotions.ts'
import {
  type Basket,
  type Condition,
  type DeliveryCalendar,
  inTime,
  offer,
  holds as rateHolds,
  type ShippingRule,
  type ShippingZone,
  zoneAt,
} from './shipping.ts'

/** What a trigger requires that a cart lacks, and what the cart has. */
export type Unmet =
  | { readonly type: 'SUBTOTAL_RANGE'; readonly has: Minor; readonly from: Minor | null; readonly to: Minor | null }
  | { readonly type: 'ITEM_QUANTITY_RANGE'; readonly has: number; readonly from: number | null; readonly to: number | null }
  | { readonly type: 'CUSTOMER_ELIGIBILITY' }
  | { readonly type: 'CUSTOM'; readonly id: string }

/** Whether a rule applies to a cart, or why not. */
export type RuleAnswer =
  | { readonly given: true }
  | { readonly given: false; readonly because: 'SWITCHED_OFF' | 'NOT_YET' | 'OVER' | 'NO_SUCH_GOODS' }
  | { readonly given: false; readonly because: 'UNMET'; readonly unmet: Unmet }

/**
 * How a rule applies to a cart, by the tests of {@link promotions} in their order: the first that fails is named. Of several triggers that
 * all have to hold it is the first that does not; of several of which one has to, the first of all.
 * @example
 * const mugs = [{ id: 'l', quantity: 2, price: minor(2600), shippable: true, item: { appId: 'stores', id: 'mug', collectionIds: ['kitchen'] } }]
 * const rule = {
 *   id: 'r', name: 'From three on', active: true, scopes: [{ collectionIds: ['kitchen'] }], off: { percent: '15' },
 *   trigger: { type: 'ITEM_QUANTITY_RANGE', scopes: [], from: 3 },
 * }
 * askRule(rule, mugs, { at: 0, memberId: null }) // => { given: false, because: 'UNMET', unmet: { type: 'ITEM_QUANTITY_RANGE', has: 2, from: 3, to: null } }
 */
export function askRule(rule: DiscountRule, lines: readonly Line[], situation: Situation): RuleAnswer {
  const no = (because: 'SWITCHED_OFF' | 'NOT_YET' | 'OVER' | 'NO_SUCH_GOODS'): RuleAnswer => ({ given: false, because })
  if (!rule.active) return no('SWITCHED_OFF')
  const validity = validityOf(rule, situation.at)
  if (validity !== 'LIVE') return no(validity === 'PENDING' ? 'NOT_YET' : 'OVER')
  const unmet = rule.trigger ? unmetOf(rule.trigger, lines, situation) : undefined
  if (unmet) return { given: false, because: 'UNMET', unmet }
  return within(lines, rule.scopes).length > 0 ? { given: true } : no('NO_SUCH_GOODS')
}

function unmetOf(trigger: Trigger, lines: readonly Line[], situation: Situation): Unmet | undefined {
  if (holds(trigger, lines, situation)) return undefined
  switch (trigger.type) {
    case 'AND':
    case 'OR': {
      const first = trigger.triggers.find((one) => !holds(one, lines, situation))
      return first && unmetOf(first, lines, situation)
    }
    case 'SUBTOTAL_RANGE': {
      const has = sum(atPrice(trigger.scopes.length ? within(lines, trigger.scopes) : lines).map(({ gross }) => gross))
      return { type: trigger.type, has, from: trigger.from ?? null, to: trigger.to ?? null }
    }
    case 'ITEM_QUANTITY_RANGE': {
      const has = unitsOf(trigger.scopes.length ? within(lines, trigger.scopes) : lines)
      return { type: trigger.type, has, from: trigger.from ?? null, to: trigger.to ?? null }
    }
    case 'CUSTOMER_ELIGIBILITY':
      return { type: trigger.type }
    case 'CUSTOM':
      return { type: trigger.type, id: trigger.id }
  }
}

/** Whether a delivery option is offered, or why not. */
export type WayAnswer =
  | { readonly offered: true }
  | { readonly offered: false; readonly because: 'SWITCHED_OFF' | 'OUTSIDE_ITS_AREA' | 'NO_SLOT' | 'NO_RATE' }
  | { readonly offered: false; readonly because: 'UNMET'; readonly condition: Condition; readonly has: number }

/** A delivery option of the zone that a place belongs to, and whether a basket gets it. */
export type AskedWay = Pick<ShippingRule, 'code' | 'title'> & WayAnswer

/**
 * Whether a basket gets each delivery option of a place's zone, by the tests of {@link shippingOptions}; empty where there is no zone.
 * Where no rate holds, an unmet condition of the rate with the fewest unmet ones is named.
 * @example
 * const zones = [{
 *   id: 'de', name: 'Germany', destinations: [{ country: 'DE' }],
 *   options: [
 *     { code: 'post', title: 'Post', rates: [{ amount: minor(490), conditions: [] }] },
 *     { code: 'bike', title: 'By bike', area: { kind: 'zip', codes: ['104*'] }, rates: [{ amount: minor(900), conditions: [] }] },
 *   ],
 * }]
 * const [post, bike] = askWays({ quantity: 1, value: minor(2600), weight: 0 }, zones, { country: 'DE', postalCode: '79102' })
 * post.offered // => true
 * bike // => { code: 'bike', title: 'By bike', offered: false, because: 'OUTSIDE_ITS_AREA' }
 */
export function askWays(
  basket: Basket,
  zones: readonly ShippingZone[],
  place: Place | null,
  calendar?: DeliveryCalendar,
): readonly AskedWay[] {
  const zone = place && zoneAt(zones, place)
  if (basket.quantity === 0 || !zone || zone.active === false) return []
  return zone.options.map((rule) => ({ code: rule.code, title: rule.title, ...askWay(rule, basket, place, calendar) }))
}

function askWay(rule: ShippingRule, basket: Basket, place: Place, calendar: DeliveryCalendar | undefined): WayAnswer {
  if (rule.active === false) return { offered: false, because: 'SWITCHED_OFF' }
  if (rule.area && !inArea(rule.area, place)) return { offered: false, because: 'OUTSIDE_ITS_AREA' }
  const found = offer(rule, basket)
  if (found) return inTime(rule, found.option, calendar).length > 0 ? { offered: true } : { offered: false, because: 'NO_SLOT' }
  const missed = rule.rates
    .map(({ conditions }) => conditions.filter((one) => !rateHolds(one, basket)))
    .toSorted((a, b) => a.length - b.length)[0]
  const condition = missed?.[0]
  if (!condition) return { offered: false, because: 'NO_RATE' }
  return { offered: false, because: 'UNMET', condition, has: comparedTo(condition, basket) }
}

/** What a condition compares, in the unit of its value. */
function comparedTo({ type }: Condition, { weight, value, quantity }: Basket): number {
  if (type === 'BY_TOTAL_WEIGHT') return weight / 1e6
  return type === 'BY_TOTAL_PRICE' ? value : quantity
}
