import type { ShippingOptionSettings } from '@vitrine/contract'
import { type Minor, minor } from '@vitrine/pricing'
import { readAmount } from '../../orders/sums.ts'
import { amountText, boundOf, type Prices, pricesOf } from '../rates.ts'

/** A method as a row: its price up to each weight, by the weight, and what the carrier takes; `free` from which value, `days` until it is there. */
export interface Row {
  readonly method: ShippingOptionSettings
  readonly cells: Readonly<Record<string, string>>
  readonly perItem: boolean
}

export interface Column {
  readonly key: string
  readonly name: string
  /** In the shop's unit; of those without, `free` and `days`. */
  readonly upTo?: string
}

/** The column of a price that holds for any weight. */
export const anyWeight = 'any'

/** The cell of what the carrier takes where a price stands. */
export const costOf = (key: string): string => `cost ${key}`
/** The price that a cell says the cost of; undefined of other cells. */
export const priceOf = (key: string): string | undefined => (key.startsWith('cost ') ? key.slice('cost '.length) : undefined)

/** The methods that are priced by weight or not at all by it: one row each. The others are no matter of a sheet. */
export const rowsOf = (methods: readonly ShippingOptionSettings[]): readonly Row[] =>
  methods.flatMap((method) => {
    const prices = pricesOf(method.rates)
    if (!prices || (prices.by !== 'weight' && prices.by !== 'flat')) return []
    const { deliveryDays: days } = method
    return [
      {
        method,
        perItem: prices.perItem,
        cells: {
          ...Object.fromEntries(
            prices.steps.flatMap(({ upTo, amount, cost }) => [
              [upTo || anyWeight, amount],
              ...(cost ? [[costOf(upTo || anyWeight), cost]] : []),
            ]),
          ),
          free: prices.freeFrom,
          days: days ? (days.min === days.max ? String(days.min) : `${days.min}–${days.max}`) : '',
        },
      },
    ]
  })

export function columnsOf(rows: readonly Row[], more: readonly string[], unit: string): readonly Column[] {
  const bounds = new Set([...rows.flatMap(({ cells }) => Object.keys(cells)), ...more].filter((key) => /^\d/.test(key)))
  const sorted = [...bounds].toSorted((a, b) => Number(a) - Number(b))
  return [
    ...sorted.map((upTo) => ({ key: upTo, upTo, name: `up to ${upTo} ${unit}` })),
    { key: anyWeight, name: sorted.length > 0 ? 'above' : 'any weight' },
    { key: 'free', name: 'Free from' },
    { key: 'days', name: 'Days' },
  ]
}

/** The step that holds for a weight which has none of its own: the next above it that has a price. */
export const stepFor = (columns: readonly Column[], key: string, priceIn: (key: string) => string): Column | undefined => {
  const at = columns.findIndex((column) => column.key === key && column.upTo !== undefined)
  return at < 0
    ? undefined
    : columns.slice(at).find((column) => (column.upTo !== undefined || column.key === anyWeight) && priceIn(column.key).trim() !== '')
}

/** What the platform is told of a row; undefined where it has no price at all. */
export function pricesIn(cells: Row['cells'], perItem: boolean): Prices | undefined {
  const steps = Object.entries(cells)
    .filter(([key, amount]) => key !== 'free' && key !== 'days' && priceOf(key) === undefined && amount.trim() !== '')
    .map(([key, amount]) => {
      const cost = cells[costOf(key)]?.trim()
      return { upTo: key === anyWeight ? '' : key, amount: amountText(amount), ...(cost && { cost: amountText(cost) }) }
    })
    .toSorted((a, b) => boundOf(a) - boundOf(b))
  if (steps.length === 0) return undefined
  const by = steps.some(({ upTo }) => upTo) ? 'weight' : 'flat'
  return { by, steps, freeFrom: amountText(cells['free'] ?? ''), perItem }
}

export function daysIn(text: string): { min: number; max: number } | undefined {
  const [, min = '', max = ''] = /^\s*(\d{1,3})\s*(?:[–-]\s*(\d{1,3}))?\s*$/.exec(text) ?? []
  const [from, to] = [Number(min), Number(max || min)]
  return min !== '' && from <= to && to <= 365 ? { min: from, max: to } : undefined
}

/** What is not as it must be in a cell, in words. */
export function wrongIn(key: string, text: string, currency: string): string | undefined {
  const said = text.trim()
  if (said === '') return undefined
  if (key === 'days') return daysIn(said) ? undefined : 'a number of days, or two: 2–3'
  const amount = readAmount(said, currency)
  return amount !== undefined && amount >= 0 ? undefined : 'an amount'
}

/** The columns of what the carrier takes: one beside each price by weight. */
export const costColumns = (columns: readonly Column[]): readonly Column[] =>
  columns.flatMap((column) => (column.upTo !== undefined || column.key === anyWeight ? [{ ...column, key: costOf(column.key) }] : []))

/** `up to 5 kg`, `up to 5 kg, cost` */
export const nameIn = ({ key, name }: Pick<Column, 'key' | 'name'>): string => (priceOf(key) === undefined ? name : `${name}, cost`)

/** What a shipment brings less than the carrier takes for it, where it does. */
export function lossOf(price: string, cost: string, currency: string): Minor | undefined {
  const [takes, costs] = [readAmount(price.trim(), currency), readAmount(cost.trim(), currency)]
  return takes !== undefined && costs !== undefined && costs > takes ? minor(costs - takes) : undefined
}

/** `=old*1.05`, `=old+0.5`: recalculates what is there; plain text stays. Exact to the currency's unit, half away from zero. */
export function calculated(text: string, old: string, digits: number): string | undefined {
  const [, operator, by] = /^=\s*old\s*([*+-])\s*(\d+(?:[.,]\d+)?)\s*$/i.exec(text) ?? []
  if (!operator || !by) return text.startsWith('=') ? undefined : text
  if (old.trim() === '') return old
  const scale = 10n ** 6n
  const fixed = (decimal: string): bigint => {
    const [whole = '0', part = ''] = amountText(decimal).split('.')
    return BigInt(whole + part.padEnd(6, '0').slice(0, 6))
  }
  const [a, b] = [fixed(old), fixed(by)]
  const exact = operator === '*' ? (a * b) / scale : operator === '+' ? a + b : a - b
  if (exact < 0n) return undefined
  const unit = 10n ** BigInt(6 - digits)
  const rounded = ((exact + unit / 2n) / unit).toString().padStart(digits + 1, '0')
  return digits === 0 ? rounded : `${rounded.slice(0, -digits)}.${rounded.slice(-digits)}`
}

/**
 * A cost and so many per cent on top of it.
 *
 * @example
 * withShare('8.70', '10', 2) // '9.57'
 */
export const withShare = (cost: string, percent: string, digits: number): string | undefined =>
  calculated(`=old*${(1 + Number(amountText(percent)) / 100).toFixed(4)}`, cost, digits)

/** Which edges of an area a cell lies at: `top left`. */
export const edgesOf = (row: number, column: number, area: { top: number; bottom: number; left: number; right: number }): string =>
  [row === area.top && 'top', row === area.bottom && 'bottom', column === area.left && 'left', column === area.right && 'right']
    .filter(Boolean)
    .join(' ')
