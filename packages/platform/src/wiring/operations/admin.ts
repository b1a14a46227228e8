import { begunInParts } from '../../commerce/checkout/conversion.ts'
import { lowStock } from '../../commerce/flows/low-stock.ts'
import { countOrders } from '../../commerce/orders/count.ts'
import { countWaiting, salesOf, soldInParts, topProducts } from '../../commerce/orders/sales.ts'
import type { FindSellables } from '../../commerce/selling/sellable.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { AllHandlers } from '../../kernel/http/handlers.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { usualMonths } from '../../shop/audit/forget.ts'
import { auditOperations } from '../../shop/audit/operations.ts'
import type { SubjectsDeps } from '../../shop/audit/subjects.ts'
import { dashboardOperations } from '../../shop/dashboard/operations.ts'
import { viewOperations } from '../../shop/views/operations.ts'
import { within } from '../audited.ts'

export interface AdminDeps extends Pick<SubjectsDeps, 'ask'> {
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  readonly sellables: FindSellables
  /** All operations, these among them. */
  readonly handlers: () => AllHandlers
}

/** How merchants keep an eye on their shop. */
export const adminOperations = ({ ask, readSettings, sellables, handlers }: AdminDeps) => ({
  ...dashboardOperations({
    commerce: async (db, site) => (await readSettings(db, site)).commerce,
    soldInParts,
    begunInParts,
    topProducts,
    salesOf,
    countWaiting,
    countOrders,
    lowShelves: lowStock(sellables),
  }),
  ...viewOperations,
  ...auditOperations({
    ask,
    write: (line, input, scope) => within(handlers(), line, input, scope),
    keptMonths: async (db, site) => (await readSettings(db, site)).audit?.keptMonths ?? usualMonths,
  }),
})
