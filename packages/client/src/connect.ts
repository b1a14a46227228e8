import type { Route } from '@vitrine/contract'
import type { Api, CallOptions } from './api.ts'
import { type Auth, nobody, type Session } from './auth.ts'
import { type Encoded, encode } from './encode.ts'
import { type ErrorDetails, Refused, type Trace, Unreachable } from './errors.ts'
import { pause, pauseAfter, unless } from './retry.ts'

export interface Connection<S extends Session = Session> {
  /** Where the platform answers, such as `https://shop.example`; the empty text means the page's own origin. */
  readonly baseUrl: string
  /** Who is calling; anonymous if left out. */
  readonly auth?: Auth<S> | undefined
  /** How to send: `globalThis.fetch` by default, the platform's own function where both run in one process. */
  readonly fetch?: typeof fetch | undefined
  /** Sent with every call, such as `x-wix-linguist`. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Called with every failure before the call throws it; not for a call that its own signal stopped. */
  readonly onError?: ((error: Refused | Unreachable, call: { readonly route: Route }) => void) | undefined
  /** Makes the key that names a write, a fresh one each time; `false` sends none, and then a write whose answer is lost is not sent again. */
  readonly idempotency?: false | (() => string) | undefined
  /** How often a call whose answer is lost is sent again: 3. */
  readonly retries?: number | undefined
  /** How long a call may take, tries and pauses included: 30,000. */
  readonly timeoutMs?: number | undefined
}

/** Makes the function that turns route lines into calls, and the session they are made in. */
export function connect<S extends Session = Session>(connection: Connection<S>): { readonly api: Api; readonly auth: S } {
  const state: State = { consistent: null }
  const exchange = apiOf(connection, state, nobody)('POST /oauth2/token', 'reads')
  const session = connection.auth?.(exchange) ?? (nobody as S)
  return { api: apiOf(connection, state, session, connection.onError), auth: session }
}

/** A timer that is set for longer fires at once. */
const longestTimer = 2 ** 31 - 1

/** What the calls of one client share. */
interface State {
  /** The consistency token of the last answer that carried one: later reads see at least what that answer saw. */
  consistent: string | null
}

function apiOf(
  { baseUrl, fetch = (...args) => globalThis.fetch(...args), headers, idempotency = uuid, retries = 3, timeoutMs = 30_000 }: Connection,
  state: State,
  session: Session,
  onError?: Connection['onError'],
): Api {
  const call =
    (route: Route, trait?: string) =>
    async (payload: object = {}, options: CallOptions = {}): Promise<unknown> => {
      const limit = options.timeoutMs ?? timeoutMs
      const stop = new AbortController()
      const abort = () => stop.abort(options.signal?.reason)
      const timer = setTimeout(
        () => stop.abort(new Unreachable(`${route} was not answered within ${limit} ms`)),
        Math.min(limit, longestTimer),
      )
      if (options.signal?.aborted) abort()
      options.signal?.addEventListener('abort', abort)
      try {
        return await answerTo(route, trait, payload, options.idempotencyKey, stop.signal)
      } catch (error) {
        if (!options.signal?.aborted && (error instanceof Refused || error instanceof Unreachable)) onError?.(error, { route })
        throw error
      } finally {
        clearTimeout(timer)
        options.signal?.removeEventListener('abort', abort)
      }
    }

  async function answerTo(route: Route, trait: string | undefined, payload: object, key: string | undefined, signal: AbortSignal) {
    const request = encode(route, payload, trait === 'reads' ? undefined : trait)
    const writes = !route.startsWith('GET ') && trait !== 'reads'
    const name = writes ? (key ?? (idempotency && idempotency())) : undefined
    let rejected = false
    for (let sent = 1; ; sent++) {
      if (signal.aborted) throw signal.reason
      const identity = await unless(signal, session.headers())
      try {
        return await send(route, request, signal, {
          ...headers,
          ...identity,
          'x-wix-bi-gateway': `environment=vitrine,package-name=@vitrine/client,method-fqn=${route}`,
          ...(request.body !== undefined && { 'Content-Type': 'application/json' }),
          ...(name && { 'Idempotency-Key': name }),
          ...(state.consistent && { 'X-Wix-Consistent': state.consistent }),
        })
      } catch (error) {
        if (signal.aborted) throw signal.reason
        if (!rejected && session.rejected && error instanceof Refused && error.code === 'INVALID_TOKEN') {
          rejected = true
          await unless(signal, session.rejected(identity))
          continue
        }
        const ms = writes && !name ? undefined : pauseAfter(error, sent, retries)
        if (ms === undefined) throw error
        await pause(ms, signal)
      }
    }
  }

  async function send(route: Route, { method, target, body }: Encoded, signal: AbortSignal, sent: Record<string, string>) {
    const lost = (cause: unknown) => Promise.reject(new Unreachable(`${route} got no answer`, { cause }))
    const init = { method, headers: sent, signal, ...(body !== undefined && { body }) }
    const response = await unless(signal, fetch(baseUrl.replace(/\/$/, '') + target, init)).catch(lost)
    const text = await unless(signal, response.text()).catch(lost)
    state.consistent = response.headers.get('X-Wix-Consistent') ?? state.consistent
    const answer = parsed(text)
    if (response.ok && answer) return answer
    const trace: Trace = {
      status: response.status,
      requestId: response.headers.get('X-Wix-Request-Id') ?? undefined,
      retryAfterMs: retryAfterOf(response.headers.get('Retry-After')),
    }
    const { message, details } = (answer ?? {}) as { message?: string; details?: ErrorDetails }
    if (trace.status !== 500 && (details?.validationError ?? details?.applicationError?.code))
      throw new Refused(message ?? '', details, trace)
    throw new Unreachable(`${route} was answered ${trace.status}${message ? `: ${message}` : ' without a reason'}`, trace)
  }

  return call as Api // the one place where a route line stops being checked
}

function parsed(text: string): object | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** In seconds, or as a date. */
function retryAfterOf(header: string | null): number | undefined {
  if (!header) return undefined
  const ms = Number(header) * 1000 || Date.parse(header) - Date.now()
  return ms > 0 ? ms : undefined
}

/** `crypto.randomUUID` exists only on pages loaded by https. */
const uuid = () =>
  '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) =>
    (Number(digit) ^ (crypto.getRandomValues(new Uint8Array(1))[0]! & (15 >> (Number(digit) / 4)))).toString(16),
  )
