import { refusals } from '@vitrine/contract'
import { Refusal } from '../refusal.ts'
import { commonHeaders, errorBody, headersOf, refusalBody } from './refusal-answers.ts'
import type { Entry } from './routes.ts'
import { Prepared, type WireAnswer } from './wire.ts'

/** The answer to an earlier write under the same key. */
export class Replayed {
  readonly json: string
  constructor(json: string) {
    this.json = json
  }
}

/** Something went wrong on our side. */
export const fault = Symbol('fault')

/** What a call came to. */
export type Outcome = string | Buffer | Refusal | Replayed | typeof fault

export function serialised(entry: Entry, result: unknown): string | Buffer | Refusal {
  if (result instanceof Refusal) return result
  return result instanceof Prepared ? result.json : entry.serialise(result)
}

export const none = {}

/** RFC 6749 section 5.1, for every answer that is somebody's own. */
export const notStored = { 'cache-control': 'no-store', pragma: 'no-cache' } as const

export function toWire(
  outcome: Outcome,
  requestId: string,
  stored: Readonly<Record<string, string>> = notStored,
  saved: Readonly<Record<string, string>> = none,
): WireAnswer {
  const headers = { ...commonHeaders, ...stored, 'x-wix-request-id': requestId }
  if (outcome === fault) {
    return { status: 500, headers, body: JSON.stringify(errorBody('INTERNAL', 'Something went wrong on our side.', { requestId })) }
  }
  if (outcome instanceof Replayed)
    return { status: 200, headers: { ...headers, ...saved, 'idempotent-replayed': 'true' }, body: outcome.json }
  if (!(outcome instanceof Refusal)) return { status: 200, headers: { ...headers, ...saved }, body: outcome }
  const { status, description } = refusals[outcome.code]
  return { status, headers: { ...headers, ...headersOf(outcome) }, body: JSON.stringify(refusalBody(outcome, description)) }
}
