import { type Db, lastly, sql } from '../db/sql.ts'
import type { CardFace } from './provider.ts'

export type PaymentState = 'PENDING' | 'ACTION_REQUIRED' | 'APPROVED' | 'AUTHORIZED' | 'DECLINED' | 'CANCELED' | 'VOIDED'

export interface PaymentDocument {
  readonly card?: CardFace
  readonly reason?: string
  readonly message?: string
  readonly actionUrl?: string
  readonly returnUrl?: string
}

export interface StoredPayment {
  readonly id: string
  readonly orderId: string
  readonly provider: string
  readonly status: PaymentState
  readonly amount: number
  readonly currency: string
  readonly providerReference: string | null
  readonly document: PaymentDocument
  /** The provider has still to be told that it is given up. */
  readonly voidOwed: boolean
  readonly revision: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

const columns = sql`id, order_id as "orderId", provider, status, amount, currency, provider_reference as "providerReference", document,
  void_owed as "voidOwed", revision, created_at as "createdAt", updated_at as "updatedAt"`

export async function insertPayment(db: Db, site: string, payment: StoredPayment): Promise<void> {
  const p = payment
  await lastly(
    db,
    sql`
    insert into payment (site, id, order_id, provider, status, amount, currency, provider_reference, document, revision, created_at, updated_at)
    values (${site}, ${p.id}, ${p.orderId}, ${p.provider}, ${p.status}, ${p.amount}, ${p.currency}, ${p.providerReference},
      ${JSON.stringify(p.document)}::jsonb, ${p.revision}, ${p.createdAt}, ${p.updatedAt})`,
  )
}

export async function lockPayment(db: Db, site: string, id: string): Promise<StoredPayment | undefined> {
  const [row] = await db.query<StoredPayment>(sql`select ${columns} from payment where site = ${site} and id = ${id} for update`)
  return row
}

export async function findPayment(db: Db, site: string, id: string): Promise<StoredPayment | undefined> {
  const [row] = await db.query<StoredPayment>(sql`select ${columns} from payment where site = ${site} and id = ${id}`)
  return row
}

export async function findPayments(db: Db, site: string, orderId: string): Promise<readonly StoredPayment[]> {
  return db.query<StoredPayment>(sql`select ${columns} from payment where site = ${site} and order_id = ${orderId} order by created_at, id`)
}

/** Which payment of which shop, and since when it has been as it is. */
export interface PaymentPlace {
  readonly site: string
  readonly id: string
}

const pageSize = 200
const beginning: PaymentPlace = { site: '00000000-0000-0000-0000-000000000000', id: '00000000-0000-0000-0000-000000000000' }

/** All payments of a kind, of all shops, page after page; for the one job that asks the providers. */
async function* pages(page: (after: PaymentPlace) => Promise<readonly PaymentPlace[]>): AsyncGenerator<PaymentPlace> {
  for (let after = beginning; ; ) {
    const found = await page(after)
    yield* found
    if (found.length < pageSize) return
    after = found.at(-1)!
  }
}

/** Payments whose end nobody knows since then: those without an answer, and those whose buyer was sent to the bank. */
export const findOpenPayments = (db: Db, before: Date): AsyncGenerator<PaymentPlace> =>
  pages(({ site, id }) =>
    db.query<PaymentPlace>(sql`
      select site, id from payment
      where status in ('PENDING', 'ACTION_REQUIRED') and updated_at < ${before} and (site, id) > (${site}, ${id})
      order by site, id limit ${pageSize}`),
  )

/** Payments that are given up and of which the provider has not heard yet. */
export const findOwedVoids = (db: Db, before: Date): AsyncGenerator<PaymentPlace> =>
  pages(({ site, id }) =>
    db.query<PaymentPlace>(sql`
      select site, id from payment where void_owed and updated_at < ${before} and (site, id) > (${site}, ${id}) order by site, id limit ${pageSize}`),
  )

/** The provider has heard of it. */
export async function noteVoided(db: Db, site: string, id: string): Promise<void> {
  await db.query(sql`update payment set void_owed = false where site = ${site} and id = ${id}`)
}

export async function savePayment(db: Db, site: string, payment: StoredPayment): Promise<void> {
  const p = payment
  const rows = await db.query(sql`
    update payment set status = ${p.status}, provider_reference = ${p.providerReference}, document = ${JSON.stringify(p.document)}::jsonb,
      void_owed = ${p.voidOwed}, revision = ${p.revision}, updated_at = ${p.updatedAt}
    where site = ${site} and id = ${p.id} and revision = ${p.revision - 1} returning id`)
  if (rows.length === 0) throw new Error(`payment ${p.id} was changed while it was locked`)
}
