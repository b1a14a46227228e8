import { type Refusal, refuse } from '../refusal.ts'
import { Unreadable } from './filter.ts'

/** The answer, or what of the query could not be read. */
export async function readable<Answer>(answer: () => Promise<Answer>): Promise<Answer | Refusal<'INVALID_ARGUMENT'>> {
  try {
    return await answer()
  } catch (error) {
    if (error instanceof Unreadable) return refuse('INVALID_ARGUMENT', { fieldViolations: [error.violation] })
    throw error
  }
}
