import type { Clock } from '../../kernel/clock/clock.ts'
import type { Context } from '../../kernel/db/context.ts'
import type { Database } from '../../kernel/db/pool.ts'
import { append } from '../../kernel/events/outbox.ts'
import { begun } from './rules.ts'
import { type ContractDocument, endCycle, insertContract, openCycle, type StoredContract, tell } from './store.ts'

/** A line of an order that is bought again and again. */
export interface Start
  extends Pick<StoredContract, 'id' | 'orderId' | 'owner' | 'contactId' | 'savedMethodId'>,
    Pick<ContractDocument, 'title' | 'description' | 'agreement' | 'mirror' | 'nextAmount'> {
  readonly settings: ContractDocument['terms']['settings']
  readonly orderedAt: Date
  readonly timeZone: string
}

export interface BeginDeps {
  readonly database: Database
  readonly clock: Clock
  /** What begins with an order that stands; none for one that another cycle made. */
  readonly startsOf: (context: Context, orderId: string) => Promise<readonly Start[]>
}

/** Makes the contracts of an order that stands, each once. */
export async function beginContracts({ database, clock, startsOf }: BeginDeps, site: string, orderId: string): Promise<void> {
  await database.transact(async (db) => {
    const context = { db, site, now: clock.now() }
    for (const start of await startsOf(context, orderId)) await beginContract(context, start)
  })
}

async function beginContract(context: Context, { settings, orderedAt, timeZone, title, description, ...start }: Start): Promise<void> {
  const { db, site, now } = context
  const { id, owner, contactId, savedMethodId, agreement, mirror, nextAmount } = start
  const { terms, progress, trialEndsAt } = begun(settings, orderedAt, timeZone)
  const contract: StoredContract = {
    ...progress,
    id,
    orderId: start.orderId,
    owner,
    contactId,
    savedMethodId,
    revision: 1,
    document: {
      title,
      ...(description !== undefined && { description }),
      terms,
      ...(trialEndsAt && { trialEndsAt: trialEndsAt.toISOString() }),
      agreement,
      mirror,
      nextAmount,
    },
    createdAt: now,
    updatedAt: now,
  }
  if (!(await insertContract(db, site, contract))) return
  if (!trialEndsAt) {
    await openCycle(context, { contractId: id, number: 1, orderId: start.orderId, paymentId: null, dueAt: orderedAt })
    await endCycle(context, { contractId: id, number: 1 }, 'PAID')
  }
  await tell(context, id, { type: 'STARTED', orderId: start.orderId, by: 'BUYER' })
  await append(db, site, now, [
    { type: 'wix.ecom.subscription_contracts.v1.subscription_contract_created', entityId: id, payload: { revision: 1 } },
  ])
}
