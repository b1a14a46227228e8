import * as z from 'zod'
import { operation, operations } from './operation.ts'
import { Flag, Guid, Instant, text, whole } from './primitives.ts'

/**
 * Who called: a program with an API key, an app in its own name, a visitor or member of an app, a staff member who replayed, or unknown.
 */
export const RequestCallerKind = z.enum(['API_KEY', 'APP', 'VISITOR', 'MEMBER', 'STAFF', 'UNKNOWN'])
export type RequestCallerKind = z.infer<typeof RequestCallerKind>

/** The id is that of the key, of the app or of the staff member; the name is that of then. */
export const RequestCaller = z.object({ kind: RequestCallerKind, id: z.string().optional(), name: z.string().optional() })
export interface RequestCaller extends z.infer<typeof RequestCaller> {}

export const RequestMethod = z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
export type RequestMethod = z.infer<typeof RequestMethod>

/**
 * How much of a body is in the log: all of it, all but its secrets, its first 16 kB, nothing because of what the operation is about, or
 * nothing because the reader may not read what it is about. `NONE` where there was no body.
 */
export const LoggedBodyState = z.enum(['WHOLE', 'WITHOUT_SECRETS', 'CUT', 'LEFT_OUT', 'NOT_YOURS', 'NONE'])
export type LoggedBodyState = z.infer<typeof LoggedBodyState>

export const LoggedBody = z.object({
  state: LoggedBodyState,
  /** Its text, as far as it is in the log. */
  text: z.string().optional(),
  /** How long it was. */
  sizeInBytes: z.int(),
})
export interface LoggedBody extends z.infer<typeof LoggedBody> {}

/** Why a request cannot be replayed. */
export const ReplayHindrance = z.enum(['SIGN_IN', 'REQUEST_LOG', 'NO_OPERATION', 'BODY_NOT_WHOLE', 'QUERY_NOT_WHOLE'])
export type ReplayHindrance = z.infer<typeof ReplayHindrance>

/** A request to the API and how it was answered. */
export const LoggedRequest = z.object({
  id: Guid,
  date: Instant,
  method: z.string(),
  /** Without secrets: `{removed}` stands in their place. */
  path: z.string(),
  /** The operation, such as `GET /ecom/v1/orders/{id}`; absent where the path matched none. */
  operation: z.string().optional(),
  status: z.int(),
  /** The code of the refusal. */
  refusalCode: z.string().optional(),
  requestId: z.string(),
  milliseconds: z.int(),
  caller: RequestCaller,
  /** IP address of the caller; of IPv6 the network. */
  address: z.string().optional(),
  /** The entry that this one is a replay of. */
  replayOf: Guid.optional(),
  /** The `Idempotency-Key` of a replay. */
  idempotencyKey: z.string().optional(),
})
export interface LoggedRequest extends z.infer<typeof LoggedRequest> {}

export const LoggedRequestDetail = LoggedRequest.extend({
  /** Without secrets; absent where there was none, or where the reader may not read what the request is about. */
  query: z.string().optional(),
  request: LoggedBody,
  answer: LoggedBody,
  /** Whether the operation may change something. */
  writes: z.boolean(),
  /** Absent where it can be replayed. */
  hindrance: ReplayHindrance.optional(),
})
export interface LoggedRequestDetail extends z.infer<typeof LoggedRequestDetail> {}

export const RequestLogSettings = z.object({
  enabled: z.boolean(),
  /** After this many days a request is deleted. */
  storedDays: z.int(),
  /** More requests than this are not stored; the oldest are deleted first. */
  mostRequests: z.int(),
})
export interface RequestLogSettings extends z.infer<typeof RequestLogSettings> {}

/** Calls to the API in the last 24 hours, by quarters of an hour. */
export const ApiCalls = z.object({
  /** When the first quarter begins. */
  from: Instant,
  requests: z.int(),
  /** Answered with a status of 400 or more, except 429. */
  errors: z.int(),
  /** Answered with 429: too many requests. */
  limited: z.int(),
  /** 99 percent took no longer, within a fifth; absent where there were no requests. */
  p99Milliseconds: z.int().optional(),
  /** Requests of each of the 96 quarters; the last is still running. */
  quarters: z.array(z.int()),
})
export interface ApiCalls extends z.infer<typeof ApiCalls> {}

const OfRequest = z.object({ id: Guid })
const DetailAnswer = z.object({ request: LoggedRequestDetail })
const SettingsAnswer = z.object({ settings: RequestLogSettings })

/**
 * Requests of API keys and apps while the log is on, and refused requests of visitors of other apps. Requests of the shop's own pages are
 * not in it. Bodies are readable for those who may read what the operation is about.
 */
export const requestLog = operations({
  /** Newest first. A request is listed within two seconds. */
  'GET /vitrine/v1/request-log': operation({
    as: 'user',
    summary: 'List the requests to the API',
    input: z.object({
      /** The first digit of the status: `4` finds 404 and 429. */
      statusClass: whole(2, 5).nullish(),
      method: RequestMethod.nullish(),
      /** The beginning of the path. */
      path: text(200).nullish(),
      callerId: Guid.nullish(),
      requestId: text(200).nullish(),
      /** From this instant on. */
      from: Instant.max(40).nullish(),
      /** Before this instant. */
      to: Instant.max(40).nullish(),
      limit: whole(1, 100).default(50),
      /** `nextCursor` of the page before. */
      cursor: Guid.nullish(),
    }),
    ok: z.object({ requests: z.array(LoggedRequest), nextCursor: Guid.optional() }),
    errors: [],
  }),

  /** Whose requests are in the log: for filters. */
  'GET /vitrine/v1/request-log/callers': operation({
    as: 'user',
    summary: 'List who called the API',
    input: z.object({}),
    ok: z.object({ callers: z.array(RequestCaller) }),
    errors: [],
  }),

  /**
   * Counts the calls of the last 24 hours, whether or not the log is on: those of API keys, apps, visitors and members. Pages that the shop renders
   * itself and the staff in the admin do not count. A call counts within ten seconds.
   *
   * @example
   * const { calls } = await client.requestLog.getApiCalls()
   */
  'GET /vitrine/v1/request-log/calls': operation({
    as: 'user',
    summary: 'Count the calls to the API',
    input: z.object({}),
    ok: z.object({ calls: ApiCalls }),
    errors: [],
  }),

  'GET /vitrine/v1/request-log/settings': operation({
    as: 'user',
    summary: 'Read whether requests are recorded',
    input: z.object({}),
    ok: SettingsAnswer,
    errors: [],
  }),

  /** Other processes follow within ten seconds. What is in the log stays until it expires. */
  'PATCH /vitrine/v1/request-log/settings': operation({
    as: 'user',
    summary: 'Change whether requests are recorded',
    input: z.object({ settings: z.object({ enabled: Flag }) }),
    ok: SettingsAnswer,
    errors: [],
  }),

  'GET /vitrine/v1/request-log/{id}': operation({
    as: 'user',
    summary: 'Read a request to the API and its answer',
    input: OfRequest,
    ok: DetailAnswer,
    errors: ['LOGGED_REQUEST_NOT_FOUND'],
  }),

  /**
   * Sends the same method, path, query and body again, as the caller: what they may not do is refused there, as the status of the answer
   * shows. A write has an `Idempotency-Key` of its own, so it is done again. The answer is the entry of the new request.
   */
  'POST /vitrine/v1/request-log/{id}/replay': operation({
    as: 'user',
    summary: 'Replay a request to the API',
    input: OfRequest,
    ok: DetailAnswer,
    errors: ['LOGGED_REQUEST_NOT_FOUND', 'REQUEST_NOT_REPLAYABLE'],
    confidential: true,
  }),
})
