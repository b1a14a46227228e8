import { type Db, sql } from '../../kernel/db/sql.ts'
import { recoveryCodesOf } from '../credentials/recovery-codes.ts'
import { rememberedBrowsers } from '../credentials/remembered.ts'

export type StoredFactorType = 'TOTP' | 'EMAIL' | 'SMS' | 'CALL' | 'PUSH'

export interface StoredFactor {
  readonly id: string
  readonly type: StoredFactorType
  readonly sealed: Buffer | null
  readonly createdAt: Date
  readonly usedAt: Date | null
}

export const findFactors = (db: Db, site: string, memberId: string): Promise<StoredFactor[]> =>
  db.query<StoredFactor>(sql`
    select id, type, sealed, created_at as "createdAt", used_at as "usedAt" from member_factor
    where site = ${site} and member_id = ${memberId} order by created_at, id`)

/** In the place of an earlier one of its type. `lastStep` of TOTP: the code that confirmed it is spent. */
export async function putFactor(
  db: Db,
  site: string,
  factor: Pick<StoredFactor, 'id' | 'type' | 'sealed'> & { readonly memberId: string; readonly lastStep?: number },
  now: Date,
): Promise<void> {
  const { id, memberId, type, sealed, lastStep = 0 } = factor
  await db.query(sql`
    insert into member_factor (site, id, member_id, type, sealed, last_step, created_at)
    values (${site}, ${id}, ${memberId}, ${type}, ${sealed}, ${lastStep}, ${now})
    on conflict (site, member_id, type) where type is not null do update
      set id = excluded.id, sealed = excluded.sealed, last_step = excluded.last_step, created_at = excluded.created_at, used_at = null`)
}

/** Each step of time counts once: `false` where that one, or a later one, was used before. */
export async function useStep(db: Db, site: string, id: string, step: number, now: Date): Promise<boolean> {
  const rows = await db.query(sql`
    update member_factor set last_step = ${step}, used_at = ${now} where site = ${site} and id = ${id} and last_step < ${step} returning id`)
  return rows.length > 0
}

export async function noteUsed(db: Db, site: string, memberId: string, type: StoredFactorType, now: Date): Promise<void> {
  await db.query(sql`update member_factor set used_at = ${now} where site = ${site} and member_id = ${memberId} and type = ${type}`)
}

export async function deleteFactor(db: Db, site: string, memberId: string, id: string): Promise<boolean> {
  return (
    (await db.query(sql`delete from member_factor where site = ${site} and member_id = ${memberId} and id = ${id} returning id`)).length > 0
  )
}

/** Takes every factor away, with the codes and the devices that stood for them; `false` where there was none. */
export async function deleteSecondStep(db: Db, site: string, memberId: string): Promise<boolean> {
  const rows = await db.query(sql`delete from member_factor where site = ${site} and member_id = ${memberId} returning id`)
  await recoveryCodes.forgetAll(db, site, memberId)
  await knownDevices.forgetAll(db, site, memberId)
  return rows.length > 0
}

export const recoveryCodes = recoveryCodesOf('member_recovery_code', 'member_id')

/** A new password is a new beginning: none is remembered any more. */
export const knownDevices = rememberedBrowsers('member_device', 'member_id')

export interface StoredPasskey {
  readonly id: string
  readonly memberId: string
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly counter: number
  readonly transports: readonly string[]
  readonly backedUp: boolean
  readonly name: string
  readonly createdAt: Date
  readonly usedAt: Date | null
}

const passkeyColumns = sql`id, member_id as "memberId", credential_id as "credentialId", public_key as "publicKey", counter, transports,
  backed_up as "backedUp", name, created_at as "createdAt", used_at as "usedAt"`
const mostPasskeys = 50

export const findPasskeys = (db: Db, site: string, memberId: string): Promise<StoredPasskey[]> =>
  db.query<StoredPasskey>(
    sql`select ${passkeyColumns} from member_passkey where site = ${site} and member_id = ${memberId} order by id limit ${mostPasskeys}`,
  )

export async function findPasskey(db: Db, site: string, credentialId: string): Promise<StoredPasskey | undefined> {
  const [row] = await db.query<StoredPasskey>(
    sql`select ${passkeyColumns} from member_passkey where site = ${site} and credential_id = ${credentialId}`,
  )
  return row
}

/** `false` where somebody has it already. */
export async function insertPasskey(db: Db, site: string, passkey: Omit<StoredPasskey, 'usedAt'>): Promise<boolean> {
  const { id, memberId, credentialId, publicKey, counter, transports, backedUp, name, createdAt } = passkey
  const rows = await db.query(sql`
    insert into member_passkey (site, id, member_id, credential_id, public_key, counter, transports, backed_up, name, created_at)
    values (${site}, ${id}, ${memberId}, ${credentialId}, ${publicKey}, ${counter}, ${transports}, ${backedUp}, ${name}, ${createdAt})
    on conflict do nothing returning id`)
  return rows.length > 0
}

/** Notes a use, if nobody has used it since it was read: a counter that stands still or goes back is that of a copy. */
export async function usePasskey(
  db: Db,
  site: string,
  { id, counter }: StoredPasskey,
  next: number,
  backedUp: boolean,
  now: Date,
): Promise<boolean> {
  const rows = await db.query(sql`
    update member_passkey set counter = ${next}, backed_up = ${backedUp}, used_at = ${now}
    where site = ${site} and id = ${id} and counter = ${counter} returning id`)
  return rows.length > 0
}

export async function renamePasskey(db: Db, site: string, memberId: string, id: string, name: string): Promise<StoredPasskey | undefined> {
  const [row] = await db.query<StoredPasskey>(sql`
    update member_passkey set name = ${name} where site = ${site} and member_id = ${memberId} and id = ${id} returning ${passkeyColumns}`)
  return row
}

export async function deletePasskey(db: Db, site: string, memberId: string, id: string): Promise<boolean> {
  return (
    (await db.query(sql`delete from member_passkey where site = ${site} and member_id = ${memberId} and id = ${id} returning id`)).length >
    0
  )
}
