import type { Db } from '../../kernel/db/sql.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { showOrder } from '../orders/show.ts'
import { findActivities, findOrder } from '../orders/store.ts'
import type { PayDeps } from '../payments/pay.ts'
import type { AskPaymentSettings } from '../selling/payment-settings-services.ts'

interface DemandDeps {
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  readonly ask: AskPaymentSettings
}

/** What services demand of the payment of an order, which they are told as the wire has it. */
export const demandsOfServices =
  ({ readSettings, ask }: DemandDeps): PayDeps['requires3dSecure'] =>
  async (db, site, orderId) => {
    const demands = await ask(db, site, await readSettings(db, site), async () => {
      const order = await findOrder(db, site, orderId)
      return order && showOrder(order, await findActivities(db, site, orderId))
    })
    return demands?.requires3dSecure
  }
