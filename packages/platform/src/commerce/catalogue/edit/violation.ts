import { Refusal, refuse } from '../../../kernel/refusal.ts'

export type Violation = Refusal<'INVALID_ARGUMENT'>

/** What is wrong with one field, as a sentence that goes on from its name. */
export const violation = (field: string, description: string): Violation =>
  refuse('INVALID_ARGUMENT', { fieldViolations: [{ field, description, violatedRule: 'VALIDATION', data: {} }] })

export const isViolation = (value: unknown): value is Violation => value instanceof Refusal
