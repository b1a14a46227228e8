import { type taxes } from '@vitrine/contract'
import type { HandlersAt } from '../../../kernel/http/handlers.ts'
import { nextState } from '../../../kernel/settings/revised.ts'
import { findProviderHealth } from '../../selling/provider-health.ts'
import { showProviderHealth } from '../../selling/show-provider-health.ts'
import { calculate } from '../calculate.ts'
import { manualCalculatorId, showSettings } from '../model.ts'
import { type TaxChanges, type TaxDeps } from './tax-changes.ts'

/** Whether prices include taxes, who calculates them, and what they come to. */
export const taxSettingsOperations = (
  deps: TaxDeps,
  { readSettings, now, change, known }: TaxChanges,
): HandlersAt<
  typeof taxes,
  '/billing/v1/tax-settings' | '/billing/v1/list-tax-calculators' | '/vitrine/v1/taxes' | '/billing/v1/calculate-tax'
> => ({
  async 'GET /billing/v1/tax-settings'(_, scope) {
    const { document, ...times } = await now(scope)
    return { taxSettings: showSettings(document, (await readSettings(scope.db, scope.site)).commerce.country, times) }
  },

  async 'POST /billing/v1/tax-settings'({ taxSettings: { taxIncludedInItemPrices: includedInPrices } }, scope) {
    const { commerce } = await readSettings(scope.db, scope.site)
    return change(scope, (taxes, since) => {
      const regions = taxes.regions.map((region) => ({
        ...region,
        taxIncludedInPrice: includedInPrices,
        ...nextState(region, scope.now),
      }))
      const document = { ...taxes, includedInPrices, regions }
      return {
        document,
        answer: { taxSettings: showSettings(document, commerce.country, { since, updatedAt: scope.now }) },
      }
    })
  },

  async 'GET /billing/v1/list-tax-calculators'(_, scope) {
    return {
      taxCalculatorDetails: [
        { appId: manualCalculatorId, displayName: 'The shop’s own rates', unsupportedCountries: [] },
        ...(await known(scope)).map(({ id, name, unsupportedCountries = [] }) => ({
          appId: id,
          displayName: name,
          unsupportedCountries: [...unsupportedCountries],
        })),
      ],
    }
  },

  async 'GET /vitrine/v1/taxes/providers'(_, scope) {
    const { regions } = (await now(scope)).document
    const asking = regions.flatMap(({ id, providerId }) => (providerId ? [{ regionId: id, providerId }] : []))
    return { providers: showProviderHealth(await known(scope), asking, await findProviderHealth(scope.db, scope.site)) }
  },

  async 'POST /billing/v1/calculate-tax'(question, { db, site }) {
    return calculate(db, site, question, deps)
  },
})
