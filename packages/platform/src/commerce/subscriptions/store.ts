import type { SubscriptionActivity, SubscriptionContract } from '@vitrine/contract'
import type { Minor } from '@vitrine/pricing'
import type { Between } from '../../kernel/clock/between.ts'
import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import type { Keyset } from '../../kernel/query/keyset.ts'
import type { Delivery, OfferedOption } from '../selling/delivery.ts'
import type { KnownLine } from '../selling/line.ts'
import type { Sellable } from '../selling/sellable.ts'
import type { Progress, Terms } from './rules.ts'

/** What was agreed on when it was ordered: each cycle is sold by it, at the taxes of its day. */
export interface Agreement {
  readonly line: Pick<KnownLine, 'quantity' | 'reference' | 'taxableAddress'> & { readonly item: Sellable }
  /** How it is delivered and for how much; null where it is not. */
  readonly delivery: { readonly option: OfferedOption; readonly zone: Delivery['answer']['zone'] } | null
  /** What its coupon takes off each time, for so many cycles; null for all of them. */
  readonly coupon: {
    readonly id: string
    readonly code: string
    readonly name: string
    readonly off: { readonly amount: Minor } | { readonly shipping: true }
    readonly cycles: number | null
  } | null
  readonly taxExemptGroupId?: string
}

/** The order that the next cycle would be now, as far as a contract shows it. */
export type Mirror = Omit<
  SubscriptionContract,
  'id' | 'revision' | 'createdDate' | 'updatedDate' | 'title' | 'description' | 'subscriptionSettings' | 'activities'
>

export interface ContractDocument {
  readonly title: string
  readonly description?: string
  readonly terms: Terms
  readonly trialEndsAt?: string
  readonly agreement: Agreement
  readonly mirror: Mirror
  /** What is charged next, in minor units, at the taxes of the last time it was calculated. */
  readonly nextAmount: number
}

export interface StoredContract extends Progress {
  readonly id: string
  /** The order it began with. */
  readonly orderId: string
  readonly owner: string
  readonly contactId: string | null
  readonly savedMethodId: string | null
  readonly revision: number
  readonly document: ContractDocument
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const columns = sql`id, order_id as "orderId", owner, contact_id as "contactId", status, saved_method_id as "savedMethodId", cycle, attempts,
  next_at as "nextAt", ends_at as "endsAt", revision, document, created_at as "createdAt", updated_at as "updatedAt"`

export async function findContract(db: Db, site: string, id: string): Promise<StoredContract | undefined> {
  const [row] = await db.query<StoredContract>(sql`select ${columns} from subscription_contract where site = ${site} and id = ${id}`)
  return row
}

export async function findContracts(db: Db, site: string, ids: readonly string[]): Promise<readonly StoredContract[]> {
  return db.query<StoredContract>(
    sql`select ${columns} from subscription_contract where site = ${site} and id = any(${ids}::uuid[]) order by created_at, id`,
  )
}

/** Those that began with an order. */
export async function findBegun(db: Db, site: string, orderId: string): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>(
    sql`select id from subscription_contract where site = ${site} and order_id = ${orderId} order by id`,
  )
  return rows.map(({ id }) => id)
}

/** Reads a contract to change it: nobody else does until the transaction ends. Where its order is locked too, that comes first. */
export async function lockContract(db: Db, site: string, id: string): Promise<StoredContract | undefined> {
  const [row] = await db.query<StoredContract>(
    sql`select ${columns} from subscription_contract where site = ${site} and id = ${id} for update`,
  )
  return row
}

/** Begins a contract, once; `false` where it is there. */
export async function insertContract(db: Db, site: string, contract: StoredContract): Promise<boolean> {
  const c = contract
  const made = await db.query(sql`
    insert into subscription_contract (site, id, order_id, owner, contact_id, status, saved_method_id, cycle, attempts, next_at, ends_at, revision,
      document, created_at, updated_at)
    values (${site}, ${c.id}, ${c.orderId}, ${c.owner}, ${c.contactId}, ${c.status}, ${c.savedMethodId}, ${c.cycle}, ${c.attempts}, ${c.nextAt},
      ${c.endsAt}, ${c.revision}, ${JSON.stringify(c.document)}::jsonb, ${c.createdAt}, ${c.updatedAt})
    on conflict (site, id) do nothing returning id`)
  return made.length === 1
}

/** Saves a locked contract. */
export async function saveContract(db: Db, site: string, contract: StoredContract): Promise<void> {
  const c = contract
  const rows = await db.query(sql`
    update subscription_contract
    set status = ${c.status}, saved_method_id = ${c.savedMethodId}, cycle = ${c.cycle}, attempts = ${c.attempts}, next_at = ${c.nextAt},
      ends_at = ${c.endsAt}, revision = ${c.revision}, document = ${JSON.stringify(c.document)}::jsonb, updated_at = ${c.updatedAt}
    where site = ${site} and id = ${c.id} and revision = ${c.revision - 1} returning id`)
  if (rows.length === 0) throw new Error(`contract ${c.id} was changed while it was locked`)
}

export interface ContractPlace {
  readonly site: string
  readonly id: string
}

const pageSize = 200

/** Contracts of all shops whose time has come, those that wait longest first. */
export async function* findDue(db: Db, now: Date): AsyncGenerator<ContractPlace> {
  for (let after = { nextAt: new Date(0), site: '00000000-0000-0000-0000-000000000000', id: '00000000-0000-0000-0000-000000000000' }; ; ) {
    const found: (typeof after)[] = await db.query<typeof after>(sql`
      select next_at as "nextAt", site, id from subscription_contract
      where next_at <= ${now} and (next_at, site, id) > (${after.nextAt}, ${after.site}, ${after.id})
      order by next_at, site, id limit ${pageSize}`)
    yield* found
    if (found.length < pageSize) return
    after = found.at(-1)!
  }
}

export interface StoredCycle {
  readonly contractId: string
  readonly number: number
  readonly orderId: string
  /** The payment that was begun for it last. */
  readonly paymentId: string | null
  readonly state: 'OPEN' | 'PAID' | 'SKIPPED'
}

const cycleColumns = sql`contract_id as "contractId", number, order_id as "orderId", payment_id as "paymentId", state`

/** Opens a cycle; each there is once, whoever opens it. */
export async function openCycle({ db, site }: Context, cycle: Omit<StoredCycle, 'state'> & { readonly dueAt: Date }): Promise<void> {
  const { contractId, number, orderId, paymentId, dueAt } = cycle
  await db.query(sql`
    insert into subscription_cycle (site, contract_id, number, order_id, payment_id, state, due_at)
    values (${site}, ${contractId}, ${number}, ${orderId}, ${paymentId}, 'OPEN', ${dueAt})`)
}

export async function payCycle({ db, site }: Context, { contractId, number }: StoredCycle, paymentId: string): Promise<void> {
  await db.query(sql`
    update subscription_cycle set payment_id = ${paymentId} where site = ${site} and contract_id = ${contractId} and number = ${number}`)
}

export async function endCycle(
  { db, site, now }: Context,
  { contractId, number }: Pick<StoredCycle, 'contractId' | 'number'>,
  state: 'PAID' | 'SKIPPED',
): Promise<void> {
  await db.query(sql`
    update subscription_cycle set state = ${state}, ended_at = ${now}
    where site = ${site} and contract_id = ${contractId} and number = ${number} and state = 'OPEN'`)
}

export async function findCycle(db: Db, site: string, contractId: string, number: number): Promise<StoredCycle | undefined> {
  const [row] = await db.query<StoredCycle>(
    sql`select ${cycleColumns} from subscription_cycle where site = ${site} and contract_id = ${contractId} and number = ${number}`,
  )
  return row
}

/** The cycles that wait for the money of an order. */
export async function findOpenCycles(db: Db, site: string, orderId: string): Promise<readonly StoredCycle[]> {
  return db.query<StoredCycle>(sql`
    select ${cycleColumns} from subscription_cycle where site = ${site} and order_id = ${orderId} and state = 'OPEN' order by contract_id`)
}

export async function findCycles(db: Db, site: string, contractIds: readonly string[]): Promise<readonly StoredCycle[]> {
  return db.query<StoredCycle>(sql`
    select ${cycleColumns} from subscription_cycle where site = ${site} and contract_id = any(${contractIds}::uuid[]) order by contract_id, number`)
}

export type NewSubscriptionActivity = Omit<SubscriptionActivity, 'id' | 'createdDate'>

export async function tell({ db, site, now }: Context, contractId: string, activity: NewSubscriptionActivity): Promise<void> {
  const id = newId()
  const document: SubscriptionActivity = { ...activity, id, createdDate: now.toISOString() }
  await db.query(sql`
    insert into subscription_activity (site, id, contract_id, document) values (${site}, ${id}, ${contractId}, ${JSON.stringify(document)}::jsonb)`)
}

export async function findTold(db: Db, site: string, contractId: string): Promise<readonly SubscriptionActivity[]> {
  const rows = await db.query<{ document: SubscriptionActivity }>(
    sql`select document from subscription_activity where site = ${site} and contract_id = ${contractId} order by id`,
  )
  return rows.map(({ document }) => document)
}

export const contractId = sql`subscription_contract.id`

/** A page of all of them, or of those of one buyer. */
export async function pageOfContracts(
  db: Db,
  site: string,
  { keys, where, tail }: Pick<Keyset, 'keys' | 'where' | 'tail'>,
  owner?: string,
): Promise<readonly (StoredContract & { readonly keys: readonly string[] })[]> {
  const whose = owner === undefined ? sql`` : sql`and owner = ${owner}`
  return db.query<StoredContract & { readonly keys: readonly string[] }>(
    sql`select ${columns}, ${keys} from subscription_contract where site = ${site} ${whose} and ${where} ${tail}`,
  )
}

/** Contracts that are charged, tried again or ended between two moments. */
export async function dueBetween(db: Db, site: string, { after, until, limit }: Between) {
  return db.query<{ type: 'SUBSCRIPTION_DUE'; at: Date; orderId: string; name: string | null }>(sql`
    select 'SUBSCRIPTION_DUE' as type, next_at as at, order_id as "orderId", document ->> 'title' as name
    from subscription_contract where next_at > ${after} and next_at <= ${until} and site = ${site} order by next_at limit ${limit}`)
}
