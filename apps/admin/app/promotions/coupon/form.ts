import type { Coupon, Input } from '@vitrine/contract'
import { toDecimal } from '@vitrine/pricing'
import { readAmount } from '../../orders/sums.ts'
import { thingsOfCoupon } from '../text.ts'
import { everything, isAll, type Things } from '../things.ts'
import { fromTheWall, onTheWall } from '../times.ts'

export type Kind = Coupon['specification']['type']
export type Specification = Input<'POST /stores/v2/coupons'>['specification']

/** A coupon as its form has it: what stands in the fields. */
export interface CouponForm {
  readonly name: string
  readonly code: string
  /** `1` for one code that all type; more for so many that each work once. */
  readonly codes: string
  readonly kind: Kind
  readonly amount: string
  readonly percent: string
  readonly price: string
  readonly buy: string
  readonly get: string
  readonly on: Things
  readonly minimum: string
  readonly oneItem: boolean
  readonly subscriptions: boolean
  readonly from: string
  readonly until: string
  readonly most: string
  readonly each: string
}

export type Field = keyof CouponForm

/** What people call the fields. */
export const fieldNames: { readonly [F in Field]?: string } = {
  name: 'Name',
  code: 'Code',
  codes: 'Many codes',
  kind: 'What it gives',
  amount: 'Amount',
  percent: 'Share',
  price: 'Price',
  buy: 'Quantity to buy',
  get: 'Quantity to get',
  on: 'What it is for',
  minimum: 'Least worth',
  oneItem: 'Once in a cart',
  subscriptions: 'Subscriptions',
  from: 'From',
  until: 'Until',
  most: 'Uses at most',
  each: 'For each customer',
}

export const freshCoupon = (now: number, timeZone: string): CouponForm => ({
  name: '',
  code: '',
  codes: '1',
  kind: 'PERCENT_OFF_RATE',
  amount: '',
  percent: '',
  price: '',
  buy: '2',
  get: '1',
  on: everything,
  minimum: '',
  oneItem: false,
  subscriptions: false,
  from: onTheWall(now, timeZone),
  until: '',
  most: '',
  each: '',
})

const text = (number: number | undefined): string => (number === undefined ? '' : String(number))

export function formOf({ specification: of }: Coupon, timeZone: string, now: number): CouponForm {
  return {
    ...freshCoupon(now, timeZone),
    name: of.name,
    code: of.code,
    kind: of.type,
    amount: text(of.moneyOffAmount),
    percent: text(of.percentOffRate),
    price: text(of.fixedPriceAmount),
    ...(of.buyXGetY && { buy: text(of.buyXGetY.x), get: text(of.buyXGetY.y) }),
    on: thingsOfCoupon(of),
    minimum: text(of.minimumSubtotal),
    oneItem: of.limitedToOneItem,
    subscriptions: of.appliesToSubscriptions,
    from: onTheWall(Number(of.startTime), timeZone),
    until: of.expirationTime ? onTheWall(Number(of.expirationTime), timeZone) : '',
    most: text(of.usageLimit),
    each: text(of.limitPerCustomer),
  }
}

/** What of the form cannot be sent, by its fields. */
export function wrongIn(form: CouponForm, currency: string): Partial<Record<Field, string>> {
  const wrong: Partial<Record<Field, string>> = {}
  const whole = (field: 'buy' | 'get' | 'most' | 'each' | 'codes', optional: boolean) => {
    const said = form[field].trim()
    if (said === '' ? !optional : !/^[1-9]\d{0,8}$/.test(said)) wrong[field] = 'A whole number from 1 on.'
  }
  const amount = (field: 'amount' | 'price' | 'minimum') => {
    if (readAmount(form[field], currency) === undefined) wrong[field] = 'No amount can be read here.'
  }
  if (form.code.trim() === '') wrong.code = 'What do buyers type?'
  if (form.kind === 'MONEY_OFF_AMOUNT') amount('amount')
  if (form.kind === 'FIXED_PRICE_AMOUNT') amount('price')
  if (form.kind === 'PERCENT_OFF_RATE' && !(percentOf(form) > 0 && percentOf(form) <= 100)) wrong.percent = 'Above 0, at most 100.'
  if (form.kind === 'BUY_X_GET_Y') {
    whole('buy', false)
    whole('get', false)
  }
  if (form.minimum.trim() !== '' && isAll(form.on)) amount('minimum')
  whole('most', true)
  whole('each', true)
  whole('codes', false)
  if (Number(form.codes) > mostCodes) wrong.codes = `At most ${mostCodes} at once.`
  return wrong
}

export const mostCodes = 500

const percentOf = ({ percent }: CouponForm): number => Number(percent.replace(',', '.') || Number.NaN)

/** The form as the platform wants it; every field says something, so that an edit clears what was cleared. */
export function specificationOf(form: CouponForm, currency: string, timeZone: string): Specification {
  const amount = (said: string) => Number(toDecimal(readAmount(said, currency)!, currency))
  const whole = (said: string) => (said.trim() === '' ? null : Number(said))
  const things = form.kind === 'FREE_SHIPPING' ? everything : form.on
  const [collection, product] = [things.collections[0], things.products[0]]
  const group = collection
    ? { name: 'collection' as const, entityId: collection }
    : product && { name: 'product' as const, entityId: product }
  const minimum = isAll(things) && form.minimum.trim() !== '' ? amount(form.minimum) : 0
  const until = fromTheWall(form.until, timeZone)
  const from = fromTheWall(form.from, timeZone)
  return {
    name: form.name.trim() || form.code.trim(),
    code: form.code.trim(),
    ...(form.kind === 'MONEY_OFF_AMOUNT' && { moneyOffAmount: amount(form.amount) }),
    ...(form.kind === 'PERCENT_OFF_RATE' && { percentOffRate: percentOf(form) }),
    ...(form.kind === 'FREE_SHIPPING' && { freeShipping: true }),
    ...(form.kind === 'FIXED_PRICE_AMOUNT' && { fixedPriceAmount: amount(form.price) }),
    ...(form.kind === 'BUY_X_GET_Y' && { buyXGetY: { x: Number(form.buy), y: Number(form.get) } }),
    ...(minimum > 0
      ? { minimumSubtotal: minimum }
      : { minimumSubtotal: null, scope: group ? { namespace: 'stores' as const, group } : null }),
    limitedToOneItem: form.oneItem,
    appliesToSubscriptions: form.subscriptions,
    ...(from !== undefined && { startTime: from }),
    expirationTime: until ?? null,
    usageLimit: whole(form.most),
    limitPerCustomer: whole(form.each),
  }
}

/** Where the platform's words about a specification belong. */
export function fieldOf(path: string): Field | undefined {
  const name = path.replace(/^specifications?(\[\d+\])?\./, '')
  const fields: Readonly<Record<string, Field>> = {
    name: 'name',
    code: 'code',
    moneyOffAmount: 'amount',
    percentOffRate: 'percent',
    fixedPriceAmount: 'price',
    buyXGetY: 'buy',
    'buyXGetY.x': 'buy',
    'buyXGetY.y': 'get',
    scope: 'on',
    'scope.group.entityId': 'on',
    minimumSubtotal: 'minimum',
    startTime: 'from',
    expirationTime: 'until',
    usageLimit: 'most',
    limitPerCustomer: 'each',
  }
  return fields[name]
}

const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** So many codes that begin alike and that nobody guesses; no letter looks like another. */
export function singleCodes(beginning: string, count: number, random: (most: number) => number): string[] {
  const codes = new Set<string>()
  const start = beginning.trim().slice(0, 13)
  while (codes.size < count) codes.add(`${start}-${Array.from({ length: 6 }, () => letters[random(letters.length)]).join('')}`)
  return [...codes]
}
