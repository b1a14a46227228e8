/**
 * Which answers, enumeration values and events each test brings about, for the table in docs/coverage.md. Nothing of it happens unless
 * `VITRINE_RECORD` names a folder: then whoever runs the tests (scripts/test-worker.ts) leaves a `Record` of each file there.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, type TestContext } from 'node:test'
import * as wire from '@vitrine/contract'
import { type EventType, events, type Operation, type Route } from '@vitrine/contract'
import type { Platform } from '@vitrine/platform'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { decodeBody, decodeForm, decodeQuery, isForm } from '@vitrine/platform/kernel/http/decode'
import type { WireAnswer, WireRequest } from '@vitrine/platform/kernel/http/wire'
import pg from 'pg'
import { withoutValues } from './sql-line.ts'

/** What the tests of one file brought about: names of tests → what was seen → where. */
export interface Record {
  /** From the root of the checkout. */
  readonly file: string
  readonly tests: { readonly [name: string]: { readonly [seen: string]: string } }
  /** The lines of SQL that it sent: what the run on another PostgreSQL is chosen by (scripts/covering.ts). */
  readonly lines: readonly string[]
}

/** How things that can be seen are named: an answer of a call, a value of an enumeration, an event. */
export const answerOf = (line: string, code: string): string => `${line} ${code}`
export const valueOf = (enumeration: string, value: string): string => `${enumeration}.${value}`

const folder = process.env.VITRINE_RECORD
const root = join(import.meta.dirname, '../..')
const tests = new Map<string, Map<string, string>>()
const platforms = new Map<Platform, string>()
const lines = new AsyncLocalStorage<{ line?: string }>()
const sentTexts = new Set<string>()
const sentLines = new Set<string>()
let file: string | undefined
let seen: Map<string, string> | undefined

/** From now on the tests of another file run; to be called where its tree of tests has just begun. */
export function beginFile(): void {
  beforeEach(async (context) => {
    const { fullName, filePath } = context as TestContext
    for (const platform of platforms.keys()) await takeEvents(platform)
    file = filePath
    seen = new Map()
    tests.set(fullName, seen)
  })
  afterEach(async () => {
    for (const platform of platforms.keys()) await takeEvents(platform)
    seen = undefined
  })
}

/** Writes down what the tests of the file brought about. */
export function endFile(): void {
  if (folder === undefined || file === undefined) return
  const name = relative(root, file)
  const record: Record = {
    file: name,
    tests: Object.fromEntries([...tests].map(([test, what]) => [test, Object.fromEntries(what)])),
    lines: [...sentLines],
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name.replaceAll('/', '-')}.json`), JSON.stringify(record))
  tests.clear()
  sentTexts.clear()
  sentLines.clear()
  file = undefined
}

if (folder !== undefined) recordSql()

/** Notes each line of the statements that this process sends. How many parameters it has, and which, makes no other line of it. */
function recordSql(): void {
  const client = pg.Client.prototype as unknown as { query(this: unknown, ...given: unknown[]): unknown }
  const { query } = client
  client.query = function (...given) {
    const text = typeof given[0] === 'string' ? given[0] : (given[0] as { text?: string } | undefined)?.text
    if (text !== undefined && !sentTexts.has(text)) {
      sentTexts.add(text)
      for (const line of text.split('\n')) sentLines.add(withoutValues(line))
    }
    return query.apply(this, given)
  }
}

/** Hands an `answer` back that notes what goes through it; calls `line` for each line that was found. */
export function recorded(answer: (request: WireRequest) => Promise<WireAnswer>): typeof answer {
  if (folder === undefined) return answer
  return async (request) => {
    const found: { line?: string } = {}
    const outcome = await lines.run(found, () => answer(request))
    if (seen && found.line !== undefined && Object.hasOwn(wire.contract, found.line)) note(found.line as Route, request, outcome)
    return outcome
  }
}

/** For `observe` of a platform whose answers are recorded. */
export function recordLine(line: string): void {
  const found = lines.getStore()
  if (found) found.line = line
}

/** From now on the events of a platform count for the tests that run; the first of several on one database tells them. */
export function recordEvents(platform: Platform): Disposable {
  if (folder !== undefined) platforms.set(platform, '00000000-0000-0000-0000-000000000000')
  return { [Symbol.dispose]: () => void platforms.delete(platform) }
}

function note(line: Route, request: WireRequest, { status, body }: WireAnswer): void {
  const said: unknown = JSON.parse(body.toString())
  if (status !== 200) return keep(answerOf(line, codeOf(said)), '')
  keep(answerOf(line, '200'), '')
  const { input, ok } = wire.contract[line] as Operation
  const inQuery = request.method !== 'POST' && request.method !== 'PATCH' && request.method !== 'PUT'
  const decode = isForm(request.headers['content-type']) ? decodeForm : decodeBody
  const asked = inQuery ? decodeQuery(request.search, input) : decode(request.body)
  walk(input, asked, `${line} asks`, '', true)
  walk(ok, said, `${line} answers`, '')
}

function codeOf(said: unknown): string {
  const { applicationError } = (said as { details: { applicationError?: { code: string | number; data: { code?: string } } } }).details
  if (!applicationError) return 'INVALID_ARGUMENT'
  return typeof applicationError.code === 'number' ? applicationError.data.code! : applicationError.code
}

function keep(what: string, where: string): void {
  if (!seen!.has(what)) seen!.set(what, where)
}

async function takeEvents(platform: Platform): Promise<void> {
  const last = platforms.get(platform)!
  const rows = await platform.database.query<{ id: string; type: EventType; payload: unknown }>(
    sql`select id, type, payload from outbox where id > ${last} order by id`,
  )
  if (rows.length === 0) return
  platforms.set(platform, rows.at(-1)!.id)
  if (!seen) return
  for (const { type, payload } of rows) {
    keep(type, '')
    walk(events[type].data, payload, type, '')
  }
}

interface Inside {
  readonly _zod: {
    readonly def: {
      readonly type: string
      readonly shape?: { readonly [name: string]: Inside }
      readonly entries?: { readonly [name: string]: string }
      readonly options?: readonly Inside[]
      readonly element?: Inside
      readonly valueType?: Inside
      readonly innerType?: Inside
      readonly in?: Inside
      readonly out?: Inside
    }
  }
}

const isEnumeration = (schema: unknown): schema is Inside =>
  typeof schema === 'object' && schema !== null && (schema as Partial<Inside>)._zod?.def.type === 'enum'

/** Values that stand for nothing: read, and never written. */
export const isMeaningless = (value: string): boolean => /^(UNSPECIFIED|UNKNOWN|UNDEFINED|UNRECOGNISED)(_|$)/.test(value)
const spelling = (values: readonly string[]): string => values.filter((value) => !isMeaningless(value)).join(' ')

/** The enumerations that the contract names, and their values. */
export const enumerations: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(wire).flatMap(([name, schema]) => (isEnumeration(schema) ? [[name, Object.values(schema._zod.def.entries!)]] : [])),
)
const names = new Map<unknown, string>(Object.entries(wire).flatMap(([name, schema]) => (isEnumeration(schema) ? [[schema, name]] : [])))
/** An input may take an enumeration without the values that mean nothing. */
const namesBySpelling = new Map([...enumerations].reverse().map(([name, values]) => [spelling(values), name]))

const nameOf = (schema: Inside): string | undefined =>
  names.get(schema) ?? namesBySpelling.get(spelling(Object.values(schema._zod.def.entries!)))

/** Those that answers and events carry: of them a value that was only asked for is not exercised yet. */
const answered = new Set<string>()
function gather(schema: Inside, above: ReadonlySet<Inside>): void {
  const { def } = schema._zod
  if (def.type === 'enum') return void answered.add(nameOf(schema) ?? '')
  if (above.has(schema)) return
  const below = new Set(above).add(schema)
  for (const inner of [
    def.innerType,
    def.in,
    def.out,
    def.element,
    def.valueType,
    ...(def.options ?? []),
    ...Object.values(def.shape ?? {}),
  ])
    if (inner) gather(inner, below)
}
if (folder !== undefined) {
  for (const { ok } of Object.values<Operation>(wire.contract)) gather(ok, new Set())
  for (const { data } of Object.values(events)) gather(data, new Set())
}

/** Enumerations of the specification that the wire writes with another's values. */
const alsoKnownAs: { readonly [name: string]: readonly { readonly as: string; readonly where: RegExp }[] } = {
  ProductDiscountType: [{ as: 'DiscountKind', where: /discount/ }],
  ChannelType: [{ as: 'CheckoutChannelType', where: /checkout/ }],
  ItemTypePreset: [{ as: 'CheckoutLineItemType', where: /checkout\.lineItems/ }],
}

/** Notes the values of enumerations in what was said by a schema. */
function walk(schema: Inside, value: unknown, where: string, path: string, asking = false): void {
  if (value === undefined || value === null) return
  const { def } = schema._zod
  if (def.type === 'enum') {
    const name = nameOf(schema)
    if (name === undefined || typeof value !== 'string' || !enumerations.get(name)!.includes(value)) return
    if (asking && answered.has(name)) return
    const place = `${where} ${path}`
    keep(valueOf(name, value), place)
    for (const other of alsoKnownAs[name] ?? []) if (other.where.test(place)) keep(valueOf(other.as, value), place)
    return
  }
  for (const inner of [def.innerType, def.in, def.out]) if (inner) walk(inner, value, where, path, asking)
  for (const option of def.options ?? []) walk(option, value, where, path, asking)
  if (typeof value !== 'object') return
  if (def.element && Array.isArray(value)) for (const item of value) walk(def.element, item, where, `${path}[]`, asking)
  for (const [name, inner] of Object.entries(def.shape ?? {}))
    walk(inner, (value as { [name: string]: unknown })[name], where, path === '' ? name : `${path}.${name}`, asking)
  if (def.valueType) for (const item of Object.values(value)) walk(def.valueType, item, where, `${path}.*`, asking)
}
