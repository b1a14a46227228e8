import { MeasurementUnit } from '@vitrine/contract'

/** A number as people write it, and whether it took a guess to read it. */
export interface ReadNumber {
  readonly value: number
  readonly guessed: boolean
}

/**
 * `26`, `26.00`, `26,00`, `1.234,56`, `1,234.56`, `1 234,56`, with a currency before or behind. One comma before three digits divides
 * thousands; a point before the last digits is always a decimal point, unless there are several.
 */
export function readAmount(text: string): ReadNumber | undefined {
  const bare = text.replace(/[\p{Sc}\s\u00a0\u202f’']/gu, '').replace(/^[A-Z]{3}(?=[-\d])|(?<=\d)[A-Z]{3}$/, '')
  if (!/^-?\d[\d.,]*$|^-?[.,]\d+$/.test(bare)) return undefined
  const [points, commas] = [count(bare, '.'), count(bare, ',')]
  let plain: string
  if (points > 0 && commas > 0) {
    const decimal = bare.lastIndexOf('.') > bare.lastIndexOf(',') ? '.' : ','
    if (count(bare, decimal) > 1) return undefined
    plain = bare.replaceAll(decimal === '.' ? ',' : '.', '').replace(',', '.')
  } else if (points > 1 || commas > 1) {
    if (!/^-?\d{1,3}(?:[.,]\d{3})+$/.test(bare)) return undefined
    plain = bare.replace(/[.,]/g, '')
  } else if (commas === 1) {
    plain = /,\d{3}$/.test(bare) && !/^-?0,/.test(bare) ? bare.replace(',', '') : bare.replace(',', '.')
  } else plain = bare
  const value = Number(plain)
  return Number.isFinite(value) ? { value, guessed: plain !== text.trim() } : undefined
}

const count = (text: string, part: string): number => text.split(part).length - 1

const yes = new Set(['true', 'yes', 'y', '1', 'ja', 'oui', 'x', 'wahr', 'vrai'])
const no = new Set(['false', 'no', 'n', '0', 'nein', 'non', '-1', 'falsch', 'faux'])

export function readFlag(text: string): boolean | undefined {
  const word = text.trim().toLowerCase()
  return yes.has(word) ? true : no.has(word) ? false : undefined
}

/** `12`, `12.0`, `in stock`, `InStock`, `out of stock`, `OutOfStock`. */
export function readStock(text: string): { readonly quantity: number } | { readonly inStock: boolean } | undefined {
  const word = text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '')
  if (word === 'instock') return { inStock: true }
  if (word === 'outofstock') return { inStock: false }
  const number = /^[+-]?\d+(?:[.,]0+)?$/.test(text.trim()) ? Number.parseInt(text.trim(), 10) : Number.NaN
  return Number.isSafeInteger(number) ? { quantity: number } : undefined
}

/** `30 x 20 x 10 CM` */
export function readDimensions(text: string) {
  const [, length, width, height, unit] = /^\s*([\d.]+|-)\s*[x×]\s*([\d.]+|-)\s*[x×]\s*([\d.]+|-)\s*([a-z]+)\s*$/i.exec(text) ?? []
  const known = unit?.toUpperCase()
  if (known !== 'CM' && known !== 'IN') return undefined
  return {
    unit: known,
    ...(length !== '-' && { length: length! }),
    ...(width !== '-' && { width: width! }),
    ...(height !== '-' && { height: height! }),
  } as const
}

const unitsByName = new Map<string, MeasurementUnit>([
  ...MeasurementUnit.exclude(['UNSPECIFIED']).options.map((unit): [string, MeasurementUnit] => [unit.toLowerCase(), unit]),
  ['m2', 'SQM'],
  ['m3', 'CBM'],
  ['sqm', 'SQM'],
  ['ft2', 'SQFT'],
])

export const readUnit = (text: string): MeasurementUnit | undefined =>
  unitsByName.get(
    text
      .toLowerCase()
      .replaceAll('²', '2')
      .replaceAll('³', '3')
      .replace(/[\s._]/g, ''),
  )

/** `250 G`, `0.75 l`, `2.5 m²`; a number alone where the unit stands elsewhere. */
export function readMeasure(text: string): { readonly quantity: number; readonly unit?: MeasurementUnit } | undefined {
  const [, number, name] = /^\s*([\d.,]*\d)\s*(\p{L}[\p{L}\d²³ ._]*)?$/u.exec(text) ?? []
  const quantity = number === undefined ? undefined : readAmount(number)?.value
  if (quantity === undefined || quantity < 0.01 || quantity > 999_999_999.99) return undefined
  if (name === undefined) return { quantity }
  const unit = readUnit(name)
  return unit && { quantity, unit }
}

const share = /^(?:0|1|1\.0+|0?\.\d+|0\.\d+)$/

/** `0.5 0.25` */
export function readFocalPoint(text: string): { readonly x: number; readonly y: number } | undefined {
  const [x, y, ...more] = text.trim().split(/[\s,]+/)
  return x !== undefined && y !== undefined && more.length === 0 && share.test(x) && share.test(y)
    ? { x: Number(x), y: Number(y) }
    : undefined
}

/** How many grams one of a unit of weight is. */
export const grams: Readonly<Record<string, number>> = { g: 1, gr: 1, kg: 1000, lb: 453.59237, lbs: 453.59237, oz: 28.349523125 }
