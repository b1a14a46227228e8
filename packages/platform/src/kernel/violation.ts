import type { FieldViolation } from '@vitrine/contract'
import { Refusal, refuse } from './refusal.ts'

export type Violation = Refusal<'INVALID_ARGUMENT'>

/** Says what is wrong with one field, as a sentence that goes on from its name. */
export const violation = (field: string, description: string, violatedRule: FieldViolation['violatedRule'] = 'VALIDATION'): Violation =>
  refuse('INVALID_ARGUMENT', { fieldViolations: [{ field, description, violatedRule, data: {} }] })

export const isViolation = (value: unknown): value is Violation => value instanceof Refusal
