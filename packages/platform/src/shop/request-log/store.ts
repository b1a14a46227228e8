import type { LoggedBodyState, RequestCaller, RequestCallerKind } from '@vitrine/contract'
import { type Db, type Sql, sql } from '../../kernel/db/sql.ts'
import { literally } from '../../kernel/query/like.ts'

type StoredState = Exclude<LoggedBodyState, 'NOT_YOURS'>

export interface StoredRequest {
  readonly id: string
  readonly at: Date
  readonly method: string
  readonly path: string
  readonly operation: string | null
  readonly status: number
  readonly refusalCode: string | null
  readonly requestId: string
  readonly milliseconds: number
  readonly callerKind: RequestCallerKind
  readonly callerId: string | null
  readonly callerName: string | null
  readonly address: string | null
  readonly replayOf: string | null
  readonly idempotencyKey: string | null
}

export interface WholeRequest extends StoredRequest {
  readonly query: string
  readonly requestState: StoredState
  readonly requestBody: string | null
  readonly requestBytes: number
  readonly answerState: StoredState
  readonly answerBody: string | null
  readonly answerBytes: number
  readonly secretRemoved: boolean
}

export type NewRequest = Omit<WholeRequest, 'callerName'>

/** Whose the storefront's own app is: what its visitors are refused is no matter of developers. */
const isOwnPage = (site: string): Sql => sql`exists (
  select from oauth_app where oauth_app.site = ${site} and oauth_app.id = one."callerId" and first_party
    and one."callerKind" in ('VISITOR', 'MEMBER'))`

/** Writes many at once, with the names that callers have just now. A program in an app's own name is one by the app's id. */
export async function insertRequests(db: Db, site: string, requests: readonly NewRequest[]): Promise<void> {
  if (requests.length === 0) return
  await db.query(sql`
    insert into request_log (site, id, at, method, path, query, operation, status, error_code, request_id, milliseconds, caller_kind, caller_id,
      caller_name, address, request_state, request_body, request_bytes, answer_state, answer_body, answer_bytes, secret_removed, replay_of, idempotency_key)
    select ${site}::uuid, one.id, one.at, one.method, one.path, one.query, one.operation, one.status, one."refusalCode", one."requestId",
      one.milliseconds, case when one."callerKind" = 'API_KEY' and app.id is not null then 'APP' else one."callerKind" end, one."callerId",
      coalesce(api_key.name, app.name, staff.name), one.address, one."requestState", one."requestBody", one."requestBytes",
      one."answerState", one."answerBody", one."answerBytes", one."secretRemoved", one."replayOf", one."idempotencyKey"
    from jsonb_to_recordset(${JSON.stringify(requests)}::jsonb) as one (
      id uuid, at timestamptz, method text, path text, query text, operation text, status integer, "refusalCode" text, "requestId" text,
      milliseconds integer, "callerKind" text, "callerId" uuid, address text, "requestState" text, "requestBody" text, "requestBytes" integer,
      "answerState" text, "answerBody" text, "answerBytes" integer, "secretRemoved" boolean, "replayOf" uuid, "idempotencyKey" text)
    left join api_key on api_key.site = ${site} and api_key.id = one."callerId" and one."callerKind" = 'API_KEY'
    left join oauth_app app on app.site = ${site} and app.id = one."callerId" and one."callerKind" <> 'STAFF'
    left join staff on staff.site = ${site} and staff.id = one."callerId" and one."callerKind" = 'STAFF'
    where not ${isOwnPage(site)}
    on conflict (site, id) do nothing`)
}

const columns = sql`id, at, method, path, operation, status, error_code as "refusalCode", request_id as "requestId", milliseconds,
  caller_kind as "callerKind", caller_id as "callerId", caller_name as "callerName", address, replay_of as "replayOf",
  idempotency_key as "idempotencyKey"`

export interface Asked {
  readonly statusClass: number | undefined
  readonly method: string | undefined
  readonly path: string | undefined
  readonly callerId: string | undefined
  readonly requestId: string | undefined
  readonly from: Date | undefined
  readonly to: Date | undefined
  /** Those before this one. */
  readonly before: string | undefined
  readonly limit: number
}

export function listRequests(db: Db, site: string, asked: Asked): Promise<readonly StoredRequest[]> {
  const { statusClass, method, path, callerId, requestId, from, to, before, limit } = asked
  const conditions = [
    statusClass !== undefined && sql`and status >= ${statusClass * 100} and status < ${statusClass * 100 + 100}`,
    method !== undefined && sql`and method = ${method}`,
    path !== undefined && sql`and path like ${`${literally(path)}%`}`,
    callerId !== undefined && sql`and caller_id = ${callerId}`,
    requestId !== undefined && sql`and request_id = ${requestId}`,
    from !== undefined && sql`and at >= ${from}`,
    to !== undefined && sql`and at < ${to}`,
    before !== undefined && sql`and id < ${before}`,
  ]
  const where = conditions.reduce<Sql>((all, one) => (one ? sql`${all} ${one}` : all), sql``)
  return db.query<StoredRequest>(sql`select ${columns} from request_log where site = ${site} ${where} order by id desc limit ${limit}`)
}

export async function findRequest(db: Db, site: string, id: string): Promise<WholeRequest | undefined> {
  const [row] = await db.query<WholeRequest>(sql`
    select ${columns}, query, request_state as "requestState", request_body as "requestBody", request_bytes as "requestBytes",
      answer_state as "answerState", answer_body as "answerBody", answer_bytes as "answerBytes", secret_removed as "secretRemoved"
    from request_log where site = ${site} and id = ${id}`)
  return row
}

const mostCallers = 100

export async function listCallers(db: Db, site: string): Promise<readonly RequestCaller[]> {
  return db.query<RequestCaller>(sql`
    select caller_kind as kind, caller_id::text as id, coalesce(max(caller_name), '') as name from request_log
    where site = ${site} and caller_id is not null group by caller_kind, caller_id order by name, id limit ${mostCallers}`)
}

/** Forgets what is too old, and the oldest of too many. */
export async function forgetRequests(db: Db, site: string, before: Date, most: number): Promise<void> {
  await db.query(sql`
    delete from request_log where site = ${site} and (at < ${before} or id <= (
      select id from request_log oldest where oldest.site = ${site} order by id desc offset ${most} limit 1))`)
}
