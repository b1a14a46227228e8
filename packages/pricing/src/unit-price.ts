import { type Minor, minor } from './money.ts'
import { roundedQuotient } from './ratio.ts'

/** The units of measures, by what they measure; each with its size in whole parts of the smallest one. */
const sizes = {
  volume: {
    ML: 10_000_000_000n,
    CL: 100_000_000_000n,
    L: 10_000_000_000_000n,
    CBM: 10_000_000_000_000_000n,
    FLOZ: 295_735_295_625n,
    PT: 4_731_764_730_000n,
    QT: 9_463_529_460_000n,
    GAL: 37_854_117_840_000n,
  },
  mass: { MG: 1_000_000n, G: 1_000_000_000n, KG: 1_000_000_000_000n, OZ: 28_349_523_125n, LB: 453_592_370_000n },
  length: { MM: 10n, CM: 100n, M: 10_000n, IN: 254n, FT: 3_048n, YD: 9_144n },
  area: { SQM: 100_000_000n, SQFT: 9_290_304n },
} as const

type Kind = keyof typeof sizes
/** A unit of volume, mass, length or area; ounces of volume, pints, quarts and gallons are those of the United States. */
export type MeasuringUnit = { [K in Kind]: keyof (typeof sizes)[K] }[Kind]

const known = new Map<string, { readonly kind: Kind; readonly size: bigint }>(
  Object.entries(sizes).flatMap(([kind, units]) => Object.entries(units).map(([unit, size]) => [unit, { kind: kind as Kind, size }])),
)

/**
 * The units that can be compared with one, itself among them; none for what measures nothing.
 * @example
 * comparableUnits('G') // => ['MG', 'G', 'KG', 'OZ', 'LB']
 * comparableUnits('UNSPECIFIED') // => []
 */
export function comparableUnits(unit: string): readonly MeasuringUnit[] {
  const kind = known.get(unit)?.kind
  return kind ? (Object.keys(sizes[kind]) as MeasuringUnit[]) : []
}

/** How much a product contains, and the base quantity of its unit price. Quantities have at most two decimals. */
export interface UnitMeasure {
  readonly totalQuantity: number
  readonly totalMeasurementUnit: string
  readonly baseQuantity: number
  readonly baseMeasurementUnit: string
}

/** In hundredths: what a quantity is in whole numbers. */
const hundredths = (quantity: number): bigint => BigInt(Math.round(quantity * 100))

/**
 * The price of a product's base quantity, rounded to whole minor units, a half upwards; exact however large. Undefined where both units do
 * not measure the same thing, or a quantity is not above zero.
 * @param price of the whole product, as it is paid
 * @example
 * unitPrice(minor(1450), { totalQuantity: 250, totalMeasurementUnit: 'G', baseQuantity: 100, baseMeasurementUnit: 'G' }) // => 580
 * unitPrice(minor(999), { totalQuantity: 75, totalMeasurementUnit: 'CL', baseQuantity: 1, baseMeasurementUnit: 'L' }) // => 1332
 */
export function unitPrice(price: Minor, measure: UnitMeasure): Minor | undefined {
  const [total, base] = [known.get(measure.totalMeasurementUnit), known.get(measure.baseMeasurementUnit)]
  if (!total || !base || total.kind !== base.kind || price < 0) return undefined
  const [of, by] = [hundredths(measure.totalQuantity) * total.size, hundredths(measure.baseQuantity) * base.size]
  if (of <= 0n || by <= 0n) return undefined
  const units = roundedQuotient(BigInt(price) * by, of)
  return units > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : minor(Number(units))
}

const symbols: Readonly<Record<MeasuringUnit, string>> = {
  ML: 'ml',
  CL: 'cl',
  L: 'l',
  CBM: 'm³',
  FLOZ: 'fl oz',
  PT: 'pt',
  QT: 'qt',
  GAL: 'gal',
  MG: 'mg',
  G: 'g',
  KG: 'kg',
  OZ: 'oz',
  LB: 'lb',
  MM: 'mm',
  CM: 'cm',
  M: 'm',
  IN: 'in',
  FT: 'ft',
  YD: 'yd',
  SQM: 'm²',
  SQFT: 'sq ft',
}

/**
 * A quantity as people write it beside a price; a quantity of one is written without its number.
 * @example
 * measureText(100, 'G', 'en') // => '100 g'
 * measureText(1, 'L', 'en') // => 'l'
 * measureText(0.75, 'L', 'de') // => '0,75 l'
 */
export function measureText(quantity: number, unit: string, locale: string): string {
  const symbol = symbols[unit as MeasuringUnit] ?? ''
  return quantity === 1 ? symbol : `${new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(quantity)} ${symbol}`.trim()
}
