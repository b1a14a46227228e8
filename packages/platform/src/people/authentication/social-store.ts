import { type Db, sql } from '../../kernel/db/sql.ts'

/** Whose account somebody's identity at a provider is. */
export async function findConnected(db: Db, site: string, connectionId: string, subject: string): Promise<string | undefined> {
  const [row] = await db.query<{ memberId: string }>(sql`
    select member_id as "memberId" from member_connection
    where site = ${site} and connection_id = ${connectionId} and subject = ${subject}`)
  return row?.memberId
}

export async function connect(
  db: Db,
  site: string,
  {
    connectionId,
    subject,
    memberId,
    email,
  }: { readonly connectionId: string; readonly subject: string; readonly memberId: string; readonly email: string },
  now: Date,
): Promise<void> {
  await db.query(sql`
    insert into member_connection (site, connection_id, subject, member_id, email, created_at)
    values (${site}, ${connectionId}, ${subject}, ${memberId}, ${email}, ${now}) on conflict do nothing`)
}

const mostConnections = 20
export const findConnections = (db: Db, site: string, memberId: string): Promise<{ connectionId: string; subject: string }[]> =>
  db.query(sql`
    select connection_id as "connectionId", subject from member_connection
    where site = ${site} and member_id = ${memberId} order by created_at limit ${mostConnections}`)

export async function findSecret(db: Db, site: string, connectionId: string): Promise<Buffer | undefined> {
  const [row] = await db.query<{ sealed: Buffer }>(
    sql`select sealed from connection_secret where site = ${site} and connection_id = ${connectionId}`,
  )
  return row?.sealed
}

/** What was set before anybody proved the address is nobody's: who proves it now must not share the account with them. */
export async function dropProofs(db: Db, site: string, memberId: string): Promise<void> {
  await Promise.all([
    db.query(sql`delete from member_credential where site = ${site} and member_id = ${memberId}`),
    db.query(sql`delete from member_factor where site = ${site} and member_id = ${memberId}`),
    db.query(sql`delete from member_device where site = ${site} and member_id = ${memberId}`),
    db.query(sql`delete from member_passkey where site = ${site} and member_id = ${memberId}`),
    db.query(sql`delete from member_recovery_code where site = ${site} and member_id = ${memberId}`),
  ])
}
