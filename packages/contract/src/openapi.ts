import * as z from 'zod'
import type { Route } from './index.ts'
import * as everything from './index.ts'
import { type Tag, tagOf, tags } from './openapi-tags.ts'
import type { Audience, Operation } from './operation.ts'
import { FieldViolation, type RefusalCode, refusals } from './refusals.ts'
import { rightFor } from './roles.ts'

const lines = Object.entries<Operation>(everything.contract) as [Route, Operation][]

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type JsonObject = { [key: string]: Json }

/** An OpenAPI 3.1 document. */
export interface OpenApi {
  readonly openapi: '3.1.0'
  readonly info: OpenApiInfo
  readonly servers: readonly { url: string }[]
  readonly tags: readonly Tag[]
  readonly paths: Record<string, Record<string, JsonObject>>
  readonly components: { readonly schemas: JsonObject; readonly responses: JsonObject; readonly securitySchemes: JsonObject }
}

export interface OpenApiInfo {
  readonly title: string
  readonly version: string
  readonly description?: string
  readonly license?: { readonly name: string; readonly identifier: string }
}

const common = [
  'INVALID_ARGUMENT',
  'MALFORMED_REQUEST',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'REQUEST_TIMEOUT',
  'REQUEST_HEADERS_TOO_LARGE',
  'TOO_MANY_REQUESTS',
  'SERVICE_UNAVAILABLE',
] as const satisfies RefusalCode[]
const guarded = ['UNAUTHENTICATED', 'INVALID_TOKEN', 'PERMISSION_DENIED', 'SITE_ID_MISMATCH'] as const satisfies RefusalCode[]
const written = ['IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED', 'STALE_REVISION'] as const satisfies RefusalCode[]

const audiences: Record<Audience, string> = {
  anyone: 'Needs no token.',
  visitor: 'Needs any valid token: of a visitor, a member, a user or an app.',
  member: 'Needs the token of a signed-in member, or of a user or an app.',
  user: 'Needs the token of a user, or an API key',
}

const audienceOf = (line: Route, operation: Operation): string =>
  operation.as === 'user' ? `${audiences.user}, with the right \`${rightFor(line, operation)}\`.` : audiences[operation.as]

const applicationError = (code: RefusalCode): JsonObject => {
  const { description, data }: { description: string; data?: z.ZodType } = refusals[code]
  return {
    type: 'object',
    description,
    properties: { code: { const: code }, description: { type: 'string' }, data: data ? plain(z.toJSONSchema(data)) : { type: 'object' } },
    required: ['code', 'description'],
  }
}

/** The one form of every refusal: `{ message, details: { applicationError } }`, or `validationError` where fields are at fault. */
const errorBody = (codes: readonly RefusalCode[]): JsonObject => {
  const own = codes.filter((code) => code !== 'INVALID_ARGUMENT')
  const shapes: JsonObject[] = []
  if (own.length > 0) {
    const errors = own.map((code) => ({ $ref: refTo(`Refusal.${code}`) }))
    shapes.push({
      type: 'object',
      properties: { applicationError: errors.length === 1 ? (errors[0] as JsonObject) : { oneOf: errors } },
      required: ['applicationError'],
    })
  }
  if (own.length < codes.length) shapes.push({ $ref: refTo('ValidationErrorDetails') })
  return {
    type: 'object',
    properties: { message: { type: 'string' }, details: shapes.length === 1 ? (shapes[0] as JsonObject) : { oneOf: shapes } },
    required: ['message', 'details'],
  }
}

/** Without what a document full of schemas need not repeat: the dialect, and that an answer has no other fields (it may get some). */
const plain = (schema: unknown): JsonObject =>
  JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === '$schema' || key === '$id' || key === '~standard' || (key === 'additionalProperties' && value === false) ? undefined : value,
    ),
  ) as JsonObject

const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType

/** Every exported schema under its own name, so that an entity is described once and referred to everywhere. */
const named = Object.entries<unknown>({ ...everything }).filter((entry): entry is [string, z.ZodType] => isSchema(entry[1]))

const refTo = (name: string) => `#/components/schemas/${name}`
const nameIn = (ref: string) => ref.slice(refTo('').length)

/** All input or output schemas by name, and the name of each operation's own; a schema that is not exported is named after its operation. */
const print = (io: 'input' | 'output', side: 'input' | 'ok') => {
  const registry = z.registry<{ id: string }>()
  const names = new Map<z.ZodType, string>()
  const name = (schema: z.ZodType, id: string) => {
    names.set(schema, id)
    registry.add(schema, { id })
    return id
  }
  for (const [id, schema] of named) name(schema, id)
  const ids = new Map(
    lines.map(([line, { [side]: schema }]) => [
      line,
      names.get(schema) ?? name(schema, `${operationId(line)}${side === 'ok' ? 'Answer' : 'Input'}`),
    ]),
  )
  return { schemas: plain(z.toJSONSchema(registry, { io, uri: refTo }).schemas), ids }
}

const refsIn = (schema: Json, found = new Set<string>()): Set<string> => {
  if (Array.isArray(schema)) for (const inner of schema) refsIn(inner, found)
  else if (schema !== null && typeof schema === 'object')
    for (const [key, inner] of Object.entries(schema))
      if (key === '$ref' && typeof inner === 'string') found.add(nameIn(inner))
      else refsIn(inner, found)
  return found
}

/** `POST /ecom/v1/carts/current/add-to-cart` → `postEcomV1CartsCurrentAddToCart` */
export const operationId = (line: string) =>
  line
    .toLowerCase()
    .replace(' ', '/')
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .map((word, at) => (at === 0 ? word : word[0]?.toUpperCase() + word.slice(1)))
    .join('')

const answerHeaders = { 'X-Wix-Request-Id': { description: 'Names this call in our logs.', schema: { type: 'string' } } }

/** The refusals of an operation by status; a response that several operations share is written once, under a name made of its codes. */
function refusedResponses() {
  const components: JsonObject = {}
  const nameOf = new Map<string, string>()
  const refer = (status: number, codes: readonly RefusalCode[]): JsonObject => {
    const key = codes.toSorted().join()
    let name = nameOf.get(key)
    if (name === undefined) {
      const ofStatus = Object.keys(components).filter((other) => other.startsWith(`Refused${status}.`)).length
      nameOf.set(key, (name = `Refused${status}.${ofStatus + 1}`))
      components[name] = {
        description: codes.map((code) => `\`${code}\`: ${refusals[code].description}`).join('\n\n'),
        headers: answerHeaders,
        content: { 'application/json': { schema: errorBody(codes) } },
      }
    }
    return { $ref: `#/components/responses/${name}` }
  }
  const of = (codes: readonly RefusalCode[]): JsonObject =>
    Object.fromEntries(
      [...Map.groupBy(codes, (code) => refusals[code].status)]
        .sort(([a], [b]) => a - b)
        .map(([status, own]) => [String(status), refer(status, own)]),
    )
  return { components, of }
}

const pathParams = (path: string) => [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] as string)

/** Path parameters come first, in their order. `x-field` names the input field of a parameter that has another name. */
const renamed = (parameters: readonly JsonObject[], names: readonly string[]): JsonObject[] =>
  parameters.map((parameter, at) =>
    parameter['in'] === 'path' && parameter['name'] !== names[at]
      ? { ...parameter, name: names[at] as string, 'x-field': parameter['name'] as string }
      : parameter,
  )

/** An operation of the document, with the path under which it is printed. */
export interface PrintedOperation {
  readonly path: string
  readonly operation: JsonObject
}

/**
 * All operations of the document by their ids.
 *
 * @example operationsOf(openapi({ title: 'Vitrine', version: '0.1.0' })).get('getEcomV1CartsCurrent')?.path // '/ecom/v1/carts/current'
 */
export const operationsOf = ({ paths }: OpenApi): ReadonlyMap<string, PrintedOperation> =>
  new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => [operation['operationId'] as string, { path, operation }] as const),
    ),
  )

/** The input field of a parameter. */
export const fieldOf = (parameter: { readonly name: string; readonly 'x-field'?: string }): string => parameter['x-field'] ?? parameter.name

/** `{checkout.id}` lives in the field `id` of the field `checkout`. */
const fieldAt = (schema: JsonObject, name: string, resolve: (schema: JsonObject) => JsonObject): JsonObject =>
  name.split('.').reduce((at, part) => {
    const field = (resolve(at).properties as JsonObject | undefined)?.[part]
    return (field as JsonObject | undefined) ?? { type: 'string' }
  }, schema)

/**
 * Prints the whole contract as OpenAPI 3.1: every route line, its aliases and twins, what goes in, what comes out, what may be refused.
 *
 * @example openapi({ title: 'Vitrine', version: '0.1.0' }).paths['/ecom/v1/carts/current'].get
 */
export function openapi(info: OpenApiInfo, url = '/'): OpenApi {
  const output = print('output', 'ok')
  const input = print('input', 'input')

  const components: JsonObject = {}
  const need = (schema: Json, schemas: JsonObject) => {
    for (const name of refsIn(schema)) {
      const wanted = schemas[name] as Json
      if (components[name] === undefined) {
        components[name] = wanted
        need(wanted, schemas)
      } else if (components[name] !== wanted && JSON.stringify(components[name]) !== JSON.stringify(wanted)) {
        throw new Error(`${name} reads otherwise than it is written: give what goes in a schema of its own`)
      }
    }
  }
  const resolve = (schema: JsonObject): JsonObject => {
    if (typeof schema.$ref === 'string') return resolve(input.schemas[nameIn(schema.$ref)] as JsonObject)
    const some = (schema.anyOf ?? schema.allOf) as JsonObject[] | undefined
    return some ? resolve(some.find((one) => one.type !== 'null') ?? {}) : schema
  }

  const used = new Set<RefusalCode>()
  const refused = refusedResponses()
  const paths: OpenApi['paths'] = {}
  /** Groups paths by form: paths that differ only in parameter names are one path to OpenAPI, with the names of the first. */
  const forms = new Map<string, string>()
  const put = (method: string, path: string, operation: JsonObject) => {
    const form = path.replaceAll(/\{[^}]+\}/g, '{}')
    const at = forms.get(form) ?? path
    forms.set(form, at)
    const parameters = renamed(operation['parameters'] as JsonObject[], pathParams(at))
    paths[at] = { ...paths[at], [method.toLowerCase()]: { ...operation, parameters } }
  }

  for (const [line, operation] of lines) {
    const [method, path] = line.split(' ') as [string, string]
    const writes = method !== 'GET' && !operation.reads
    const codes = [
      ...new Set<RefusalCode>([...operation.errors, ...common, ...(operation.as === 'anyone' ? [] : guarded), ...(writes ? written : [])]),
    ]
    for (const code of codes) if (code !== 'INVALID_ARGUMENT') used.add(code)
    const accepts = input.schemas[input.ids.get(line) as string] as JsonObject
    const answer = output.ids.get(line) as string
    const ok: JsonObject = answer === `${operationId(line)}Answer` ? (output.schemas[answer] as JsonObject) : { $ref: refTo(answer) }
    need(accepts, input.schemas)
    need(ok, output.schemas)

    const params = pathParams(path)
    const fields = (resolve(accepts).properties ?? {}) as JsonObject
    const required = (resolve(accepts).required ?? []) as string[]
    const inPath = params.map((name) => ({ name, in: 'path', required: true, schema: fieldAt(accepts, name, resolve) }))
    const inQuery = Object.entries(fields)
      .filter(([name]) => !params.includes(name))
      .map(([name, schema]) => ({
        name,
        in: 'query',
        ...(required.includes(name) ? { required: true } : {}),
        // A list repeats its name, a record is dotted, deeper things travel in `.r`.
        ...(resolve(schema as JsonObject).type === 'object' ? { content: { 'application/json': { schema } } } : { schema }),
      }))
    // A path parameter may come again in the body; nobody has to send it twice.
    const inBody: JsonObject = { ...accepts, properties: fields }
    if (required.length > 0) inBody.required = required.filter((name) => !params.includes(name))
    const body = {
      required: required.some((name) => !params.includes(name)),
      content: {
        'application/json': { schema: inBody },
        ...(operation.takesForm && { 'application/x-www-form-urlencoded': { schema: inBody } }),
      },
    }
    const base = {
      summary: operation.summary,
      description: `${audienceOf(line, operation)}${writes ? ' An `Idempotency-Key` makes it safe to send again.' : ''}`,
      tags: [tagOf(path)],
      security:
        operation.as === 'anyone' ? [] : operation.as === 'user' ? [{ apiKey: [] }, { token: [] }] : [{ token: [] }, { apiKey: [] }],
      responses: {
        200: { description: 'Done.', headers: answerHeaders, content: { 'application/json': { schema: ok } } },
        ...refused.of(codes),
      },
    }
    const key = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 255 } }
    const as = (verb: string, at: string, extra: JsonObject = {}) =>
      put(verb, at, {
        operationId: operationId(`${verb} ${at}`),
        ...base,
        ...extra,
        parameters: [...inPath, ...(verb === 'GET' || verb === 'DELETE' ? inQuery : []), ...(writes ? [key] : [])] as Json,
        ...(verb === 'GET' || verb === 'DELETE' ? {} : { requestBody: body }),
      })

    const other = { 'x-other-address-of': operationId(line) }
    as(method, path)
    for (const alias of operation.aliases ?? [])
      as(method, alias, {
        ...other,
        summary: `${operation.summary} (other address)`,
        ...(alias.toLowerCase() === path.toLowerCase() && { operationId: `${operationId(`${method} ${alias}`)}Spelled` }),
      })
    if (operation.twin) as('POST', operation.twin, { ...other, summary: `${operation.summary}, with a body` })
    if (operation.alsoGet) as('GET', path, { ...other, summary: `${operation.summary}, as the published client asks for it` })
  }

  for (const code of used) components[`Refusal.${code}`] = applicationError(code)
  components.ValidationErrorDetails = {
    type: 'object',
    properties: {
      validationError: {
        type: 'object',
        properties: { fieldViolations: { type: 'array', items: plain(z.toJSONSchema(FieldViolation)) } },
        required: ['fieldViolations'],
      },
    },
    required: ['validationError'],
  }

  return {
    openapi: '3.1.0',
    info,
    servers: [{ url }],
    tags,
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))),
      responses: refused.components,
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The bare access token, without `Bearer`; see POST /oauth2/token.',
        },
        apiKey: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'An API key, beside `wix-site-id`.' },
      },
    },
  }
}
