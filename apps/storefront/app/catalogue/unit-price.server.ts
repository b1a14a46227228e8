import type { PricePerUnitData } from '@vitrine/contract'
import { exponentOf, formatMoney, type MeasuringUnit, measureText, parseDecimal, toDecimal, unitPrice } from '@vitrine/pricing'
import type { Visit } from '../shop.server.ts'
import type { UnitView } from './product.ts'

/** As search engines know the units: codes of UN/CEFACT, recommendation 20. */
const codes: Readonly<Record<MeasuringUnit, string>> = {
  ML: 'MLT',
  CL: 'CLT',
  L: 'LTR',
  CBM: 'MTQ',
  FLOZ: 'OZA',
  PT: 'PTL',
  QT: 'QTL',
  GAL: 'GLL',
  MG: 'MGM',
  G: 'GRM',
  KG: 'KGM',
  OZ: 'ONZ',
  LB: 'LBR',
  MM: 'MMT',
  CM: 'CMT',
  M: 'MTR',
  IN: 'INH',
  FT: 'FOT',
  YD: 'YRD',
  SQM: 'MTK',
  SQFT: 'FTK',
}

type Prices = Pick<Visit['shop'], 'currency' | 'locale'>

function amountOf(price: number, measure: PricePerUnitData, currency: string) {
  return unitPrice(parseDecimal(price.toFixed(exponentOf(currency)), currency), measure)
}

/** What the base quantity of a product costs at a price, `€5.80 / 100 g`; undefined where it is not sold by measure. */
export function unitPriceText(price: number, measure: PricePerUnitData | undefined, { currency, locale }: Prices): string | undefined {
  if (!measure) return undefined
  const amount = amountOf(price, measure, currency)
  if (amount === undefined) return undefined
  return `${formatMoney(amount, currency, locale)} / ${measureText(measure.baseQuantity, measure.baseMeasurementUnit, locale)}`
}

/** The same in figures. */
export function unitPriceFigures(price: number, measure: PricePerUnitData | undefined, { currency }: Prices): UnitView | undefined {
  const amount = measure && amountOf(price, measure, currency)
  if (!measure || amount === undefined) return undefined
  return {
    price: Number(toDecimal(amount, currency)),
    quantity: measure.baseQuantity,
    code: codes[measure.baseMeasurementUnit as MeasuringUnit],
  }
}
