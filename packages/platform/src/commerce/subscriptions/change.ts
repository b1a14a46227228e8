import type { Context } from '../../kernel/db/context.ts'
import { append } from '../../kernel/events/outbox.ts'
import type { Progress } from './rules.ts'
import { type ContractDocument, type NewSubscriptionActivity, type StoredContract, saveContract, tell } from './store.ts'

/** What its buyer is written of a change. */
export type SubscriptionEmail =
  | {
      readonly about: 'PAYMENT_FAILED'
      readonly orderId: string
      readonly collectionId: string
      readonly reason: string
      readonly retryAt: string | null
    }
  | { readonly about: 'ENDS'; readonly at: string; readonly atOnce: boolean }

/** Saves a locked contract that has gone on, and reports it. */
export async function goOn(
  context: Context,
  before: StoredContract,
  change: Partial<Progress> & { readonly savedMethodId?: string | null; readonly document?: ContractDocument },
  activities: readonly NewSubscriptionActivity[],
  email?: SubscriptionEmail,
): Promise<StoredContract> {
  const { db, site, now } = context
  const after: StoredContract = { ...before, ...change, revision: before.revision + 1, updatedAt: now }
  await saveContract(db, site, after)
  for (const activity of activities) await tell(context, after.id, activity)
  await append(db, site, now, [
    {
      type: 'wix.ecom.subscription_contracts.v1.subscription_contract_updated',
      entityId: after.id,
      payload: { revision: after.revision, ...(email && { email }) },
    },
  ])
  return after
}
