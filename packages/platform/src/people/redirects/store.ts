import { type Db, sql } from '../../kernel/db/sql.ts'

export interface SessionDocument {
  readonly checkoutId?: string
  readonly callbacks: { readonly thankYouPageUrl?: string; readonly postFlowUrl?: string; readonly cartPageUrl?: string }
}

export interface StoredSession {
  readonly id: string
  readonly appId: string | null
  readonly intent: string
  readonly document: SessionDocument
  readonly createdAt: Date
}

export async function insertSession(db: Db, site: string, { id, appId, intent, document, createdAt }: StoredSession): Promise<void> {
  await db.query(sql`
    insert into redirect_session (site, id, app_id, intent, document, created_at)
    values (${site}, ${id}, ${appId}, ${intent}, ${JSON.stringify(document)}::jsonb, ${createdAt})`)
}

export async function findSession(db: Db, site: string, id: string, since: Date): Promise<StoredSession | undefined> {
  const [row] = await db.query<StoredSession>(sql`
    select id, app_id as "appId", intent, document, created_at as "createdAt" from redirect_session
    where site = ${site} and id = ${id} and created_at > ${since}`)
  return row
}

export async function sweepSessions(db: Db, before: Date): Promise<void> {
  await db.query(sql`delete from redirect_session where created_at < ${before}`)
}
