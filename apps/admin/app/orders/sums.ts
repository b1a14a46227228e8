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

/** What orders come to together; of several currencies each by itself. */
export function sumOf(orders: readonly Order[]): string {
  const byCurrency = Map.groupBy(orders, ({ currency }) => currency!)
  return [...byCurrency]
    .map(([currency, of]) =>
      written(
        added(
          of.map(({ priceSummary }) => priceSummary?.total),
          currency,
        ),
        currency,
      ),
    )
    .join(', ')
}

/** What is authorised for orders and not captured yet. */
export function authorizedOf(orders: readonly Pick<Order, 'currency' | 'balanceSummary'>[]): string {
  const byCurrency = Map.groupBy(orders, ({ currency }) => currency!)
  return [...byCurrency]
    .map(([currency, of]) =>
      written(
        added(
          of.map(({ balanceSummary }) => balanceSummary?.authorized),
          currency,
        ),
        currency,
      ),
    )
    .join(', ')
}

/** What orders come to once what went back is taken off: what was spent on them. */
export function spentOn(orders: readonly Pick<Order, 'currency' | 'priceSummary' | 'balanceSummary'>[]): string {
  const byCurrency = Map.groupBy(orders, ({ currency }) => currency!)
  return [...byCurrency]
    .map(([currency, of]) => {
      const total = added(
        of.map(({ priceSummary }) => priceSummary?.total),
        currency,
      )
      const refunded = added(
        of.map(({ balanceSummary }) => balanceSummary?.refunded),
        currency,
      )
      return written(minor(total - refunded), currency)
    })
    .join(', ')
}

/** `€`, before an amount. */
export const signOf = (currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')!.value
