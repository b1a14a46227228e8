import type Stripe from 'stripe'
import { isId } from '../../../kernel/db/id.ts'
import type { PaymentSettings } from '../../../kernel/settings/sections.ts'
import type {
  Authorization,
  AuthorizationAgain,
  ChargeAgain,
  PaymentProvider,
  ProviderDispute,
  ProviderEvent,
  ProviderRefund,
  ProviderResult,
  ProviderStatement,
} from '../provider.ts'
import { elementToken, withResultToken } from '../result-token.ts'
import { NoAccount, type StripeAccounts } from './accounts.ts'
import {
  demanding3dSecure,
  type ElementAccount,
  elementFor,
  endedElement,
  isOfElement,
  isOpen,
  openIntent,
  resultOfElement,
} from './element.ts'
import { declined, resultOfIntent, resultOfRefund, resultOfSession, takenBack } from './results.ts'
import { fromStripe, toStripe } from './units.ts'
import { movedBackEvents, paymentEvents } from './webhook-events.ts'

export const byStripe = 'stripe'

export interface StripeProvider extends PaymentProvider {
  /** Hears what Stripe tells by itself, as far as it is about one of our payments. */
  onEvent(listener: (event: ProviderEvent) => Promise<void>): void
  /** Takes in an event as it came over the wire to a shop. `false`: it was not signed by Stripe for it, or too long ago. */
  hear(site: string, body: Uint8Array, signature: string | undefined): Promise<boolean>
}

const told: ReadonlySet<string> = new Set(paymentEvents)
/** A webhook that was made by hand may also tell of refunds by their older name. */
const movedBack: ReadonlySet<string> = new Set([...movedBackEvents, 'charge.refund.updated'])

/** What leads back from the page of a bank that was asked about a saved card: it says which payment, and Stripe says the rest. */
const backPrefix = 'kept_'

const withCharge = { expand: ['latest_charge'] }
const withIntent = { expand: ['payment_intent.latest_charge', 'setup_intent.payment_method'] }

export interface StripeProviderDeps {
  readonly accounts: StripeAccounts
  readonly takesPayments: PaymentProvider['takesPayments']
  /** The publishable key of its form; undefined if the shop has none. */
  readonly elementAccount: (settings: PaymentSettings) => ElementAccount | undefined
  /** The address of its script. */
  readonly scriptUrl: string
  /** The shop's payment method configuration. */
  readonly configurationOf: (site: string) => Promise<string | undefined>
  readonly report: (fault: unknown, where: string) => void
}

/**
 * Payments in Stripe's form on our page, or on Stripe's page: the buyer enters the card there, authenticates at their bank, and returns. Of a
 * card only brand, last digits and expiry are ever here. If the first request gets no answer, there is no page to pay at and no secret to
 * confirm with, so a payment without a stored reference has failed.
 */
export function stripeProvider({
  accounts,
  takesPayments,
  elementAccount,
  scriptUrl,
  configurationOf,
  report,
}: StripeProviderDeps): StripeProvider {
  let tell: ((event: ProviderEvent) => Promise<void>) | undefined
  /** @throws NoAccount */
  async function stripe(site: string): Promise<Stripe> {
    const account = await accounts.find(site)
    if (!account) throw new NoAccount('the shop has no keys of Stripe')
    return account.client
  }

  async function findSession(site: string, id: string): Promise<Stripe.Checkout.Session | undefined> {
    const { checkout } = await stripe(site)
    return orMissing(checkout.sessions.retrieve(id, withIntent))
  }

  async function findIntent(site: string, reference: string): Promise<Stripe.PaymentIntent | undefined> {
    const { paymentIntents } = await stripe(site)
    if (!reference.startsWith('cs_')) return orMissing(paymentIntents.retrieve(reference, withCharge))
    const intent = (await findSession(site, reference))?.payment_intent
    return intent !== null && typeof intent === 'object' ? intent : undefined
  }

  async function found(site: string, reference: string): Promise<ProviderResult> {
    if (reference.startsWith('cs_')) {
      const session = await findSession(site, reference)
      return session ? resultOfSession(session) : { state: 'UNKNOWN' }
    }
    const intent = await findIntent(site, reference)
    if (!intent) return { state: 'UNKNOWN' }
    if (isOfElement(intent)) {
      const result = resultOfElement(intent)
      return result.state === 'DECLINED' && isOpen(intent) ? endedElement(await stripe(site), intent) : result
    }
    if (!isOpen(intent)) return resultOfIntent(intent)
    // A refused card is not the end while the page is open: the buyer may try another.
    const { checkout } = await stripe(site)
    const { data } = await checkout.sessions.list({ payment_intent: intent.id, limit: 1, expand: ['data.payment_intent.latest_charge'] })
    return data[0] ? resultOfSession(data[0]) : resultOfIntent(intent)
  }

  /** All refunds and disputes of an intent. */
  async function statementOf(site: string, { id: payment_intent, currency }: Stripe.PaymentIntent): Promise<ProviderStatement> {
    const { refunds, disputes } = await stripe(site)
    const ours = (amount: number) => fromStripe(amount, currency.toUpperCase())
    const made: ProviderRefund[] = []
    const contested: ProviderDispute[] = []
    for await (const refund of refunds.list({ payment_intent, limit: 100 })) {
      const refundId = refund.metadata?.['refundId']
      made.push({ reference: refund.id, ...(refundId && { refundId }), amount: ours(refund.amount), result: resultOfRefund(refund) })
    }
    for await (const dispute of disputes.list({ payment_intent, limit: 100 })) {
      const taken = takenBack(dispute)
      if (taken) contested.push({ reference: dispute.id, amount: ours(taken.amount), reversed: ours(taken.reversed) })
    }
    return { refunds: made, disputes: contested }
  }

  async function giveBack(site: string, intent: Stripe.PaymentIntent, paymentId: string): Promise<void> {
    const { refunds } = await stripe(site)
    const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
    const left = intent.amount_received - (charge?.amount_refunded ?? 0)
    if (left > 0) await refunds.create({ payment_intent: intent.id, amount: left }, { idempotencyKey: `${paymentId}:void:${left}` })
  }

  async function open(request: Authorization, amount: number): Promise<ProviderResult> {
    const { site, paymentId, orderId, currency, returnUrl, delayCapture, orderNumber, email, keep, requires3dSecure } = request
    const [{ checkout }, configuration] = await Promise.all([stripe(site), configurationOf(site)])
    const name = `Order ${orderNumber}`
    const metadata = { site, paymentId, orderId }
    const what: Stripe.Checkout.SessionCreateParams =
      amount === 0
        ? { mode: 'setup', currency: currency.toLowerCase(), setup_intent_data: { description: name, metadata } }
        : {
            mode: 'payment',
            ...(configuration !== undefined && { payment_method_configuration: configuration }),
            line_items: [{ quantity: 1, price_data: { currency: currency.toLowerCase(), unit_amount: amount, product_data: { name } } }],
            payment_intent_data: {
              description: name,
              metadata,
              ...(delayCapture && { capture_method: 'manual' }),
              ...(keep && { setup_future_usage: 'off_session' }),
            },
          }
    const session = await checkout.sessions.create(
      {
        ...what,
        ...(requires3dSecure && demanding3dSecure),
        client_reference_id: paymentId,
        metadata,
        ...(keep && { customer_creation: 'always' }),
        // Stripe puts the id in; its braces must reach it as they are.
        success_url: withResultToken(returnUrl, '{CHECKOUT_SESSION_ID}'),
        cancel_url: returnUrl,
        ...(email && { customer_email: email }),
      },
      { idempotencyKey: `${paymentId}:session` },
    )
    return resultOfSession(session)
  }

  async function hearOfMovedBack(
    at: string,
    only: string | undefined,
    { payment_intent: of }: Stripe.Charge | Stripe.Refund | Stripe.Dispute,
  ): Promise<true> {
    const intent = of === null ? undefined : await findIntent(at, typeof of === 'string' ? of : of.id)
    const place = placeOf(intent?.metadata, only)
    if (intent && place) await tell?.({ ...place, result: await found(at, intent.id), statement: await statementOf(at, intent) })
    return true
  }

  /** Keys are forgotten after a day: what was perhaps asked for before is looked for among the charges of this customer. */
  async function findCharged(site: string, customer: string, paymentId: string): Promise<Stripe.PaymentIntent | undefined> {
    const { paymentIntents } = await stripe(site)
    for await (const intent of paymentIntents.list({ customer, limit: 100, expand: ['data.latest_charge'] }))
      if (intent.metadata['paymentId'] === paymentId) return intent
    return undefined
  }

  /** A payment with a saved card has no page of its own at first: if its answer got lost, it is looked for among those of its customer. */
  async function findByKept(site: string, kept: string | undefined, paymentId: string): Promise<Stripe.PaymentIntent | undefined> {
    const [customer] = kept?.split('/') ?? []
    return customer ? findCharged(site, customer, paymentId) : undefined
  }

  /** The holder of a saved card is present: what their bank asks of them, it asks on a page of its own. */
  async function authorizeAgain(request: AuthorizationAgain): Promise<ProviderResult> {
    const { site, paymentId, orderId, currency, kept, delayCapture, orderNumber, returnUrl, requires3dSecure } = request
    const amount = toStripe(request.amount, currency)
    if (amount === undefined) return declined('INVALID_AMOUNT', 'Such an amount cannot be paid there.', false)
    const [customer = '', method = ''] = kept.split('/')
    return orDeclined(async () => {
      const { paymentIntents } = await stripe(site)
      return resultOfIntent(
        await paymentIntents.create(
          {
            amount,
            currency: currency.toLowerCase(),
            customer,
            payment_method: method,
            confirm: true,
            return_url: withResultToken(returnUrl, `${backPrefix}${paymentId}`),
            description: `Order ${orderNumber}`,
            metadata: { site, paymentId, orderId },
            ...(delayCapture && { capture_method: 'manual' }),
            ...(requires3dSecure && demanding3dSecure),
            ...withCharge,
          },
          { idempotencyKey: `${paymentId}:kept` },
        ),
      )
    })
  }

  async function chargeAgain(request: ChargeAgain): Promise<ProviderResult> {
    const { site, paymentId, orderId, currency, kept, delayCapture, orderNumber, again } = request
    const amount = toStripe(request.amount, currency)
    if (amount === undefined) return declined('INVALID_AMOUNT', 'Such an amount cannot be paid there.', false)
    const [customer = '', method = ''] = kept.split('/')
    return orDeclined(async () => {
      const before = again ? await findCharged(site, customer, paymentId) : undefined
      if (before) return resultOfIntent(before)
      const { paymentIntents } = await stripe(site)
      const intent = await paymentIntents.create(
        {
          amount,
          currency: currency.toLowerCase(),
          customer,
          payment_method: method,
          off_session: true,
          confirm: true,
          description: `Order ${orderNumber}`,
          metadata: { site, paymentId, orderId },
          ...(delayCapture && { capture_method: 'manual' }),
          ...withCharge,
        },
        { idempotencyKey: `${paymentId}:again` },
      )
      return resultOfIntent(intent)
    })
  }

  return {
    id: byStripe,
    asks: 'THERE',
    takesPayments,
    element(settings, request) {
      const account = elementAccount(settings)
      return account && elementFor(account, scriptUrl, request)
    },
    keeping: {
      charge: chargeAgain,
      authorize: authorizeAgain,
      async forget(site, kept) {
        // One that is gone, or nobody's any more, is refused: then there is nothing left to forget.
        await orDeclined(async () => {
          const { paymentMethods } = await stripe(site)
          return { state: 'APPROVED', reference: (await paymentMethods.detach(kept.split('/')[1] ?? '')).id }
        })
      },
    },

    read: async () => undefined,

    async authorize(request) {
      const amount = toStripe(request.amount, request.currency)
      if (amount === undefined) return declined('INVALID_AMOUNT', 'Such an amount cannot be paid there.', false)
      try {
        return request.withElement
          ? await openIntent(await stripe(request.site), request, amount, await configurationOf(request.site))
          : await open(request, amount)
      } catch (error) {
        report(error, 'stripe')
        return declined('PROVIDER_UNAVAILABLE', 'The payment page could not be opened. Nothing was charged.')
      }
    },

    async capture({ site, reference, amount, currency, captureId }) {
      const none = declined('NOT_AUTHORIZED', 'Nothing is authorised that could be captured.', false)
      if (reference === null) return none
      const { paymentIntents } = await stripe(site)
      const wanted = toStripe(amount, currency)
      const before = await findIntent(site, reference)
      if (!before || wanted === undefined) return none
      if (before.status === 'succeeded') return before.amount_received === wanted ? resultOfIntent(before) : none
      if (before.status !== 'requires_capture') return none
      return orDeclined(async () =>
        resultOfIntent(
          await paymentIntents.capture(before.id, { amount_to_capture: wanted, ...withCharge }, { idempotencyKey: `${captureId}:capture` }),
        ),
      )
    },

    async void({ site, reference: known, paymentId, kept }) {
      const reference = known ?? (await findByKept(site, kept, paymentId))?.id ?? null
      if (reference === null) return
      const { checkout, paymentIntents } = await stripe(site)
      if (reference.startsWith('cs_')) {
        const session = await findSession(site, reference)
        if (session?.status === 'open') {
          // Paid in this moment, it is complete and cannot expire; then it goes back below.
          const closed = await orDeclined(async () => resultOfSession(await checkout.sessions.expire(reference, withIntent)))
          if (closed.state === 'DECLINED' && closed.reason === 'EXPIRED') return
        }
      }
      const intent = await findIntent(site, reference)
      if (!intent || intent.status === 'canceled') return
      if (intent.status === 'succeeded') return giveBack(site, intent, paymentId)
      if (intent.status === 'processing') throw new Error(`payment ${paymentId} is on its way at Stripe and cannot be called back yet`)
      await paymentIntents.cancel(intent.id)
    },

    async refund({ site, paymentId, orderId, reference, refundId, amount, currency }) {
      return orDeclined(async () => {
        const wanted = toStripe(amount, currency)
        const intent = reference === null ? undefined : await findIntent(site, reference)
        if (!intent || wanted === undefined) return declined('NOT_REFUNDABLE', 'That much was not charged.', false)
        const { refunds } = await stripe(site)
        // Keys are forgotten after a day, and repeat the first answer until then: what was asked before is looked for.
        for await (const made of refunds.list({ payment_intent: intent.id, limit: 100 }))
          if (made.metadata?.['refundId'] === refundId) return resultOfRefund(made)
        return resultOfRefund(
          await refunds.create(
            { payment_intent: intent.id, amount: wanted, metadata: { site, paymentId, orderId, refundId } },
            { idempotencyKey: `${refundId}:refund` },
          ),
        )
      })
    },

    async find({ site, reference, paymentId, kept }) {
      if (reference !== null) return found(site, reference)
      const intent = await findByKept(site, kept, paymentId)
      return intent ? resultOfIntent(intent) : { state: 'UNKNOWN' }
    },

    async statement({ site, reference }) {
      const intent = reference === null ? undefined : await findIntent(site, reference)
      return intent && statementOf(site, intent)
    },

    async confirm({ site, paymentId, reference, kept }, resultToken) {
      if (resultToken === `${backPrefix}${paymentId}`) {
        const intent = reference?.startsWith('pi_') ? await findIntent(site, reference) : await findByKept(site, kept, paymentId)
        return intent && resultOfIntent(intent)
      }
      if (resultToken === elementToken(paymentId)) {
        const intent = reference?.startsWith('pi_') ? await findIntent(site, reference) : undefined
        return intent && isOfElement(intent) ? endedElement(await stripe(site), intent) : undefined
      }
      if (!/^cs_\w+$/.test(resultToken)) return undefined
      const session = await findSession(site, resultToken)
      if (session?.client_reference_id !== paymentId || session.metadata?.['site'] !== site) return undefined
      return resultOfSession(session)
    },

    onEvent(listener) {
      tell = listener
    },

    async hear(at, body, signature) {
      const account = await accounts.find(at)
      if (!account) return false
      const { default: Library } = await import('stripe')
      let event: Stripe.Event
      try {
        event = await account.client.webhooks.constructEventAsync(Buffer.from(body), signature ?? '', account.webhookSecret)
      } catch (error) {
        if (error instanceof Library.errors.StripeSignatureVerificationError) return false
        throw error
      }
      const where = account.shared ? undefined : at
      if (movedBack.has(event.type)) return hearOfMovedBack(at, where, event.data.object as Stripe.Charge | Stripe.Refund | Stripe.Dispute)
      if (!told.has(event.type)) return true
      const { id, metadata } = event.data.object as Stripe.Checkout.Session | Stripe.PaymentIntent
      const place = placeOf(metadata, where)
      // An event says that something happened, not how things stand: several may be under way, and the older may come last.
      if (place) await tell?.({ ...place, result: await found(place.site, id) })
      return true
    },
  }
}

/** Which payment of ours an object at Stripe is about. An account of one shop speaks of that alone. */
function placeOf(metadata: Stripe.Metadata | null | undefined, only: string | undefined) {
  const { site, paymentId } = metadata ?? {}
  return site && paymentId && isId(site) && isId(paymentId) && (only === undefined || site === only) ? { site, paymentId } : undefined
}

interface Said {
  readonly type?: string
  readonly code?: string
  readonly decline_code?: string
  readonly message?: string
}

async function orMissing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if ((error as Said).code === 'resource_missing') return undefined
    throw error
  }
}

/** What Stripe will not do is an answer; that it was not reached, is busy or faulty is none. */
async function orDeclined(ask: () => Promise<ProviderResult>): Promise<ProviderResult> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof NoAccount) return declined('NOT_SET_UP', 'The shop has no keys of Stripe any more.', false)
    const { type, code, decline_code, message } = error as Said
    if (type !== 'StripeCardError' && type !== 'StripeInvalidRequestError') throw error
    return declined(decline_code ?? code ?? 'REFUSED', message ?? 'Stripe refused.', false)
  }
}
