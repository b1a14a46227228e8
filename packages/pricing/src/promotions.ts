import { atPrice, type Discount, discounted, type Line, netOf } from './lines.ts'
import { type Minor, minor, sum } from './money.ts'
import type { Off, Offer } from './taking.ts'

/** Some of the goods: items of one catalogue, or items in any of some collections. */
export type Scope =
  /** No ids for all of the catalogue. */
  { readonly appId: string; readonly itemIds: readonly string[] } | { readonly collectionIds: readonly string[] }

/** When something is in effect, in milliseconds since 1970: from its start on and until its end; null or absent for no bound. */
export interface Span {
  readonly startsAt?: number | null
  readonly endsAt?: number | null
}

/** The wire's Status of a discount rule. */
export type Validity = 'PENDING' | 'LIVE' | 'EXPIRED'

/**
 * Whether something with a start and an end is in effect.
 * @param at milliseconds since 1970
 * @example
 * validityOf({ startsAt: 1000, endsAt: 2000 }, 999) // => 'PENDING'
 * validityOf({ startsAt: 1000, endsAt: 2000 }, 1000) // => 'LIVE'
 * validityOf({ startsAt: 1000, endsAt: 2000 }, 2000) // => 'EXPIRED'
 * validityOf({}, 0) // => 'LIVE'
 */
export function validityOf({ startsAt, endsAt }: Span, at: number): Validity {
  if (endsAt !== null && endsAt !== undefined && at >= endsAt) return 'EXPIRED'
  return startsAt !== null && startsAt !== undefined && at < startsAt ? 'PENDING' : 'LIVE'
}

/** What a rule requires of cart and buyer. Bounds are inclusive and optional. Amounts are at list price, before any discount. */
export type Trigger =
  | { readonly type: 'SUBTOTAL_RANGE'; readonly scopes: readonly Scope[]; readonly from?: Minor | null; readonly to?: Minor | null }
  | { readonly type: 'ITEM_QUANTITY_RANGE'; readonly scopes: readonly Scope[]; readonly from?: number | null; readonly to?: number | null }
  | { readonly type: 'CUSTOMER_ELIGIBILITY'; readonly memberIds: readonly string[] }
  /** Another service decides whether it holds; see `Situation.triggers`. */
  | { readonly type: 'CUSTOM'; readonly appId: string; readonly id: string }
  | { readonly type: 'AND' | 'OR'; readonly triggers: readonly Trigger[] }

/** An automatic discount: on the lines in its scopes, as long as its trigger holds. */
export interface DiscountRule extends Span {
  readonly id: string
  readonly name: string
  readonly active: boolean
  /** Its position in the stack, lowest first; absent for 0. Rules with the same place stack by their ids. */
  readonly place?: number
  /** Null or absent for always. */
  readonly trigger?: Trigger | null
  /** What it discounts. */
  readonly scopes: readonly Scope[]
  readonly off: Off
  /** Set where it requires buying something else, or more of the same: then `off` is a percentage, an amount off each or a price. */
  readonly offer?: (Pick<Offer, 'buys' | 'gets' | 'limit'> & { readonly scopes: readonly Scope[] }) | null
}

/** A discount for those who know its code. */
export interface Coupon extends Span {
  readonly id: string
  readonly name: string
  readonly code: string
  readonly active: boolean
  readonly off: Off
  /** What it applies to; null or absent for everything. */
  readonly scopes?: readonly Scope[] | null
  /** What the goods have to cost together, after memberships and rules. */
  readonly minimumSubtotal?: Minor | null
  readonly limitedToOneItem: boolean
  readonly appliesToSubscriptions: boolean
  /** How often it can be used, in total and per customer; unlimited if null or absent. */
  readonly usageLimit?: number | null
  readonly limitPerCustomer?: number | null
}

/** Who buys, and when. */
export interface Situation {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly memberId: string | null
  /** Custom triggers that hold now. */
  readonly triggers?: readonly { readonly appId: string; readonly id: string }[]
}

/** How often a coupon was used. */
export interface Uses {
  readonly byAll: number
  readonly byCustomer: number
}

/** Why a coupon cannot be used at all, whatever the cart: the wire's codes. */
export type CouponRefusal =
  | 'ERROR_COUPON_IS_DISABLED'
  | 'ERROR_COUPON_HAS_EXPIRED'
  | 'ERROR_COUPON_IS_NOT_ACTIVE_YET'
  | 'ERROR_COUPON_USAGE_EXCEEDED'
  | 'ERROR_COUPON_LIMIT_PER_CUSTOMER_EXCEEDED'

/**
 * Why a coupon cannot be used now, or null where it can: its status is checked first, then the dates, then the counts.
 * @param at milliseconds since 1970
 * @example
 * const coupon = {
 *   id: 'c', name: 'A tenth off', code: 'SLOWSUNDAY', active: true, off: { percent: '10' }, startsAt: 1000, endsAt: 2000, usageLimit: 50,
 *   limitedToOneItem: false, appliesToSubscriptions: false,
 * }
 * couponRefusal(coupon, 1500, { byAll: 49, byCustomer: 0 }) // => null
 * couponRefusal(coupon, 1500, { byAll: 50, byCustomer: 0 }) // => 'ERROR_COUPON_USAGE_EXCEEDED'
 * couponRefusal(coupon, 2000, { byAll: 50, byCustomer: 0 }) // => 'ERROR_COUPON_HAS_EXPIRED'
 */
export function couponRefusal(coupon: Coupon, at: number, { byAll, byCustomer }: Uses): CouponRefusal | null {
  if (!coupon.active) return 'ERROR_COUPON_IS_DISABLED'
  const validity = validityOf(coupon, at)
  if (validity === 'EXPIRED') return 'ERROR_COUPON_HAS_EXPIRED'
  if (validity === 'PENDING') return 'ERROR_COUPON_IS_NOT_ACTIVE_YET'
  if (byAll >= (coupon.usageLimit ?? Number.POSITIVE_INFINITY)) return 'ERROR_COUPON_USAGE_EXCEEDED'
  if (byCustomer >= (coupon.limitPerCustomer ?? Number.POSITIVE_INFINITY)) return 'ERROR_COUPON_LIMIT_PER_CUSTOMER_EXCEEDED'
  return null
}

/** Why a coupon that can be used takes nothing off this cart: the wire's reasons. */
export type CouponProblem =
  | { readonly reason: 'MIN_SUBTOTAL_NOT_REACHED'; readonly requiredMinimumSubtotal: Minor; readonly subtotal: Minor }
  | { readonly reason: 'MIN_LINE_ITEM_QUANTITY_NOT_REACHED'; readonly requiredMinimumQuantity: number }
  | { readonly reason: 'NOT_APPLICABLE_TO_SELECTED_LINE_ITEMS' }
  | { readonly reason: 'NOT_APPLICABLE_TO_SUBSCRIPTIONS' }

/** All that may make a cart cheaper. */
export interface Offers {
  /** Of chosen memberships, see `membershipsFor`. */
  readonly memberships?: readonly Discount[]
  readonly rules?: readonly DiscountRule[]
  /** Of third-party services: already determined, whatever their `source`. */
  readonly services?: readonly Discount[]
  /** One at most, and only one without a {@link couponRefusal}. */
  readonly coupon?: Coupon | null
  readonly merchant?: readonly Discount[]
}

/**
 * Which discounts a cart gets, in the order in which `quote` is to take them: memberships, then rules by their places, then services, then
 * the coupon, then those of the merchant. Rules are tested against the cart at list price, so no rule can switch another off; a coupon
 * against what memberships, rules and services left.
 *
 * @throws RangeError when a line is invalid (see `quote`)
 * @example
 * const mugs = [{ id: 'l', quantity: 3, price: minor(2600), shippable: true, item: { appId: 'stores', id: 'mug', collectionIds: ['kitchen'] } }]
 * const rule = {
 *   id: 'r', name: 'From three on', active: true, scopes: [{ collectionIds: ['kitchen'] }], off: { percent: '15' },
 *   trigger: { type: 'ITEM_QUANTITY_RANGE', scopes: [], from: 3 },
 * }
 * const coupon = {
 *   id: 'c', name: 'Ten off', code: 'TENOFF', active: true, off: { amount: minor(1000) }, minimumSubtotal: minor(7000),
 *   limitedToOneItem: false, appliesToSubscriptions: false,
 * }
 * const now = { at: 0, memberId: null }
 * promotions(mugs, { rules: [rule] }, now).discounts.map((one) => one.id) // => ['r']
 * promotions(mugs, { rules: [rule], coupon }, now).problem // => { reason: 'MIN_SUBTOTAL_NOT_REACHED', requiredMinimumSubtotal: 7000, subtotal: 6630 }
 * promotions(mugs, { coupon }, now).discounts.map((one) => one.code) // => ['TENOFF']
 */
export function promotions(
  lines: readonly Line[],
  { memberships = [], rules = [], services = [], coupon, merchant = [] }: Offers,
  situation: Situation,
): { readonly discounts: readonly Discount[]; readonly problem: CouponProblem | null } {
  const holding = rules.filter(
    (rule) => rule.active && validityOf(rule, situation.at) === 'LIVE' && (!rule.trigger || holds(rule.trigger, lines, situation)),
  )
  const given = holding
    .toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0) || (a.id < b.id ? -1 : 1))
    .map(
      ({ id, name, scopes, off, offer }): Discount => ({
        id,
        name,
        source: 'RULE',
        lineIds: within(lines, scopes).map((line) => line.id),
        off: offer ? { offer: { ...offer, bought: within(lines, offer.scopes).map((line) => line.id), off: ofOffer(off) } } : off,
      }),
    )
    .filter(({ lineIds }) => lineIds?.length)
  const before = [...memberships, ...given, ...services]
  if (!coupon) return { discounts: [...before, ...merchant], problem: null }

  const takes = lines.filter((line) => !line.giftCard && (coupon.appliesToSubscriptions || !line.subscription))
  const meant = coupon.scopes ? within(takes, coupon.scopes) : takes
  const problem = problemOf(coupon, lines, meant, before)
  if (problem) return { discounts: [...before, ...merchant], problem }
  const { id, name, code, off, limitedToOneItem } = coupon
  const discount: Discount = { id, name, code, source: 'COUPON', lineIds: meant.map((line) => line.id), off, limitedToOneItem }
  return { discounts: [...before, discount, ...merchant], problem: null }
}

/** What an offer takes off each discounted unit; a discount that makes no sense for single units takes nothing. */
const ofOffer = (off: Off): Offer['off'] => {
  if ('shipping' in off) return { percent: '0' }
  return 'percent' in off || 'each' in off || 'price' in off ? off : { percent: '0' }
}

function problemOf(coupon: Coupon, lines: readonly Line[], meant: readonly Line[], before: readonly Discount[]): CouponProblem | null {
  const { minimumSubtotal, scopes, off } = coupon
  if (minimumSubtotal) {
    const subtotal = sum(discounted(atPrice(lines), before).lines.map(netOf))
    if (subtotal < minimumSubtotal) return { reason: 'MIN_SUBTOTAL_NOT_REACHED', requiredMinimumSubtotal: minimumSubtotal, subtotal }
  }
  if ('shipping' in off || lines.length === 0) return null
  if (meant.length === 0) {
    const spared = scopes ? within(lines, scopes) : lines
    const subscribed = spared.some((line) => line.subscription && !line.giftCard)
    return { reason: subscribed ? 'NOT_APPLICABLE_TO_SUBSCRIPTIONS' : 'NOT_APPLICABLE_TO_SELECTED_LINE_ITEMS' }
  }
  const needed = 'buy' in off ? off.buy + 1 : 'bundle' in off ? off.bundle.quantity : 1
  return unitsOf(meant) < needed ? { reason: 'MIN_LINE_ITEM_QUANTITY_NOT_REACHED', requiredMinimumQuantity: needed } : null
}

/** Whether cart and buyer meet a trigger. */
export function holds(trigger: Trigger, lines: readonly Line[], situation: Situation): boolean {
  switch (trigger.type) {
    case 'AND':
      return trigger.triggers.every((one) => holds(one, lines, situation))
    case 'OR':
      return trigger.triggers.some((one) => holds(one, lines, situation))
    case 'SUBTOTAL_RANGE':
      return inRange(sum(atPrice(trigger.scopes.length ? within(lines, trigger.scopes) : lines).map(({ gross }) => gross)), trigger)
    case 'ITEM_QUANTITY_RANGE':
      return inRange(unitsOf(trigger.scopes.length ? within(lines, trigger.scopes) : lines), trigger)
    case 'CUSTOMER_ELIGIBILITY':
      return situation.memberId !== null && trigger.memberIds.includes(situation.memberId)
    case 'CUSTOM':
      return situation.triggers?.some(({ appId, id }) => appId === trigger.appId && id === trigger.id) ?? false
  }
}

const inRange = (value: number, { from, to }: { readonly from?: number | null; readonly to?: number | null }): boolean =>
  value >= (from ?? 0) && value > 0 && value <= (to ?? Number.POSITIVE_INFINITY)

export const unitsOf = (lines: readonly Line[]): number => sum(lines.map(({ quantity }) => minor(quantity)))

/** The lines in some scopes. */
export const within = (lines: readonly Line[], scopes: readonly Scope[]): readonly Line[] =>
  lines.filter(({ item }) => item && scopes.some((scope) => covers(scope, item)))

/** Whether an item is among the goods of a scope. */
export const covers = (scope: Scope, item: NonNullable<Line['item']>): boolean =>
  'collectionIds' in scope
    ? scope.collectionIds.some((id) => item.collectionIds.includes(id))
    : scope.appId === item.appId && (scope.itemIds.length === 0 || scope.itemIds.includes(item.id))
