import * as z from 'zod'

/** The JSON Schema of an input, without references. */
export const sentSchema = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'output', reused: 'inline', unrepresentable: 'any' })
