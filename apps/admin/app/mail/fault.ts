import { Refused } from '@vitrine/client'
import { faultText } from '../parts/acting.ts'

const parts = ['subject', 'headline', 'lead', 'button']

/** What the platform says is wrong, and with which of the words. */
export function faultOf(error: unknown): { readonly part: string; readonly says: string } {
  if (!(error instanceof Refused)) return { part: '', says: 'The shop did not answer.' }
  const [fault] = (error.data as { fieldViolations?: readonly { field: string; description: string }[] } | undefined)?.fieldViolations ?? []
  if (!fault) return { part: '', says: error.message }
  const part = fault.field.split('.').at(-1) ?? ''
  return { part: parts.includes(part) ? part : '', says: faultText(fault.description) }
}
