import { type Db, sql } from '../../kernel/db/sql.ts'
import type { Opening } from './rules.ts'

export interface StoredDownload extends Opening {
  readonly lineItemId: string
}

const columns = sql`line_item_id as "lineItemId", opening, expires_at as "expiresAt", used, at_most as "atMost"`

export async function findDownloads(db: Db, site: string, orderId: string): Promise<readonly StoredDownload[]> {
  return db.query<StoredDownload>(sql`select ${columns} from download where site = ${site} and order_id = ${orderId}`)
}

/** Opens a file for the first time; one that is open stays as it is. Answers whether it was the first. */
export async function openDownload(
  db: Db,
  site: string,
  orderId: string,
  lineItemId: string,
  { opening, expiresAt, atMost }: Opening,
  now: Date,
) {
  const rows = await db.query(sql`
    insert into download (site, order_id, line_item_id, opening, expires_at, used, at_most, opened_at)
    values (${site}, ${orderId}, ${lineItemId}, ${opening}, ${expiresAt}, 0, ${atMost}, ${now})
    on conflict (site, order_id, line_item_id) do nothing returning opening`)
  return rows.length > 0
}

/** Ends the link there is and opens the next one. */
export async function reopenDownload(db: Db, site: string, orderId: string, lineItemId: string, next: Opening, now: Date): Promise<void> {
  const { opening, expiresAt, atMost } = next
  await db.query(sql`
    insert into download (site, order_id, line_item_id, opening, expires_at, used, at_most, opened_at)
    values (${site}, ${orderId}, ${lineItemId}, ${opening}, ${expiresAt}, 0, ${atMost}, ${now})
    on conflict (site, order_id, line_item_id) do update
    set opening = excluded.opening, expires_at = excluded.expires_at, used = 0, at_most = excluded.at_most, last_used_at = null,
      opened_at = excluded.opened_at
    where download.opening < excluded.opening`)
}

/** Counts a download, if the link still has one: guarded, so that of many at once no more are given than there are. */
export async function useDownload(db: Db, site: string, orderId: string, lineItemId: string, opening: number, now: Date): Promise<boolean> {
  const rows = await db.query(sql`
    update download set used = used + 1, last_used_at = ${now}
    where site = ${site} and order_id = ${orderId} and line_item_id = ${lineItemId} and opening = ${opening} and expires_at > ${now} and used < at_most
    returning used`)
  return rows.length > 0
}

/** Whether a download under this link began a short while ago: what follows are its parts. */
export async function isUnderWay(
  db: Db,
  site: string,
  orderId: string,
  lineItemId: string,
  opening: number,
  since: Date,
  now: Date,
): Promise<boolean> {
  const rows = await db.query(sql`
    select opening from download
    where site = ${site} and order_id = ${orderId} and line_item_id = ${lineItemId} and opening = ${opening} and expires_at > ${now}
      and last_used_at > ${since}`)
  return rows.length > 0
}
