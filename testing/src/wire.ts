import assert from 'node:assert/strict'
import { contract, type Operation, type RefusalCode, type Route, RuleType, refusals } from '@vitrine/contract'
import type { TestPlatform } from './platform.ts'

/** A request by its parts, also by such as no client would send. */
export interface RawRequest {
  readonly method: string
  /** As it stands in the request line. */
  readonly path: string
  readonly search?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Text and bytes as they are; anything else as JSON. */
  readonly body?: unknown
}

export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever came back
  readonly json: any
}

/** Sends a request to the platform without a socket and without a client that would mend it. */
export async function send({ platform, url }: Pick<TestPlatform, 'platform' | 'url'>, request: RawRequest): Promise<RawAnswer> {
  const { method, path, search = '', headers = {}, body } = request
  const {
    status,
    headers: answered,
    body: answer,
  } = await platform.api.answer({
    method,
    path,
    search,
    headers: { host: new URL(url).host, ...headers },
    body: body === undefined ? undefined : bytesOf(body),
    requestId: requestIdOf(request),
  })
  assert.equal(answered['x-wix-request-id'], requestIdOf(request), 'every answer carries the id of its request')
  const text = answer.toString()
  return { status, headers: answered, text, json: parsed(text) }
}

const requestIdOf = ({ method, path }: RawRequest): string => `test ${method} ${path.slice(0, 20)}`

const bytesOf = (body: unknown): Buffer =>
  Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A new visitor of the shop: the bare access token, and the id inside it. */
export async function newVisitor(shop: TestPlatform, clientId = shop.clientId): Promise<{ readonly token: string; readonly id: string }> {
  const { json } = await send(shop, { method: 'POST', path: '/oauth2/token', body: { grantType: 'anonymous', clientId } })
  const token: string = json.access_token
  const claims = JSON.parse(Buffer.from(token.split('.')[3]!, 'base64url').toString())
  return { token, id: claims.vid }
}

/** Every address at which an operation answers: its own, its aliases and its POST twin. */
export interface Address {
  readonly line: Route
  readonly method: string
  readonly template: string
  readonly inQuery: boolean
}

export const addresses: readonly Address[] = (Object.keys(contract) as Route[]).flatMap((line) => {
  const [method, template] = line.split(' ') as [string, string]
  const { aliases = [], twin, alsoGet }: Operation = contract[line]
  const inQuery = method === 'GET' || method === 'DELETE'
  return [
    ...[template, ...aliases].map((path) => ({ line, method, template: path, inQuery })),
    ...(twin ? [{ line, method: 'POST', template: twin, inQuery: false }] : []),
    ...(alsoGet ? [{ line, method: 'GET', template, inQuery: true }] : []),
  ]
})

/** A path with its holes filled by what a function says of their names. */
export const pathOf = (template: string, fill: (name: string) => string): string =>
  template.replace(/\{([^}]+)\}/g, (_, name: string) => fill(name))

const common: readonly RefusalCode[] = [
  'INVALID_ARGUMENT',
  'MALFORMED_REQUEST',
  'UNAUTHENTICATED',
  'INVALID_TOKEN',
  'PERMISSION_DENIED',
  'ROUTE_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'REQUEST_TIMEOUT',
  'REQUEST_HEADERS_TOO_LARGE',
  'TOO_MANY_REQUESTS',
  'SERVICE_UNAVAILABLE',
  'IDEMPOTENCY_IN_PROGRESS',
  'IDEMPOTENCY_KEY_REUSED',
  'STALE_REVISION',
]
const rules: ReadonlySet<string> = new Set(RuleType.options)

/** Asserts that a refusal has the wire's form, that its status is its code's, and that the operation declares it; answers the code. */
export function refusalOf({ status, text, json }: Pick<RawAnswer, 'status' | 'text' | 'json'>, line?: Route): RefusalCode {
  const what = `${line ?? ''} ${status} ${text.slice(0, 400)}`
  assert.ok(status >= 400 && status < 500, what)
  assert.equal(typeof json?.message, 'string', what)
  assert.notEqual(json.message, '', what)
  const { applicationError, validationError, ...rest } = json.details
  assert.deepEqual([Object.keys(rest), new Set(Object.keys(json))], [[], new Set(['details', 'message'])], what)
  if (validationError !== undefined) {
    assert.equal(applicationError, undefined, what)
    assert.equal(status, 400, what)
    const { fieldViolations } = validationError
    assert.ok(fieldViolations.length > 0, what)
    for (const { field, description, violatedRule, data } of fieldViolations) {
      assert.equal(typeof field, 'string', what)
      assert.ok(typeof description === 'string' && description !== '', what)
      assert.ok(rules.has(violatedRule), what)
      assert.ok(typeof data === 'object' && data !== null && !Array.isArray(data), what)
    }
    const fields: string[] = fieldViolations.map(({ field }: { field: string }) => field)
    assert.deepEqual(
      fields,
      [...new Set(fields)].sort((a, b) => (a < b ? -1 : 1)),
      what,
    )
    return 'INVALID_ARGUMENT'
  }
  // Some are known by their number to published shops: then the code stands in the data.
  const code: RefusalCode = applicationError.code === status ? applicationError.data.code : applicationError.code
  assert.equal(applicationError.code === status, 'numeric' in (refusals[code] ?? {}), what)
  assert.ok(Object.hasOwn(refusals, code), what)
  assert.equal(status, refusals[code].status, what)
  assert.equal(applicationError.description, refusals[code].description, what)
  assert.ok(typeof applicationError.data === 'object' && applicationError.data !== null, what)
  if (line)
    assert.ok(common.includes(code) || contract[line].errors.some((declared) => declared === code), `${line} does not declare ${code}`)
  return code
}
