import { createHash } from 'node:crypto'
import { contract, type Operation, type Route } from '@vitrine/contract'
import type { Platform } from '@vitrine/platform'
import { GraphQLError } from 'graphql'
import type { GraphqlContext } from './schema.ts'

type Payload = Readonly<Record<string, unknown>>

interface Asking {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly requestId: string
}

/**
 * Calls the API as the same caller: the same rights, limits and refusals hold. Each field gets an idempotency key of its own, because one
 * request may hold several writes.
 */
export function callsOf({ api }: Pick<Platform, 'api'>, { headers, requestId }: Asking): GraphqlContext['call'] {
  const { 'content-length': _length, 'content-encoding': _encoding, 'idempotency-key': key, ...passed } = headers
  return async (line, payload, field) => {
    const { method, path, search, body } = requestOf(line, payload)
    const answer = await api.answer({
      method,
      path,
      search,
      body,
      headers: { ...passed, 'content-type': 'application/json', ...(key !== undefined && { 'idempotency-key': keyOf(key, field) }) },
      requestId,
    })
    const said = JSON.parse(answer.body.toString()) as Payload
    if (answer.status === 200) return said
    throw refusalOf(answer.status, said, requestId, answer.headers['retry-after'])
  }
}

/** A key that is too long for a request by itself stays so, and is refused. */
const keyOf = (key: string, field: string): string =>
  key.length > 255 ? key : createHash('sha256').update(`${key}/${field}`).digest('base64url')

/** A query with nested values is sent as one `.r`: JSON in base64url. */
function requestOf(line: Route, payload: Payload) {
  const operation: Operation = contract[line]
  const [method, template] = line.split(' ') as [string, string]
  const text = JSON.stringify(payload)
  const isEmpty = Object.keys(payload).length === 0
  if (method !== 'GET' && method !== 'DELETE') return { method, path: filled(template, payload), search: '', body: Buffer.from(text) }
  if (operation.twin !== undefined && !isEmpty)
    return { method: 'POST', path: filled(operation.twin, payload), search: '', body: Buffer.from(text) }
  const search = isEmpty ? '' : `.r=${Buffer.from(text).toString('base64url')}`
  return { method, path: filled(template, payload), search, body: undefined }
}

function filled(template: string, payload: Payload): string {
  return template.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const value = name.split('.').reduce<unknown>((at, step) => (at as Payload | undefined)?.[step], payload)
    if (typeof value !== 'string' || value === '')
      throw new GraphQLError(`${name} is missing.`, { extensions: { code: 'INVALID_ARGUMENT', status: 400 } })
    return encodeURIComponent(value)
  })
}

/** A refusal of the API as a GraphQL error, with its code, status and facts in `extensions`. */
function refusalOf(status: number, said: Payload, requestId: string, retryAfter: string | undefined): GraphQLError {
  const details = (said['details'] ?? {}) as { applicationError?: { code?: string; data?: object }; validationError?: object }
  return new GraphQLError(String(said['message'] ?? 'The operation was refused.'), {
    extensions: {
      code: details.applicationError?.code ?? (details.validationError ? 'INVALID_ARGUMENT' : 'INTERNAL'),
      status,
      requestId,
      ...(details.applicationError?.data && { data: details.applicationError.data }),
      ...(details.validationError && { validationError: details.validationError }),
      ...(retryAfter !== undefined && { retryAfterSeconds: Number(retryAfter) }),
    },
  })
}
