import { createHash, randomBytes } from 'node:crypto'
import type { Context } from '../../kernel/db/context.ts'
import { isId, newId } from '../../kernel/db/id.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import { endSession } from './session-store.ts'
import type { Family } from './tokens.ts'

/** A code is fetched at once, by the page that the browser lands on. */
export const codeSeconds = 60
/** A refresh whose answer got lost, and tabs that renew at the same time, come with the token that was newest a moment ago. */
export const graceMs = 60_000

export interface OpenSessionRow {
  readonly id: string
  readonly memberId: string
  readonly visitorId: string | null
}

export const secretHash = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** A session that goes on. */
export async function findLiveSession(db: Db, site: string, id: string, now: Date): Promise<OpenSessionRow | undefined> {
  if (!isId(id)) return undefined
  const [row] = await db.query<OpenSessionRow>(sql`
    select id, member_id as "memberId", visitor_id as "visitorId" from member_session
    where site = ${site} and id = ${id} and ended_at is null and expires_at > ${now}`)
  return row
}

/** The session that a browser holds on the hosted pages. */
export async function findHostedSession(db: Db, site: string, secret: string, now: Date): Promise<OpenSessionRow | undefined> {
  const [row] = await db.query<OpenSessionRow>(sql`
    select id, member_id as "memberId", visitor_id as "visitorId" from member_session
    where site = ${site} and hosted_hash = ${secretHash(secret)} and ended_at is null and expires_at > ${now}`)
  return row
}

/** A new secret for the browser, whatever it held before: nobody can have given it one beforehand. */
export async function hostSession(db: Db, site: string, sessionId: string): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await db.query(sql`update member_session set hosted_hash = ${secretHash(secret)} where site = ${site} and id = ${sessionId}`)
  return secret
}

export interface NewCode {
  readonly sessionId: string
  readonly clientId: string
  readonly redirectUri?: string
  readonly challenge: string
  /** Who the browser was to the app before. */
  readonly visitorId?: string
}

export async function makeCode(db: Db, site: string, code: NewCode, now: Date): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await db.query(sql`
    insert into authorization_code (site, hash, session_id, client_id, redirect_uri, challenge, visitor_id, created_at)
    values (${site}, ${secretHash(secret)}, ${code.sessionId}, ${code.clientId}, ${code.redirectUri ?? null}, ${code.challenge},
      ${code.visitorId ?? null}, ${now})`)
  return secret
}

export interface Redeemed {
  readonly session: OpenSessionRow
  readonly visitorId: string | null
}

/**
 * What a code stands for, once: it comes with the app and the address it was made for and with the verifier of its challenge. One that comes
 * twice was read by somebody else, so the session it gave ends (RFC 6749 section 4.1.2).
 */
export async function redeemCode(
  { db, site, now }: Context,
  asked: { readonly code: string; readonly clientId: string; readonly redirectUri: string | undefined; readonly verifier: string },
): Promise<Redeemed | undefined> {
  const [row] = await db.query<{
    sessionId: string
    clientId: string
    redirectUri: string | null
    challenge: string
    visitorId: string | null
    createdAt: Date
    usedAt: Date | null
  }>(sql`
    select session_id as "sessionId", client_id as "clientId", redirect_uri as "redirectUri", challenge, visitor_id as "visitorId",
      created_at as "createdAt", used_at as "usedAt"
    from authorization_code where site = ${site} and hash = ${secretHash(asked.code)} for update`)
  if (!row) return undefined
  if (row.usedAt) {
    await endSession(db, site, { sessionId: row.sessionId, because: 'REPLAYED' }, now)
    return undefined
  }
  // Whoever comes with the wrong facts has had their one try.
  await db.query(sql`update authorization_code set used_at = ${now} where site = ${site} and hash = ${secretHash(asked.code)}`)
  const challenge = createHash('sha256').update(asked.verifier).digest('base64url')
  if (
    now.getTime() >= row.createdAt.getTime() + codeSeconds * 1000 ||
    row.clientId !== asked.clientId ||
    row.redirectUri !== (asked.redirectUri ?? null) ||
    row.challenge !== challenge
  )
    return undefined
  const session = await findLiveSession(db, site, row.sessionId, now)
  return session && { session, visitorId: row.visitorId }
}

export async function sweepCodes(db: Db, before: Date): Promise<void> {
  await db.query(sql`delete from authorization_code where created_at < ${before}`)
}

/** Sessions that were over long ago, and with them what apps held of them. */
export async function sweepMemberSessions(db: Db, now: Date): Promise<void> {
  const longAgo = new Date(now.getTime() - 30 * 24 * 3_600_000)
  await db.query(sql`delete from member_session where ended_at < ${longAgo}`)
  await db.query(sql`delete from member_session where expires_at < ${longAgo}`)
}

/** Tokens of a session for an app, from now on. */
export async function beginGrant(
  { db, site, now }: Context,
  { sessionId, clientId, visitorId }: { readonly sessionId: string; readonly clientId: string; readonly visitorId: string },
): Promise<Family> {
  const grantId = newId()
  await db.query(sql`
    insert into member_grant (site, session_id, id, client_id, visitor_id, generation, turned_at, created_at)
    values (${site}, ${sessionId}, ${grantId}, ${clientId}, ${visitorId}, 0, ${now}, ${now})`)
  await db.query(sql`
    update member_session set used_at = ${now}, client_id = coalesce(client_id, ${clientId}::uuid) where site = ${site} and id = ${sessionId}`)
  return { grantId, generation: 0 }
}

export type Turned =
  /** Goes on; the next refresh token is of this generation. */
  | { readonly is: 'on'; readonly next: number }
  | { readonly is: 'over' }
  /** Somebody has a token that its holder has long replaced. */
  | { readonly is: 'stolen'; readonly memberId: string }

/**
 * A refresh token came. Each answer carries one of the next generation; who never uses it, as the published client, comes with the first one
 * for good, and is who they are. Who has come with a newer one and then comes with an older one is two people: the session ends.
 */
export async function turn(
  { db, site, now }: Context,
  { sessionId, family: { grantId, generation } }: { readonly sessionId: string; readonly family: Family },
): Promise<Turned> {
  if (!isId(sessionId) || !isId(grantId)) return { is: 'over' }
  const [row] = await db.query<{ generation: number; turnedAt: Date; memberId: string; on: boolean }>(sql`
    select g.generation, g.turned_at as "turnedAt", s.member_id as "memberId", s.ended_at is null and s.expires_at > ${now} as on
    from member_grant g join member_session s on s.site = ${site} and s.id = g.session_id
    where g.site = ${site} and g.session_id = ${sessionId} and g.id = ${grantId} for update of g`)
  if (!row?.on) return { is: 'over' }
  if (generation < row.generation && now.getTime() > row.turnedAt.getTime() + graceMs) {
    await endSession(db, site, { sessionId, because: 'STOLEN' }, now)
    return { is: 'stolen', memberId: row.memberId }
  }
  if (generation > row.generation)
    await db.query(sql`
      update member_grant set generation = ${generation}, turned_at = ${now} where site = ${site} and session_id = ${sessionId} and id = ${grantId}`)
  await db.query(sql`update member_session set used_at = ${now} where site = ${site} and id = ${sessionId}`)
  return { is: 'on', next: Math.max(generation, row.generation) + 1 }
}
