import { randomUUID } from 'node:crypto'
import { isWrite } from '@vitrine/contract'
import { newId } from '../../kernel/db/id.ts'
import type { StagedScope } from '../../kernel/http/handlers.ts'
import type { ReplayingApi } from '../../kernel/http/serve.ts'
import { type Refusal, refuse } from '../../kernel/refusal.ts'
import type { Recorder } from './recorder.ts'
import { hindranceOf } from './rules.ts'
import { mayReadBodies, operationOf } from './show.ts'
import { findRequest, type WholeRequest } from './store.ts'

export interface ReplayDeps {
  readonly replay: ReplayingApi['replay']
  readonly recorder: Pick<Recorder, 'settle'>
}

type Refused = Refusal<'LOGGED_REQUEST_NOT_FOUND' | 'REQUEST_NOT_REPLAYABLE' | 'PERMISSION_DENIED' | 'SERVICE_UNAVAILABLE'>

/**
 * Sends a request again as the caller, and returns the entry of the new one. Sent under the same Idempotency-Key, a write is done once: its
 * own key is derived from that attempt.
 */
export async function replayRequest(
  id: string,
  { db, site, caller, from, attempt }: Pick<StagedScope<'user'>, 'db' | 'site' | 'caller' | 'from' | 'attempt'>,
  { replay, recorder }: ReplayDeps,
): Promise<WholeRequest | Refused> {
  const stored = await findRequest(db, site, id)
  if (!stored) return refuse('LOGGED_REQUEST_NOT_FOUND')
  if (!mayReadBodies(caller, stored)) return refuse('PERMISSION_DENIED')
  const { line, operation } = operationOf(stored)
  const reason = hindranceOf({ line, operation }, { request: { state: stored.requestState }, secretRemoved: stored.secretRemoved })
  if (reason) return refuse('REQUEST_NOT_REPLAYABLE', { reason })
  const idempotencyKey = line && operation && isWrite(line, operation) ? `replay-${attempt}` : undefined
  const made = newId()
  await replay(
    {
      method: stored.method,
      path: stored.path,
      search: stored.query,
      headers: {
        'content-type': 'application/json',
        'user-agent': from.agent,
        'x-vitrine-peer': from.address,
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      body: stored.requestBody === null ? undefined : Buffer.from(stored.requestBody),
      requestId: randomUUID(),
    },
    caller,
    { id: made, of: id, idempotencyKey },
  )
  await recorder.settle()
  return (await findRequest(db, site, made)) ?? refuse('SERVICE_UNAVAILABLE')
}
