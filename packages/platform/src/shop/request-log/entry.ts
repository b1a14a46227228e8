import { contract, type Operation, type RequestCallerKind } from '@vitrine/contract'
import type { Caller } from '../../kernel/http/caller.ts'
import { countedAddress } from '../../kernel/http/peer.ts'
import type { AnsweredRequest } from '../../kernel/http/recording.ts'
import { storedAddress } from './address.ts'
import { type HeldBody, storable, storedBody } from './bodies.ts'
import { isAboutGiftCards, leavesBodiesOut } from './rules.ts'
import type { NewRequest } from './store.ts'

/** A request that waits to be written down. */
export interface Held {
  readonly id: string
  readonly at: Date
  readonly answered: AnsweredRequest
  readonly sent: HeldBody
  readonly got: HeldBody
}

/** What the log has of a request: made when it is written down, not while somebody waits for the answer. */
export function entryOf({ id, at, answered, ...bodies }: Held): NewRequest {
  const { request, line, caller, answer, milliseconds, replay } = answered
  const operation: Operation | undefined = line && contract[line]
  // Where the path led nowhere, it is unknown what the body is about.
  const how = { leaveOut: !line || !operation || leavesBodiesOut(line, operation), isCode: line !== undefined && isAboutGiftCards(line) }
  const sent = storedBody(bodies.sent, how)
  const isRefused = answer.status >= 400
  const got = storedBody(bodies.got, { ...how, leaveOut: how.leaveOut && !isRefused })
  const { path, query, isOther } = storedAddress(request.path, request.search, line, operation)
  return {
    id,
    at,
    method: storable(request.method.slice(0, 20)),
    path,
    query,
    operation: line ?? null,
    status: answer.status,
    refusalCode: isRefused ? refusalCodeOf(bodies.got) : null,
    requestId: storable(request.requestId.slice(0, 200)),
    milliseconds: Math.round(milliseconds),
    ...callerOf(caller),
    address: addressOf(request.headers['x-vitrine-peer']),
    requestState: sent.state,
    requestBody: sent.text,
    requestBytes: sent.bytes,
    answerState: got.state,
    answerBody: got.text,
    answerBytes: got.bytes,
    secretRemoved: isOther,
    replayOf: replay?.of ?? null,
    idempotencyKey: replay?.idempotencyKey ?? null,
  }
}

const addressOf = (peer: string | undefined): string | null => (peer ? storable(countedAddress(peer)) : null)

/** Programs with an API key and those in the name of an app are told apart by their id when the entry is written. */
function callerOf(caller: Caller | undefined): { callerKind: RequestCallerKind; callerId: string | null } {
  switch (caller?.kind) {
    case 'app':
      return { callerKind: 'API_KEY', callerId: caller.appId }
    case 'user':
      return { callerKind: 'STAFF', callerId: caller.userId }
    case 'visitor':
      return { callerKind: 'VISITOR', callerId: caller.clientId }
    case 'member':
      return { callerKind: 'MEMBER', callerId: caller.clientId }
    default:
      return { callerKind: 'UNKNOWN', callerId: null }
  }
}

/** The code in the body of a refusal, in the wire's form or in OAuth's. */
function refusalCodeOf(body: HeldBody): string | null {
  try {
    const said = JSON.parse(String(body)) as { details?: { applicationError?: { code?: unknown } }; error?: unknown } | null
    const code = said?.details?.applicationError?.code ?? said?.error
    return typeof code === 'string' ? storable(code.slice(0, 100)) : null
  } catch {
    return null
  }
}
