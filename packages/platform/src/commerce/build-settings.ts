import type { Kernel } from '../kernel/kernel.ts'
import type { Selling } from './build-selling.ts'
import { checkoutFormOperations } from './checkout-form/operations.ts'
import { deliverySolutionOperations } from './delivery/operations/solutions.ts'
import { deliveryOperations } from './delivery/operations.ts'
import { deliveryPlanOperations } from './delivery/plan.ts'
import { feeOperations } from './fees/operations.ts'
import { outsideMs, pluginMs } from './flows/outside-providers.ts'
import { pluginOperations } from './plugins/operations.ts'
import { triggerOperations } from './promotions/trigger-operations.ts'
import { groupsOf } from './tax/model.ts'
import { taxOperations } from './tax/operations.ts'

/** What merchants say of how their shop sells. */
export const settingsOperationsOf = ({ readSettings, report }: Kernel, { outside, openPricing }: Selling) => ({
  ...checkoutFormOperations({ readSettings }),
  ...deliveryOperations({ readSettings, providers: outside.rates }),
  ...deliverySolutionOperations({ openPricing }),
  ...deliveryPlanOperations({ readSettings, providers: outside.rates }),
  ...taxOperations({ readSettings, chooseTax: outside.chooseTax, providers: outside.taxes }),
  ...feeOperations({ readSettings, knowsTaxGroup: ({ taxes }, id) => groupsOf(taxes).some((group) => group.id === id) }),
  ...triggerOperations({
    readSettings,
    providers: outside.triggers,
    timeoutMs: outsideMs,
    report: (fault) => report(fault, 'provider of discount triggers'),
  }),
  ...pluginOperations({
    keys: outside.keys,
    timeoutMs: pluginMs,
    outbound: outside.outbound,
    ask: outside.askOnce,
    commerce: async (db, site) => (await readSettings(db, site)).commerce,
  }),
})
