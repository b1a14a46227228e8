import { instantOf } from '@vitrine/pricing'
import type { Filter } from './listing.ts'

/** What a filter from … to … says in the address: `2026-11-01..2026-11-30`, `50..`. */
export interface Range {
  readonly from: string
  readonly to: string
}

export function rangeOf(text: string): Range {
  const [from = '', to = ''] = text.split('..')
  return { from, to }
}

/** Empty where neither end is said. */
export const rangeText = ({ from, to }: Range): string => (from || to ? `${from}..${to}` : '')

/** `from 50 to 100`, `from 50`, `to 100` */
export const rangeSays = (text: string): string => {
  const { from, to } = rangeOf(text)
  return [from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(' ')
}

const dayMs = 24 * 3_600_000
const midnight = { hours: 0, minutes: 0 }
const isDay = (day: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day))

/** Days of the shop, the last of them wholly; what is no day says nothing. */
export function daysBetween(text: string, timeZone: string): { readonly $gte?: string; readonly $lt?: string } {
  const { from, to } = rangeOf(text)
  const at = (day: string, later: number) => new Date(instantOf(Date.parse(day) + later * dayMs, midnight, timeZone)).toISOString()
  return { ...(isDay(from) && { $gte: at(from, 0) }), ...(isDay(to) && { $lt: at(to, 1) }) }
}

/** Amounts, both ends with them; what is no amount says nothing. */
export function amountsBetween(text: string): { readonly $gte?: number; readonly $lte?: number } {
  const { from, to } = rangeOf(text)
  const amount = (said: string) => (/^\d{1,12}([.,]\d{1,4})?$/.test(said) ? Number(said.replace(',', '.')) : undefined)
  const [least, most] = [amount(from), amount(to)]
  return { ...(least !== undefined && { $gte: least }), ...(most !== undefined && { $lte: most }) }
}

/** A filter of one field; of nothing, where neither end was said. */
export const within = (field: string, bounds: object): Filter => (Object.keys(bounds).length > 0 ? { [field]: bounds } : {})
