import { type Db, sql } from '../../kernel/db/sql.ts'

/** Whether a shop of this installation takes payments with live keys that its merchant entered. */
export async function takesRealMoney(db: Db): Promise<boolean> {
  const [row] = await db.query<{ live: boolean }>(
    sql`select exists (select from site_setting
      where section = 'payments' and document->>'mode' = 'LIVE' and document->'stripe'->>'mode' = 'LIVE') as live`,
  )
  return row!.live
}
