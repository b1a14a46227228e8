import { type taxes } from '@vitrine/contract'
import { newId } from '../../../kernel/db/id.ts'
import type { HandlersAt } from '../../../kernel/http/handlers.ts'
import { listed } from '../../../kernel/query/listed.ts'
import { Refusal, refuse } from '../../../kernel/refusal.ts'
import { firstState, nextState, staleOf } from '../../../kernel/settings/revised.ts'
import { groupsOf, showGroup } from '../model.ts'
import { groups, replaced, type TaxChanges } from './tax-changes.ts'

/** Groups of products that are taxed alike. */
export const taxGroupOperations = ({ now, change }: TaxChanges): HandlersAt<typeof taxes, '/billing/v1/tax-groups'> => ({
  async 'POST /billing/v1/tax-groups'({ taxGroup: { name } }, scope) {
    return change(scope, (taxes, since) => {
      const group = { id: newId(), name, ...firstState(scope.now) }
      return { document: { ...taxes, groups: [...groupsOf(taxes), group] }, answer: { taxGroup: showGroup(group, since) } }
    })
  },

  async 'GET /billing/v1/tax-groups/{taxGroupId}'({ taxGroupId }, scope) {
    const { document, since } = await now(scope)
    const group = groupsOf(document).find(({ id }) => id === taxGroupId)
    return group ? { taxGroup: showGroup(group, since) } : refuse('TAX_GROUP_NOT_FOUND')
  },

  async 'GET /billing/v1/tax-groups/default-tax-groups'(_, scope) {
    const { document, since } = await now(scope)
    const system = groupsOf(document).filter(({ id }) => id === document.defaultGroupId)
    return { taxGroups: system.map((group) => showGroup(group, since)) }
  },

  async 'POST /billing/v1/tax-groups/query'({ query }, scope) {
    const { document, since } = await now(scope)
    const found = await listed(scope.db, groupsOf(document), query, groups(since))
    if (found instanceof Refusal) return found
    return { taxGroups: found.rows.map((group) => showGroup(group, since)), pagingMetadata: found.metadata }
  },

  async 'PATCH /billing/v1/tax-groups/{taxGroup.id}'({ taxGroup: { id, revision, name } }, scope) {
    return change(scope, (taxes, since) => {
      const all = groupsOf(taxes)
      const before = all.find((group) => group.id === id)
      if (!before) return refuse('TAX_GROUP_NOT_FOUND')
      if (id === taxes.defaultGroupId) return refuse('ILLEGAL_UPDATE_ON_SYSTEM_DEFINED_TAX_GROUP')
      const stale = staleOf(before, revision)
      if (stale) return stale
      const after = { ...before, ...nextState(before, scope.now), name: name ?? before.name }
      return { document: { ...taxes, groups: replaced(all, after) }, answer: { taxGroup: showGroup(after, since) } }
    })
  },

  async 'DELETE /billing/v1/tax-groups/{taxGroupId}'({ taxGroupId }, scope) {
    return change(scope, (taxes) => {
      const all = groupsOf(taxes)
      if (!all.some(({ id }) => id === taxGroupId)) return refuse('TAX_GROUP_NOT_FOUND')
      if (taxGroupId === taxes.defaultGroupId) return refuse('ILLEGAL_UPDATE_ON_SYSTEM_DEFINED_TAX_GROUP')
      const regions = taxes.regions.map((region) => ({ ...region, rates: region.rates.filter((rate) => rate.taxGroupId !== taxGroupId) }))
      return { document: { ...taxes, groups: all.filter(({ id }) => id !== taxGroupId), regions }, answer: {} }
    })
  },
})
