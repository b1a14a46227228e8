import type { Clock } from '../../kernel/clock/clock.ts'
import type { Database } from '../../kernel/db/pool.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { JobDefinition } from '../../kernel/jobs/jobs.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { stockCalls } from '../inventory/elsewhere/calls.ts'
import { settleElsewhere } from '../inventory/elsewhere/settle.ts'
import { takeFirst } from '../inventory/elsewhere/take-first.ts'
import type { TakeElsewhere } from '../orders/place.ts'
import { findElsewhereDue, lockOrder, noteElsewhere } from '../orders/store.ts'
import type { InventoryService } from '../selling/inventory-services.ts'

export interface StockElsewhereDeps {
  readonly database: Database
  /** The outside world goes by real time. */
  readonly real: Clock
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  readonly services: (settings: Pick<Sections, 'plugins'>) => readonly InventoryService[]
  readonly report: (fault: unknown, where: string) => void
}

/** Units of what other apps sell, as orders take them and let them go. */
export interface StockElsewhere {
  readonly take: TakeElsewhere
  readonly settle: (sites: () => Promise<readonly string[]>) => Promise<void>
}

export function stockElsewhere({ database, real, readSettings, services, report }: StockElsewhereDeps): StockElsewhere {
  const asking = {
    database,
    clock: real,
    services,
    readSettings,
    report: (fault: unknown) => report(fault, 'service for inventory'),
  }
  const calls = stockCalls(asking)
  return {
    take: takeFirst({ ...asking, calls }),
    settle: (sites) =>
      settleElsewhere({
        ...asking,
        calls,
        sites,
        dueOrders: findElsewhereDue,
        async lockDue(db, site, orderId) {
          const order = await lockOrder(db, site, orderId)
          if (!order) return undefined
          const { id, checkoutId, status, paymentStatus, createdAt, document } = order
          return { id, checkoutId, status, paymentStatus, createdAt, imported: document.imported, lineItems: document.lineItems }
        },
        compared: noteElsewhere,
      }),
  }
}

/** What an order let go of goes back as soon as the order is no more. */
export const stockBackElsewhere = ({ settle }: Pick<StockElsewhere, 'settle'>): JobDefinition => ({
  queue: 'stock-of-other-apps-back',
  on: ['wix.ecom.v1.order_canceled'],
  run: ({ site }) => settle(async () => [site]),
})
