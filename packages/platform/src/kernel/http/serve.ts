import type { FieldViolation } from '@vitrine/contract'
import type { Clock } from '../clock/clock.ts'
import type { Database } from '../db/pool.ts'
import { DatabaseUnavailable, isUnavailable, retrying } from '../db/retry.ts'
import type { Db } from '../db/sql.ts'
import { causing } from '../events/cause.ts'
import { Refusal, Refused, refuse } from '../refusal.ts'
import type { Auditing } from './auditing.ts'
import { type App, type Caller, hasRight, mayCall, nameOf, type User } from './caller.ts'
import { decodeBody, decodeForm, decodeQuery, isDecodable, isForm, Malformed, segmentText } from './decode.ts'
import { type AllHandlers, type AnyHandler, clientInfoOf, type Scope } from './handlers.ts'
import { type NamedWrite, nameWrite } from './idempotency.ts'
import { type CountedShared, type Limiter, tooMany, unlimited } from './limiter.ts'
import { fault, none, notStored, type Outcome, serialised, toWire } from './outcome.ts'
import { type Allowance, isNear, isRefused, rateLimitHeaders } from './rate-limits.ts'
import type { Recording, ReplayNote } from './recording.ts'
import { commonHeaders } from './refusal-answers.ts'
import { contractRouter, type Entry, type Match } from './routes.ts'
import { writeRunner } from './run-write.ts'
import { hasValue } from './shop-fields.ts'
import { unknownMembers } from './unknown-members.ts'
import { violationsOf } from './violations.ts'
import type { WireAnswer, WireRequest } from './wire.ts'

export interface Runtime {
  readonly database: Database
  readonly clock: Clock
  /** Who is calling, from the token alone. */
  readonly identify: (
    request: WireRequest,
  ) => Promise<Caller | Refusal<'INVALID_TOKEN' | 'UNAUTHENTICATED' | 'PERMISSION_DENIED' | 'SITE_ID_MISMATCH'>>
  readonly report: (fault: unknown, requestId: string, line: string) => void
  /** Records what staff and programs change. Visitors and members are not audited. */
  readonly auditing?: Auditing
  /** Hears of each request that was answered. */
  readonly recording?: Recording
  /** The email of a member of staff, by their id. */
  readonly staffEmail?: (db: Db, site: string, userId: string) => Promise<string | undefined>
  /** How often whom may call; without it, as often as they like. */
  readonly limiter?: Limiter
  /** Called after each committed write. */
  readonly wrote?: () => void
  readonly observe?: (line: string, status: number, milliseconds: number) => void
}

export interface Api {
  /** Answers a request; never rejects. */
  answer(request: WireRequest): Promise<WireAnswer>
  /** Whether a path belongs to the API at all. */
  claims(path: string): boolean
}

export interface ReplayingApi extends Api {
  /** Answers a request that somebody sends again who is known already, whoever sent it first. */
  replay(request: WireRequest, caller: User | App, note: ReplayNote): Promise<WireAnswer>
}

const allowedHeaders =
  'Authorization, Content-Type, Idempotency-Key, x-wix-bi-gateway, X-Wix-Consistent, wix-site-id, wix-account-id, x-wix-linguist, client-binding'

/** A read is tried again while the database restarts or fails over, but nobody waits long for a page. */
const readPatienceMs = 5000

export function serve(handlers: AllHandlers, runtime: Runtime): ReplayingApi {
  const router = contractRouter()
  const { database, clock, auditing, limiter = unlimited } = runtime
  const runWrite = writeRunner({ database, clock, auditing })

  async function answer(request: WireRequest): Promise<WireAnswer> {
    return request.method === 'OPTIONS' ? preflight(request) : answered(request, {})
  }

  async function answered(request: WireRequest, counted: Counted, replay?: ReplayNote): Promise<WireAnswer> {
    const startedAt = performance.now()
    const match = router.find(request.method, request.path)
    const line = match?.entry.line ?? 'none'
    const settledAnswer = match
      ? toWire(
          await settled(request, match, counted),
          request.requestId,
          match.entry.everybodys && mayShare(counted) ? none : notStored,
          match.entry.writes ? consistency(clock) : none,
        )
      : nowhere(request)
    const { allowance, ignored } = counted
    // A client that is far from its limits is not told of them each time.
    const told = {
      ...(allowance && isNear(allowance) && rateLimitHeaders(allowance)),
      ...(ignored && { 'x-vitrine-ignored': ignoredHeader(ignored) }),
    }
    const outcome = { ...settledAnswer, headers: { ...settledAnswer.headers, ...told } }
    const milliseconds = performance.now() - startedAt
    runtime.observe?.(line, outcome.status, milliseconds)
    runtime.recording?.note({ request, line: match?.entry.line, caller: counted.caller, answer: outcome, milliseconds, replay })
    return outcome
  }

  function preflight(request: WireRequest): WireAnswer {
    return {
      status: 200,
      headers: {
        ...commonHeaders,
        'x-wix-request-id': request.requestId,
        'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': allowedHeaders,
        'access-control-max-age': '86400',
      },
      body: '{}',
    }
  }

  function nowhere({ path, requestId }: WireRequest): WireAnswer {
    if (!isDecodable(path))
      return toWire(refuse('MALFORMED_REQUEST', { reason: 'the path has an escape that stands for nothing' }), requestId)
    const methods = router.methodsAt(path)
    if (methods.length === 0) return toWire(refuse('ROUTE_NOT_FOUND'), requestId)
    const answer = toWire(refuse('METHOD_NOT_ALLOWED'), requestId)
    return { ...answer, headers: { ...answer.headers, allow: ['OPTIONS', ...methods].join(', ') } }
  }

  async function settled(request: WireRequest, match: Match, counted: Counted): Promise<Outcome> {
    try {
      return await outcomeOf(request, match, counted)
    } catch (error) {
      if (error instanceof Refused) return error.refusal
      if (error instanceof Malformed) return refuse('MALFORMED_REQUEST', { reason: error.message })
      if (error instanceof DatabaseUnavailable) return refuse('SERVICE_UNAVAILABLE')
      if (isUnavailable(error)) {
        runtime.report(error, request.requestId, match.entry.line)
        return refuse('SERVICE_UNAVAILABLE')
      }
      if (isUnstorable(error)) {
        runtime.report(error, request.requestId, match.entry.line)
        return refuse('MALFORMED_REQUEST', { reason: 'a value is outside what can be kept' })
      }
      runtime.report(error, request.requestId, match.entry.line)
      return fault
    }
  }

  async function outcomeOf(request: WireRequest, { entry, segments }: Match, counted: Counted): Promise<Outcome> {
    const { operation } = entry
    const caller = counted.caller ?? (await retrying(() => runtime.identify(request), readPatienceMs))
    if (!(caller instanceof Refusal)) counted.caller = caller
    const allowance = limiter.count(entry.counted, caller instanceof Refusal ? undefined : caller, request)
    if (allowance) counted.allowance = allowance
    if (allowance && isRefused(allowance)) return tooMany(allowance)
    if (caller instanceof Refusal) return caller
    counted.kind = caller.kind
    if (!mayCall(caller, operation.as)) return refuse(caller.kind === 'unauthenticated' ? 'UNAUTHENTICATED' : 'PERMISSION_DENIED')
    const merchant = hasRight(caller, entry.right)
    if (operation.as === 'user' && !merchant) return refuse('PERMISSION_DENIED')

    const payload = payloadOf(request, entry)
    if (payload instanceof Refusal) return payload
    const parsed = operation.input.safeParse(withSegments(payload, entry, segments), { reportInput: true })
    if (!parsed.success) return refuse('INVALID_ARGUMENT', { fieldViolations: violationsOf(parsed.error.issues) })

    const unknown = unknownMembers(payload, operation)
    if (unknown.length > 0) {
      if (entry.ours) return refuse('INVALID_ARGUMENT', { fieldViolations: unknown.map(notKnown) })
      counted.ignored = unknown
    }
    if (!merchant && entry.refused.some((path) => hasValue(parsed.data, path))) return refuse('PERMISSION_DENIED')

    const guess = guesses(entry, parsed.data) && (await limiter.countShared('guess', caller, merchant, request))
    if (guess) counted.allowance = guess
    if (guess && isRefused(guess)) return tooMany(guess)
    const few = (entry.cost === 'email' || entry.cost === 'film') && (await limiter.countShared(entry.cost, caller, merchant, request))
    if (few) counted.allowance = few
    if (few && isRefused(few)) return tooMany(few)
    const outcome = await carriedOut(request, entry, caller, merchant, parsed.data as never)
    if (guess && !(outcome instanceof Refusal) && outcome !== fault) await givenBack(guess)
    return outcome
  }

  /** The answer does not hang on it. */
  async function givenBack(guess: CountedShared): Promise<void> {
    await guess.giveBack().catch((error: unknown) => runtime.report(error, 'rate limits', 'a guess that was right'))
  }

  async function carriedOut(request: WireRequest, entry: Entry, caller: Caller, merchant: boolean, input: never): Promise<Outcome> {
    const { operation } = entry
    const from = clientInfoOf(request)
    const { site } = caller
    const { staffEmail } = runtime
    const author = caller.kind === 'user' && staffEmail ? (db: Db) => staffEmail(db, site, caller.userId) : undefined
    const scope = (db: Db): Scope<never> => ({
      caller: caller as never,
      merchant: merchant as never,
      site,
      db,
      now,
      author,
      requestId: request.requestId,
      from,
    })
    const now = clock.now()
    const handler = handlers[entry.line] as AnyHandler
    if (!entry.writes && typeof handler === 'function') {
      const answer = await retrying(async () => handler(input, scope(database)), readPatienceMs)
      if (operation.personal !== undefined && (caller.kind === 'user' || caller.kind === 'app') && !(answer instanceof Refusal))
        auditing?.read?.({ line: entry.line, caller, request, now: clock.now(), personal: operation.personal, answer })
      return serialised(entry, answer)
    }

    const key = request.headers['idempotency-key']
    if (key !== undefined && (key.length === 0 || key.length > 255))
      return refuse('MALFORMED_REQUEST', { reason: 'an Idempotency-Key has 1 to 255 characters' })
    const write: NamedWrite | undefined =
      key === undefined
        ? undefined
        : nameWrite(
            {
              site: caller.site,
              caller: caller.kind === 'unauthenticated' ? `unauthenticated:${request.headers['x-vitrine-peer'] ?? ''}` : nameOf(caller),
              key,
            },
            {
              route: entry.line,
              path: request.path,
              payload: request.body ?? request.search,
              confidential: operation.confidential === true,
            },
          )
    const audited =
      auditing && (caller.kind === 'user' || caller.kind === 'app') ? { line: entry.line, input, caller, request, now } : undefined
    const outcome = await causing(caller, entry.line, () => runWrite(entry, handler, input, scope, write, audited))
    runtime.wrote?.()
    return outcome
  }

  return { answer, replay: (request, caller, note) => answered(request, { caller }, note), claims: router.claims }
}

/** Who asked, and where they stand with their limits. */
interface Counted {
  /** As soon as it is known, also where they are refused at once. */
  caller?: Caller
  kind?: Caller['kind']
  allowance?: Allowance
  /** Members of the request that the published client may send and nothing reads. */
  ignored?: readonly string[]
}

const notKnown = (field: string): FieldViolation => ({
  field,
  description: 'is not known here',
  violatedRule: 'FIELD_NOT_ALLOWED',
  data: {},
})

/** Names as a header may hold them. */
const ignoredHeader = (names: readonly string[]): string =>
  names.map((name) => encodeURIComponent(name.slice(0, 200).toWellFormed()).replace(/%5B/g, '[').replace(/%5D/g, ']')).join(', ')

/** Whether a call tries a secret that could be guessed. */
const guesses = ({ cost, operation }: Entry, input: Readonly<Record<string, unknown>>): boolean =>
  cost === 'guess' || (operation.guesses?.some((field) => hasValue(input, field.split('.'))) ?? false)

/** What is asked for, of the query or the body: a form where the operation takes one, else JSON, whatever it calls itself. */
function payloadOf({ search, body, headers }: WireRequest, { inQuery, operation }: Entry) {
  if (inQuery) return decodeQuery(search, operation.input)
  if (!body || !isForm(headers['content-type'])) return decodeBody(body)
  return operation.takesForm ? decodeForm(body) : refuse('UNSUPPORTED_MEDIA_TYPE')
}

function withSegments(payload: Record<string, unknown>, { holes }: Entry, segments: readonly string[]): Record<string, unknown> {
  if (holes.length === 0) return payload
  const input = { ...payload }
  holes.forEach((steps, i) => {
    const text = segmentText(segments[i]!)
    if (steps.length === 1) {
      input[steps[0]!] = text
      return
    }
    const [outer, inner] = steps as [string, string]
    const place = input[outer]
    input[outer] = { ...(typeof place === 'object' && place !== null && !Array.isArray(place) ? place : {}), [inner]: text }
  })
  return input
}

/** The database refuses a value of ours as no value of its type: what slipped past the schema is still the caller's mistake. */
const isUnstorable = (error: unknown): boolean =>
  error instanceof Error && String((error as { code?: unknown }).code ?? '').startsWith('22')

const mayShare = ({ kind }: Counted): boolean => kind === 'visitor' || kind === 'unauthenticated'

/** When a write was committed, for the caller to send with its next reads. All of them go to the primary today, so they see it anyway. */
const consistency = (clock: Clock) => ({ 'x-wix-consistent': clock.now().getTime().toString(36) })
