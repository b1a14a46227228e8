import * as z from 'zod'

/** Which rule a field broke (SPEC section 5, "Server validation rule types"). */
export const RuleType = z.enum([
  'VALIDATION',
  'OTHER',
  'MAX',
  'MIN',
  'MAX_LENGTH',
  'MIN_LENGTH',
  'MAX_SIZE',
  'MIN_SIZE',
  'FORMAT',
  'DECIMAL_LTE',
  'DECIMAL_GTE',
  'DECIMAL_LT',
  'DECIMAL_GT',
  'DECIMAL_MAX_SCALE',
  'INVALID_ENUM_VALUE',
  'REQUIRED_FIELD',
  'FIELD_NOT_ALLOWED',
  'ONE_OF_ALIGNMENT',
  'EXACT_LENGTH',
  'EXACT_SIZE',
  'REQUIRED_ONE_OF_FIELD',
])
export type RuleType = z.infer<typeof RuleType>

/** One field of the input that cannot be accepted, and why. `data` is always present: the published client reads it. */
export const FieldViolation = z.object({
  field: z.string(),
  description: z.string(),
  violatedRule: RuleType,
  ruleName: z.string().optional(),
  data: z.record(z.string(), z.unknown()),
})
export interface FieldViolation extends z.infer<typeof FieldViolation> {}

export const data = <Shape extends z.ZodRawShape>(shape: Shape) => ({ data: z.object(shape) })

export type RefusalKinds = Record<string, { status: number; description: string; data?: z.ZodType; numeric?: true }>
