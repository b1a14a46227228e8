import { begunInParts } from '../../commerce/checkout/conversion.ts'
import { lowStock } from '../../commerce/flows/low-stock.ts'
import { countOrders } from '../../commerce/orders/count.ts'
import { countWaiting, salesOf, soldInParts, topProducts } from '../../commerce/orders/sales.ts'
import type { FindSellables } from '../../commerce/selling/sellable.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { AllHandlers } from '../../kernel/http/handlers.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { within } from '../../shop/audit/asking.ts'
import { usualMonths } from '../../shop/audit/forget.ts'
import type { AuditedShop } from '../../shop/audit/kinds.ts'
import { auditOperations } from '../../shop/audit/operations.ts'
import { dashboardOperations } from '../../shop/dashboard/operations.ts'
import { viewOperations } from '../../shop/views/operations.ts'

export interface AdminDeps {
  readonly audited: AuditedShop
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  readonly sellables: FindSellables
  /** All operations, these among them. */
  readonly handlers: () => AllHandlers
}

/** How merchants keep an eye on their shop. */
export const adminOperations = ({ audited, readSettings, sellables, handlers }: AdminDeps) => ({
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
    ...audited,
    write: (line, input, scope) => within(handlers(), line, input, scope),
    keptMonths: async (db, site) => (await readSettings(db, site)).audit?.keptMonths ?? usualMonths,
  }),
})
