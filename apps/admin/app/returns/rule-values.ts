import type { ReturnSettings } from '@vitrine/contract'
import { linesOf } from '../parts/lines.ts'

/** The form, field by field, as the reader writes it. */
export const names = {
  isOpen: 'Requests by buyers',
  windowDays: 'Return window',
  automaticDays: 'Approved automatically',
  paidBy: 'Return shipping paid by',
  address: 'Return address',
  instructions: 'Instructions',
  reasons: 'Reasons',
  offersExchange: 'Exchanges',
  offersStoreCredit: 'Store credit',
  offersCode: 'Code for a drop-off point',
  inPersonAddress: 'Where buyers can bring items',
  excludedProductIds: 'Excluded products',
} as const
export type Field = keyof typeof names
export type Values = Readonly<Record<Field, string>>

export const productIds = (text: string): string[] => text.split(',').filter(Boolean)

export const valuesOf = (settings: Omit<ReturnSettings, 'revision'>): Values => ({
  isOpen: String(settings.isOpen),
  windowDays: String(settings.windowDays),
  automaticDays: String(settings.automaticDays),
  paidBy: settings.paidBy,
  address: settings.address.join('\n'),
  instructions: settings.instructions,
  reasons: settings.reasons.join('\n'),
  offersExchange: String(settings.offersExchange),
  offersStoreCredit: String(settings.offersStoreCredit),
  offersCode: String(settings.offersCode),
  inPersonAddress: settings.inPersonAddress.join('\n'),
  excludedProductIds: settings.excludedProductIds.join(','),
})

/** As the platform takes it. */
export const sentOf = (values: Values) => ({
  isOpen: values.isOpen === 'true',
  windowDays: Number(values.windowDays),
  automaticDays: Number(values.automaticDays),
  paidBy: values.paidBy as ReturnSettings['paidBy'],
  address: linesOf(values.address),
  instructions: values.instructions.trim(),
  reasons: [...new Set(linesOf(values.reasons))],
  offersExchange: values.offersExchange === 'true',
  offersStoreCredit: values.offersStoreCredit === 'true',
  offersCode: values.offersCode === 'true',
  inPersonAddress: linesOf(values.inPersonAddress),
  excludedProductIds: productIds(values.excludedProductIds),
})

const isDays = (text: string, least: number, most: number): boolean =>
  /^\d{1,3}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most

/** What cannot be saved as it is written. */
export function wrongIn(values: Values): Partial<Record<Field, string>> {
  const reasons = linesOf(values.reasons)
  return {
    ...(!isDays(values.windowDays, 1, 730) && { windowDays: 'From 1 to 730 days.' }),
    ...(!isDays(values.automaticDays, 0, 730) && { automaticDays: 'From 0 to 730 days.' }),
    ...((reasons.length === 0 || reasons.length > 20) && { reasons: 'From one reason to twenty.' }),
    ...(reasons.some((reason) => reason.length > 80) && { reasons: 'A reason has 80 characters at most.' }),
    ...(linesOf(values.address).length > 10 && { address: 'Ten lines at most.' }),
    ...(linesOf(values.inPersonAddress).length > 10 && { inPersonAddress: 'Ten lines at most.' }),
  }
}
