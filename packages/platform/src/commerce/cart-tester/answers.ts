import type { AskedDelivery, AskedRule } from '@vitrine/contract'
import {
  askRule,
  askWays,
  basketOf,
  type Condition,
  type DeliveryCalendar,
  type Minor,
  minor,
  type Place,
  toDecimal,
  type Unmet,
} from '@vitrine/pricing'
import type { Sections } from '../../kernel/settings/sections.ts'
import type { KnownLine } from '../selling/line.ts'
import { linesToPrice } from '../selling/lines-to-price.ts'
import type { Offered } from '../selling/offers.ts'
import { rulesOf } from '../selling/rules.ts'
import type { HoldingTrigger } from '../selling/triggers.ts'

export interface Asked {
  readonly settings: Sections
  readonly lines: readonly KnownLine[]
  readonly offered: Offered
  /** What each discount took, by its id. */
  readonly took: ReadonlyMap<string, Minor>
  readonly at: Date
  readonly memberId: string | null
  readonly triggers: readonly HoldingTrigger[]
}

/** What every rule of the shop, and the coupon, said to a cart: what was given first. */
export function askedRules({ settings, lines, offered, took, at, memberId, triggers }: Asked): AskedRule[] {
  const { currency } = settings.commerce
  const amountOf = (id: string) => ({ amount: toDecimal(took.get(id) ?? minor(0), currency) })
  const instant = (at: number | null | undefined) => (at === null || at === undefined ? undefined : new Date(at).toISOString())
  const rules = rulesOf(settings.discounts).map((rule): AskedRule => {
    const answer = askRule(rule, linesToPrice(lines), { at: at.getTime(), memberId, triggers })
    const [startsAt, endsAt] = [instant(rule.startsAt), instant(rule.endsAt)]
    return {
      kind: 'RULE',
      id: rule.id,
      name: rule.name,
      given: answer.given,
      ...(answer.given ? amountOf(rule.id) : { because: answer.because }),
      ...('unmet' in answer && { unmet: showUnmet(answer.unmet, currency) }),
      ...(startsAt && { startsAt }),
      ...(endsAt && { endsAt }),
    }
  })
  return [...rules, ...askedCoupon(offered, amountOf)].toSorted((a, b) => Number(b.given) - Number(a.given))
}

function askedCoupon({ coupon: asked }: Offered, amountOf: (id: string) => { readonly amount: string }): AskedRule[] {
  if (!asked) return []
  const { code, coupon, error } = asked
  return [
    {
      kind: 'COUPON',
      name: coupon?.name ?? code,
      code,
      given: error === undefined,
      ...(coupon && { id: coupon.id }),
      ...(coupon && error === undefined && amountOf(coupon.id)),
      ...(error && { error }),
    },
  ]
}

function showUnmet(unmet: Unmet, currency: string): NonNullable<AskedRule['unmet']> {
  const { type } = unmet
  if (type !== 'SUBTOTAL_RANGE' && type !== 'ITEM_QUANTITY_RANGE') return { type }
  const text = (number: number) => (type === 'SUBTOTAL_RANGE' ? toDecimal(minor(number), currency) : String(number))
  const { has, from, to } = unmet
  return { type, has: text(has), ...(from !== null && { from: text(from) }), ...(to !== null && { to: text(to) }) }
}

/** What the shop's own ways of delivery in the region of a place said to a cart. */
export function askedDeliveries(
  { settings, lines, offered }: Pick<Asked, 'settings' | 'lines' | 'offered'>,
  place: Place | null,
  calendar: DeliveryCalendar,
): AskedDelivery[] {
  const { shipping, commerce } = settings
  const shown = ({ type, operator, value }: Condition, has: number) => {
    const text = (number: number) => (type === 'BY_TOTAL_PRICE' ? toDecimal(minor(number), commerce.currency) : String(number))
    return { unmet: { type, operator, value: text(value), has: text(has) } }
  }
  return askWays(basketOf(linesToPrice(lines), offered.discounts), shipping.zones, place, calendar).map((way) => ({
    code: way.code,
    title: way.title,
    offered: way.offered,
    ...(!way.offered && { because: way.because }),
    ...('condition' in way && shown(way.condition, way.has)),
  }))
}
