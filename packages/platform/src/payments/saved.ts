import { newId } from '../db/id.ts'
import type { Moment } from '../db/moment.ts'
import { type Db, sql } from '../db/sql.ts'
import type { CardFace } from './provider.ts'
import type { News } from './rules.ts'
import type { StoredPayment } from './store.ts'

/** A card that a provider keeps for somebody. Its number is nowhere here. */
export interface SavedMethod {
  readonly id: string
  /** Whose it is: `member:…`, `visitor:…`. */
  readonly owner: string
  readonly provider: string
  /** What the provider calls it. */
  readonly reference: string
  readonly card: CardFace | null
  readonly primary: boolean
  readonly revision: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

const columns = sql`id, owner, provider, reference, card, is_primary as "primary", revision, created_at as "createdAt", updated_at as "updatedAt"`

export async function findSavedMethod(db: Db, site: string, id: string): Promise<SavedMethod | undefined> {
  const [row] = await db.query<SavedMethod>(sql`select ${columns} from saved_payment_method where site = ${site} and id = ${id}`)
  return row
}

/** Those of somebody, the first choice first. */
export async function findSavedMethods(db: Db, site: string, owner: string): Promise<readonly SavedMethod[]> {
  return db.query<SavedMethod>(sql`
    select ${columns} from saved_payment_method where site = ${site} and owner = ${owner} order by is_primary desc, created_at desc, id desc`)
}

export async function deleteSavedMethod(db: Db, site: string, id: string): Promise<void> {
  await db.query(sql`delete from saved_payment_method where site = ${site} and id = ${id}`)
}

/** A payment with the card that its provider was told to keep and has kept. */
export async function withKept({ db, site, now }: Moment, payment: StoredPayment, news: News): Promise<StoredPayment> {
  const { keepFor, card } = payment.document
  const reference = 'kept' in news ? news.kept : undefined
  if (keepFor === undefined || reference === undefined) return payment
  const [kept] = await db.query<{ id: string }>(sql`
    insert into saved_payment_method (site, id, owner, provider, reference, card, is_primary, revision, created_at, updated_at)
    values (${site}, ${newId()}, ${keepFor}, ${payment.provider}, ${reference}, ${card ? JSON.stringify(card) : null}::jsonb,
      not exists (select from saved_payment_method where site = ${site} and owner = ${keepFor}), 1, ${now}, ${now})
    on conflict (site, provider, reference) do update set updated_at = ${now} returning id`)
  return { ...payment, document: { ...payment.document, savedMethodId: kept!.id } }
}
