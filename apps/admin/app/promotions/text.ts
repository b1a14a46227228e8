import type { AutomaticDiscountRule, Coupon, Promotion } from '@vitrine/contract'
import { money } from '../orders/sums.ts'
import { called, isAll, type Names, type Things, thingsIn } from './things.ts'
import { dayOf } from './times.ts'

/** What a coupon is for. */
export function thingsOfCoupon({ scope }: Pick<Coupon['specification'], 'scope'>): Things {
  const { name, entityId } = scope?.group ?? {}
  if (!entityId) return { collections: [], products: [] }
  return name === 'collection' ? { collections: [entityId], products: [] } : { collections: [], products: [entityId] }
}

/** `€10 off from €150`, `15 % on Tableware`. */
export function couponGives({ specification: of }: Coupon, currency: string, names: Names): string {
  const text = (amount: number) => money(amount.toFixed(6), currency).replace(/\.00$/, '')
  const things = thingsOfCoupon(of)
  const on = isAll(things) ? '' : ` on ${called(things, names)}`
  const from = of.minimumSubtotal ? ` from ${text(of.minimumSubtotal)}` : ''
  switch (of.type) {
    case 'MONEY_OFF_AMOUNT':
      return `${text(of.moneyOffAmount!)} off${on}${from}`
    case 'PERCENT_OFF_RATE':
      return `${of.percentOffRate} %${on || ' off'}${from}`
    case 'FREE_SHIPPING':
      return `free delivery${from}`
    case 'FIXED_PRICE_AMOUNT':
      return `${isAll(things) ? 'Everything' : called(things, names)} for ${text(of.fixedPriceAmount!)} each${from}`
    case 'BUY_X_GET_Y':
      return `buy ${of.buyXGetY!.x}, get ${of.buyXGetY!.y}${on}${from}`
  }
}

/** `15 % on Tableware from 4 items`. */
export function ruleGives({ discounts, trigger }: AutomaticDiscountRule, currency: string, names: Names): string {
  const [discount] = discounts.values
  if (!discount) return ''
  const text = (amount = '0') => money(amount, currency).replace(/\.00$/, '')
  const { percentage, fixedAmount, fixedPrice, quantityBased, specificItemsInfo, buyXGetYInfo } = discount
  const off =
    percentage !== undefined
      ? percentage === 100
        ? 'free'
        : `${percentage} % off`
      : fixedAmount
        ? `${text(fixedAmount)} off each`
        : `for ${text(fixedPrice)} each`
  if (buyXGetYInfo) {
    const { customerBuys: buys, customerGets: gets } = buyXGetYInfo
    const bought = buys.minimumQuantity ? `${buys.minimumQuantity} of` : `${text(buys.minimumSpend)} of`
    return `buy ${bought} ${called(thingsIn(buys.scopes), names)}, get ${gets.quantity} of ${called(thingsIn(gets.scopes), names)} ${off}`
  }
  const products = called(thingsIn(specificItemsInfo?.scopes ?? []), names)
  const [bundle] = quantityBased?.configurations ?? []
  const gives = bundle
    ? `${bundle.quantity} of ${products} for ${text(bundle.price)}`
    : percentage !== undefined
      ? `${percentage} % on ${products}`
      : fixedAmount
        ? `${text(fixedAmount)} off each of ${products}`
        : `${products} for ${text(fixedPrice)} each`
  const asked = trigger?.and?.triggers[0] ?? trigger?.or?.triggers[0] ?? trigger
  const { itemQuantityRange: units, subtotalRange: worth, customerEligibility, customTrigger } = asked ?? {}
  const from = units?.from ? ` from ${units.from} items` : worth?.from ? ` from ${text(worth.from)}` : ''
  return `${gives}${from}${customerEligibility ? ' for some members' : ''}${customTrigger ? ' sometimes' : ''}`
}

export const promotionName = ({ coupon, discountRule }: Promotion): string => coupon?.specification.code ?? discountRule?.name ?? ''

/** When it begins and ends, in milliseconds since 1970. */
export function spanOf({ coupon, discountRule }: Promotion): { readonly start?: number; readonly end?: number } {
  if (coupon) {
    const { startTime, expirationTime } = coupon.specification
    return { start: Number(startTime), ...(expirationTime && { end: Number(expirationTime) }) }
  }
  const { start, end } = discountRule?.activeTimeInfo ?? {}
  return { ...(start && { start: Date.parse(start) }), ...(end && { end: Date.parse(end) }) }
}

/** `until 31 Dec`, `1 Dec – 24 Dec`, `no end`. */
export function whenOf(promotion: Promotion, timeZone: string, now = Date.now()): string {
  const { start, end } = spanOf(promotion)
  const day = (instant: number) => dayOf(instant, timeZone, now)
  if (end !== undefined && end <= now) return `ended ${day(end)}`
  if (start !== undefined && start > now) return end === undefined ? `from ${day(start)}` : `${day(start)} – ${day(end)}`
  return end === undefined ? 'no end' : `until ${day(end)}`
}

/** A path of a promotion's own. */
export const pathOf = ({ coupon, discountRule }: Promotion): string =>
  coupon ? `/promotions/coupons/${coupon.id}` : `/promotions/rules/${discountRule!.id}`

/** What refusals of coupons and rules say. */
export const refusals: Readonly<Record<string, string>> = {
  COUPON_CODE_ALREADY_EXISTS: 'Another coupon has this code.',
  COUPON_NOT_FOUND: 'Somebody deleted this coupon meanwhile.',
  DISCOUNT_RULE_NOT_FOUND: 'Somebody deleted this rule meanwhile.',
  DISCOUNT_RULES_CHANGED: 'Somebody made or deleted a rule meanwhile. Here they are; order them again.',
  MAX_DISCOUNT_RULES_REACHED: 'There are 100 rules, and no shop has more. Delete one first.',
  MAX_QUANTITY_BASED_DISCOUNTS_REACHED: 'There are 20 quantity price rules, and no shop has more.',
  MAX_CUSTOM_TRIGGER_APPS_EXCEEDED: 'The rules ask five apps, and no shop asks more.',
}
