import { type Db, sql } from '../../kernel/db/sql.ts'
import { recoveryCodesOf } from '../credentials/recovery-codes.ts'
import { rememberedBrowsers } from '../credentials/remembered.ts'

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
  await recoveryCodes.forgetAll(db, site, staffId)
  await knownBrowsers.forgetAll(db, site, staffId)
  return rows.length > 0
}

export const recoveryCodes = recoveryCodesOf('staff_recovery_code', 'staff_id')

export const knownBrowsers = rememberedBrowsers('staff_browser', 'staff_id')
