import { newId } from '../db/id.ts'
import { type Db, sql } from '../db/sql.ts'

export async function findTotp(db: Db, site: string, staffId: string): Promise<Buffer | undefined> {
  const [row] = await db.query<{ sealed: Buffer }>(sql`select sealed from staff_totp where site = ${site} and staff_id = ${staffId}`)
  return row?.sealed
}

/** In the place of an earlier one. The code that confirmed it is spent. */
export async function putTotp(
  db: Db,
  site: string,
  { staffId, sealed, lastStep }: { readonly staffId: string; readonly sealed: Buffer; readonly lastStep: number },
  now: Date,
): Promise<void> {
  await db.query(sql`
    insert into staff_totp (site, staff_id, sealed, last_step, created_at) values (${site}, ${staffId}, ${sealed}, ${lastStep}, ${now})
    on conflict (site, staff_id) do update
      set sealed = excluded.sealed, last_step = excluded.last_step, created_at = excluded.created_at, used_at = null`)
}

/** Each step of time counts once: `false` where that one, or a later one, was used before. */
export async function useTotpStep(db: Db, site: string, staffId: string, step: number, now: Date): Promise<boolean> {
  const rows = await db.query(sql`
    update staff_totp set last_step = ${step}, used_at = ${now}
    where site = ${site} and staff_id = ${staffId} and last_step < ${step} returning staff_id`)
  return rows.length > 0
}

/** Takes the app away, with the codes and the browsers that stood for it; `false` where there was none. */
export async function deleteSecondStep(db: Db, site: string, staffId: string): Promise<boolean> {
  const rows = await db.query(sql`delete from staff_totp where site = ${site} and staff_id = ${staffId} returning staff_id`)
  await db.query(sql`delete from staff_recovery_code where site = ${site} and staff_id = ${staffId}`)
  await deleteBrowsers(db, site, staffId)
  return rows.length > 0
}

export async function replaceRecoveryCodes(db: Db, site: string, staffId: string, hashes: readonly Buffer[]): Promise<void> {
  await db.query(sql`delete from staff_recovery_code where site = ${site} and staff_id = ${staffId}`)
  await db.query(sql`
    insert into staff_recovery_code (site, staff_id, hash) select ${site}, ${staffId}, hash from unnest(${hashes}::bytea[]) as hash`)
}

export async function useRecoveryCode(db: Db, site: string, staffId: string, hash: Buffer, now: Date): Promise<boolean> {
  const rows = await db.query(sql`
    update staff_recovery_code set used_at = ${now}
    where site = ${site} and staff_id = ${staffId} and hash = ${hash} and used_at is null returning hash`)
  return rows.length > 0
}

export interface Browser {
  readonly id: string
  readonly agent: string
  readonly address: string
  readonly createdAt: Date
  readonly usedAt: Date
  readonly expiresAt: Date
}

export async function insertBrowser(
  db: Db,
  site: string,
  browser: Pick<Browser, 'agent' | 'address' | 'expiresAt'> & { readonly staffId: string; readonly hash: Buffer },
  now: Date,
): Promise<void> {
  const { staffId, hash, agent, address, expiresAt } = browser
  await db.query(sql`
    insert into staff_browser (site, id, staff_id, hash, agent, address, created_at, used_at, expires_at)
    values (${site}, ${newId()}, ${staffId}, ${hash}, ${agent}, ${address}, ${now}, ${now}, ${expiresAt})`)
}

/** Whether somebody has that browser, and it is still remembered; notes that it was used. */
export async function useBrowser(db: Db, site: string, staffId: string, hash: Buffer, now: Date): Promise<boolean> {
  const rows = await db.query(sql`
    update staff_browser set used_at = ${now}
    where site = ${site} and hash = ${hash} and staff_id = ${staffId} and expires_at > ${now} returning id`)
  return rows.length > 0
}

const mostBrowsers = 50
export const findBrowsers = (db: Db, site: string, staffId: string, now: Date): Promise<Browser[]> =>
  db.query<Browser>(sql`
    select id, agent, address, created_at as "createdAt", used_at as "usedAt", expires_at as "expiresAt" from staff_browser
    where site = ${site} and staff_id = ${staffId} and expires_at > ${now} order by id desc limit ${mostBrowsers}`)

export async function deleteBrowser(db: Db, site: string, staffId: string, id: string): Promise<boolean> {
  return (
    (await db.query(sql`delete from staff_browser where site = ${site} and staff_id = ${staffId} and id = ${id} returning id`)).length > 0
  )
}

export async function deleteBrowsers(db: Db, site: string, staffId: string): Promise<void> {
  await db.query(sql`delete from staff_browser where site = ${site} and staff_id = ${staffId}`)
}
