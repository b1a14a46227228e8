import type { BuyersSubscription, MembersSubscription, mySubscriptions } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import { nameOf } from '../../kernel/http/caller.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { type Fields, Unreadable } from '../../kernel/query/filter.ts'
import { readKeyset } from '../../kernel/query/keyset.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { goOn } from './change.ts'
import { end, resume } from './end.ts'
import { type SubscriptionDeps, subscriptionOf } from './operations.ts'
import { isOver, maySkip, resumed, skipped } from './rules.ts'
import { contractId, findContract, lockContract, pageOfContracts, type StoredContract } from './store.ts'

export interface MineDeps extends SubscriptionDeps {
  /** Whether a card is saved for a buyer. */
  readonly hasCard: (db: Db, site: string, owner: string, savedMethodId: string) => Promise<boolean>
  /** Where what an order owes can be paid, as long as it is asked for. */
  readonly findPayLink: (db: Db, site: string, orderId: string) => Promise<string | undefined>
}

const createdAt = sql`subscription_contract.created_at`
const fields: Fields = { createdDate: { kind: 'instant', column: createdAt, sort: createdAt } }
const usual = [{ fieldName: 'createdDate', order: 'DESC' as const }]

/** Whether its buyer may end it: something is still to come, and the shop leaves it to them. */
export const mayEnd = ({ status }: StoredContract, shown: Pick<BuyersSubscription, 'nextChargeDate' | 'settings'>): boolean =>
  (shown.nextChargeDate !== undefined || status === 'SUSPENDED') && shown.settings.enableCustomerCancellation

const mayResume = (contract: StoredContract): boolean => !isOver(contract) && (contract.endsAt !== null || contract.status === 'SUSPENDED')

export function mySubscriptionOperations(deps: MineDeps): Handlers<typeof mySubscriptions> {
  async function show({ db, site, now }: Context, contract: StoredContract): Promise<MembersSubscription> {
    const { orders, ...shown } = await subscriptionOf(db, site, contract, deps)
    const { terms, mirror } = contract.document
    const open = orders.findLast(({ state }) => state === 'OPEN')
    const payLink = open && (await deps.findPayLink(db, site, open.orderId))
    const ends = mayEnd(contract, shown)
    return {
      ...shown,
      startedDate: contract.createdAt.toISOString(),
      lineItems: [...mirror.lineItems],
      ...(mirror.recipientInfo && { recipientInfo: mirror.recipientInfo }),
      ...(contract.savedMethodId && { savedPaymentMethodId: contract.savedMethodId }),
      mayEnd: ends,
      maySkip: ends && maySkip(terms, contract, now),
      mayResume: mayResume(contract),
      ...(payLink !== undefined && { payLink }),
    }
  }

  const answer = async (context: Context, contract: StoredContract) => ({ subscription: await show(context, contract) })

  const findMine = async ({ db, site }: Context, owner: string, id: string): Promise<StoredContract | undefined> => {
    const found = await findContract(db, site, id)
    return found?.owner === owner ? found : undefined
  }

  return {
    async 'GET /vitrine/v1/members/my/subscriptions'({ limit, cursor }, { db, site, caller, now }) {
      try {
        const query = { cursorPaging: { limit: limit ?? 20, ...(cursor && { cursor }) } }
        const keyset = readKeyset(query, { fields, id: contractId, usual, root: 'query' })
        const { rows, metadata } = keyset.page(await pageOfContracts(db, site, keyset, nameOf(caller)))
        const subscriptions: MembersSubscription[] = []
        for (const contract of rows) subscriptions.push(await show({ db, site, now }, contract))
        return { subscriptions, pagingMetadata: metadata }
      } catch (error) {
        if (error instanceof Unreadable) return refuse('INVALID_ARGUMENT', { fieldViolations: [{ ...error.violation, field: 'cursor' }] })
        throw error
      }
    },

    async 'POST /vitrine/v1/members/my/subscriptions/{id}/end'({ id, effectiveAt }, { caller, ...context }) {
      const found = await findMine(context, nameOf(caller), id)
      if (!found) return refuse('SUBSCRIPTION_CONTRACT_NOT_FOUND')
      if (!found.document.terms.settings.enableCustomerCancellation) return refuse('SUBSCRIPTION_CANCELLATION_NOT_ALLOWED')
      const ended = await end(context, id, effectiveAt, 'BUYER', deps)
      return ended instanceof Refusal ? ended : answer(context, ended)
    },

    async 'POST /vitrine/v1/members/my/subscriptions/{id}/resume'({ id }, { caller, ...context }) {
      const found = await findMine(context, nameOf(caller), id)
      if (!found) return refuse('SUBSCRIPTION_CONTRACT_NOT_FOUND')
      const going = isOver(found) || mayResume(found) ? await resume(context, id, 'BUYER') : found
      return going instanceof Refusal ? going : answer(context, going)
    },

    async 'POST /vitrine/v1/members/my/subscriptions/{id}/skip'({ id, chargeDate }, { caller, ...context }) {
      const contract = await lockContract(context.db, context.site, id)
      if (contract?.owner !== nameOf(caller)) return refuse('SUBSCRIPTION_CONTRACT_NOT_FOUND')
      const { document } = contract
      const isNext = contract.nextAt?.getTime() === Date.parse(chargeDate)
      const allowed = document.terms.settings.enableCustomerCancellation && isNext && maySkip(document.terms, contract, context.now)
      if (!allowed) return refuse('SUBSCRIPTION_SKIP_NOT_ALLOWED')
      const { terms, progress } = skipped(document.terms, contract)
      const told = {
        type: 'CYCLE_SKIPPED' as const,
        cycleNumber: contract.cycle + 1,
        date: progress.nextAt!.toISOString(),
        by: 'BUYER' as const,
      }
      return answer(context, await goOn(context, contract, { ...progress, document: { ...document, terms } }, [told]))
    },

    async 'POST /vitrine/v1/members/my/subscriptions/{id}/card'({ id, savedPaymentMethodId }, { caller, ...context }) {
      const { db, site, now } = context
      const owner = nameOf(caller)
      const contract = await lockContract(db, site, id)
      if (contract?.owner !== owner) return refuse('SUBSCRIPTION_CONTRACT_NOT_FOUND')
      if (isOver(contract)) return refuse('SUBSCRIPTION_IS_OVER')
      if (!(await deps.hasCard(db, site, owner, savedPaymentMethodId))) return refuse('SAVED_PAYMENT_METHOD_NOT_FOUND')
      if (contract.savedMethodId === savedPaymentMethodId) return answer(context, contract)
      // While a payment is under way its end is waited for; what waits for a next try is tried now.
      const waits = contract.status === 'SUSPENDED' || (contract.status === 'PAST_DUE' && contract.nextAt !== null)
      const progress = waits && contract.endsAt === null ? resumed(contract.document.terms, contract, now) : {}
      const told = { type: 'PAYMENT_METHOD_CHANGED' as const, by: 'BUYER' as const }
      return answer(context, await goOn(context, contract, { ...progress, savedMethodId: savedPaymentMethodId }, [told]))
    },
  }
}
