import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type RefusalCode, refusals } from '@vitrine/contract'
import { takesTime } from './connections.ts'
import { newRequestId } from './mount-api.ts'

/** What the server refuses by itself, in the form that the API has for it. */
export function wireError(code: RefusalCode, data: object = {}) {
  const { description } = refusals[code]
  return { message: description, details: { applicationError: { code, description, data } } }
}

export const wireHeaders = (requestId: string) => ({
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-wix-request-id': requestId,
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'X-Wix-Request-Id, Retry-After',
})

/** Answers what is no request, or does not come to its end, on the bare connection, and closes it. */
export function answerBroken(error: Error & { readonly code?: string | undefined }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && takesTime(socket)) return
  const code: RefusalCode =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? 'REQUEST_TIMEOUT'
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? 'REQUEST_HEADERS_TOO_LARGE'
        : 'MALFORMED_REQUEST'
  if (socket.writable) {
    const { status } = refusals[code]
    const body = JSON.stringify(wireError(code, code === 'MALFORMED_REQUEST' ? { reason: 'this is no HTTP' } : {}))
    const headers = { ...wireHeaders(newRequestId()), 'content-length': String(Buffer.byteLength(body)), connection: 'close' }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  }
  socket.destroy(error)
}
