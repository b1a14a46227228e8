import { checkoutFormOperations } from '../../commerce/checkout-form/operations.ts'
import { deliveryOperations } from '../../commerce/delivery/operations.ts'
import { deliveryPlanOperations } from '../../commerce/delivery/plan.ts'
import { feeOperations } from '../../commerce/fees/operations.ts'
import { type Outside, outsideMs, pluginMs } from '../../commerce/flows/outside-providers.ts'
import { pluginOperations } from '../../commerce/plugins/operations.ts'
import { triggerOperations } from '../../commerce/promotions/trigger-operations.ts'
import { groupsOf } from '../../commerce/tax/model.ts'
import { taxOperations } from '../../commerce/tax/operations.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { retentionOperations } from '../../people/privacy/retention.ts'
import { usualMonths } from '../../shop/audit/forget.ts'
import { shopSettingsOperations } from '../../shop/settings/checkout-settings.ts'
import { generalSettingsOperations } from '../../shop/settings/general-settings.ts'
import { generalSettingsWiring } from '../general-settings.ts'

export interface SettingsDeps {
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  readonly outside: Pick<Outside, 'rates' | 'taxes' | 'triggers' | 'chooseTax' | 'keys' | 'outbound'>
  readonly report: (fault: unknown, where: string) => void
}

/** What merchants say of how their shop sells. */
export const settingsOperations = ({ readSettings, outside, report }: SettingsDeps) => ({
  ...shopSettingsOperations({ readSettings }),
  ...generalSettingsOperations({ readSettings, usualAuditMonths: usualMonths, ...generalSettingsWiring(readSettings) }),
  ...retentionOperations({ readSettings }),
  ...checkoutFormOperations({ readSettings }),
  ...deliveryOperations({ readSettings, providers: outside.rates }),
  ...deliveryPlanOperations({ readSettings, providers: outside.rates }),
  ...taxOperations({ readSettings, chooseTax: outside.chooseTax, providers: outside.taxes }),
  ...feeOperations({ readSettings, knowsTaxGroup: ({ taxes }, id) => groupsOf(taxes).some((group) => group.id === id) }),
  ...triggerOperations({
    readSettings,
    providers: outside.triggers,
    timeoutMs: outsideMs,
    report: (fault) => report(fault, 'provider of discount triggers'),
  }),
  ...pluginOperations({ keys: outside.keys, timeoutMs: pluginMs, outbound: outside.outbound }),
})
