import type { taxes } from '@vitrine/contract'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { taxExemptGroupOperations } from './operations/exempt-groups.ts'
import { taxGroupOperations } from './operations/groups.ts'
import { taxRateOperations } from './operations/rates.ts'
import { taxRegionOperations } from './operations/regions.ts'
import { taxSettingsOperations } from './operations/settings.ts'
import { type TaxDeps, taxChanges } from './operations/tax-changes.ts'

/** The taxes of a shop, as merchants set them. */
export function taxOperations(deps: TaxDeps): Handlers<typeof taxes> {
  const changes = taxChanges(deps)
  return {
    ...taxSettingsOperations(deps, changes),
    ...taxGroupOperations(changes),
    ...taxRegionOperations(changes),
    ...taxRateOperations(changes),
    ...taxExemptGroupOperations(changes),
  }
}
