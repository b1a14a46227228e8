import type { AskedDelivery, AskedRule, CartTest, Reason } from '@vitrine/contract'
import { type Minor, minor, roundDecimal } from '@vitrine/pricing'
import { money, written } from '../orders/sums.ts'
import { many, shortTime } from '../orders/text.ts'

/** A row of the explanation. `amount` adds up; taxes that are within prices do not. */
export interface Step {
  readonly key: string
  readonly name: string
  readonly why: string
  readonly amount: Minor
  readonly kind: 'code' | 'rule' | 'card' | 'plain' | 'sum'
}

const percent = (share = '0') => `${Number((Number(share) * 100).toFixed(4))} %`

/** Every step on the way to what is paid. */
export function stepsOf({ checkout, due }: CartTest): readonly Step[] {
  const { currency, reasons = [] } = checkout
  const text = (amount = '0') => money(amount, currency)
  const of = (amount: string) => roundDecimal(amount, currency)
  const less = (amount: string) => minor(-of(amount))
  const stepOf = (reason: Reason, i: number): Step[] => {
    const { step, amount, name, code } = reason
    const row = (rest: Pick<Step, 'name'> & Partial<Step>): Step[] => [
      {
        key: `${step} ${code ?? name ?? ''} ${step === 'TAX' || step === 'FEE' ? i : ''}`,
        why: '',
        amount: of(amount),
        kind: 'plain',
        ...rest,
      },
    ]
    switch (step) {
      case 'LINES':
        return row({ name: many(reason.units ?? 0, 'item') })
      case 'DISCOUNT':
        return row({
          name: code ?? name ?? 'Taken off',
          kind: code ? 'code' : 'rule',
          why: [
            reason.percent ? `${reason.percent} % of ${text(reason.of)}` : '',
            code && name !== code ? name : '',
            reason.shipping ? 'of the delivery' : '',
          ]
            .filter(Boolean)
            .join(', '),
          amount: less(amount),
        })
      case 'SHIPPING':
        return row({ name: name ? `Delivery, ${name}` : 'Delivery', why: freeText(reason, text) })
      case 'FEE':
        return row({
          name: name ?? 'Fee',
          why: reason.percent
            ? `${reason.percent} % of ${text(reason.goods)}`
            : reason.goodsBelow
              ? `items for ${text(reason.goods)} are below ${text(reason.goodsBelow)}`
              : '',
        })
      case 'TAX':
        return reason.included ? [] : row({ name: taxNames(reason), why: `${percent(reason.rate)} of ${text(reason.of)}` })
      case 'TOTAL':
        return row({
          name: 'Total',
          kind: 'sum',
          why: Number(reason.taxIncluded ?? 0) > 0 ? `tax ${text(reason.taxIncluded)} included` : '',
        })
      case 'LATER':
        return row({ name: 'Paid with the order', why: `${text(reason.later)} later`, amount: of(reason.now ?? amount), kind: 'sum' })
      case 'GIFT_CARD':
        return row({ name: 'Gift card', kind: 'card', why: `${text(reason.left)} left on it`, amount: less(amount) })
      default:
        return []
    }
  }
  const steps = reasons.flatMap(stepOf)
  const last: Step = { key: 'due', name: 'To pay', why: '', amount: of(due), kind: 'sum' }
  return reasons.some(({ step }) => step === 'GIFT_CARD') ? [...steps, last] : steps
}

function freeText({ amount, freeFrom, goods, regularPrice }: Reason, text: (amount?: string) => string): string {
  if (!freeFrom) return ''
  if (Number(amount) === 0) return `instead of ${text(regularPrice)}: free from ${text(freeFrom)}, ${text(goods)} reached`
  return `free from ${text(freeFrom)}, items are ${text(goods)}`
}

const taxNames = ({ taxes = [] }: Reason): string => taxes.map(({ name }) => name).join(' and ') || 'Tax'

const untaxed: Readonly<Record<string, string>> = {
  NO_REGION: 'no tax is set up for this place',
  NO_RATE_FOR_GROUP: 'no rate for products of this tax group',
  SHIPPING_NOT_TAXED: 'delivery is not taxed here',
  BUYER_EXEMPT: 'the buyer is exempt',
}

export interface Said {
  readonly key: string
  readonly name: string
  readonly why: string
  readonly yes: boolean
}

/** The taxes, each with what it was calculated of and how it was rounded. */
export function taxesOf({ checkout }: CartTest): readonly Said[] {
  const { currency, reasons = [], lineItems } = checkout
  const text = (amount = '0') => money(amount, currency)
  const nameOf = new Map(lineItems.map(({ id, productName }) => [id ?? '', productName?.original ?? '']))
  const onWhat = ({ lineIds = [], shipping, fees = [] }: Reason) =>
    [...new Set(lineIds.map((id) => nameOf.get(id) ?? '')), ...(shipping ? ['delivery'] : []), ...fees].filter(Boolean).join(', ')
  return reasons.flatMap((reason, i): Said[] => {
    if (reason.step === 'TAX') {
      const rounded = reason.exact && Number(reason.exact) !== Number(reason.amount) ? `, ${reason.exact} rounded once` : ''
      return [
        {
          key: `${i}`,
          name: `${taxNames(reason)} ${percent(reason.rate)}`,
          why: `${text(reason.amount)} ${reason.included ? 'within' : 'on top of'} ${text(reason.of)}${rounded}. On ${onWhat(reason)}`,
          yes: true,
        },
      ]
    }
    if (reason.step !== 'NO_TAX') return []
    return [
      { key: `${i}`, name: 'No tax', why: `${untaxed[reason.because ?? ''] ?? ''}: ${onWhat(reason)}, ${text(reason.of)}`, yes: false },
    ]
  })
}

/** What each rule answered, in a few words. */
export function ruleText(rule: AskedRule, currency: string, timeZone: string): string {
  const text = (amount = '0') => money(amount, currency)
  const { unmet, given, amount, because, error, startsAt, endsAt } = rule
  if (given) return Number(amount ?? 0) > 0 ? `takes ${text(amount)} off` : 'applies, and takes nothing off this cart'
  if (error) return couponText(error, text)
  if (because === 'SWITCHED_OFF') return 'is switched off'
  if (because === 'NOT_YET') return startsAt ? `begins ${shortTime(startsAt, timeZone)}` : 'has not begun'
  if (because === 'OVER') return endsAt ? `ended ${shortTime(endsAt, timeZone)}` : 'is over'
  if (because === 'NO_SUCH_GOODS') return 'none of its products is in the cart'
  if (unmet?.type === 'CUSTOMER_ELIGIBILITY') return 'is for certain members only'
  if (unmet?.type === 'CUSTOM') return 'another app says no'
  if (!unmet) return ''
  const measure = (value = '0') => (unmet.type === 'SUBTOTAL_RANGE' ? text(value) : many(Number(value), 'item'))
  const tooMuch = unmet.to !== undefined && Number(unmet.has) > Number(unmet.to)
  return tooMuch
    ? `is for ${measure(unmet.to)} at most, has ${measure(unmet.has)}`
    : `needs ${measure(unmet.from)}, has ${measure(unmet.has)}`
}

function couponText({ code, description, data }: NonNullable<AskedRule['error']>, text: (amount?: string) => string): string {
  const { requiredMinimumSubtotal } = (data ?? {}) as { requiredMinimumSubtotal?: string }
  if (requiredMinimumSubtotal) return `needs items for ${text(requiredMinimumSubtotal)} after other discounts`
  const known: Readonly<Record<string, string>> = {
    ERROR_COUPON_DOES_NOT_EXIST: 'no coupon has this code',
    ERROR_COUPON_IS_DISABLED: 'is switched off',
    ERROR_COUPON_HAS_EXPIRED: 'is over',
    ERROR_COUPON_IS_NOT_ACTIVE_YET: 'has not begun',
    ERROR_COUPON_USAGE_EXCEEDED: 'was used as often as it can be',
    ERROR_COUPON_LIMIT_PER_CUSTOMER_EXCEEDED: 'this customer has used it as often as they can',
  }
  return known[code ?? ''] ?? description ?? code ?? ''
}

const compared = { EQ: 'exactly', GT: 'above', GTE: 'from', LT: 'below', LTE: 'up to' } as const

/** Why a way of delivery is not offered. */
export function deliveryText(
  { because, unmet }: AskedDelivery,
  { currency, weightUnit }: { readonly currency: string; readonly weightUnit: string },
): string {
  if (because === 'SWITCHED_OFF') return 'is switched off'
  if (because === 'OUTSIDE_ITS_AREA') return 'the address lies outside its area'
  if (because === 'NO_SLOT') return 'no time is free'
  if (because === 'NO_RATE') return 'it has no price'
  if (!unmet) return ''
  const measure = (value: string) =>
    unmet.type === 'BY_TOTAL_PRICE'
      ? money(value, currency)
      : unmet.type === 'BY_TOTAL_WEIGHT'
        ? `${Number(value)} ${weightUnit.toLowerCase()}`
        : many(Number(value), 'item')
  return `is for ${compared[unmet.operator]} ${measure(unmet.value)}, this is ${measure(unmet.has)}`
}

/** The difference that a turn made to a row. */
export interface Turn {
  readonly key: string
  readonly name: string
  readonly was: string
  readonly now: string
  readonly by: string
}

/** The rows that a turn changed, what came and what went among them; the sums last. */
export function turnsBetween(before: CartTest, now: CartTest): readonly Turn[] {
  const { currency } = now.checkout
  const [was, is] = [before, now].map((one) => new Map(stepsOf(one).map((step) => [step.key, step]))) as [
    Map<string, Step>,
    Map<string, Step>,
  ]
  const text = (step: Step | undefined) => (step ? written(step.amount, currency) : '–')
  const keys = [...new Set([...was.keys(), ...is.keys()])]
  return keys
    .flatMap((key) => {
      const [from, to] = [was.get(key), is.get(key)]
      const by = (to?.amount ?? 0) - (from?.amount ?? 0)
      const { name, kind } = (to ?? from)!
      if (by === 0 && from && to) return []
      return [
        { key, name, was: text(from), now: text(to), by: `${by > 0 ? '+' : ''}${written(minor(by), currency)}`, isSum: kind === 'sum' },
      ]
    })
    .toSorted((a, b) => Number(a.isSum) - Number(b.isSum))
}
