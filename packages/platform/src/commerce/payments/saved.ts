import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import type { CardFace } from './provider.ts'
import type { News } from './rules.ts'
import type { StoredPayment } from './store.ts'

/** A card that a provider has saved for somebody. Its number is not stored here. */
export interface SavedMethod {
  readonly id: string
  /** Whose it is: `member:…`, `visitor:…`. */
  readonly owner: string
  readonly provider: string
  /** What the provider calls it. */
  readonly reference: string
  readonly card: CardFace | null
  readonly primary: boolean
  /**
   * When its owner agreed that it is saved for other orders too, and to which words; null where it is saved for the agreed charges alone.
   */
  readonly agreedAt: Date | null
  readonly agreedText: string | null
  readonly revision: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

const columns = sql`id, owner, provider, reference, card, is_primary as "primary", agreed_at as "agreedAt", agreed_text as "agreedText", revision, created_at as "createdAt", updated_at as "updatedAt"`

export async function findSavedMethod(db: Db, site: string, id: string): Promise<SavedMethod | undefined> {
  const [row] = await db.query<SavedMethod>(sql`select ${columns} from saved_payment_method where site = ${site} and id = ${id}`)
  return row
}

/** Those of somebody, the first choice first. */
export async function findSavedMethods(db: Db, site: string, owner: string): Promise<readonly SavedMethod[]> {
  return db.query<SavedMethod>(sql`
    select ${columns} from saved_payment_method where site = ${site} and owner = ${owner} order by is_primary desc, created_at desc, id desc`)
}

/** One card is the first choice. Of two who choose at once the later one counts. */
export async function makeFirst({ db, site, now }: Context, { id, owner }: Pick<SavedMethod, 'id' | 'owner'>): Promise<void> {
  await db.query(sql`select id from saved_payment_method where site = ${site} and owner = ${owner} order by id for update`)
  await db.query(sql`
    update saved_payment_method set is_primary = (id = ${id}), revision = revision + 1, updated_at = ${now}
    where site = ${site} and owner = ${owner} and is_primary <> (id = ${id})`)
}

/** The others come up: where the first choice goes, the newest is it. */
export async function deleteSavedMethods(db: Db, site: string, owner: string, ids: readonly string[]): Promise<void> {
  await db.query(sql`delete from saved_payment_method where site = ${site} and id = any(${ids}::uuid[])`)
  await db.query(sql`
    update saved_payment_method set is_primary = true
    where site = ${site} and id = (
      select id from saved_payment_method where site = ${site} and owner = ${owner} order by is_primary desc, created_at desc, id desc limit 1)`)
}

/** Whether two are the same card: each payment that saves a card has a name of its own for it. */
export const isSameCard = (one: SavedMethod, other: SavedMethod): boolean =>
  one.id === other.id ||
  (one.card !== null &&
    other.card !== null &&
    one.provider === other.provider &&
    one.card.brand === other.card.brand &&
    one.card.last4 === other.card.last4 &&
    one.card.goodUntil === other.card.goodUntil)

/** Each card once, the first choice first: that which may be paid with at the checkout, where there are several of it. */
export function eachOnce(all: readonly SavedMethod[]): readonly SavedMethod[] {
  const sorted = all.toSorted((one, other) => Number(other.agreedAt !== null) - Number(one.agreedAt !== null))
  const kept = new Set(sorted.filter((one, at) => !sorted.slice(0, at).some((before) => isSameCard(before, one))))
  return all
    .filter((one) => kept.has(one))
    .map((one) => ({ ...one, primary: all.some((other) => other.primary && isSameCard(one, other)) }))
    .toSorted((one, other) => Number(other.primary) - Number(one.primary))
}

/** A payment with the card that its provider was told to save and has saved. */
export async function withKept({ db, site, now }: Context, payment: StoredPayment, news: News): Promise<StoredPayment> {
  const { keepFor, keepAgreed, card } = payment.document
  const reference = 'kept' in news ? news.kept : undefined
  if (keepFor === undefined || reference === undefined) return payment
  const [kept] = await db.query<{ id: string }>(sql`
    insert into saved_payment_method (site, id, owner, provider, reference, card, is_primary, agreed_at, agreed_text, revision, created_at, updated_at)
    values (${site}, ${newId()}, ${keepFor}, ${payment.provider}, ${reference}, ${card ? JSON.stringify(card) : null}::jsonb,
      not exists (select from saved_payment_method where site = ${site} and owner = ${keepFor}),
      ${keepAgreed === undefined ? null : now}, ${keepAgreed ?? null}, 1, ${now}, ${now})
    on conflict (site, provider, reference) do update set updated_at = ${now} returning id`)
  return { ...payment, document: { ...payment.document, savedMethodId: kept!.id } }
}
