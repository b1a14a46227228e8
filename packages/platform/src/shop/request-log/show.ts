import {
  contract,
  isWrite,
  type LoggedBody,
  type LoggedRequest,
  type LoggedRequestDetail,
  type Operation,
  type Route,
} from '@vitrine/contract'
import { type App, hasRight, type User } from '../../kernel/http/caller.ts'
import { hindranceOf, rightToRead } from './rules.ts'
import type { StoredRequest, WholeRequest } from './store.ts'

export function showRequest(stored: StoredRequest): LoggedRequest {
  const { id, at, method, path, operation, status, refusalCode, requestId, milliseconds, address, replayOf, idempotencyKey } = stored
  const { callerKind: kind, callerId, callerName } = stored
  return {
    id,
    date: at.toISOString(),
    method,
    path,
    status,
    requestId,
    milliseconds,
    caller: { kind, ...(callerId !== null && { id: callerId }), ...(callerName !== null && { name: callerName }) },
    ...(operation !== null && { operation }),
    ...(refusalCode !== null && { refusalCode }),
    ...(address !== null && { address }),
    ...(replayOf !== null && { replayOf }),
    ...(idempotencyKey !== null && { idempotencyKey }),
  }
}

/** The operation of an entry, where there still is one. */
export function operationOf({ operation }: Pick<StoredRequest, 'operation'>): {
  line: Route | undefined
  operation: Operation | undefined
} {
  const line = operation !== null && Object.hasOwn(contract, operation) ? (operation as Route) : undefined
  return { line, operation: line && contract[line] }
}

/** Whether somebody may read what a request is about. */
export function mayReadBodies(caller: User | App, stored: Pick<StoredRequest, 'operation'>): boolean {
  const { line, operation } = operationOf(stored)
  return line === undefined || operation === undefined || hasRight(caller, rightToRead(line, operation))
}

export function showDetail(stored: WholeRequest, caller: User | App): LoggedRequestDetail {
  const { method, query, requestState, requestBody, requestBytes, answerState, answerBody, answerBytes, secretRemoved } = stored
  const { line, operation } = operationOf(stored)
  const mayRead = mayReadBodies(caller, stored)
  const body = (state: WholeRequest['requestState'], text: string | null, sizeInBytes: number): LoggedBody =>
    mayRead || state === 'NONE' ? { state, sizeInBytes, ...(text !== null && { text }) } : { state: 'NOT_YOURS', sizeInBytes }
  const hindrance = hindranceOf({ line, operation }, { request: { state: requestState }, secretRemoved })
  return {
    ...showRequest(stored),
    ...(mayRead && query !== '' && { query }),
    request: body(requestState, requestBody, requestBytes),
    answer: body(answerState, answerBody, answerBytes),
    writes: line !== undefined && operation !== undefined ? isWrite(line, operation) : method !== 'GET',
    ...(hindrance && { hindrance }),
  }
}
