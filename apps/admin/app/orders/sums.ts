import type { Order } from '@vitrine/contract'
import { formatMoney, type Minor, minor, parseDecimal, roundDecimal, sum } from '@vitrine/pricing'

interface Priced {
  readonly amount: string
}

/** What amounts of the wire come to; those that are not there are nothing. */
export const added = (amounts: readonly (Priced | undefined)[], currency: string): Minor =>
  sum(amounts.flatMap((one) => (one ? [parseDecimal(one.amount, currency)] : [])))

/** What somebody wrote into a field, with a point or a comma; undefined where that is no amount. */
export function readAmount(text: string, currency: string): Minor | undefined {
  try {
    return parseDecimal(text.trim().replace(',', '.'), currency)
  } catch {
    return undefined
  }
}

/** An amount for people. */
export const written = (amount: Minor, currency: string): string => formatMoney(amount, currency, 'en-IE').replace(/^-/, '−')

/** The same of decimal text, rounded where it has more decimals than the currency. */
export const money = (amount: string, currency: string): string => written(roundDecimal(amount, currency), currency)

/** An amount of orders for people; of several currencies each by itself. */
const inEach = <O extends Pick<Order, 'currency'>>(orders: readonly O[], amountOf: (of: readonly O[], currency: string) => Minor): string =>
  [...Map.groupBy(orders, ({ currency }) => currency!)].map(([currency, of]) => written(amountOf(of, currency), currency)).join(', ')

const totalOf = (orders: readonly Pick<Order, 'priceSummary'>[], currency: string): Minor =>
  added(
    orders.map(({ priceSummary }) => priceSummary?.total),
    currency,
  )

const balanceOf = (orders: readonly Pick<Order, 'balanceSummary'>[], part: 'authorized' | 'refunded', currency: string): Minor =>
  added(
    orders.map(({ balanceSummary }) => balanceSummary?.[part]),
    currency,
  )

/** What orders come to together. */
export const sumOf = (orders: readonly Order[]): string => inEach(orders, totalOf)

/** What is authorised for orders and not captured yet. */
export const authorizedOf = (orders: readonly Pick<Order, 'currency' | 'balanceSummary'>[]): string =>
  inEach(orders, (of, currency) => balanceOf(of, 'authorized', currency))

/** What orders come to once what went back is taken off: what was spent on them. */
export const spentOn = (orders: readonly Pick<Order, 'currency' | 'priceSummary' | 'balanceSummary'>[]): string =>
  inEach(orders, (of, currency) => minor(totalOf(of, currency) - balanceOf(of, 'refunded', currency)))

/** `€`, before an amount. */
export const signOf = (currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')!.value
