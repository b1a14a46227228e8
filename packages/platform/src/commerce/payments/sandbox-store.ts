import { type Db, sql } from '../../kernel/db/sql.ts'

/** What the sandbox bank is called among the providers. */
export const bySandbox = 'sandbox'

export type ChargeState = 'ACTION_REQUIRED' | 'PENDING' | 'AUTHORIZED' | 'APPROVED' | 'DECLINED' | 'VOIDED'

/** A payment in the books of the sandbox bank. */
export interface SandboxCharge {
  readonly site: string
  readonly paymentId: string
  readonly behaviour: string
  readonly amount: number
  readonly currency: string
  readonly state: ChargeState
  readonly reason: string | null
  readonly returnUrl: string
  readonly refunded: number
  /** What was taken of it; null where all of it was. */
  readonly captured: number | null
  /** Held first, not taken. */
  readonly delayed: boolean
  /** What the bank took back for its customer, and what of it it gave again. */
  readonly disputed: number
  readonly returned: number
  /** The card is saved, and may be charged again. */
  readonly kept: boolean
  /** The last month in which the card is good: `2030-12`; null where it is unknown. */
  readonly goodUntil: string | null
  readonly createdAt: Date
}

const columns = sql`site, payment_id as "paymentId", behaviour, amount, currency, state, reason, return_url as "returnUrl", refunded, captured, delayed,
  disputed, returned, kept, good_until as "goodUntil", created_at as "createdAt"`

/** A charge of which nothing was taken, and nothing went back. */
export type NewCharge = Omit<SandboxCharge, 'refunded' | 'captured' | 'disputed' | 'returned'>

/** Opens a charge; the same payment again is the same charge. */
export async function openCharge(
  db: Db,
  charge: NewCharge,
  tell: { readonly at: Date; readonly times: number } | undefined,
): Promise<SandboxCharge> {
  const c = charge
  const [opened] = await db.query<SandboxCharge>(sql`
    insert into sandbox_charge (site, payment_id, behaviour, amount, currency, state, reason, return_url, delayed, kept, good_until, tell_at,
      tells_left, created_at)
    values (${c.site}, ${c.paymentId}, ${c.behaviour}, ${c.amount}, ${c.currency}, ${c.state}, ${c.reason}, ${c.returnUrl}, ${c.delayed}, ${c.kept}, ${c.goodUntil},
      ${tell?.at ?? null}, ${tell?.times ?? 0}, ${c.createdAt})
    on conflict (site, payment_id) do nothing returning ${columns}`)
  return opened ?? (await findCharge(db, c.site, c.paymentId))!
}

export async function findCharge(db: Db, site: string, paymentId: string): Promise<SandboxCharge | undefined> {
  const [row] = await db.query<SandboxCharge>(sql`select ${columns} from sandbox_charge where site = ${site} and payment_id = ${paymentId}`)
  return row
}

/** Moves a charge on, if it is still where the caller saw it. */
export async function moveCharge(
  db: Db,
  { site, paymentId }: Pick<SandboxCharge, 'site' | 'paymentId'>,
  from: readonly ChargeState[],
  to: ChargeState,
  reason: string | null = null,
): Promise<SandboxCharge | undefined> {
  const [row] = await db.query<SandboxCharge>(sql`
    update sandbox_charge set state = ${to}, reason = ${reason}
    where site = ${site} and payment_id = ${paymentId} and state = any(${from}) returning ${columns}`)
  return row
}

/** Takes what is held, or a part of it; the same once more is done already. Who disputes it does so from then on. */
export async function captureCharge(
  db: Db,
  { site, paymentId, amount }: Pick<SandboxCharge, 'site' | 'paymentId' | 'amount'>,
  disputedAt: Date,
): Promise<SandboxCharge | undefined> {
  const [row] = await db.query<SandboxCharge>(sql`
    update sandbox_charge set state = 'APPROVED', captured = ${amount},
      tell_at = case when state = 'AUTHORIZED' and behaviour like 'DISPUTE%' then ${disputedAt} else tell_at end,
      tells_left = case when state <> 'AUTHORIZED' then tells_left when behaviour = 'DISPUTE' then 1 when behaviour = 'DISPUTE_WON' then 2 else tells_left end
    where site = ${site} and payment_id = ${paymentId} and ${amount}::bigint between 1 and amount
      and (state = 'AUTHORIZED' or (state = 'APPROVED' and captured = ${amount})) returning ${columns}`)
  return row
}

/** Gives a charge up. One that was never heard of is noted as given up, so that it is not taken when it still comes. */
export async function voidCharge(db: Db, charge: NewCharge): Promise<void> {
  const c = charge
  await db.query(sql`
    insert into sandbox_charge (site, payment_id, behaviour, amount, currency, state, return_url, created_at)
    values (${c.site}, ${c.paymentId}, ${c.behaviour}, ${c.amount}, ${c.currency}, 'VOIDED', ${c.returnUrl}, ${c.createdAt})
    on conflict (site, payment_id) do update set state = 'VOIDED', tells_left = 0
    where sandbox_charge.state in ('AUTHORIZED', 'APPROVED', 'PENDING', 'ACTION_REQUIRED')`)
}

/** Gives money back, once for each refund id and never more than was charged; `false` where it cannot. */
export async function refundCharge(
  db: Db,
  { site, paymentId }: Pick<SandboxCharge, 'site' | 'paymentId'>,
  refundId: string,
  amount: number,
): Promise<boolean> {
  const rows = await db.query(sql`
    update sandbox_charge
    set refunded = case when ${refundId} = any(refunds) then refunded else refunded + ${amount} end,
      refunds = case when ${refundId} = any(refunds) then refunds else array_append(refunds, ${refundId}) end
    where site = ${site} and payment_id = ${paymentId} and state = 'APPROVED' and (${refundId} = any(refunds) or refunded + disputed - returned + ${amount} <= coalesce(captured, amount))
    returning payment_id`)
  return rows.length === 1
}

/** Charges that the bank is due to tell about; each time one is taken its count goes down, and a late one, or a dispute, goes on. */
export async function takeDueTellings(db: Db, now: Date): Promise<readonly SandboxCharge[]> {
  return db.query<SandboxCharge>(sql`
    with due as (
      select site, payment_id from sandbox_charge where tells_left > 0 and tell_at <= ${now} order by tell_at limit 100 for update skip locked
    )
    update sandbox_charge as charge
    set tells_left = tells_left - 1, tell_at = ${new Date(now.getTime() + 2000)}, state = case when state <> 'PENDING' then state when delayed then 'AUTHORIZED' else 'APPROVED' end,
      disputed = case when behaviour like 'DISPUTE%' and state = 'APPROVED' and disputed = 0 then coalesce(captured, amount) - refunded else disputed end,
      returned = case when behaviour = 'DISPUTE_WON' then disputed else returned end
    from due where charge.site = due.site and charge.payment_id = due.payment_id
    returning charge.site, charge.payment_id as "paymentId", behaviour, amount, currency, state, reason, return_url as "returnUrl", refunded, captured,
      delayed, disputed, returned, kept, good_until as "goodUntil", charge.created_at as "createdAt"`)
}

/** The bank forgets a card that it saved with a charge. */
export async function forgetCard(db: Db, site: string, paymentId: string): Promise<void> {
  await db.query(sql`update sandbox_charge set kept = false where site = ${site} and payment_id = ${paymentId}`)
}
