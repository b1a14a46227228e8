import { attempt, Unreachable } from '@vitrine/client'
import type { Visit } from '../shop.server.ts'
import { type CardWrong, readUntil, type WrittenCard } from './card.ts'
import { checkoutPath, savedMethodPrefix } from './checkout.ts'
import type { Confirmation } from './element.ts'
import type { CheckoutError } from './errors.ts'

/** How an attempt to pay ended. */
export type Ended =
  | { go: 'thank-you'; orderId: string; again?: boolean }
  | { go: 'bank'; orderId: string; url: string }
  /** For the provider's form on the page to confirm. */
  | { go: 'confirm'; orderId: string; confirmation: Confirmation }
  | { error: CheckoutError }
  | { wrongCard: CardWrong }
  /** The shop asks for more: an answer, or that its terms are agreed to. */
  | { missing: 'answers' | 'agreement' }

export interface PayRequest {
  id: string
  /** How it is paid; nothing where nothing is due. */
  by: string | undefined
  card: WrittenCard | undefined
  /** What the buyer was shown. */
  total: string
  currency: string
  /** Names this attempt, so that a second press, or the page sent again, is the same attempt. */
  key: string
  session: string | undefined
  /** What the buyer has ticked. */
  keeps: boolean
  /** The page shows the provider's form. */
  withElement: boolean
  policiesAgreed: boolean
  subscribed: boolean
}

/** How the way to pay is named: a saved card by its own id. */
export const byWay = (by: string | undefined) =>
  by?.startsWith(savedMethodPrefix) ? { savedPaymentMethodId: by.slice(savedMethodPrefix.length) } : by ? { paymentMethodId: by } : {}

/** The number is handed on to the bank and forgotten; from then on there is only its token. */
export async function tokenOf(
  { client }: Visit,
  card: WrittenCard,
): Promise<{ token: string } | { wrongCard: CardWrong } | { error: CheckoutError }> {
  const until = readUntil(card.until)
  const [refused, made] = await attempt(
    client.payments.createCardToken({
      cardNumber: card.number.replace(/\D/g, ''),
      expiryMonth: until?.month ?? 0,
      expiryYear: until?.year ?? 0,
      securityCode: card.code.trim(),
      holder: card.holder.trim(),
    }),
  )
  if (!refused) return made
  if (refused.code === 'SITE_NOT_ACCEPTING_PAYMENTS') return { error: { kind: 'closed' } }
  if (refused.code !== 'INVALID_ARGUMENT') throw refused
  const wrongCard: CardWrong = {}
  for (const { field, description } of refused.fieldViolations) {
    if (field === 'cardNumber')
      wrongCard.number = description.includes('test card')
        ? 'Only test cards are taken here, such as 4242 4242 4242 4242.'
        : 'This is no card number. One figure may be wrong.'
    else if (field.startsWith('expiry'))
      wrongCard.until = description.includes('past') ? 'This card has run out.' : 'Month and year, like 09 / 29.'
    else if (field === 'securityCode') wrongCard.code = 'Three figures, four on an Amex.'
    else wrongCard.holder = 'The name as it stands on the card.'
  }
  return { wrongCard }
}

export async function pay(here: Visit, request: PayRequest): Promise<Ended> {
  try {
    const made = request.card ? await tokenOf(here, request.card) : undefined
    if (made && !('token' in made)) return made
    return await place(here, request, made?.token, request.key)
  } catch (error) {
    // What became of it is unknown; under the same name it may be sent again without paying twice.
    if (error instanceof Unreachable) return { error: { kind: 'silence' } }
    throw error
  }
}

async function place(here: Visit, request: PayRequest, token: string | undefined, key: string): Promise<Ended> {
  const returnUrl = new URL(`${checkoutPath(request.id).replace(/\?.*/, '')}/return`, here.host.baseUrl)
  if (request.session) returnUrl.searchParams.set('session', request.session)
  const [refused, placed] = await attempt(
    here.client.payments.placeOrder(
      {
        id: request.id,
        returnUrl: returnUrl.href,
        expectedTotal: request.total,
        expectedCurrency: request.currency,
        policiesAgreed: request.policiesAgreed,
        subscribed: request.subscribed,
        ...byWay(request.by),
        ...(request.keeps && { savePaymentMethod: true }),
        ...(request.withElement && { withElement: true }),
        ...(token !== undefined && { paymentToken: token }),
      },
      { idempotencyKey: key },
    ),
  )
  if (placed) {
    if (placed.status === 'REQUIRES_ACTION' && placed.actionUrl) return { go: 'bank', orderId: placed.orderId, url: placed.actionUrl }
    if (placed.status === 'REQUIRES_ACTION' && placed.confirmation)
      return { go: 'confirm', orderId: placed.orderId, confirmation: placed.confirmation }
    return { go: 'thank-you', orderId: placed.orderId }
  }
  switch (refused.code) {
    // The same form came a second time, with a fresh token for the same card. What the first came to, the checkout itself knows:
    // it becomes one order only, and is paid once.
    case 'IDEMPOTENCY_KEY_REUSED':
      return place(here, request, token, crypto.randomUUID())
    case 'CHECKOUT_ALREADY_PAID':
      return { go: 'thank-you', orderId: refused.data.orderId, again: true }
    case 'CHECKOUT_PAYMENT_ALREADY_IN_PROGRESS':
      return { go: 'thank-you', orderId: refused.data.orderId }
    case 'PAYMENT_ERROR':
      return { error: { kind: 'declined', reason: refused.data.reason, at: new Date().toISOString() } }
    case 'CHECKOUT_CHANGED':
      return { error: { kind: 'changed', was: request.total } }
    case 'PARTIAL_OUT_OF_STOCK':
    case 'FULL_OUT_OF_STOCK':
      return { error: { kind: 'short', all: refused.code === 'FULL_OUT_OF_STOCK', lines: refused.data.lineItemIds } }
    case 'EMPTY_CHECKOUT':
      return { error: { kind: 'empty' } }
    case 'NO_SELECTED_CARRIER_SERVICE_OPTION':
    case 'SELECTED_CARRIER_SERVICE_OPTION_NO_LONGER_AVAILABLE':
      return { error: { kind: 'delivery-gone' } }
    case 'CALCULATION_ERROR':
      return { error: { kind: 'undeliverable' } }
    case 'PAYMENT_TOKEN_INVALID':
      return { error: { kind: 'too-slow' } }
    case 'SAVED_PAYMENT_METHOD_NOT_FOUND':
    case 'PAYMENT_METHOD_NOT_AVAILABLE':
      return { error: { kind: 'way-gone' } }
    case 'SITE_NOT_ACCEPTING_PAYMENTS':
      return { error: { kind: 'closed' } }
    case 'ERROR_COUPON_DOES_NOT_EXIST':
    case 'ERROR_COUPON_IS_DISABLED':
    case 'ERROR_COUPON_HAS_EXPIRED':
    case 'ERROR_COUPON_IS_NOT_ACTIVE_YET':
    case 'ERROR_COUPON_USAGE_EXCEEDED':
    case 'ERROR_COUPON_LIMIT_PER_CUSTOMER_EXCEEDED':
    case 'REDEEM_GIFT_CARD_ERROR':
    case 'GIFT_CARD_CANNOT_BE_USED_TO_PURCHASE_GIFT_CARD':
    case 'COUPON_CANNOT_BE_USED_TO_PURCHASE_GIFT_CARD':
    case 'SUBSCRIPTION_WITH_GIFT_CARD':
    case 'MEMBERS_ONLY_ITEM':
    case 'CHARGE_MEMBERSHIP_ERROR':
      return { error: { kind: 'offer', refusal: refused.code } }
    case 'POLICY_AGREEMENT_REQUIRED':
      return { missing: 'agreement' }
    // The page says it before the button, as soon as it is looked at again.
    case 'MINIMUM_ORDER_NOT_REACHED':
    case 'VIOLATIONS_WITH_ERROR_SEVERITY':
      return { missing: 'answers' }
    case 'INVALID_ARGUMENT':
      if (refused.fieldViolations.every(({ field }) => field.startsWith('checkout.'))) return { missing: 'answers' }
      // No page of ours sends such a total.
      if (refused.fieldViolations.every(({ field }) => field.startsWith('expected'))) throw new Response(null, { status: 400 })
      throw refused
    case 'PAYMENT_PROVIDER_UNREACHABLE':
    case 'IDEMPOTENCY_IN_PROGRESS':
    case 'TOO_MANY_REQUESTS':
    case 'SERVICE_UNAVAILABLE':
    case 'FAILED_TO_RETRIEVE_VALIDATIONS_VIOLATIONS':
      return { error: { kind: 'silence' } }
    case 'CHECKOUT_NOT_FOUND':
      throw new Response(null, { status: 404 })
    default:
      throw refused
  }
}
