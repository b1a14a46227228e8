import type { MultiCurrencyPrice, Price } from '@vitrine/contract'
import { formatMoney, type Minor, minor, toDecimal } from '@vitrine/pricing'

/** Writes amounts as the wire wants them, in one currency and one language. */
export interface Amounts {
  readonly currency: string
  /** With its converted companions: the shop sells in the currency it prices in. */
  price(amount: Minor): MultiCurrencyPrice
  /** As orders and payments carry it. */
  plain(amount: Minor): Price
  text(amount: Minor): string
}

export function amounts(currency: string, locale: string): Amounts {
  const text = (amount: Minor) => formatMoney(amount, currency, locale)
  return {
    currency,
    price(amount) {
      const decimal = toDecimal(amount, currency)
      const formatted = text(amount)
      return { amount: decimal, convertedAmount: decimal, formattedAmount: formatted, formattedConvertedAmount: formatted }
    },
    plain: (amount) => ({ amount: toDecimal(amount, currency), formattedAmount: text(amount) }),
    text,
  }
}

/** An amount out of a bigint column. */
export const fromColumn = (value: number): Minor => minor(value)
