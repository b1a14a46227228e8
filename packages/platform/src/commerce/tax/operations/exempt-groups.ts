import { type taxes } from '@vitrine/contract'
import { newId } from '../../../kernel/db/id.ts'
import type { HandlersAt } from '../../../kernel/http/handlers.ts'
import { listed } from '../../../kernel/query/listed.ts'
import { Refusal, refuse } from '../../../kernel/refusal.ts'
import { firstState, nextState, staleOf } from '../../../kernel/settings/revised.ts'
import type { TaxRegionSettings } from '../../../kernel/settings/tax-settings.ts'
import { showGroup } from '../model.ts'
import { groups, replaced, type TaxChanges } from './tax-changes.ts'

const withoutExemption =
  (groupId: string) =>
  (region: TaxRegionSettings): TaxRegionSettings => ({
    ...region,
    rates: region.rates.map(({ exemptRates, ...rate }) => {
      const { [groupId]: _, ...others } = exemptRates ?? {}
      return { ...rate, ...(Object.keys(others).length > 0 && { exemptRates: others }) }
    }),
  })

/** Groups of buyers who pay no taxes. */
export const taxExemptGroupOperations = ({ now, change }: TaxChanges): HandlersAt<typeof taxes, '/billing/v1/tax-exempt-groups'> => ({
  async 'POST /billing/v1/tax-exempt-groups'({ taxExemptGroup: { name } }, scope) {
    return change(scope, (taxes, since) => {
      const group = { id: newId(), name, ...firstState(scope.now) }
      const exemptGroups = [...(taxes.exemptGroups ?? []), group]
      return { document: { ...taxes, exemptGroups }, answer: { taxExemptGroup: showGroup(group, since) } }
    })
  },

  async 'GET /billing/v1/tax-exempt-groups/{taxExemptGroupId}'({ taxExemptGroupId }, scope) {
    const { document, since } = await now(scope)
    const group = document.exemptGroups?.find(({ id }) => id === taxExemptGroupId)
    return group ? { taxExemptGroup: showGroup(group, since) } : refuse('TAX_EXEMPT_GROUP_NOT_FOUND')
  },

  async 'GET /billing/v1/tax-exempt-groups/query'({ query }, scope) {
    const { document, since } = await now(scope)
    const found = await listed(scope.db, document.exemptGroups ?? [], query, groups(since))
    if (found instanceof Refusal) return found
    return { taxExemptGroups: found.rows.map((group) => showGroup(group, since)), pagingMetadata: found.metadata }
  },

  async 'PATCH /billing/v1/tax-exempt-groups/{taxExemptGroup.id}'({ taxExemptGroup: { id, revision, name } }, scope) {
    return change(scope, (taxes, since) => {
      const all = taxes.exemptGroups ?? []
      const before = all.find((group) => group.id === id)
      if (!before) return refuse('TAX_EXEMPT_GROUP_NOT_FOUND')
      const stale = staleOf(before, revision)
      if (stale) return stale
      const after = { ...before, ...nextState(before, scope.now), name: name ?? before.name }
      return { document: { ...taxes, exemptGroups: replaced(all, after) }, answer: { taxExemptGroup: showGroup(after, since) } }
    })
  },

  async 'DELETE /billing/v1/tax-exempt-groups/{taxExemptGroupId}'({ taxExemptGroupId }, scope) {
    return change(scope, (taxes) => {
      const all = taxes.exemptGroups ?? []
      if (!all.some(({ id }) => id === taxExemptGroupId)) return refuse('TAX_EXEMPT_GROUP_NOT_FOUND')
      const exemptGroups = all.filter(({ id }) => id !== taxExemptGroupId)
      return { document: { ...taxes, exemptGroups, regions: taxes.regions.map(withoutExemption(taxExemptGroupId)) }, answer: {} }
    })
  },
})
