import fastJson from 'fast-json-stringify'
import * as z from 'zod'

export type Serialise = (answer: unknown) => string

/** The serialiser of an answer, compiled from its schema at first use: only what the contract names is sent. */
export function serialiserOf(schema: z.ZodType): Serialise {
  const known = serialisers.get(schema)
  if (known) return known
  const made = lazily(schema)
  serialisers.set(schema, made)
  return made
}

/** Many operations answer alike; each shape is compiled once. */
const serialisers = new WeakMap<z.ZodType, Serialise>()

function lazily(schema: z.ZodType): Serialise {
  let compiled: Serialise | undefined
  return (answer) => {
    compiled ??= fastJson(z.toJSONSchema(schema, { io: 'output', target: 'draft-7', unrepresentable: 'any' }) as fastJson.Schema)
    return compiled(answer)
  }
}
