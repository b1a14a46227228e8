import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Confirmed, FakeIntent, FakeMethod } from './model.ts'
import { known } from './wrong.ts'

/** The return address with the parameters that Stripe adds. */
export function backFrom({ id, client_secret, return_url }: FakeIntent, status: string): string {
  const back = new URL(return_url!)
  back.searchParams.set('payment_intent', id)
  back.searchParams.set('payment_intent_client_secret', client_secret)
  back.searchParams.set('redirect_status', status)
  return back.href
}

interface ElementDeps {
  readonly intents: Map<string, FakeIntent>
  readonly tell: (type: string, object: { readonly id: string }) => void
  readonly showIntent: (intent: FakeIntent) => { readonly id: string }
  readonly chargeTo: (intent: FakeIntent, method: Pick<FakeMethod, 'brand' | 'last4'>) => void
  readonly fail: (intent: FakeIntent, error: NonNullable<FakeIntent['last_payment_error']>) => void
  readonly leave: (intent: FakeIntent) => string
  readonly isOffered: (configuration: string | null, method: string) => boolean
}

interface Served {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly at: URL
  readonly body: URLSearchParams
  readonly publishableKey: string
  readonly authenticate: (intentId: string, well: boolean) => string
}

/** Stripe's published test card numbers and their results. */
const refused: Readonly<Record<string, { readonly code: string; readonly decline_code: string; readonly message: string }>> = {
  '4000000000009995': { code: 'card_declined', decline_code: 'insufficient_funds', message: 'Your card has insufficient funds.' },
}
const asked: ReadonlySet<string> = new Set(['4000002500003155'])
const euroOnly: ReadonlySet<string> = new Set(['sepa_debit', 'ideal', 'bancontact'])

/** The bank of the buyer has refused a direct debit. */
export const debitRefused = {
  type: 'invalid_request_error',
  code: 'payment_intent_payment_attempt_failed',
  message: 'The debit was refused.',
}

/** Intents that the form on a page confirms, with the script, the form and the bank's page. */
export function fakeElement({ intents, tell, showIntent, chargeTo, fail, leave, isOffered }: ElementDeps) {
  function pay(intent: FakeIntent, type: string, last4 = '4242'): void {
    if (type === 'card' && intent.setup_future_usage && intent.customer) intent.payment_method = leave(intent)
    chargeTo(intent, type === 'card' ? { brand: 'visa', last4 } : { brand: type, last4: '' })
  }

  function confirm(
    intentId: string,
    { type, number = '4242424242424242' }: { readonly type: string; readonly number?: string },
    returnUrl: string,
  ): Confirmed {
    const intent = known(intents, intentId, 'payment_intent')
    if (intent.status !== 'requires_payment_method')
      return {
        error: {
          code: 'payment_intent_unexpected_state',
          message: `This PaymentIntent's status is ${intent.status}; it cannot be confirmed.`,
        },
      }
    const card = type === 'card' || type === 'apple_pay' || type === 'google_pay' || type === 'link'
    if (!isOffered(intent.configuration, type) || (euroOnly.has(type) && intent.currency !== 'eur'))
      return { error: { code: 'payment_intent_invalid_parameter', message: `The payment method type ${type} is not offered.` } }
    intent.return_url = returnUrl
    const declined = card ? refused[number] : undefined
    if (declined) {
      fail(intent, { type: 'card_error', ...declined })
      return { error: declined }
    }
    intent.last_payment_error = null
    intent.chosen = card ? 'card' : type
    if (type === 'sepa_debit') {
      intent.status = 'processing'
      tell('payment_intent.processing', showIntent(intent))
      return { status: intent.status }
    }
    if (!card || asked.has(number)) {
      intent.status = 'requires_action'
      tell('payment_intent.requires_action', showIntent(intent))
      return { goes: `/bank/${intent.id}` }
    }
    pay(intent, 'card', number.slice(-4))
    return { status: intent.status }
  }

  const say = (response: ServerResponse, status: number, type: string, body: string) =>
    response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'access-control-allow-origin': '*' }).end(body)

  async function file(response: ServerResponse, name: string, type: string): Promise<true> {
    say(response, 200, type, await readFile(new URL(`browser/${name}`, import.meta.url), 'utf8'))
    return true
  }

  function confirmedByPage({ response, at, body, publishableKey }: Served): true {
    const [, , , intentId = ''] = at.pathname.split('/')
    const intent = intents.get(intentId)
    const given = (name: string) => body.get(name) ?? ''
    const wrong = (code: string, message: string) => {
      say(response, 400, 'application/json', JSON.stringify({ error: { type: 'invalid_request_error', code, message } }))
      return true as const
    }
    if (given('key') !== publishableKey) return wrong('api_key_invalid', 'Invalid API Key provided.')
    if (!intent || intent.client_secret !== given('client_secret'))
      return wrong('payment_intent_invalid_parameter', 'The client_secret provided does not match the PaymentIntent.')
    // The form's parameters have to match its intent.
    const opened = { amount: String(intent.amount), currency: intent.currency, keeps: String(intent.setup_future_usage !== null) }
    for (const [name, value] of Object.entries(opened))
      if (given(name) !== value)
        return wrong('payment_intent_invalid_parameter', `The form was opened with another ${name}: ${given(name)}, not ${value}.`)
    const ended = confirm(
      intent.id,
      { type: given('type'), ...(given('number') && { number: given('number').replaceAll(' ', '') }) },
      given('return_url'),
    )
    if ('error' in ended) say(response, 402, 'application/json', JSON.stringify({ error: { type: 'card_error', ...ended.error } }))
    else
      say(
        response,
        200,
        'application/json',
        JSON.stringify({
          ...('goes' in ended ? ended : { status: ended.status, back: backFrom(intent, 'succeeded') }),
          id: intent.id,
        }),
      )
    return true
  }

  /** The page of a bank, or of Klarna. */
  function bank({ request, response, at, body, authenticate }: Served): true {
    const intent = intents.get(at.pathname.slice('/bank/'.length))
    if (intent?.status !== 'requires_action')
      say(response, 404, 'text/html', '<!doctype html><title>Nothing</title><h1>Nothing to do here</h1>')
    else if (request.method === 'POST') response.writeHead(303, { location: authenticate(intent.id, body.get('way') === 'PAY') }).end()
    else
      say(
        response,
        200,
        'text/html',
        `<!doctype html><html lang="en"><title>Bank</title><main><h1>Pay by ${intent.chosen ?? 'card'}</h1><form method="post"><button name="way" value="PAY">Authorise</button> <button name="way" value="FAIL">Fail</button></form></main></html>`,
      )
    return true
  }

  return {
    pay,
    confirm,
    open(intent: FakeIntent): FakeIntent {
      intents.set(intent.id, intent)
      tell('payment_intent.created', showIntent(intent))
      return intent
    },
    endDebit(intentId: string, well: boolean): void {
      const intent = known(intents, intentId, 'payment_intent')
      if (well) pay(intent, 'sepa_debit')
      else fail(intent, debitRefused)
    },
    /** Answers requests of browsers; returns whether this was one. */
    async serve(served: Served): Promise<boolean> {
      const { request, response, at } = served
      if (at.pathname === '/stripe.js') return file(response, 'stripe.js', 'text/javascript')
      if (at.pathname === '/form') return file(response, 'form.html', 'text/html')
      if (at.pathname.startsWith('/bank/')) return bank(served)
      if (request.method === 'POST' && /^\/v1\/payment_intents\/[^/]+\/confirm$/.test(at.pathname) && !request.headers.authorization)
        return confirmedByPage(served)
      return false
    },
  }
}
