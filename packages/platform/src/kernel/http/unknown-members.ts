import * as z from 'zod'

/** More than these are not named. */
const mostNamed = 20
/** More than these are not looked for. */
const mostFound = 500

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Where a payload has members that its schema does not know and so would drop, sorted: `lineItems[0].colour`, `order.buyerNote`. What the answer has at
 * the same place is none: whoever changes what they have read may send back all of it, the shop's own parts too.
 */
export function unknownMembers(payload: unknown, { input, ok }: { readonly input: z.ZodType; readonly ok: z.ZodType }): readonly string[] {
  const found = unknownTo(input, payload)
  if (found.length === 0) return found
  const alsoThere = new Set(unknownTo(ok, payload))
  return [...new Set(found.filter((at) => placesTo(at).some((place) => alsoThere.has(place))))].sort().slice(0, mostNamed)
}

/** A place and all that it lies in: `a.b[0].c` is `a`, `a.b`, `a.b[0]` and itself. */
const placesTo = (at: string): readonly string[] => [...[...at.matchAll(/[.[]/g)].map(({ index }) => at.slice(0, index)), at]

function unknownTo(schema: z.ZodType, payload: unknown): readonly string[] {
  const found: string[] = []
  collect(payload, schema, '', found)
  return found
}

function collect(value: unknown, schema: z.ZodType, at: string, found: string[]): void {
  if (typeof value !== 'object' || value === null || found.length >= mostFound) return
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return collect(value, schema.unwrap() as z.ZodType, at, found)
  // What is read before it is checked, such as a text of a query, keeps the members that it came with.
  if (schema instanceof z.ZodPipe)
    return collect(value, (schema.in instanceof z.ZodTransform ? schema.out : schema.in) as z.ZodType, at, found)
  if (schema instanceof z.ZodUnion) {
    found.push(...fewestUnknown(value, schema.options as readonly z.ZodType[], at))
    return
  }
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.forEach((item, i) => collect(item, schema.element as z.ZodType, `${at}[${i}]`, found))
  if (schema instanceof z.ZodRecord && isRecord(value)) {
    for (const [key, inner] of Object.entries(value)) collect(inner, schema.valueType as z.ZodType, below(at, key), found)
    return
  }
  if (!(schema instanceof z.ZodObject) || !isRecord(value)) return
  const shape = schema.shape as Record<string, z.ZodType>
  for (const key of Object.keys(value)) {
    if (found.length >= mostFound) return
    const inner = value[key]
    if (Object.hasOwn(shape, key)) collect(inner, shape[key]!, below(at, key), found)
    else if (!schema.def.catchall && inner !== undefined) found.push(below(at, key))
  }
}

const below = (at: string, key: string): string => (at === '' ? key : `${at}.${key}`)

function fewestUnknown(value: object, options: readonly z.ZodType[], at: string): readonly string[] {
  const each = options
    .filter((option) => option.safeParse(value).success)
    .map((option) => {
      const found: string[] = []
      collect(value, option, at, found)
      return found
    })
  return each.sort((a, b) => a.length - b.length)[0] ?? []
}
