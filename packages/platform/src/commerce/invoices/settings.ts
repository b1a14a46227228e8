import type { InvoiceSettings, Received } from '@vitrine/contract'
import { type Db, sql } from '../../kernel/db/sql.ts'
import type { InvoiceSettings as Section } from '../../kernel/settings/sections.ts'
import { firstCreditNumber } from './credit-notes.ts'

export const firstInvoiceNumber = 1001

/** How the next documents are numbered: after the last ones, or from the beginning. */
async function lastNumbers(db: Db, site: string): Promise<{ readonly invoice: number | null; readonly creditNote: number | null }> {
  const [row] = await db.query<{ invoice: number | null; creditNote: number | null }>(sql`
    select (select last from invoice_counter where site = ${site}) as invoice,
      (select last from credit_note_counter where site = ${site}) as "creditNote"`)
  return row!
}

const next = (last: number | null, first: number): number => (last === null ? first : Number(last) + 1)

export const prefixesOf = ({ prefix = '', creditNotePrefix = 'CN-' }: Section) => ({ prefix, creditNotePrefix })

export async function showInvoiceSettings(db: Db, site: string, section: Section): Promise<InvoiceSettings> {
  const { firstNumber = firstInvoiceNumber, taxIds = [], notes = [], thanks = '', revision = 1 } = section
  const { prefix, creditNotePrefix } = prefixesOf(section)
  const last = await lastNumbers(db, site)
  return {
    revision: String(revision),
    prefix,
    firstNumber,
    creditNotePrefix,
    taxIds: taxIds.map(({ name, value }) => ({ name, value })),
    notes: [...notes],
    thanks,
    next: {
      invoice: `${prefix}${next(last.invoice, firstNumber)}`,
      creditNote: `${creditNotePrefix}${next(last.creditNote, firstCreditNumber)}`,
    },
  }
}

/** What was sent over what was stored: absent leaves unchanged. */
export function changedSettings(before: Section, sent: Received<'PATCH /vitrine/v1/invoices/settings'>['settings']): Section {
  const { revision: _, ...fields } = sent
  const given = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)
  return { ...before, ...(Object.fromEntries(given) as Section), revision: (before.revision ?? 1) + 1 }
}
