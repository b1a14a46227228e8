import type { SubscriptionOptionInput, subscriptionOptions } from '@vitrine/contract'
import type { Context } from '../../../kernel/db/context.ts'
import { isId, newId } from '../../../kernel/db/id.ts'
import type { Db } from '../../../kernel/db/sql.ts'
import type { Handlers } from '../../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../../kernel/refusal.ts'
import { violation } from '../../../kernel/violation.ts'
import type { Plan } from '../../selling/plans.ts'
import { showAssigned, showOption, writtenPlan } from './rules.ts'
import {
  type Assigned,
  allowOnce,
  assignPlans,
  deletePlans,
  findAssigned,
  findPlan,
  findPlans,
  listProducts,
  productsWith,
  savePlans,
  shownPlans,
  takeCatalogue,
  tellProducts,
} from './store.ts'

export interface PlanDeps {
  readonly currencyOf: (db: Db, site: string) => Promise<string>
}

const usualLimit = 100

export function planOperations({ currencyOf }: PlanDeps): Handlers<typeof subscriptionOptions> {
  async function create({ db, site, now }: Context, sent: readonly SubscriptionOptionInput[], at: (i: number) => string) {
    const currency = await currencyOf(db, site)
    const plans: Plan[] = []
    for (const [i, one] of sent.entries()) {
      const plan = writtenPlan(newId(), undefined, one, currency, at(i))
      if (plan instanceof Refusal) return plan
      plans.push(plan)
    }
    await savePlans(db, site, plans, now)
    return plans.map((plan) => showOption(plan, currency))
  }

  type Change = SubscriptionOptionInput & { readonly id: string }

  async function change({ db, site, now }: Context, sent: readonly Change[], at: (i: number) => string) {
    await takeCatalogue(db, site)
    const ids = [...new Set(sent.map(({ id }) => id.toLowerCase()))]
    const [currency, found, productIds] = await Promise.all([currencyOf(db, site), findPlans(db, site, ids), productsWith(db, site, ids)])
    const plans = new Map(found)
    for (const [i, one] of sent.entries()) {
      const id = one.id.toLowerCase()
      const before = plans.get(id)
      if (!before) return refuse('SUBSCRIPTION_OPTION_NOT_FOUND', { subscriptionOptionId: one.id })
      const plan = writtenPlan(id, before, one, currency, at(i))
      if (plan instanceof Refusal) return plan
      plans.set(id, plan)
    }
    await savePlans(db, site, [...plans.values()], now)
    await tellProducts(db, site, productIds, currency, now)
    return sent.map(({ id }) => showOption(plans.get(id.toLowerCase())!, currency))
  }

  async function remove({ db, site, now }: Context, sent: readonly string[]) {
    await takeCatalogue(db, site)
    const ids = [...new Set(sent.map((id) => id.toLowerCase()))]
    const [currency, found, productIds] = await Promise.all([currencyOf(db, site), findPlans(db, site, ids), productsWith(db, site, ids)])
    const missing = ids.find((id) => !found.has(id))
    if (missing !== undefined) return refuse('SUBSCRIPTION_OPTION_NOT_FOUND', { subscriptionOptionId: missing })
    await deletePlans(db, site, ids)
    await tellProducts(db, site, productIds, currency, now)
    return {}
  }

  /** A product and its plans; undefined where there is none for this reader. */
  async function product(db: Db, site: string, id: string, hidden: boolean): Promise<Assigned | undefined> {
    if (!isId(id)) return undefined
    const [found] = await findAssigned(db, site, [id.toLowerCase()])
    return found && (hidden || found.visible) ? found : undefined
  }

  return {
    async 'POST /stores/v1/subscription-options'({ subscriptionOption }, scope) {
      const made = await create(scope, [subscriptionOption], () => 'subscriptionOption')
      return made instanceof Refusal ? made : { subscriptionOption: made[0]! }
    },

    async 'POST /stores/v1/subscription-options/createBulk'({ subscriptionOptions }, scope) {
      const made = await create(scope, subscriptionOptions, (i) => `subscriptionOptions[${i}]`)
      return made instanceof Refusal ? made : { subscriptionOptions: made }
    },

    async 'PATCH /stores/v1/subscription-options/{subscriptionOption.id}'({ subscriptionOption }, scope) {
      const changed = await change(scope, [subscriptionOption], () => 'subscriptionOption')
      return changed instanceof Refusal ? changed : { subscriptionOption: changed[0]! }
    },

    async 'PATCH /stores/v1/subscription-options'({ subscriptionOptions }, scope) {
      const changed = await change(scope, subscriptionOptions, (i) => `subscriptionOptions[${i}]`)
      return changed instanceof Refusal ? changed : { subscriptionOptions: changed }
    },

    async 'DELETE /stores/v1/subscription-options/{id}'({ id }, scope) {
      return remove(scope, [id])
    },

    async 'POST /stores/v1/subscription-options/deleteBulk'({ ids }, scope) {
      return remove(scope, ids)
    },

    async 'POST /stores/v1/subscription-options/product/{productId}/assign'({ productId, assignedSubscriptionOptions = [] }, scope) {
      const { db, site, now } = scope
      const assigned = assignedSubscriptionOptions.map(({ id, hidden }) => ({ id: id.toLowerCase(), hidden: hidden ?? false }))
      const twice = assigned.findIndex(({ id }, i) => assigned.findIndex((other) => other.id === id) < i)
      if (twice >= 0) {
        const field = `assignedSubscriptionOptions[${twice}].id`
        const description = 'A product has an option once'
        return violation(field, description)
      }
      await takeCatalogue(db, site)
      const [currency, target, plans] = await Promise.all([
        currencyOf(db, site),
        product(db, site, productId, true),
        findPlans(
          db,
          site,
          assigned.map(({ id }) => id),
        ),
      ])
      if (!target) return refuse('PRODUCT_NOT_FOUND')
      const missing = assigned.find(({ id }) => !plans.has(id))
      if (missing) return refuse('SUBSCRIPTION_OPTION_NOT_FOUND', { subscriptionOptionId: missing.id })
      await assignPlans(db, site, target.id, assigned)
      await tellProducts(db, site, [target.id], currency, now)
      return {}
    },

    async 'PATCH /stores/v1/subscription-options/product/{productId}/allowOneTimePurchase'({ productId, allowed }, scope) {
      const { db, site, now } = scope
      if (!isId(productId)) return refuse('PRODUCT_NOT_FOUND')
      await takeCatalogue(db, site)
      if (!(await allowOnce(db, site, productId, allowed ?? false))) return refuse('PRODUCT_NOT_FOUND')
      await tellProducts(db, site, [productId], await currencyOf(db, site), now)
      return {}
    },

    async 'GET /_api/subscription-options-reader-server/v1/subscription-options/{id}'({ id }, { db, site, merchant }) {
      const plan = await findPlan(db, site, id, merchant)
      if (!plan) return refuse('SUBSCRIPTION_OPTION_NOT_FOUND', { subscriptionOptionId: id })
      return { subscriptionOption: showOption(plan, await currencyOf(db, site)) }
    },

    async 'GET /_api/subscription-options-reader-server/v1/subscription-options/byProduct/{productId}'(input, { db, site, merchant }) {
      const [found, currency] = await Promise.all([product(db, site, input.productId, merchant), currencyOf(db, site)])
      if (!found) return refuse('PRODUCT_NOT_FOUND')
      const all = merchant && input.includeHiddenSubscriptionOptions === true
      const plans = found.plans.filter(({ hidden }) => all || !hidden)
      return { subscriptionOptions: plans.map((plan) => showAssigned(plan, currency)) }
    },

    async 'GET /_api/subscription-options-reader-server/v1/subscription-options/{id}/productIds'(input, { db, site, merchant }) {
      const { id, paging } = input
      if (!(await findPlan(db, site, id, merchant))) return refuse('SUBSCRIPTION_OPTION_NOT_FOUND', { subscriptionOptionId: id })
      const hidden = merchant && input.includeHiddenProducts === true
      const offset = paging?.offset ?? 0
      const { ids, total } = await listProducts(db, site, { id, hidden, limit: paging?.limit ?? usualLimit, offset })
      return { productIds: [...ids], metadata: { items: ids.length, offset }, totalResults: total }
    },

    async 'GET /_api/subscription-options-reader-server/v1/subscription-options/product/{productId}/oneTimePurchasesStatus'(
      { productId },
      { db, site, merchant },
    ) {
      const found = await product(db, site, productId, merchant)
      return found ? { allowed: found.soldOnce || shownPlans(found).length === 0 } : refuse('PRODUCT_NOT_FOUND')
    },
  }
}
