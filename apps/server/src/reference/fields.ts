import { type Html, html, prose } from './html.ts'
import type { Notes } from './notes.ts'

/** The part of JSON Schema that the contract is printed in. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: Schema
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly string[]
  readonly const?: string
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly default?: unknown
}

/** What is known of every schema: by its name, and what the contract's comments say of it. */
export interface Known {
  readonly schemas: Readonly<Record<string, Schema>>
  readonly notes: Notes
}

/** What goes in has required fields; what comes out has fields that may be absent. */
export type Side = 'input' | 'answer'

export const nameOf = (ref: string): string => ref.slice('#/components/schemas/'.length)

export const isEntity = (schema: Schema | undefined): boolean => schema?.properties !== undefined

/** The entities that schemas lead to, however deep. */
export function entitiesIn(roots: Iterable<Schema>, { schemas }: Pick<Known, 'schemas'>): Set<string> {
  const named = new Set<string>()
  const open = [...roots]
  for (let schema = open.pop(); schema; schema = open.pop()) {
    if (schema.$ref === undefined) {
      const { properties = {}, items, additionalProperties, anyOf = [] } = schema
      open.push(...Object.values(properties), ...anyOf, ...(items ? [items] : []), ...(additionalProperties ? [additionalProperties] : []))
    } else if (!named.has(nameOf(schema.$ref))) {
      named.add(nameOf(schema.$ref))
      open.push(schemas[nameOf(schema.$ref)]!)
    }
  }
  return new Set([...named].filter((name) => isEntity(schemas[name])))
}

/** A field as one reads it: `list of CartLineItem`, `1 to 300`. */
interface Reading {
  readonly type: Html
  readonly nullable: boolean
  readonly bounds: readonly string[]
  readonly words: readonly string[]
  /** Fields that are named nowhere else. */
  readonly own: Schema | undefined
}

/** Names of texts of one form. */
const forms: Readonly<Record<string, string>> = {
  Instant: 'instant',
  Guid: 'GUID',
  CurrencyCode: 'currency code',
  CountryCode: 'country code',
  Decimal: 'decimal text',
  DecimalQuantity: 'decimal text',
  Email: 'e-mail address',
  Url: 'URL',
  AnyObject: 'object',
}
const byFormat: Readonly<Record<string, string>> = {
  'date-time': 'instant',
  uuid: 'GUID',
  guid: 'GUID',
  email: 'e-mail address',
  uri: 'URL',
}

/** Patterns that say no more than the type beside them does. */
const silent = /^\^\[\^\\u0000|^\^\(\?:\\d\{1,15\}\(/
const isAmount = (pattern = '') => pattern.startsWith('^(?:\\d{1,15}(')

function read(schema: Schema, known: Known): Reading {
  if (schema.anyOf) {
    const [first, ...more] = schema.anyOf.filter((one) => one.type !== 'null')
    const reading = read(first ?? {}, known)
    return more.length > 0
      ? { ...reading, type: html`${[first!, ...more].map((one, at) => [at > 0 && ' or ', read(one, known).type])}` }
      : { ...reading, nullable: schema.anyOf.length > 1, bounds: [...reading.bounds, ...otherwise(schema)] }
  }
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref)
    const target = known.schemas[name]!
    if (isEntity(target))
      return { type: html`<a href=#${name}>${name}</a>`, nullable: false, bounds: otherwise(schema), words: [], own: undefined }
    const reading = read(target, known)
    const form = forms[name]
    return {
      ...reading,
      ...(form === undefined ? {} : { type: html`${form}` }),
      bounds: [...(form === undefined ? reading.bounds : lengths(target)), ...lengths(schema), ...otherwise(schema)],
    }
  }
  const plain = { nullable: false, bounds: [...boundsOf(schema), ...otherwise(schema)], words: schema.enum ?? [], own: undefined }
  if (schema.properties) return { ...plain, type: html`object`, own: Object.keys(schema.properties).length > 0 ? schema : undefined }
  if (schema.items) {
    const inner = read(schema.items, known)
    return { ...inner, type: html`list of ${inner.type}`, bounds: [...plain.bounds, ...inner.bounds.map(ofEach)] }
  }
  if (typeof schema.additionalProperties === 'object' && schema.additionalProperties.type !== undefined) {
    const inner = read(schema.additionalProperties, known)
    return { ...inner, type: html`map of ${inner.type}`, bounds: inner.bounds.map(ofEach) }
  }
  if (schema.const !== undefined) return { ...plain, type: html`<code>${schema.const}</code>` }
  return { ...plain, type: html`${wordFor(schema)}` }
}

const ofEach = (bound: string): string => (bound.startsWith('each ') ? bound : `each ${bound}`)

const wordFor = ({ type, format, pattern, enum: words }: Schema): string =>
  words ? 'one word of' : isAmount(pattern) ? 'decimal text' : (byFormat[format ?? ''] ?? type ?? 'anything')

const otherwise = ({ default: value }: Schema): string[] =>
  value === undefined ? [] : [`${JSON.stringify(value).replaceAll('"', '')} where left out`]

function boundsOf(schema: Schema): string[] {
  const { minimum, maximum, minItems, maxItems, pattern, format } = schema
  const low = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? minimum : undefined
  const high = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined
  return [
    ...lengths(schema),
    ...range(low, high, ''),
    ...range(minItems, maxItems, 'entries'),
    ...(isAmount(pattern) ? ['0 to 10¹⁵'] : []),
    ...(pattern !== undefined && format === undefined && !silent.test(pattern) ? [`matches ${pattern}`] : []),
  ]
}

const lengths = ({ minLength, maxLength }: Schema): string[] => range(minLength, maxLength, 'characters')

function range(low: number | undefined, high: number | undefined, of: string): string[] {
  const say = (text: string) => [`${text}${of && ` ${of}`}`]
  const print = (value: number) => value.toLocaleString('en')
  if (low !== undefined && high !== undefined) return say(low === high ? `exactly ${print(low)}` : `${print(low)} to ${print(high)}`)
  if (high !== undefined) return say(`at most ${print(high)}`)
  return low === undefined ? [] : say(`at least ${print(low)}`)
}

/** The fields of an object, one below the other; those that are named nowhere else unfold in place. `at` is where their notes are found. */
export function fieldsOf(schema: Schema, side: Side, known: Known, at: readonly string[]): Html {
  const { properties = {}, required = [] } = schema
  return html`<ul class="fields">${Object.entries(properties).map(([name, field]) =>
    fieldOf(name, field, required.includes(name), side, known, [...at, name]),
  )}</ul>`
}

function fieldOf(name: string, field: Schema, required: boolean, side: Side, known: Known, at: readonly string[]): Html {
  const { type, nullable, bounds, words, own } = read(field, known)
  const note = known.notes.get(at.join('/'))
  const few = words.length > 0 && words.length <= 6
  const list = html`<small>${words.join(' ')}</small>`
  return html`<li><b>${name}</b> <span>${type}</span>${few && html` ${list}`}${
    side === 'input' ? required && html` <em>required</em>` : !required && html` <i>may be absent</i>`
  }${nullable && html` <i>nullable</i>`}${bounds.map((bound) => html` <i>${bound}</i>`)}${
    note !== undefined && prose(note)
  }${words.length > 6 && html`<details><summary>${words.length} words</summary>${list}</details>`}${own && html`<details><summary>Fields of <code>${name}</code></summary>${fieldsOf(own, side, known, at)}</details>`}</li>`
}

/** Whether a note has something to say, as a paragraph below a heading. */
export const noteOf = (known: Known, name: string): Html | undefined => {
  const note = known.notes.get(name)
  return note === undefined ? undefined : prose(note)
}
