import { setImmediate } from 'node:timers/promises'
import type { PreviewedCart, PromotionPreview, Unmoved } from '@vitrine/contract'
import {
  afterRules,
  askRule,
  type Coupon,
  comeTo,
  type DiscountRule,
  type Goal,
  goalOf,
  type Line,
  type Membership,
  minor,
  type Quote,
  type RuleAnswer,
  roundDecimal,
  toDecimal,
} from '@vitrine/pricing'
import { Refused } from '../../kernel/refusal.ts'
import type { DiscountSettings, RuleSettings } from '../../kernel/settings/discount-settings.ts'
import { placeOf } from '../selling/addresses.ts'
import { deliveryFor } from '../selling/delivery.ts'
import { noServiceDiscounts } from '../selling/discount-services.ts'
import { itemOf, type KnownLine } from '../selling/line.ts'
import { linesToPrice } from '../selling/lines-to-price.ts'
import { memberOf, type Offered, offeredFor } from '../selling/offers.ts'
import { type PricingContext, withinBounds } from '../selling/pricing-context.ts'
import { rulesOf } from '../selling/rules.ts'
import { discountsOf } from '../selling/show-offers.ts'
import { showReasons } from '../selling/show-reasons.ts'
import { taxPlaceOf } from '../selling/tax-place.ts'
import { customOf, type HoldingTrigger } from '../selling/triggers.ts'
import type { RecentCart } from './recent-carts.ts'

/** What is tried, and what of it stands already. */
export type Candidate =
  | { readonly rule: RuleSettings; readonly previous: RuleSettings | undefined }
  | { readonly coupon: Coupon; readonly previous: Coupon | undefined }

export interface Rehearsal {
  readonly pricing: PricingContext
  readonly rules: DiscountSettings
  readonly candidate: Candidate
  readonly carts: readonly RecentCart[]
  /** The coupons that the carts have, by their codes as `keyOf` has them, as far as they are good. */
  readonly couponOf: (cart: RecentCart) => Coupon | undefined
  readonly membershipsOf: (cart: RecentCart) => readonly Membership[]
  readonly now: Date
  readonly budgetMs: number
}

/** What a cart is calculated by. */
interface World {
  readonly rules: DiscountSettings
  readonly coupon: Coupon | undefined
}

interface Calculated {
  readonly quote: Quote
  readonly offered: Offered
}

const itemsShown = 4
const together = 10

/**
 * Reckons carts anew, each as it would be without the promotion, as it stands and as it would be with it. The promotion counts as switched on,
 * at its time and good for everybody; what others would have to be asked (taxes, rates, fees) is taken from the shop's own settings.
 */
export async function rehearse(rehearsal: Rehearsal): Promise<PromotionPreview> {
  const { pricing, rules, candidate, carts, now, budgetMs } = rehearsal
  const { currency } = pricing.settings.commerce
  const text = (amount: number) => toDecimal(minor(amount), currency)
  const id = 'rule' in candidate ? candidate.rule.id : candidate.coupon.id
  const worlds = worldsOf(rules, candidate)
  const rule = 'rule' in candidate ? rulesOf({ rules: [always(candidate.rule)] })[0]! : undefined
  const triggers = 'rule' in candidate ? customOf(candidate.rule.trigger) : []
  const goal = rule ? goalOf(rule) : 'coupon' in candidate ? goalOfCoupon(candidate.coupon) : null

  // Everything that is in any of them is asked for together.
  const known = await pricing.know(carts.flatMap(({ lines }) => lines))
  const shown: PreviewedCart[] = []
  const after = { carts: 0, given: 0 }
  const before = { carts: 0, given: 0 }
  const until = performance.now() + budgetMs
  let next = 0
  let looked = 0
  for (const [i, cart] of carts.entries()) {
    if (i % together === 0) await setImmediate()
    if (performance.now() > until) break
    const lines = known.slice(next, next + cart.lines.length).map((line) => asIfThere(line, currency))
    next += cart.lines.length
    looked++
    const calculate = (world: World) => calculateCart(cart, lines, world, rehearsal, triggers)
    const found = calculable(() => worldsFor(cart, rehearsal.couponOf(cart), worlds, candidate, calculate))
    if (!found) continue
    const { without, before: stood, with: as, previous, otherCoupon } = found
    const priced = linesToPrice(lines)
    const gives = takes(as.quote, id)
    const given = gives ? without.quote.total - as.quote.total : 0
    if (gives) {
      after.carts++
      after.given += given
    }
    if (previous && takes(previous.quote, id)) {
      before.carts++
      before.given += without.quote.total - previous.quote.total
    }
    const has = goal && (goal.unit === 'AMOUNT' && 'coupon' in candidate ? afterRules(without.quote) : comeTo(goal, priced))
    const show = (amount: number, unit: Goal['unit']) => (unit === 'PIECES' ? String(amount) : text(amount))
    shown.push({
      kind: cart.kind,
      id: cart.id,
      ...(cart.number && { number: cart.number }),
      ...(cart.buyer && { buyer: cart.buyer }),
      ...(cart.to?.city && { city: cart.to.city }),
      at: cart.at.toISOString(),
      units: cart.lines.reduce((all, { quantity }) => all + quantity, 0),
      items: lines.slice(0, itemsShown).map(({ item, quantity }) => ({
        name: item?.name ?? '',
        quantity,
        ...(item?.image && { image: item.image.url }),
      })),
      before: text(stood.quote.total),
      now: text(as.quote.total),
      given: text(given),
      ...(goal && has !== null && { has: show(has, goal.unit) }),
      ...(gives && { beforeReasons: showReasons(stood.quote), nowReasons: showReasons(as.quote) }),
      ...(!gives && {
        unmoved: otherCoupon
          ? { because: 'OTHER_COUPON' as const, couponCode: otherCoupon }
          : rule
            ? ruleless(rule, priced, askRule(rule, priced, { at: now.getTime(), memberId: memberOf(cart), triggers }), goal, show)
            : couponless(as.offered, goal, has ?? 0, show),
      }),
    })
  }
  const times = shown.map(({ at }) => at).sort()
  return {
    currency,
    examined: shown.length,
    complete: looked === carts.length,
    ...(times.length > 0 && { from: times[0]!, to: times.at(-1)! }),
    after: { carts: after.carts, given: text(after.given) },
    ...(candidate.previous && { before: { carts: before.carts, given: text(before.given) } }),
    changed: shown.filter((one) => one.before !== one.now).length,
    ...(goal && { goal: { unit: goal.unit, needs: goal.unit === 'PIECES' ? String(goal.needs) : text(goal.needs) } }),
    carts: shown,
  }
}

/** Switched on, and at its time. */
function always(rule: RuleSettings): RuleSettings {
  const { startsAt: _startsAt, endsAt: _endsAt, ...rest } = rule
  return { ...rest, active: true }
}

/** The shop's rules without the one in question, as they stand, and with it as it would be. */
function worldsOf({ rules }: DiscountSettings, candidate: Candidate): Readonly<Record<'without' | 'before' | 'with', DiscountSettings>> {
  if ('coupon' in candidate) return { without: { rules }, before: { rules }, with: { rules } }
  const { rule, previous } = candidate
  return {
    // Each keeps its place among the others.
    without: { rules: rules.map((one) => (one.id === rule.id ? { ...one, active: false } : one)) },
    before: { rules },
    with: { rules: previous ? rules.map((one) => (one.id === rule.id ? always(rule) : one)) : [...rules, always(rule)] },
  }
}

function worldsFor(
  cart: RecentCart,
  own: Coupon | undefined,
  rules: ReturnType<typeof worldsOf>,
  candidate: Candidate,
  calculate: (world: World) => Calculated,
) {
  if ('rule' in candidate) {
    const before = calculate({ rules: rules.before, coupon: own })
    return {
      without: candidate.previous ? calculate({ rules: rules.without, coupon: own }) : before,
      before,
      with: calculate({ rules: rules.with, coupon: own }),
      previous: candidate.previous && before,
      otherCoupon: undefined,
    }
  }
  const typed = own?.id === candidate.coupon.id
  const without = calculate({ rules: rules.before, coupon: typed ? undefined : own })
  // A cart takes one coupon, and those who have another keep it.
  if (own && !typed) return { without, before: without, with: without, previous: undefined, otherCoupon: own.code }
  const previous = candidate.previous && calculate({ rules: rules.before, coupon: candidate.previous })
  return {
    without,
    before: typed && previous ? previous : without,
    with: calculate({ rules: rules.with, coupon: candidate.coupon }),
    previous,
    otherCoupon: undefined,
  }
}

/** One cart by the shop's own settings, as checkouts are calculated; nobody outside is asked, and no time of delivery is held. */
function calculateCart(
  cart: RecentCart,
  lines: readonly KnownLine[],
  { rules, coupon }: World,
  { pricing, membershipsOf, now }: Rehearsal,
  triggers: readonly HoldingTrigger[],
): Calculated {
  const { commerce } = pricing.settings
  const { currency, timeZone } = commerce
  const place = placeOf(cart.to)
  const offered = withinBounds(() =>
    offeredFor(lines, { couponCode: coupon?.code, memberships: cart.memberships, merchant: cart.merchant }, cart, {
      rules,
      triggers,
      services: noServiceDiscounts,
      benefits: { memberships: membershipsOf(cart), ...(coupon && { coupon: { coupon, refusal: null } }) },
      currency,
      now,
    }),
  )
  const { chosen } = deliveryFor(lines, place, cart.choice, pricing, offered.discounts, { calendar: { now, timeZone }, carriers: [] })
  const paid = cart.delivery && cart.choice
  const shipping =
    chosen ?? (paid ? { code: cart.choice.code, title: cart.delivery.title, price: roundDecimal(cart.delivery.price, currency) } : null)
  const taxedAt = taxPlaceOf(lines, chosen?.pickup?.address ?? place, placeOf(cart.billing), commerce)
  return { offered, quote: pricing.quote(lines, { place: taxedAt, shipping, offered }) }
}

/** What was in the cart is there for it, whatever the stock says today; what is sold no more costs what it did. */
function asIfThere<L extends KnownLine>(line: L, currency: string): L {
  const { item, override, quantity } = line
  if (item) return item.available === null ? line : { ...line, item: { ...item, available: null } }
  if (!override?.price) return line
  const { price, productName } = override
  return {
    ...line,
    item: itemOf({ quantity, custom: { quantity, price, productName, itemType: { preset: 'PHYSICAL' } } }, undefined, currency),
  }
}

/** A cart whose amounts nobody can count is left out. */
function calculable<T>(calculate: () => T): T | undefined {
  try {
    return calculate()
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }
}

const takes = (quote: Quote, id: string): boolean => discountsOf(quote).some((reason) => reason.id === id && reason.amount > 0)

function goalOfCoupon({ minimumSubtotal, off, scopes }: Coupon): Goal | null {
  if (minimumSubtotal) return { unit: 'AMOUNT', needs: minimumSubtotal, scopes: [] }
  return 'buy' in off ? { unit: 'PIECES', needs: off.buy + 1, scopes: scopes ?? [] } : null
}

type Show = (amount: number, unit: Goal['unit']) => string

const short = (goal: Pick<Goal, 'unit' | 'needs'>, has: number, show: Show): Unmoved => ({
  because: goal.unit === 'PIECES' ? 'PIECES' : 'SUBTOTAL',
  has: show(has, goal.unit),
  from: show(goal.needs, goal.unit),
})

function ruleless(rule: DiscountRule, lines: readonly Line[], answer: RuleAnswer, goal: Goal | null, show: Show): Unmoved {
  if (answer.given) {
    // What was to be bought for it is no trigger.
    const has = goal ? comeTo(goal, lines) : 0
    return goal && rule.offer && has < goal.needs ? short(goal, has, show) : { because: 'NOTHING_LEFT' }
  }
  if (answer.because !== 'UNMET') return { because: 'NO_SUCH_GOODS' }
  const { unmet } = answer
  switch (unmet.type) {
    case 'CUSTOMER_ELIGIBILITY':
      return { because: 'OTHER_CUSTOMER' }
    case 'CUSTOM':
      return { because: 'CUSTOM' }
    default: {
      const unit = unmet.type === 'ITEM_QUANTITY_RANGE' ? 'PIECES' : 'AMOUNT'
      return {
        because: unit === 'PIECES' ? 'PIECES' : 'SUBTOTAL',
        has: show(unmet.has, unit),
        ...(unmet.from !== null && { from: show(unmet.from, unit) }),
        ...(unmet.to !== null && { to: show(unmet.to, unit) }),
      }
    }
  }
}

function couponless({ coupon }: Offered, goal: Goal | null, has: number, show: Show): Unmoved {
  switch (coupon?.error?.code) {
    case 'MIN_SUBTOTAL_NOT_REACHED':
    case 'MIN_LINE_ITEM_QUANTITY_NOT_REACHED':
      return goal ? short(goal, has, show) : { because: 'NOTHING_LEFT' }
    case 'NOT_APPLICABLE_TO_SUBSCRIPTIONS':
      return { because: 'ONLY_SUBSCRIPTIONS' }
    case 'NOT_APPLICABLE_TO_SELECTED_LINE_ITEMS':
      return { because: 'NO_SUCH_GOODS' }
    default:
      return { because: coupon?.coupon && 'shipping' in coupon.coupon.off ? 'NO_DELIVERY' : 'NOTHING_LEFT' }
  }
}

/** What is on trial of a coupon counts for everybody, always. */
export const openToAll = (coupon: Coupon): Coupon => ({
  ...coupon,
  active: true,
  startsAt: null,
  endsAt: null,
  usageLimit: null,
  limitPerCustomer: null,
})
