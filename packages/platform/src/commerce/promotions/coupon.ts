import type { CouponSpecification, CouponSpecificationInput, FieldViolation, Coupon as WireCoupon } from '@vitrine/contract'
import { type Coupon, type Minor, type Off, roundDecimal, type Scope, toDecimal, validityOf } from '@vitrine/pricing'
import type { Refusal } from '../../kernel/refusal.ts'
import { violation } from '../../kernel/violation.ts'
import { storesApp } from '../selling/apps.ts'

type CouponOff = Exclude<Off, { readonly each: Minor } | { readonly bundle: unknown } | { readonly offer: unknown }>

/** What a coupon gives, and to what. */
export interface CouponDocument {
  readonly name: string
  readonly off: CouponOff
  readonly scope?: NonNullable<CouponSpecification['scope']>
  readonly minimumSubtotal?: Minor
  readonly limitedToOneItem: boolean
  readonly appliesToSubscriptions: boolean
  readonly discountedCycleCount?: number
}

export interface StoredCoupon {
  readonly id: string
  readonly code: string
  readonly active: boolean
  readonly startsAt: Date
  readonly endsAt: Date | null
  readonly usageLimit: number | null
  readonly limitPerCustomer: number | null
  readonly uses: number
  /** What was given by it, in minor units, as long as the orders stand. */
  readonly given: number
  readonly document: CouponDocument
  readonly createdAt: Date
}

export type CouponFields = Omit<StoredCoupon, 'id' | 'uses' | 'given' | 'createdAt'>

/** Codes are the same however they are typed. */
export const keyOfCode = (code: string): string => code.trim().normalize('NFC').toLowerCase()

const broken = (field: string, description: string, violatedRule: FieldViolation['violatedRule']) =>
  violation(`specification.${field}`, description, violatedRule)

const kinds = ['moneyOffAmount', 'percentOffRate', 'freeShipping', 'fixedPriceAmount', 'buyXGetY'] as const

/** A coupon after what was sent; `before` is undefined for a new one, and for one that is replaced as a whole. */
export function writtenCoupon(
  before: CouponFields | undefined,
  sent: CouponSpecificationInput,
  currency: string,
  now: Date,
): CouponFields | Refusal<'INVALID_ARGUMENT'> {
  const name = sent.name ?? before?.document.name
  if (!name) return broken('name', 'A coupon needs a name', 'REQUIRED_FIELD')
  const code = sent.code?.trim() ?? before?.code
  if (!code) return broken('code', 'A coupon needs a code', 'REQUIRED_FIELD')

  const said = kinds.filter((kind) => sent[kind] !== undefined && sent[kind] !== null && sent[kind] !== false)
  if (said.length > 1) return broken(said[1]!, `A coupon gives one of ${kinds.join(', ')}`, 'ONE_OF_ALIGNMENT')
  const off = said[0] ? offOf(said[0], sent, currency) : before?.document.off
  if (!off) return broken('percentOffRate', `A coupon gives one of ${kinds.join(', ')}`, 'REQUIRED_ONE_OF_FIELD')
  if (('amount' in off && off.amount === 0) || ('percent' in off && off.percent === '0'))
    return broken(said[0] ?? 'moneyOffAmount', 'Nothing is no discount', 'DECIMAL_GT')

  if (sent.scope && sent.minimumSubtotal) return broken('minimumSubtotal', 'A coupon has a scope or a minimum subtotal', 'ONE_OF_ALIGNMENT')
  // What comes off the delivery is of no goods: a scope that the coupon had goes with what it gave before.
  const replaced = sent.minimumSubtotal || (said[0] === 'freeShipping' && sent.scope === undefined)
  const scope = replaced ? undefined : kept(before?.document.scope, sent.scope && scopeSent(sent.scope))
  const minimum = sent.scope
    ? undefined
    : kept(before?.document.minimumSubtotal, sent.minimumSubtotal && money(sent.minimumSubtotal, currency))
  if ('shipping' in off && scope) return broken('scope', 'A coupon for the delivery has no scope', 'FIELD_NOT_ALLOWED')
  const group = scope?.group
  if (group && !group.entityId) return broken('scope.group.entityId', 'A group says which', 'REQUIRED_FIELD')

  const startsAt = kept(before?.startsAt, sent.startTime && instant(sent.startTime)) ?? now
  const endsAt = kept(before?.endsAt ?? undefined, sent.expirationTime && instant(sent.expirationTime)) ?? null
  if (endsAt && endsAt <= startsAt) return broken('expirationTime', 'A coupon ends after it starts', 'VALIDATION')
  const cycles = kept(before?.document.discountedCycleCount, sent.discountedCycleCount)
  return {
    code,
    active: sent.active ?? before?.active ?? true,
    startsAt,
    endsAt,
    usageLimit: kept(before?.usageLimit ?? undefined, sent.usageLimit) ?? null,
    limitPerCustomer: kept(before?.limitPerCustomer ?? undefined, sent.limitPerCustomer) ?? null,
    document: {
      name,
      off,
      ...(scope && { scope }),
      ...(minimum !== undefined && minimum > 0 && { minimumSubtotal: minimum }),
      limitedToOneItem: sent.limitedToOneItem ?? before?.document.limitedToOneItem ?? false,
      appliesToSubscriptions: sent.appliesToSubscriptions ?? before?.document.appliesToSubscriptions ?? false,
      ...(cycles !== undefined && { discountedCycleCount: cycles }),
    },
  }
}

/** A field after an update, where 0 and the empty text are values too. */
const kept = <T>(before: T | undefined, sent: T | null | undefined | 0 | ''): T | undefined =>
  sent === undefined ? before : sent === null || sent === 0 || sent === '' ? undefined : sent

const instant = (millis: string | number): Date => new Date(Number(millis))
/** Numbers of the wire that are money: read by their digits. */
const money = (amount: number, currency: string): Minor => roundDecimal(amount.toFixed(6), currency)

function scopeSent({ namespace, group }: NonNullable<CouponSpecificationInput['scope']>): NonNullable<CouponDocument['scope']> {
  return { namespace, ...(group && { group: { name: group.name, ...(group.entityId && { entityId: group.entityId.toLowerCase() }) } }) }
}

function offOf(kind: (typeof kinds)[number], sent: CouponSpecificationInput, currency: string): CouponOff {
  switch (kind) {
    case 'moneyOffAmount':
      return { amount: money(sent.moneyOffAmount!, currency) }
    case 'percentOffRate':
      return { percent: String(Math.round(sent.percentOffRate! * 10_000) / 10_000) }
    case 'freeShipping':
      return { shipping: true }
    case 'fixedPriceAmount':
      return { price: money(sent.fixedPriceAmount!, currency) }
    case 'buyXGetY':
      return { buy: sent.buyXGetY!.x, get: sent.buyXGetY!.y }
  }
}

/** A coupon as pricing wants it. */
export function couponOf({ id, code, active, startsAt, endsAt, usageLimit, limitPerCustomer, document }: StoredCoupon): Coupon {
  const { name, off, scope, minimumSubtotal, limitedToOneItem, appliesToSubscriptions } = document
  return {
    id,
    name,
    code,
    active,
    startsAt: startsAt.getTime(),
    endsAt: endsAt?.getTime() ?? null,
    usageLimit,
    limitPerCustomer,
    off,
    scopes: scope ? [scopeOf(scope)] : null,
    minimumSubtotal: minimumSubtotal ?? null,
    limitedToOneItem,
    appliesToSubscriptions,
  }
}

/** What other apps sell is in no cart of ours: their scopes cover nothing. */
function scopeOf({ namespace, group }: NonNullable<CouponDocument['scope']>): Scope {
  if (namespace !== 'stores') return { collectionIds: [] }
  if (!group) return { appId: storesApp, itemIds: [] }
  return group.name === 'collection' ? { collectionIds: [group.entityId!] } : { appId: storesApp, itemIds: [group.entityId!] }
}

// --- as the wire wants it -------------------------------------------------------------------------------------------------------

export function showCoupon(coupon: StoredCoupon, currency: string, now: Date): WireCoupon {
  const { id, startsAt, endsAt, uses, createdAt } = coupon
  const validity = validityOf({ startsAt: startsAt.getTime(), endsAt: endsAt?.getTime() ?? null }, now.getTime())
  return {
    id,
    specification: specificationOf(coupon, currency),
    dateCreated: String(createdAt.getTime()),
    expired: validity === 'EXPIRED',
    numberOfUsages: uses,
  }
}

function specificationOf(coupon: StoredCoupon, currency: string): CouponSpecification {
  const { code, active, startsAt, endsAt, usageLimit, limitPerCustomer, document } = coupon
  const { name, off, scope, minimumSubtotal, limitedToOneItem, appliesToSubscriptions, discountedCycleCount } = document
  const number = (amount: Minor): number => Number(toDecimal(amount, currency))
  return {
    type: typeOf(off),
    name,
    code,
    startTime: String(startsAt.getTime()),
    ...(endsAt && { expirationTime: String(endsAt.getTime()) }),
    ...(usageLimit !== null && { usageLimit }),
    ...(limitPerCustomer !== null && { limitPerCustomer }),
    limitedToOneItem,
    appliesToSubscriptions,
    ...(discountedCycleCount !== undefined && { discountedCycleCount }),
    active,
    ...('amount' in off && { moneyOffAmount: number(off.amount) }),
    ...('percent' in off && { percentOffRate: Number(off.percent) }),
    ...('shipping' in off && { freeShipping: true }),
    ...('price' in off && { fixedPriceAmount: number(off.price) }),
    ...('buy' in off && { buyXGetY: { x: off.buy, y: off.get } }),
    ...(scope && { scope }),
    ...(minimumSubtotal !== undefined && { minimumSubtotal: number(minimumSubtotal) }),
  }
}

/** The wire's word for what a coupon gives. */
export function typeOf(off: CouponOff): CouponSpecification['type'] {
  if ('amount' in off) return 'MONEY_OFF_AMOUNT'
  if ('percent' in off) return 'PERCENT_OFF_RATE'
  if ('shipping' in off) return 'FREE_SHIPPING'
  return 'price' in off ? 'FIXED_PRICE_AMOUNT' : 'BUY_X_GET_Y'
}
