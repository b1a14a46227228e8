import type { Api } from '@vitrine/client'
import * as account from '@vitrine/client/account'
import * as backOffice from '@vitrine/client/back-office'
import * as catalogueV3 from '@vitrine/client/catalogue-v3'
import * as modules from '@vitrine/client/modules'
import { contract, type Operation, type Route } from '@vitrine/contract'

/** Where the client has an operation: `currentCart.getCurrentCart`. */
export interface Place {
  readonly module: string
  readonly method: string
}

/** Every module of the client is asked for its table of route lines, which says where each operation is. */
export function placesOf(): ReadonlyMap<string, Place> {
  const asItIs = ((line: string) => line) as unknown as Api
  return new Map(
    Object.entries({ ...modules, ...account, ...backOffice, ...catalogueV3 }).flatMap(([module, table]) =>
      Object.entries(table(asItIs) as unknown as Record<string, string>).map(([method, line]) => [line, { module, method }]),
    ),
  )
}

type Value = null | boolean | number | string | undefined | readonly Value[] | { readonly [key: string]: Value }
type Values = { readonly [key: string]: Value }

const valuesOf = (input: unknown): Values => input as Values

/** The path with its parameters filled in, and what is left for the query or the body. */
function filled(path: string, input: Values): { path: string; rest: Values } {
  const used = new Set<string>()
  const whole = path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const [outer = '', inner] = name.split('.')
    if (inner === undefined) used.add(outer)
    const value = input[outer]
    return encodeURIComponent(String(inner === undefined ? value : (value as Values)[inner]))
  })
  return { path: whole, rest: Object.fromEntries(Object.entries(input).filter(([name]) => !used.has(name))) }
}

/** The plain form of a query: deeper fields dotted, lists repeated. */
function flat(values: Values, before = ''): [string, string][] {
  return Object.entries(values).flatMap(([name, value]): [string, string][] => {
    if (Array.isArray(value)) return value.map((one) => [before + name, String(one)])
    return typeof value === 'object' && value !== null ? flat(value as Values, `${before}${name}.`) : [[before + name, String(value)]]
  })
}

/** The request as a line for the shell. What has a twin is asked by its twin: a filter reads better as a body. */
export function curl(line: Route, input: unknown, origin: string): string {
  const operation: Operation = contract[line]
  const [method, path] = line.split(' ') as [string, string]
  const inQuery = method === 'GET' || method === 'DELETE'
  const values = valuesOf(input)
  const { path: target, rest } = filled(operation.twin ?? path, values)
  const asQuery = inQuery && operation.twin === undefined
  const options = []
  if (method !== 'GET' && method !== 'POST') options.push(`-X ${method}`)
  if (operation.as !== 'anyone') options.push(`-H "Authorization: $${operation.as === 'user' ? 'API_KEY' : 'TOKEN'}"`)
  if (operation.as === 'user') options.push('-H "wix-site-id: $SITE_ID"')
  if (method !== 'GET' && !operation.reads) options.push('-H "Idempotency-Key: $(uuidgen)"')
  if (asQuery) options.push(...flat(rest).map((pair) => `--data-urlencode ${quoted(pair.join('='))}`))
  else options.push('-H "Content-Type: application/json"', `-d ${quoted(literal(rest, json))}`)
  return [`curl ${asQuery && Object.keys(rest).length > 0 ? '-G ' : ''}${origin}${target}`, ...options].join(' \\\n  ')
}

const quoted = (text: string): string => (/^[\w.,=@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`)

/** The same request by our client. */
export function call({ module, method }: Place, input: unknown, answer: readonly string[]): string {
  const said = Object.keys(valuesOf(input)).length === 0 ? '' : literal(valuesOf(input), program)
  const saved = answer.length === 0 ? '' : answer.length > 3 ? 'const answer = ' : `const { ${answer.join(', ')} } = `
  return `${saved}await client.${module}.${method}(${said})`
}

/** How a language writes keys and texts, and whether the last entry has a comma. */
interface Language {
  readonly key: (name: string) => string
  readonly text: (text: string) => string
  readonly comma: string
}
const program: Language = {
  key: (name) => (/^\w+$/.test(name) ? name : `'${name}'`),
  text: (text) => `'${text.replaceAll("'", String.raw`\'`)}'`,
  comma: ',',
}
const json: Language = { key: JSON.stringify, text: JSON.stringify, comma: '' }

/** A value as one writes it by hand: on one line where it fits. */
function literal(value: Value, language: Language, indent = ''): string {
  if (typeof value === 'string') return language.text(value)
  if (typeof value !== 'object' || value === null) return String(value)
  const inner = `${indent}  `
  const list = Array.isArray(value)
  const entries = Object.entries(value).map(([name, one]) => [list ? '' : `${language.key(name)}: `, one] as const)
  if (entries.length === 0) return list ? '[]' : '{}'
  const short = entries.map(([key, one]) => key + literal(one, language)).join(', ')
  if (!short.includes('\n') && short.length + indent.length < 50) return list ? `[${short}]` : `{ ${short} }`
  const long = entries.map(([key, one]) => inner + key + literal(one, language, inner)).join(',\n')
  return `${list ? '[' : '{'}\n${long}${language.comma}\n${indent}${list ? ']' : '}'}`
}
