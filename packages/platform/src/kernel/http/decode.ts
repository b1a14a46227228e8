import * as z from 'zod'

/** A request that cannot be read at all. `serve` answers it with 400 MALFORMED_REQUEST. */
export class Malformed extends Error {
  override readonly name = 'Malformed'
}

const deepest = 64
/** Names and values in one JSON body; a body of a megabyte that means something has a tenth of it. */
const mostValues = 100_000
/** Keys of one form or query, counted with each time that they come. */
const mostKeys = 1000
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Whether a body calls itself a form. Whatever else a body calls itself, it is read as JSON. */
export const isForm = (contentType: string | undefined): boolean =>
  contentType !== undefined && /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i.test(contentType)

/** The JSON body of a request as a value. An empty body is an empty object. */
export function decodeBody(body: Buffer | undefined): Record<string, unknown> {
  return body === undefined || body.length === 0 ? {} : asRecord(decodeJson(asText(body), 'the body'))
}

/** The form in the body of a request as a value, its keys undotted. */
export function decodeForm(body: Buffer | undefined): Record<string, unknown> {
  if (body === undefined || body.length === 0) return {}
  const text = asText(body)
  refuseKeys(text, 'the form')
  if (text.includes('%00') || text.includes('\0')) throw new Malformed('a text holds a character that is none')
  return undot(new URLSearchParams(text))
}

/** Keys are counted in the text, before any is looked at. */
function refuseKeys(text: string, what: string): void {
  let keys = 1
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1))
    if (++keys > mostKeys) throw new Malformed(`${what} has more than ${mostKeys} keys`)
}

function asText(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new Malformed('the body is not UTF-8')
  }
}

function decodeJson(text: string, what: string): unknown {
  refuseSize(text, what)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Malformed(`${what} is not JSON`)
  }
  if (/\\u(0000|d[89a-f])/i.test(text) || text.includes('\0')) refuseUnstorable(value)
  return value
}

/** Levels and values are counted in the text, before anything meets them that recurses or makes an object of each. */
function refuseSize(text: string, what: string): void {
  let depth = 0
  let values = 0
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (quoted) {
      if (c === 92) i++
      else if (c === 34) quoted = false
    } else if (c === 34) quoted = true
    else if (c === 44 || c === 58) values++
    else if (c === 123 || c === 91) {
      values++
      if (++depth > deepest) throw new Malformed(`${what} is nested more than ${deepest} levels deep`)
    } else if (c === 125 || c === 93) depth--
  }
  if (values > mostValues) throw new Malformed(`${what} holds more than ${mostValues} values`)
}

/** Text that PostgreSQL cannot store: the NUL character and half a surrogate pair. */
function refuseUnstorable(value: unknown): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) throw new Malformed('a text holds a character that is none')
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      refuseUnstorable(key)
      refuseUnstorable(inner)
    }
  }
}

function asRecord(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Malformed('the payload is not an object')
  return value as Record<string, unknown>
}

/**
 * The query of a GET or DELETE: either one parameter `.r` that holds the whole payload (base64url of JSON),
 * or the plain form with dotted keys and repeated arrays, whose texts are turned into what the schema expects.
 */
export function decodeQuery(search: string, schema: z.ZodType): Record<string, unknown> {
  if (search === '') return {}
  refuseKeys(search, 'the query')
  if (/%(?![0-9a-f]{2})/i.test(search)) throw new Malformed('the query has a percent sign that escapes nothing')
  try {
    decodeURIComponent(search)
  } catch {
    throw new Malformed('the query is not UTF-8')
  }
  const parameters = new URLSearchParams(search)
  const packed = parameters.get('.r')
  if (packed !== null) {
    if (!/^[A-Za-z0-9_-]*={0,2}$/.test(packed)) throw new Malformed('.r is not base64url')
    return asRecord(decodeJson(asText(Buffer.from(packed, 'base64url')), '.r'))
  }
  if (search.includes('%00')) throw new Malformed('a text holds a character that is none')
  return asRecord(shaped(undot(parameters), schema))
}

const unsafeKeys = new Set(['__proto__', 'constructor', 'prototype'])

function undot(parameters: URLSearchParams): Record<string, unknown> {
  const values = new Map<string, string[]>()
  for (const [key, value] of parameters) {
    const there = values.get(key)
    if (there) there.push(value)
    else values.set(key, [value])
  }
  const root: Record<string, unknown> = {}
  for (const [key, all] of values) {
    const steps = key.split('.')
    if (steps.length > deepest || steps.some((step) => unsafeKeys.has(step)))
      throw new Malformed(`the key ${shortened(key)} cannot be read`)
    const last = steps.pop()!
    let place = root
    for (const step of steps) {
      const next = place[step]
      const below = typeof next === 'object' && next !== null && !Array.isArray(next) ? (next as typeof place) : {}
      place[step] = below
      place = below
    }
    place[last] = all.length === 1 ? all[0] : all
  }
  return root
}

const shortened = (key: string): string => (key.length <= 50 ? key : `${key.slice(0, 50)}…`)

/** Turns the texts of a plain query into the numbers, booleans and arrays that the schema asks for; the schema then judges them. */
function shaped(value: unknown, schema: z.ZodType): unknown {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  ) {
    return shaped(value, schema.unwrap() as z.ZodType)
  }
  if (schema instanceof z.ZodPipe) return shaped(value, schema.in as z.ZodType)
  if (schema instanceof z.ZodArray) return (Array.isArray(value) ? value : [value]).map((item) => shaped(item, schema.element as z.ZodType))
  if (schema instanceof z.ZodObject && typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const inner = schema.shape as Record<string, z.ZodType>
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, Object.hasOwn(inner, key) ? shaped(item, inner[key]!) : item]),
    )
  }
  if (typeof value !== 'string') return value
  if (schema instanceof z.ZodNumber && value.trim() !== '' && !Number.isNaN(Number(value))) return Number(value)
  if (schema instanceof z.ZodBoolean && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

/** Whether the escapes of a path stand for text. */
export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** A path parameter; the router has decoded it. */
export function segmentText(text: string): string {
  if (text.includes('\0')) throw new Malformed('a text holds a character that is none')
  return text
}
