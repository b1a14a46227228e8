import { isId } from '../../kernel/db/id.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'

/** A place where a member is signed in. */
export interface OpenSession {
  readonly id: string
  readonly methods: readonly string[]
  readonly agent: string
  readonly address: string
  readonly createdAt: Date
  readonly usedAt: Date
  readonly expiresAt: Date
  /** The app that holds its tokens; none until they are fetched. */
  readonly clientId: string | null
  readonly clientName: string | null
}

export type EndedBecause = 'SIGNED_OUT' | 'ENDED' | 'STOLEN' | 'REPLAYED'

export interface NewSession {
  readonly id: string
  readonly memberId: string
  readonly visitorId: string | null
  readonly methods: readonly string[]
  readonly agent: string
  readonly address: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

export async function insertSession(db: Db, site: string, session: NewSession): Promise<void> {
  const { id, memberId, visitorId, methods, agent, address, createdAt, expiresAt } = session
  await db.query(sql`
    insert into member_session (site, id, member_id, visitor_id, methods, agent, address, created_at, used_at, expires_at)
    values (${site}, ${id}, ${memberId}, ${visitorId}, ${methods}, ${agent}, ${address}, ${createdAt}, ${createdAt}, ${expiresAt})`)
}

/** More than anybody has open; who has, sees the latest. */
const mostListed = 100

export async function findOpenSessions(db: Db, site: string, memberId: string, now: Date): Promise<readonly OpenSession[]> {
  return db.query<OpenSession>(sql`
    select s.id, s.methods, s.agent, s.address, s.created_at as "createdAt", s.used_at as "usedAt", s.expires_at as "expiresAt",
      s.client_id as "clientId", app.name as "clientName"
    from member_session s left join oauth_app app on app.site = ${site} and app.id = s.client_id
    where s.site = ${site} and s.member_id = ${memberId} and s.ended_at is null and s.expires_at > ${now}
    order by s.id desc limit ${mostListed}`)
}

/** Sessions by their ids, in no order; one that was over long ago is gone. */
export async function findSessions(
  db: Db,
  site: string,
  ids: readonly string[],
  now: Date,
): Promise<{ readonly id: string; readonly memberId: string; readonly open: boolean }[]> {
  const real = ids.filter(isId)
  if (real.length === 0) return []
  return db.query(sql`
    select id, member_id as "memberId", ended_at is null and expires_at > ${now} as open
    from member_session where site = ${site} and id = any(${real}::uuid[])`)
}

export async function endSession(
  db: Db,
  site: string,
  { memberId, sessionId, because }: { readonly memberId?: string; readonly sessionId: string; readonly because: EndedBecause },
  now: Date,
): Promise<boolean> {
  if (!isId(sessionId)) return false
  const rows = await db.query(sql`
    update member_session set ended_at = ${now}, ended_because = ${because}, hosted_hash = null
    where site = ${site} and id = ${sessionId} and (${memberId ?? null}::uuid is null or member_id = ${memberId ?? null}) and ended_at is null
    returning id`)
  return rows.length > 0
}

export async function endSessions(db: Db, site: string, memberId: string, but: string | undefined, now: Date): Promise<number> {
  const rows = await db.query(sql`
    update member_session set ended_at = ${now}, ended_because = 'ENDED', hosted_hash = null
    where site = ${site} and member_id = ${memberId} and ended_at is null and id is distinct from ${but ?? null}::uuid
    returning id`)
  return rows.length
}
