import type { PricePerUnitData } from '@vitrine/contract'
import { exponentOf, formatMoney, measureText, parseDecimal, unitPrice } from '@vitrine/pricing'
import type { Visit } from '../shop.server.ts'

/** What the base quantity of a product costs at a price, `€5.80 / 100 g`; undefined where it is not sold by measure. */
export function unitPriceText(
  price: number,
  measure: PricePerUnitData | undefined,
  { currency, locale }: Pick<Visit['shop'], 'currency' | 'locale'>,
): string | undefined {
  if (!measure) return undefined
  const amount = unitPrice(parseDecimal(price.toFixed(exponentOf(currency)), currency), measure)
  if (amount === undefined) return undefined
  return `${formatMoney(amount, currency, locale)} / ${measureText(measure.baseQuantity, measure.baseMeasurementUnit, locale)}`
}
