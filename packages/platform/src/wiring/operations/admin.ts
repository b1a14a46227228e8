import { usualMonths } from '../../audit/forget.ts'
import { auditOperations } from '../../audit/operations.ts'
import type { SubjectsDeps } from '../../audit/subjects.ts'
import { begunInParts } from '../../checkout/conversion.ts'
import { dashboardOperations } from '../../dashboard/operations.ts'
import type { Db } from '../../db/sql.ts'
import type { AllHandlers } from '../../http/handlers.ts'
import { countOrders } from '../../orders/count.ts'
import { countWaiting, salesOf, soldInParts, topProducts } from '../../orders/sales.ts'
import type { FindSellables } from '../../selling/sellable.ts'
import type { Sections } from '../../settings/sections.ts'
import { viewOperations } from '../../views/operations.ts'
import { within } from '../audited.ts'
import { lowStock } from '../low-stock.ts'

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
