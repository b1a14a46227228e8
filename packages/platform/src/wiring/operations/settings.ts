import { usualMonths } from '../../audit/forget.ts'
import { checkoutFormOperations } from '../../checkout-form/operations.ts'
import type { Db } from '../../db/sql.ts'
import { deliveryOperations } from '../../delivery/operations.ts'
import { deliveryPlanOperations } from '../../delivery/plan.ts'
import { feeOperations } from '../../fees/operations.ts'
import { generalSettingsOperations } from '../../general-settings/operations.ts'
import { pluginOperations } from '../../plugins/operations.ts'
import { retentionOperations } from '../../privacy/retention.ts'
import { triggerOperations } from '../../promotions/trigger-operations.ts'
import type { Sections } from '../../settings/sections.ts'
import { shopSettingsOperations } from '../../shop-settings/operations.ts'
import { groupsOf } from '../../tax/model.ts'
import { taxOperations } from '../../tax/operations.ts'
import { generalSettingsWiring } from '../general-settings.ts'
import { type Outside, outsideMs, pluginMs } from '../outside.ts'

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
