import type { SubscriptionActivity, SubscriptionCancellation } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { type Refusal, refuse } from '../../kernel/refusal.ts'
import { goOn } from './change.ts'
import { canceled, isOver, resumed } from './rules.ts'
import { endCycle, findContract, findCycle, lockContract, type StoredContract } from './store.ts'

export interface EndDeps {
  /** Gives up an order that nobody has paid for; it is locked first. */
  readonly giveUp: (context: Context, orderId: string) => Promise<void>
}

type NotFound = Refusal<'SUBSCRIPTION_CONTRACT_NOT_FOUND'>

/** Somebody ends it. Ended once more it stays as it is. */
export async function end(
  context: Context,
  id: string,
  when: SubscriptionCancellation,
  by: SubscriptionActivity['by'],
  { giveUp }: EndDeps,
): Promise<StoredContract | NotFound> {
  const { db, site, now } = context
  const seen = await findContract(db, site, id)
  if (!seen) return refuse('SUBSCRIPTION_CONTRACT_NOT_FOUND')
  const atOnce = canceled(seen.document.terms, seen, when, now).status === 'CANCELED' && !isOver(seen)
  const cycle = await findCycle(db, site, id, seen.cycle + 1)
  const unpaid = atOnce && seen.cycle > 0 && cycle?.state === 'OPEN' ? cycle : undefined
  // Orders are locked before contracts.
  if (unpaid) await giveUp(context, unpaid.orderId)
  const contract = (await lockContract(db, site, id))!
  if (contract.revision !== seen.revision) return end(context, id, when, by, { giveUp })
  if (isOver(contract)) return contract
  const after = canceled(contract.document.terms, contract, when, now)
  if (contract.endsAt && after.endsAt?.getTime() === contract.endsAt.getTime()) return contract
  if (unpaid) await endCycle(context, unpaid, 'SKIPPED')
  const date = after.endsAt!.toISOString()
  return goOn(context, contract, after, [{ type: atOnce ? 'CANCELED' : 'CANCELLATION_PLANNED', date, by }], {
    about: 'ENDS',
    at: date,
    atOnce,
  })
}

/** It goes on: one that rests, or one whose end was planned. */
export async function resume(
  context: Context,
  id: string,
  by: SubscriptionActivity['by'] = 'MERCHANT',
): Promise<StoredContract | NotFound | Refusal<'SUBSCRIPTION_IS_OVER'>> {
  const { db, site, now } = context
  const contract = await lockContract(db, site, id)
  if (!contract) return refuse('SUBSCRIPTION_CONTRACT_NOT_FOUND')
  if (isOver(contract)) return refuse('SUBSCRIPTION_IS_OVER')
  if (contract.status === 'ACTIVE' && contract.endsAt === null) return contract
  return goOn(context, contract, resumed(contract.document.terms, contract, now), [{ type: 'RESUMED', by }])
}
