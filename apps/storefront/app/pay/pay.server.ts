import { attempt, Unreachable } from '@vitrine/client'
import type { CardWrong, WrittenCard } from '../checkout/card.ts'
import type { CheckoutError } from '../checkout/errors.ts'
import { byWay, tokenOf } from '../checkout/pay.server.ts'
import type { Visit } from '../shop.server.ts'
import { payPath } from './asked.ts'

/** How an attempt to pay by a link ended. `look`: what it came to is seen on the page. */
export type Ended =
  | { go: 'paid' | 'look' }
  | { go: 'bank'; orderId: string; url: string }
  | { error: CheckoutError }
  | { wrongCard: CardWrong }

export interface PayRequest {
  id: string
  /** The proof in the link. */
  token: string
  by: string
  card: WrittenCard | undefined
  /** Names this attempt, so that a second press, or the page sent again, is the same attempt. */
  key: string
}

export async function payAsked(here: Visit, request: PayRequest): Promise<Ended> {
  try {
    const made = request.card ? await tokenOf(here, request.card) : undefined
    if (made && !('token' in made)) return made
    return await asked(here, request, made?.token, request.key)
  } catch (error) {
    if (error instanceof Unreachable) return { error: { kind: 'silence' } }
    throw error
  }
}

async function asked(here: Visit, request: PayRequest, cardToken: string | undefined, key: string): Promise<Ended> {
  const returnUrl = new URL(payPath(request.id, request.token).replace('?', '/return?'), here.host.baseUrl).href
  const [refused, placed] = await attempt(
    here.client.payments.payCollection(
      {
        id: request.id,
        returnUrl,
        ...byWay(request.by),
        ...(cardToken !== undefined && { paymentToken: cardToken }),
      },
      { idempotencyKey: key },
    ),
  )
  if (placed) {
    if (placed.status === 'REQUIRES_ACTION' && placed.actionUrl) return { go: 'bank', orderId: placed.orderId, url: placed.actionUrl }
    return { go: placed.status === 'APPROVED' ? 'paid' : 'look' }
  }
  switch (refused.code) {
    // The same form came a second time, with a fresh token for the same card: what was asked for is paid once only.
    case 'IDEMPOTENCY_KEY_REUSED':
      return asked(here, request, cardToken, crypto.randomUUID())
    case 'PAYMENT_ALREADY_APPROVED':
    case 'PAYMENT_ALREADY_IN_PROGRESS':
    case 'ORDER_ALREADY_PAID':
    case 'ORDER_CANCELED':
    case 'ORDER_IS_REJECTED':
    case 'INVALID_AMOUNT':
      return { go: 'look' }
    case 'PAYMENT_ERROR':
      return { error: { kind: 'declined', reason: refused.data.reason, at: new Date().toISOString() } }
    case 'PARTIAL_OUT_OF_STOCK':
    case 'FULL_OUT_OF_STOCK':
      return { error: { kind: 'short', all: refused.code === 'FULL_OUT_OF_STOCK', lines: refused.data.lineItemIds } }
    case 'PAYMENT_TOKEN_INVALID':
      return { error: { kind: 'too-slow' } }
    case 'SAVED_PAYMENT_METHOD_NOT_FOUND':
    case 'PAYMENT_METHOD_NOT_AVAILABLE':
      return { error: { kind: 'way-gone' } }
    case 'SITE_NOT_ACCEPTING_PAYMENTS':
      return { error: { kind: 'closed' } }
    case 'PAYMENT_PROVIDER_UNREACHABLE':
    case 'IDEMPOTENCY_IN_PROGRESS':
    case 'TOO_MANY_REQUESTS':
    case 'SERVICE_UNAVAILABLE':
      return { error: { kind: 'silence' } }
    case 'PAYMENT_COLLECTION_NOT_FOUND':
      throw new Response(null, { status: 404 })
    default:
      throw refused
  }
}
