import type { WebhookAttempt } from '@vitrine/contract'
import { type Outbound, OutboundRefused } from '../../kernel/outbound/outbound.ts'
import type { WebhookRequest } from './request.ts'

/** How long an answer is waited for. */
export const answerWithinMs = 10_000
/** An answer is read up to so many bytes; so many characters of it are stored. */
export const mostAnswerBytes = 64 * 1024
const mostCharacters = 2000

/** Sends one request; what came back, with `taken` where that was 2xx. It never fails. */
export async function sendRequest(
  outbound: Outbound,
  url: string,
  { headers, body }: WebhookRequest,
  now: Date,
): Promise<WebhookAttempt & { readonly taken: boolean }> {
  const startedAt = performance.now()
  const ended = () => ({ date: now.toISOString(), tookMs: Math.round(performance.now() - startedAt), url })
  try {
    const answer = await outbound.fetch(url, { method: 'POST', headers, body })
    const said = (await answer.text()).replaceAll('\0', '').toWellFormed().slice(0, mostCharacters)
    return { ...ended(), status: answer.status, ...(said && { answer: said }), taken: answer.ok }
  } catch (error) {
    return { ...ended(), code: codeOf(error), taken: false }
  }
}

function codeOf(error: unknown): string {
  if (error instanceof OutboundRefused)
    return error.reason === 'REDIRECT' || error.reason === 'TOO_LARGE' ? error.reason : 'OUTBOUND_ADDRESS_NOT_ALLOWED'
  return error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError') ? 'TIMEOUT' : 'UNREACHABLE'
}
