import { type taxes } from '@vitrine/contract'
import type { HandlersAt } from '../../../kernel/http/handlers.ts'
import { listed } from '../../../kernel/query/listed.ts'
import { Refusal, refuse } from '../../../kernel/refusal.ts'
import { staleOf } from '../../../kernel/settings/revised.ts'
import type { TaxSettings } from '../../../kernel/settings/tax-settings.ts'
import { ratesOf, showRate } from '../model.ts'
import { type RateInput, rates, type TaxChanges, without } from './tax-changes.ts'

const shownRate = (taxes: TaxSettings, id: string, since: Date) => showRate(ratesOf(taxes).find((one) => one.id === id)!, since)

/** Rates of groups in regions. */
export const taxRateOperations = ({
  now,
  change,

  rate,
  bulk,
}: TaxChanges): HandlersAt<typeof taxes, '/billing/v1/manual-tax-mappings' | '/billing/v1/bulk/manual-tax-mappings'> => ({
  async 'POST /billing/v1/manual-tax-mappings'({ manualTaxMapping }, scope) {
    return change(scope, (taxes, since) => {
      const made = rate(taxes, manualTaxMapping, undefined, scope.now)
      if (made instanceof Refusal) return made
      return { document: made.document, answer: { manualTaxMapping: shownRate(made.document, made.made.id, since) } }
    })
  },

  async 'POST /billing/v1/bulk/manual-tax-mappings/create'({ manualTaxMappings, returnEntity }, scope) {
    return bulk(scope, manualTaxMappings, returnEntity, (all, input, since) => {
      const made = rate(all, input, undefined, scope.now)
      return made instanceof Refusal ? made : { document: made.document, item: shownRate(made.document, made.made.id, since) }
    })
  },

  async 'GET /billing/v1/manual-tax-mappings/{manualTaxMappingId}'({ manualTaxMappingId }, scope) {
    const { document, since } = await now(scope)
    const found = ratesOf(document).find(({ id }) => id === manualTaxMappingId)
    return found ? { manualTaxMapping: showRate(found, since) } : refuse('MANUAL_TAX_MAPPING_NOT_FOUND')
  },

  async 'GET /billing/v1/manual-tax-mappings'(_, scope) {
    const { document, since } = await now(scope)
    const all = ratesOf(document)
    return {
      manualTaxMappings: all.map((one) => showRate(one, since)),
      pagingMetadata: { count: all.length, cursors: {}, hasNext: false },
    }
  },

  async 'GET /billing/v1/manual-tax-mappings/query'({ query }, scope) {
    const { document, since } = await now(scope)
    const found = await listed(scope.db, ratesOf(document), query, rates(since))
    if (found instanceof Refusal) return found
    return { manualTaxMappings: found.rows.map((one) => showRate(one, since)), pagingMetadata: found.metadata }
  },

  async 'PATCH /billing/v1/manual-tax-mappings/{manualTaxMapping.id}'({ manualTaxMapping: { id, revision, ...sent } }, scope) {
    return change(scope, (taxes, since) => {
      const before = ratesOf(taxes).find((one) => one.id === id)
      if (!before) return refuse('MANUAL_TAX_MAPPING_NOT_FOUND')
      const stale = staleOf(before.rate, revision)
      if (stale) return stale
      const known = showRate(before, since)
      const input: RateInput = {
        taxGroupId: sent.taxGroupId ?? known.taxGroupId,
        taxRegionId: sent.taxRegionId ?? known.taxRegionId,
        taxRate: sent.taxRate ?? known.taxRate,
        description: sent.description === undefined ? known.description : sent.description,
        taxType: sent.taxType === undefined ? known.taxType : sent.taxType,
        taxName: sent.taxName === undefined ? known.taxName : sent.taxName,
        jurisdiction: sent.jurisdiction === undefined ? known.jurisdiction : sent.jurisdiction,
        jurisdictionType: sent.jurisdictionType === undefined ? known.jurisdictionType : sent.jurisdictionType,
        exemptRates: sent.exemptRates === undefined ? known.exemptRates : sent.exemptRates,
      }
      const made = rate(taxes, input, before, scope.now)
      if (made instanceof Refusal) return made
      return { document: made.document, answer: { manualTaxMapping: shownRate(made.document, id, since) } }
    })
  },

  async 'DELETE /billing/v1/manual-tax-mappings/{manualTaxMappingId}'({ manualTaxMappingId }, scope) {
    return change(scope, (taxes) => {
      const found = ratesOf(taxes).find(({ id }) => id === manualTaxMappingId)
      return found ? { document: without(taxes, found), answer: {} } : refuse('MANUAL_TAX_MAPPING_NOT_FOUND')
    })
  },
})
