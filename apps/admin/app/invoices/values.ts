import type { InvoiceSettings } from '@vitrine/contract'
import { linesOf } from '../parts/lines.ts'

/** The form, field by field, as the reader writes it. */
export const names = {
  prefix: 'Before each invoice number',
  firstNumber: 'First invoice number',
  creditNotePrefix: 'Before each credit note number',
  taxIds: 'Tax numbers',
  notes: 'Foot of the page',
  thanks: 'Sentence beside the sums',
  automatic: 'Issued automatically',
} as const
export type Field = keyof typeof names
export type Values = Readonly<Record<Field, string>>

export const valuesOf = (settings: Omit<InvoiceSettings, 'revision' | 'next'>, automatic: boolean): Values => ({
  prefix: settings.prefix,
  firstNumber: String(settings.firstNumber),
  creditNotePrefix: settings.creditNotePrefix,
  taxIds: settings.taxIds.map(({ name, value }) => `${name}: ${value}`).join('\n'),
  notes: settings.notes.join('\n'),
  thanks: settings.thanks,
  automatic: String(automatic),
})

/** `VAT: DE123456789`; a line without a colon is split at its first space. */
function taxIdOf(line: string): { readonly name: string; readonly value: string } {
  const [, name = '', value = ''] = /^([^:]*):(.*)$/.exec(line) ?? /^(\S+)\s+(.*)$/.exec(line) ?? ['', line, '']
  return { name: name.trim(), value: value.trim() }
}

/** As the platform takes it. */
export const sentOf = (values: Values) => ({
  prefix: values.prefix.trim(),
  firstNumber: Number(values.firstNumber),
  creditNotePrefix: values.creditNotePrefix.trim(),
  taxIds: linesOf(values.taxIds).map(taxIdOf),
  notes: linesOf(values.notes),
  thanks: values.thanks.trim(),
})

/** What cannot be saved as it is written. */
export function wrongIn(values: Values): Partial<Record<Field, string>> {
  const { taxIds, notes, prefix, creditNotePrefix } = sentOf(values)
  return {
    ...(!/^[1-9]\d{0,8}$/.test(values.firstNumber.trim()) && { firstNumber: 'A whole number from 1.' }),
    ...(prefix === creditNotePrefix && { creditNotePrefix: 'Not the same as before an invoice: a number has to say which it is.' }),
    ...(taxIds.length > 5 && { taxIds: 'Five at most.' }),
    ...(taxIds.some(({ name, value }) => name === '' || value === '') && {
      taxIds: 'Name and number in each line, such as VAT: DE123456789.',
    }),
    ...(taxIds.some(({ name, value }) => name.length > 40 || value.length > 60) && {
      taxIds: 'A name has 40 characters at most, a number 60.',
    }),
    ...(notes.length > 5 && { notes: 'Five lines at most.' }),
    ...(notes.some((note) => note.length > 120) && { notes: 'A line has 120 characters at most.' }),
  }
}
