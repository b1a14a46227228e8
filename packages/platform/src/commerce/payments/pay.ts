import type { PlacedOrder } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import type { StagedScope } from '../../kernel/http/handlers.ts'
import { type Refusal, refuse } from '../../kernel/refusal.ts'
import type { PaymentMethod } from './methods.ts'
import { type PayableOrder } from './payable-order.ts'
import { answerOf, type CardFace, type ProviderResult, type Providers, providerOf } from './provider.ts'
import { elementToken, withResultToken } from './result-token.ts'
import { type SettleDeps, settle, settleAtOnce } from './settle.ts'
import { findPayments, keyOf, manual, newPayment, noteSecure, type PaymentDocument, type StoredPayment } from './store.ts'

export interface PayDeps extends SettleDeps {
  /** What the link to an order's status carries as its proof. */
  readonly statusToken: (site: string, orderId: string) => Promise<string>
  /** Whether a service demands 3-D Secure for the payment of an order; undefined where the shop asks none. */
  readonly requires3dSecure: (db: Db, site: string, orderId: string) => Promise<boolean | undefined>
}

const silence = { state: 'PENDING', reference: '' } as const satisfies ProviderResult
const isSilence = ({ state, ...result }: ProviderResult): boolean => state === 'PENDING' && 'reference' in result && result.reference === ''

/** Carries a stored payment out, and makes the answer that the buyer gets. */
export function paying(deps: PayDeps) {
  const { providers } = deps

  async function outcome(
    site: string,
    order: PayableOrder,
    payment: StoredPayment | undefined,
  ): Promise<PlacedOrder | Refusal<'PAYMENT_ERROR'>> {
    const before = payment && told.get(payment)
    if (before) return before
    const answer = await answerFor(site, order, payment)
    if (payment) told.set(payment, answer)
    return answer
  }

  /** The answers given, by payment: the same payment gets the same answer. */
  const told = new WeakMap<StoredPayment, PlacedOrder | Refusal<'PAYMENT_ERROR'>>()

  async function answerFor(
    site: string,
    order: PayableOrder,
    payment: StoredPayment | undefined,
  ): Promise<PlacedOrder | Refusal<'PAYMENT_ERROR'>> {
    const placed = { orderId: order.id, orderNumber: String(order.number), statusToken: await deps.statusToken(site, order.id) }
    if (!payment || payment.provider === manual) return { ...placed, status: 'APPROVED' }
    switch (payment.status) {
      case 'APPROVED':
      case 'AUTHORIZED':
        return { ...placed, status: 'APPROVED' }
      case 'ACTION_REQUIRED':
        return { ...placed, status: 'REQUIRES_ACTION', ...stepOf(payment) }
      case 'PENDING':
        return { ...placed, status: 'PENDING' }
      default:
        return refuse('PAYMENT_ERROR', {
          reason: payment.document.reason ?? payment.status,
          message: payment.document.message ?? 'The payment was given up.',
          retryable: true,
        })
    }
  }

  /** The provider's answer; its silence is an answer too: the outcome is not known yet. What comes later is left to the job that asks. */
  async function asked<R extends ProviderResult | undefined>(ask: (signal: AbortSignal) => Promise<R>): Promise<R | typeof silence> {
    try {
      return await answerOf(ask)
    } catch {
      return silence
    }
  }

  /** A payment with what services demand of it. They are asked once: the provider must hear the same in each try. */
  async function withDemands(scope: StagedScope<'visitor'>, payment: StoredPayment): Promise<StoredPayment> {
    if (payment.document.requires3dSecure !== undefined) return payment
    const demanded = await deps.requires3dSecure(scope.db, scope.site, payment.orderId)
    if (demanded === undefined) return payment
    const requires3dSecure = await scope.transact((db) => noteSecure(db, scope.site, payment.id, demanded))
    return { ...payment, document: { ...payment.document, requires3dSecure } }
  }

  async function pay(
    scope: StagedScope<'visitor'>,
    order: PayableOrder,
    begun: StoredPayment,
    token: string | undefined,
    returnUrl: string,
  ) {
    const payment = await withDemands(scope, begun)
    const provider = providerOf(providers, payment)
    const { kept, keepFor, delayCapture, withElement, requires3dSecure } = payment.document
    const request = {
      site: scope.site,
      paymentId: payment.id,
      orderId: order.id,
      amount: payment.amount,
      currency: payment.currency,
      returnUrl,
      delayCapture: delayCapture === true,
      orderNumber: String(order.number),
      ...(order.email && { email: order.email }),
      ...(requires3dSecure && { requires3dSecure }),
    }
    const result = await asked((signal) =>
      kept !== undefined && provider.keeping
        ? provider.keeping.authorize({ ...request, kept }, signal)
        : provider.authorize(
            {
              ...request,
              ...(token !== undefined && { token }),
              ...(keepFor !== undefined && { keep: true }),
              ...(withElement && { withElement }),
            },
            signal,
          ),
    )
    if (isSilence(result)) return payment
    const answering = async (db: Db, settled: StoredPayment) => scope.answering(db, await outcome(scope.site, order, settled))
    const atOnce = order.stands && (await settleAtOnce(deps, scope, payment, result, order.stands, answering))
    return atOnce ?? settle(deps, { site: scope.site, id: payment.id, orderId: order.id }, result, { transact: scope.transact, answering })
  }

  /**
   * A payment that waits for a buyer who has come back to try again is given up first, unless the buyer has confirmed it meanwhile.
   * We give it up under our own lock before the bank hears of it: one that is paid in that moment stays paid. Refused where the provider does not
   * answer: the earlier payment may have been made.
   */
  async function giveUpWaiting(
    { db, site }: StagedScope<'visitor'>,
    orderId: string,
    which: (payment: StoredPayment) => boolean = () => true,
  ): Promise<Refusal<'PAYMENT_PROVIDER_UNREACHABLE'> | undefined> {
    for (const payment of await findPayments(db, site, orderId)) {
      if (payment.status !== 'ACTION_REQUIRED' || !which(payment)) continue
      const place = { site, id: payment.id, orderId }
      const found = await asked((signal) => providerOf(providers, payment).find(keyOf(site, payment), signal))
      if (isSilence(found)) return refuse('PAYMENT_PROVIDER_UNREACHABLE')
      const settled = await settle(deps, place, found)
      if (settled.status === 'ACTION_REQUIRED') await settle(deps, place, { state: 'GIVEN_UP' })
    }
    return undefined
  }

  /** Goes on with what an earlier try under the same key has begun: the provider may have been asked by then or not. */
  async function resume(
    scope: StagedScope<'visitor'>,
    order: PayableOrder,
    payment: StoredPayment,
    token: string | undefined,
    returnUrl: string,
  ) {
    const { site } = scope
    if (payment.status !== 'PENDING' || payment.provider === manual) return outcome(site, order, payment)
    const found = await asked((signal) => providerOf(providers, payment).find(keyOf(site, payment), signal))
    if (found.state === 'UNKNOWN') return outcome(site, order, await pay(scope, order, payment, token, returnUrl))
    return outcome(site, order, await settle(deps, { site, id: payment.id, orderId: order.id }, found))
  }

  /** The end of a buyer's way over the bank: the token tells which of the payments was confirmed there, and what came of it. */
  async function confirm(site: string, order: PayableOrder, payments: readonly StoredPayment[], resultToken: string) {
    for (const payment of payments) {
      const provider = providers.get(payment.provider)
      const result = provider && (await asked((signal) => provider.confirm(keyOf(site, payment), resultToken, signal)))
      if (result && isSilence(result)) return refuse('PAYMENT_PROVIDER_UNREACHABLE')
      if (result) return outcome(site, order, await settle(deps, { site, id: payment.id, orderId: order.id }, result))
    }
    return refuse('PAYMENT_TOKEN_INVALID')
  }

  return { outcome, pay, giveUpWaiting, resume, confirm }
}

/** The address where the buyer confirms the payment, or the secret to confirm it with. */
function stepOf({ id, document: { actionUrl, clientSecret, returnUrl } }: StoredPayment): Pick<PlacedOrder, 'actionUrl' | 'confirmation'> {
  if (clientSecret === undefined || returnUrl === undefined) return { actionUrl: actionUrl! }
  return { confirmation: { clientSecret, returnUrl: withResultToken(returnUrl, elementToken(id)) } }
}

/** The card behind a token, whichever provider made it. */
export async function cardOf(
  providers: Providers,
  site: string,
  token: string | undefined,
): Promise<CardFace | undefined | Refusal<'PAYMENT_TOKEN_INVALID'>> {
  if (token === undefined) return undefined
  for (const provider of providers.values()) {
    const card = await provider.read(site, token)
    if (card) return card
  }
  return refuse('PAYMENT_TOKEN_INVALID')
}

/** What a payment stores when its card is to be saved, if its provider can save cards; `agreed` is the text that the card's holder agreed to. */
export const keeping = (
  { owner, subscribes }: Pick<PayableOrder, 'owner' | 'subscribes'>,
  method: PaymentMethod,
  requested: boolean | null | undefined,
  agreed?: string,
): Pick<PaymentDocument, 'keepFor' | 'keepAgreed'> =>
  method.kind === 'ONLINE' && method.provider.keeping && (subscribes || requested || agreed !== undefined)
    ? { keepFor: owner, ...(agreed !== undefined && { keepAgreed: agreed }) }
    : {}

/** A payment as it is first stored: one to ask a provider for, or one to wait for. */
export function begun(
  { attempt, now }: Pick<StagedScope, 'attempt' | 'now'>,
  { id: orderId, currency, total }: Pick<PayableOrder, 'id' | 'currency' | 'total'>,
  method: PaymentMethod,
  document: PaymentDocument,
  amount = total,
): StoredPayment {
  const provider = method.kind === 'ONLINE' ? method.provider.id : manual
  return newPayment({ id: attempt, orderId, provider, status: 'PENDING', amount, currency, document }, now)
}
