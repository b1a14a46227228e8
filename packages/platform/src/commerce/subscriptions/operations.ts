import type { subscriptions as contract } from '@vitrine/contract'
import { type Db, sql } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { type Fields, Unreadable } from '../../kernel/query/filter.ts'
import { readKeyset } from '../../kernel/query/keyset.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import type { Amounts } from '../selling/amounts.ts'
import { type EndDeps, end, resume } from './end.ts'
import { showContract, showSubscription } from './show.ts'
import { contractId, findContract, findCycles, findTold, pageOfContracts, type StoredContract } from './store.ts'

export interface SubscriptionDeps extends EndDeps {
  readonly moneyIn: (db: Db, site: string) => Promise<(currency: string) => Amounts>
  readonly findCard: (
    db: Db,
    site: string,
    savedMethodId: string,
  ) => Promise<{ readonly brand: string; readonly last4: string } | null | undefined>
}

const contact = sql`coalesce(subscription_contract.contact_id, '')`
const fields: Fields = {
  id: { kind: 'id', column: contractId, sort: contractId },
  'buyerInfo.contactId': { kind: 'text', column: contact, sort: contact },
}

/** How a subscription stands, from what is stored of it. */
export async function subscriptionOf(db: Db, site: string, found: StoredContract, { moneyIn, findCard }: SubscriptionDeps) {
  const card = found.savedMethodId ? await findCard(db, site, found.savedMethodId) : undefined
  return showSubscription(found, await findCycles(db, site, [found.id]), card, (await moneyIn(db, site))(found.document.mirror.currency))
}

export const subscriptionOperations = (deps: SubscriptionDeps): Handlers<typeof contract> => ({
  async 'GET /ecom/subscription-contracts/v1/subscription-contracts/query'({ query }, { db, site }) {
    try {
      const keyset = readKeyset(query ?? {}, { fields, id: contractId, usual: [{ fieldName: 'id', order: 'ASC' }], root: 'query' })
      const { rows, metadata } = keyset.page(await pageOfContracts(db, site, keyset))
      return { subscriptionContracts: rows.map(showContract), pagingMetadata: metadata }
    } catch (error) {
      if (error instanceof Unreadable) return refuse('INVALID_ARGUMENT', { fieldViolations: [error.violation] })
      throw error
    }
  },

  async 'GET /ecom/subscription-contracts/v1/subscription-contracts/{subscriptionContractId}'(
    { subscriptionContractId: id },
    { db, site },
  ) {
    const found = await findContract(db, site, id)
    return found ? { subscriptionContract: showContract(found) } : refuse('SUBSCRIPTION_CONTRACT_NOT_FOUND')
  },

  async 'GET /vitrine/v1/subscriptions/{id}'({ id }, { db, site }) {
    const found = await findContract(db, site, id)
    if (!found) return refuse('SUBSCRIPTION_CONTRACT_NOT_FOUND')
    return { subscription: await subscriptionOf(db, site, found, deps), activities: [...(await findTold(db, site, id))] }
  },

  async 'POST /vitrine/v1/subscriptions/{id}/cancel'({ id, effectiveAt }, { db, site, now }) {
    const ended = await end({ db, site, now }, id, effectiveAt, 'MERCHANT', deps)
    return ended instanceof Refusal ? ended : { subscription: await subscriptionOf(db, site, ended, deps) }
  },

  async 'POST /vitrine/v1/subscriptions/{id}/resume'({ id }, { db, site, now }) {
    const gone = await resume({ db, site, now }, id)
    return gone instanceof Refusal ? gone : { subscription: await subscriptionOf(db, site, gone, deps) }
  },
})
