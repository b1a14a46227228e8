import { Unreadable } from '../../query/filter.ts'
import { refuse } from '../../refusal.ts'
import type { Violation } from './violation.ts'

/** The answer, or what of a filter or sort could not be read. */
export async function readable<T>(answer: () => Promise<T>): Promise<T | Violation> {
  try {
    return await answer()
  } catch (error) {
    if (error instanceof Unreadable) return refuse('INVALID_ARGUMENT', { fieldViolations: [error.violation] })
    throw error
  }
}
