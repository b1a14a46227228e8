import type { Promotion, PromotionState } from '@vitrine/contract'
import { minor, toDecimal, validityOf } from '@vitrine/pricing'
import { type Sql, sql } from '../../kernel/db/sql.ts'
import { fold } from '../../kernel/query/fold.ts'
import type { RuleSettings } from '../../kernel/settings/discount-settings.ts'
import { type StoredCoupon, showCoupon } from './coupon.ts'
import { showRule } from './rule.ts'

export type View = 'ACTIVE' | 'SCHEDULED' | 'ENDED'

/** What is switched off is of the past, too. */
export const statesIn: Readonly<Record<View, readonly PromotionState[]>> = {
  ACTIVE: ['ACTIVE'],
  SCHEDULED: ['SCHEDULED'],
  ENDED: ['ENDED', 'OFF'],
}

/** A coupon's state, as the database tells it. */
export const couponState = (now: Date): Sql => sql`case
  when not coupon.active then 'OFF'
  when coupon.ends_at <= ${now} or coupon.uses >= coupon.usage_limit then 'ENDED'
  when coupon.starts_at > ${now} then 'SCHEDULED'
  else 'ACTIVE' end`

export function ruleState({ active, startsAt, endsAt }: RuleSettings, now: Date): PromotionState {
  if (!active) return 'OFF'
  const validity = validityOf(
    { startsAt: startsAt ? Date.parse(startsAt) : null, endsAt: endsAt ? Date.parse(endsAt) : null },
    now.getTime(),
  )
  return validity === 'LIVE' ? 'ACTIVE' : validity === 'PENDING' ? 'SCHEDULED' : 'ENDED'
}

/** Where a page begins: what comes after one that was made then. */
export interface Place {
  readonly at: number
  readonly id: string
}

export const cursorOf = ({ at, id }: Place): string => `${at}_${id}`

export function placeIn(cursor: string): Place | undefined {
  const [, at, id] = /^(\d{1,15})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.exec(cursor) ?? []
  return at && id ? { at: Number(at), id: id.toLowerCase() } : undefined
}

/** The newest first; of one moment the one with the greater id. */
export const older = (a: Place, b: Place): number => b.at - a.at || (a.id === b.id ? 0 : a.id < b.id ? 1 : -1)

export const isAfter = (one: Place, begin: Place | undefined): boolean => !begin || older(begin, one) < 0

/** Whether words are in a name. */
export const named = (name: string, words: string | undefined): boolean => !words || fold(name).includes(fold(words))

export interface Listed extends Place {
  readonly state: PromotionState
  readonly coupon?: StoredCoupon
  readonly rule?: RuleSettings
}

export function showPromotion(
  { state, coupon, rule }: Listed,
  {
    currency,
    since,
    now,
    placeOfRule,
    usesOf,
  }: {
    readonly currency: string
    readonly since: Date
    readonly now: Date
    readonly placeOfRule: (id: string) => number
    readonly usesOf: (id: string) => { readonly uses: number; readonly given: number } | undefined
  },
): Promotion {
  const text = (units: number) => toDecimal(minor(units), currency)
  if (coupon) return { state, uses: coupon.uses, given: text(coupon.given), coupon: showCoupon(coupon, currency, now) }
  const { uses, given } = usesOf(rule!.id) ?? { uses: 0, given: 0 }
  return {
    state,
    uses,
    given: text(given),
    discountRule: showRule(rule!, uses, currency, since, now),
    place: placeOfRule(rule!.id) + 1,
  }
}
