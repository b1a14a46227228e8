import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fakeAccount, liveKey } from './account.ts'
import { fakeConfigurations } from './configurations.ts'
import { backFrom, debitRefused, fakeElement } from './element.ts'
import type {
  FakeDispute,
  FakeIntent,
  FakeMethod,
  FakeRefund,
  FakeSession,
  FakeStripe,
  Fault,
  Metadata,
  StripeEvent,
  Way,
} from './model.ts'
import { freshIntent, newIntent } from './new-intent.ts'
import { amountOf, newSession } from './new-session.ts'
import { page } from './page.ts'
import { nested, of, type Params, textOf } from './params.ts'
import { seconds, shownBy } from './shown.ts'
import { known, Wrong } from './wrong.ts'

const secretKey = 'sk_test_fake_0123456789'
const publishableKey = 'pk_test_fake_0123456789'
const webhookSecret = 'whsec_fake_0123456789'
/**
 * A fake of the part of Stripe that the shop and its pages use, on a loopback port: checkout sessions, payment intents, captures, refunds, disputes,
 * configurations of payment methods, idempotency keys, error bodies and signed events, after its published API reference; the page a buyer
 * pays at, and the script of the form on ours.
 */
export async function fakeStripe(): Promise<FakeStripe> {
  const sessions = new Map<string, FakeSession>()
  const intents = new Map<string, FakeIntent>()
  const refunds = new Map<string, FakeRefund>()
  const disputes = new Map<string, FakeDispute>()
  const methods = new Map<string, FakeMethod>()
  const events: StripeEvent[] = []
  const requests: FakeStripe['requests'][number][] = []
  const saved = new Map<string, { readonly print: string; readonly status: number; readonly body: string }>()
  const faults: Fault[] = []
  let slow = false
  let url = ''
  let count = 0
  const id = (kind: string) =>
    `${kind}_test_${String(++count).padStart(6, '0')}${createHash('sha256').update(`${url}${count}`).digest('hex').slice(0, 10)}`

  const account = fakeAccount(id)

  const tell = (type: string, object: { readonly id: string }) =>
    void events.push({
      id: id('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      created: seconds(),
      livemode: false,
      pending_webhooks: 1,
      request: { id: id('req'), idempotency_key: null },
      type,
      data: { object: structuredClone(object) },
    } as StripeEvent)

  const { showCharge, showIntent, showMethod, showSession, showRefund, showDispute } = shownBy({ url: () => url, methods })

  const unexpected = (intent: FakeIntent, choice: string) =>
    new Wrong(400, {
      code: 'payment_intent_unexpected_state',
      message: `You cannot ${choice} this PaymentIntent because it has a status of ${intent.status}.`,
    })
  function openSession(params: Params): FakeSession {
    const session = newSession(params, id)
    sessions.set(session.id, session)
    return session
  }

  /** A charge to a saved card, as its bank takes it: with its holder absent or present. */
  function chargeAgain(params: Params): FakeIntent {
    const method = known(methods, String(params['payment_method']), 'payment_method')
    const back = textOf(params['return_url'])
    if (params['off_session'] !== 'true' && !back) throw new Wrong(400, { message: 'A return_url is missing.', param: 'return_url' })
    if (params['confirm'] !== 'true' || method.customer !== params['customer'] || !method.customer)
      throw new Wrong(400, { message: 'The customer does not have a payment method with this id.', param: 'payment_method' })
    const intent = freshIntent(id, {
      amount: amountOf(params['amount'], 'amount'),
      currency: String(params['currency']),
      capture_method: params['capture_method'] === 'manual' ? 'manual' : 'automatic_async',
      metadata: of(params['metadata']) as Metadata,
      customer: method.customer,
      payment_method: method.id,
      setup_future_usage: null,
      return_url: back ?? null,
    })
    intents.set(intent.id, intent)
    tell('payment_intent.created', showIntent(intent))
    if (method.again === 'AUTHENTICATE' && back) {
      intent.status = 'requires_action'
      tell('payment_intent.requires_action', showIntent(intent))
      return intent
    }
    if (method.again === 'DEBIT') {
      intent.status = 'processing'
      return intent
    }
    if (method.again !== 'PAY') {
      const code = method.again === 'DECLINE' ? 'insufficient_funds' : 'authentication_required'
      fail(intent, {
        type: 'card_error',
        code: method.again === 'DECLINE' ? 'card_declined' : code,
        decline_code: code,
        message: method.again === 'DECLINE' ? 'Your card has insufficient funds.' : 'Your card was declined. It requires authentication.',
      })
      throw new Wrong(402, { ...intent.last_payment_error, payment_intent: showIntent(intent) } as never)
    }
    chargeTo(intent, method)
    return intent
  }

  function chargeTo(intent: FakeIntent, { brand, last4 }: Pick<FakeMethod, 'brand' | 'last4'>): void {
    intent.charge = { id: id('ch'), amount: intent.amount, amount_refunded: 0, captured: false, brand, last4 }
    if (intent.capture_method === 'manual') {
      intent.status = 'requires_capture'
      tell('payment_intent.amount_capturable_updated', showIntent(intent))
    } else receive(intent, intent.amount)
  }

  /** The payment of an intent failed: the buyer may try another method. */
  function fail(intent: FakeIntent, error: NonNullable<FakeIntent['last_payment_error']>): void {
    intent.status = 'requires_payment_method'
    intent.last_payment_error = error
    tell('payment_intent.payment_failed', showIntent(intent))
  }

  function authenticate(intentId: string, well: boolean): string {
    const intent = known(intents, intentId, 'payment_intent')
    if (intent.status !== 'requires_action') throw unexpected(intent, 'authenticate')
    if (well && intent.chosen) element.pay(intent, intent.chosen)
    else if (well) chargeTo(intent, known(methods, intent.payment_method!, 'payment_method'))
    else
      fail(intent, {
        type: 'card_error',
        code: 'payment_intent_authentication_failure',
        message: 'The provided PaymentMethod has failed authentication.',
      })
    return backFrom(intent, well ? 'succeeded' : 'failed')
  }

  /** The card is left with Stripe. */
  function leave({ customer }: Pick<FakeIntent, 'customer'>): string {
    const left: FakeMethod = { id: id('pm'), customer, brand: 'visa', last4: '4242', again: 'PAY' }
    methods.set(left.id, left)
    return left.id
  }

  const receive = (intent: FakeIntent, amount: number) => {
    intent.status = 'succeeded'
    intent.amount_received = amount
    intent.charge!.captured = true
    tell('payment_intent.succeeded', showIntent(intent))
  }
  const letGo = (intent: FakeIntent) => {
    intent.status = 'canceled'
    tell('payment_intent.canceled', showIntent(intent))
  }

  const configurations = fakeConfigurations(id)
  const element = fakeElement({ intents, tell, showIntent, chargeTo, fail, leave, isOffered: configurations.isOffered })

  function giveBack(intent: FakeIntent, amount: number, metadata: Metadata): FakeRefund {
    const charge = intent.charge!
    charge.amount_refunded += amount
    const refund: FakeRefund = { id: id('re'), amount, status: slow ? 'pending' : 'succeeded', metadata, intent }
    refunds.set(refund.id, refund)
    tell('refund.created', showRefund(refund))
    tell('charge.refunded', showCharge(charge, intent))
    return refund
  }

  function answer(method: string, path: string, params: Params, key: string): object {
    const expand = Object.values(of(params['expand'])).map(String)
    const [, , kind, second, third, fourth] = path.split('/')
    const ofAccount = account.answer(`${method} ${kind}`, second, params, key)
    if (ofAccount) return ofAccount
    const ofMethods = configurations.answer(method, kind, second, params)
    if (ofMethods) return ofMethods
    if (kind === 'customers' && method === 'POST')
      return { id: id('cus'), object: 'customer', email: params['email'] ?? null, metadata: {} }
    if (kind === 'checkout' && second === 'sessions') {
      if (method === 'POST' && third === undefined) return showSession(openSession(params), expand)
      if (method === 'GET' && third === undefined) {
        const data = [...sessions.values()].filter(({ intent }) => intent?.id === params['payment_intent'])
        return {
          object: 'list',
          url: path,
          has_more: false,
          data: data.map((one) =>
            showSession(
              one,
              expand.map((way) => way.replace(/^data\./, '')),
            ),
          ),
        }
      }
      const session = known(sessions, third!, 'checkout.session')
      if (method === 'GET') return showSession(session, expand)
      if (fourth === 'expire') {
        if (session.status !== 'open')
          throw new Wrong(400, {
            message: `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
          })
        session.status = 'expired'
        if (session.intent) letGo(session.intent)
        tell('checkout.session.expired', showSession(session))
        return showSession(session, expand)
      }
    }
    if (kind === 'payment_methods' && third === 'detach') {
      const method = known(methods, second!, 'payment_method')
      if (method.customer === null)
        throw new Wrong(400, { message: 'The payment method you provided is not attached to a customer so detachment is impossible.' })
      method.customer = null
      return showMethod(method)
    }
    if (kind === 'payment_intents' && second === undefined) {
      if (method === 'POST' && params['confirm'] === undefined) return showIntent(element.open(newIntent(params, id)), expand)
      if (method === 'POST') return showIntent(chargeAgain(params), expand)
      const data = [...intents.values()].filter(({ customer }) => customer === params['customer']).reverse()
      const within = expand.map((way) => way.replace(/^data\./, ''))
      return { object: 'list', url: path, has_more: false, data: data.map((intent) => showIntent(intent, within)) }
    }
    if (kind === 'payment_intents') {
      const intent = known(intents, second!, 'payment_intent')
      if (method === 'GET') return showIntent(intent, expand)
      if (third === 'capture') {
        if (intent.status !== 'requires_capture') throw unexpected(intent, 'capture')
        const amount =
          params['amount_to_capture'] === undefined ? intent.amount : amountOf(params['amount_to_capture'], 'amount_to_capture')
        if (amount > intent.amount)
          throw new Wrong(400, {
            code: 'amount_too_large',
            message: 'The amount to capture is larger than what can be captured.',
            param: 'amount_to_capture',
          })
        receive(intent, amount)
        return showIntent(intent, expand)
      }
      if (third === 'cancel') {
        if (intent.status === 'succeeded' || intent.status === 'canceled' || intent.status === 'processing')
          throw unexpected(intent, 'cancel')
        letGo(intent)
        return showIntent(intent, expand)
      }
    }
    if (kind === 'refunds' && method === 'GET') {
      const data = [...refunds.values()].filter(({ intent }) => intent.id === params['payment_intent']).reverse()
      return { object: 'list', url: path, has_more: false, data: data.map(showRefund) }
    }
    if (kind === 'disputes' && method === 'GET') {
      const data = [...disputes.values()].filter(({ intent }) => intent.id === params['payment_intent']).reverse()
      return { object: 'list', url: path, has_more: false, data: data.map(showDispute) }
    }
    if (kind === 'refunds' && method === 'POST') {
      const intent = known(intents, String(params['payment_intent']), 'payment_intent')
      if (
        [...disputes.values()].some(
          (one) => one.intent === intent && !['won', 'warning_closed', 'warning_needs_response'].includes(one.status),
        )
      )
        throw new Wrong(400, {
          code: 'charge_disputed',
          message: `Charge ${intent.charge?.id} has been charged back; cannot issue a refund.`,
        })
      if (intent.status !== 'succeeded' || !intent.charge)
        throw new Wrong(400, { message: `This PaymentIntent (${intent.id}) does not have a successful charge to refund.` })
      const left = intent.amount_received - intent.charge.amount_refunded
      const amount = params['amount'] === undefined ? left : amountOf(params['amount'], 'amount')
      if (left === 0)
        throw new Wrong(400, { code: 'charge_already_refunded', message: `Charge ${intent.charge.id} has already been refunded.` })
      if (amount > left)
        throw new Wrong(400, {
          code: 'amount_too_large',
          message: `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
          param: 'amount',
        })
      return showRefund(giveBack(intent, amount, of(params['metadata']) as Metadata))
    }
    throw new Wrong(404, { message: `Unrecognized request URL (${method}: ${path}).` })
  }

  function answered(method: string, path: string, params: Params, key: string): { readonly status: number; readonly body: string } {
    try {
      return { status: 200, body: JSON.stringify(answer(method, path, params, key)) }
    } catch (error) {
      if (!(error instanceof Wrong)) throw error
      return { status: error.status, body: JSON.stringify({ error: error.error }) }
    }
  }

  async function api(request: IncomingMessage, response: ServerResponse, path: string, params: Params): Promise<void> {
    const method = request.method!
    const say = (status: number, body: string, more: Readonly<Record<string, string>> = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', 'request-id': id('req'), ...more }).end(body)
    const wrong = (status: number, error: object) => say(status, JSON.stringify({ error }))
    const key = request.headers['idempotency-key'] as string | undefined
    requests.push({ line: `${method} ${path}`, idempotencyKey: key, params })
    const by = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
    if (by !== secretKey && by !== liveKey)
      return void wrong(401, { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_****.' })
    const at = faults.findIndex(({ on }) => on.test(`${method} ${path}`))
    const [fault] = at < 0 ? [] : faults.splice(at, 1)
    if (typeof fault?.as === 'object') await sleep(fault.as.delayMs)
    if (fault?.as === 'DROP_BEFORE') return void request.socket.destroy()
    if (fault?.as === 'SERVER_ERROR') return void wrong(500, { type: 'api_error', message: 'An unknown error occurred.' })
    if (fault?.as === 'FORBIDDEN')
      return void wrong(403, { type: 'invalid_request_error', message: 'The provided key does not have the required permissions.' })
    if (fault?.as === 'RATE_LIMITED')
      return void wrong(429, { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests' })
    const print = JSON.stringify([method, path, params])
    const before = method === 'POST' && key !== undefined ? saved.get(key) : undefined
    if (before && before.print !== print) {
      const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
      return void wrong(400, { type: 'idempotency_error', message })
    }
    const { status, body } = before ?? answered(method, path, params, by)
    if (method === 'POST' && key !== undefined) saved.set(key, { print, status, body })
    if (fault?.as === 'DROP_AFTER') return void request.socket.destroy()
    say(status, body, before ? { 'idempotent-replayed': 'true' } : {})
  }

  function visit(sessionId: string, way: Way): string | undefined {
    const session = known(sessions, sessionId, 'checkout.session')
    if (session.status !== 'open') return undefined
    if (session.mode === 'setup') {
      if (way === 'DECLINE') return undefined
      session.status = 'complete'
      session.setup = { id: id('seti'), payment_method: leave(session) }
      tell('checkout.session.completed', showSession(session))
      return session.success_url.replace('{CHECKOUT_SESSION_ID}', session.id)
    }
    const intent =
      session.intent ??
      freshIntent(id, {
        amount: session.amount_total,
        currency: session.currency,
        capture_method: session.capture_method,
        metadata: session.intentMetadata,
        customer: session.customer,
        setup_future_usage: session.keeps ? 'off_session' : null,
      })
    if (!session.intent) {
      intents.set(intent.id, intent)
      session.intent = intent
      tell('payment_intent.created', showIntent(intent))
    }
    if (way === 'DECLINE') {
      fail(intent, {
        type: 'card_error',
        code: 'card_declined',
        decline_code: 'insufficient_funds',
        message: 'Your card has insufficient funds.',
      })
      return undefined
    }
    intent.last_payment_error = null
    session.status = 'complete'
    if (way === 'DEBIT') {
      intent.status = 'processing'
      tell('payment_intent.processing', showIntent(intent))
    } else {
      if (session.keeps) intent.payment_method = leave(session)
      intent.charge = { id: id('ch'), amount: intent.amount, amount_refunded: 0, captured: false, brand: 'visa', last4: '4242' }
      if (intent.capture_method === 'manual') {
        intent.status = 'requires_capture'
        tell('payment_intent.amount_capturable_updated', showIntent(intent))
      } else receive(intent, intent.amount)
    }
    tell('checkout.session.completed', showSession(session))
    return session.success_url.replace('{CHECKOUT_SESSION_ID}', session.id)
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const at = new URL(request.url!, 'http://stripe.invalid')
    const body = new URLSearchParams(Buffer.concat(chunks).toString())
    if (at.pathname.startsWith('/c/pay/'))
      return page(response, request.method!, sessions.get(at.pathname.slice('/c/pay/'.length)), body.get('way') ?? undefined, visit)
    if (await element.serve({ request, response, at, body, publishableKey, authenticate })) return
    await api(request, response, at.pathname, nested([...at.searchParams, ...body]))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url,
    secretKey,
    webhookSecret,
    publishableKey,
    configurations: configurations.configurations,
    domains: configurations.domains,
    confirm: element.confirm,
    endDebitOf: element.endDebit,
    sessions,
    intents,
    refunds,
    disputes,
    methods,
    events,
    requests,
    fail: (fault) => void faults.push(fault),
    forgetKeys: () => saved.clear(),
    visit,
    authenticate,
    endDebit(sessionId, well) {
      const session = known(sessions, sessionId, 'checkout.session')
      const intent = session.intent!
      if (well) {
        intent.charge = { id: id('ch'), amount: intent.amount, amount_refunded: 0, captured: true, brand: 'unknown', last4: '' }
        receive(intent, intent.amount)
        tell('checkout.session.async_payment_succeeded', showSession(session))
      } else {
        fail(intent, debitRefused)
        tell('checkout.session.async_payment_failed', showSession(session))
      }
    },
    captureThere(intentId, amount) {
      const intent = known(intents, intentId, 'payment_intent')
      receive(intent, amount ?? intent.amount)
    },
    cancelThere: (intentId) => letGo(known(intents, intentId, 'payment_intent')),
    refundThere(intentId, amount) {
      const intent = known(intents, intentId, 'payment_intent')
      return giveBack(intent, amount ?? intent.amount_received - intent.charge!.amount_refunded, {}).id
    },
    dispute(intentId, amount, asksOnly = false) {
      const intent = known(intents, intentId, 'payment_intent')
      const dispute: FakeDispute = {
        id: id('du'),
        amount: amount ?? intent.amount_received,
        status: asksOnly ? 'warning_needs_response' : 'needs_response',
        intent,
      }
      disputes.set(dispute.id, dispute)
      tell('charge.dispute.created', showDispute(dispute))
      if (!asksOnly) tell('charge.dispute.funds_withdrawn', showDispute(dispute))
      return dispute.id
    },
    endDispute(disputeId, as) {
      const dispute = known(disputes, disputeId, 'dispute')
      dispute.status = as
      tell('charge.dispute.closed', showDispute(dispute))
      if (as === 'won') tell('charge.dispute.funds_reinstated', showDispute(dispute))
    },
    slowRefunds(on) {
      slow = on
    },
    endRefund(refundId, well) {
      const refund = known(refunds, refundId, 'refund')
      refund.status = well ? 'succeeded' : 'failed'
      if (!well) {
        refund.failure_reason = 'expired_or_canceled_card'
        refund.intent.charge!.amount_refunded -= refund.amount
      }
      tell(well ? 'refund.updated' : 'refund.failed', showRefund(refund))
    },
    liveKey,
    endpoints: account.endpoints,
    takesCharges: account.takesCharges,
    webhook(event, signedAt = new Date(), secret = webhookSecret) {
      const body = Buffer.from(JSON.stringify(event))
      const at = Math.floor(signedAt.getTime() / 1000)
      const mark = createHmac('sha256', secret).update(`${at}.${body.toString()}`).digest('hex')
      return { body, signature: `t=${at},v1=${mark}` }
    },
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => server.close(() => resolve()) && server.closeAllConnections())
    },
  }
}
