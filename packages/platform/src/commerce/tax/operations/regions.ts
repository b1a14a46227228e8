import { type taxes } from '@vitrine/contract'
import type { HandlersAt } from '../../../kernel/http/handlers.ts'
import { listed } from '../../../kernel/query/listed.ts'
import { Refusal, refuse } from '../../../kernel/refusal.ts'
import { staleOf } from '../../../kernel/settings/revised.ts'
import { manualCalculatorId, showRegion } from '../model.ts'
import { regions, replaced, type TaxChanges } from './tax-changes.ts'

/** Where taxes are collected. */
export const taxRegionOperations = ({
  now,
  change,
  known,
  region,
  bulk,
}: TaxChanges): HandlersAt<typeof taxes, '/billing/v1/tax-regions' | '/billing/v1/bulk/tax-regions'> => ({
  async 'POST /billing/v1/tax-regions'({ taxRegion }, scope) {
    const calculators = await known(scope)
    return change(scope, (taxes, since) => {
      const made = region(calculators, taxes, taxRegion, undefined, scope.now)
      if (made instanceof Refusal) return made
      return { document: { ...taxes, regions: [...taxes.regions, made] }, answer: { taxRegion: showRegion(made, since) } }
    })
  },

  async 'POST /billing/v1/bulk/tax-regions/create'({ taxRegions, returnEntity }, scope) {
    const calculators = await known(scope)
    return bulk(scope, taxRegions, returnEntity, (all, input, since) => {
      const made = region(calculators, all, input, undefined, scope.now)
      return made instanceof Refusal ? made : { document: { ...all, regions: [...all.regions, made] }, item: showRegion(made, since) }
    })
  },

  async 'GET /billing/v1/tax-regions/{taxRegionId}'({ taxRegionId }, scope) {
    const { document, since } = await now(scope)
    const found = document.regions.find(({ id }) => id === taxRegionId)
    return found ? { taxRegion: showRegion(found, since) } : refuse('TAX_REGION_NOT_FOUND')
  },

  async 'POST /billing/v1/tax-regions/query'({ query }, scope) {
    const { document, since } = await now(scope)
    const found = await listed(scope.db, document.regions, query, regions(since))
    if (found instanceof Refusal) return found
    return { taxRegions: found.rows.map((one) => showRegion(one, since)), pagingMetadata: found.metadata }
  },

  async 'PATCH /billing/v1/tax-regions/{taxRegion.id}'({ taxRegion: { id, revision, ...sent } }, scope) {
    const calculators = await known(scope)
    return change(scope, (taxes, since) => {
      const before = taxes.regions.find((one) => one.id === id)
      if (!before) return refuse('TAX_REGION_NOT_FOUND')
      const stale = staleOf(before, revision)
      if (stale) return stale
      const input = {
        country: sent.country ?? before.country,
        subdivision: sent.subdivision === undefined ? (before.subdivision ?? null) : sent.subdivision,
        appId: sent.appId ?? before.providerId ?? manualCalculatorId,
        taxIncludedInPrice: sent.taxIncludedInPrice,
        shippingTaxed: sent.shippingTaxed,
      }
      const after = region(calculators, taxes, input, before, scope.now)
      if (after instanceof Refusal) return after
      return { document: { ...taxes, regions: replaced(taxes.regions, after) }, answer: { taxRegion: showRegion(after, since) } }
    })
  },

  async 'DELETE /billing/v1/tax-regions/{taxRegionId}'({ taxRegionId }, scope) {
    return change(scope, (taxes) => {
      const regions = taxes.regions.filter(({ id }) => id !== taxRegionId)
      return regions.length === taxes.regions.length ? refuse('TAX_REGION_NOT_FOUND') : { document: { ...taxes, regions }, answer: {} }
    })
  },
})
