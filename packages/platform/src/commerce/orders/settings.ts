import { OrdersSettingsInput, type ordersSettings, type Received } from '@vitrine/contract'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { lockSection, readSection } from '../../kernel/settings/change.ts'
import type { OrderSettings } from '../../kernel/settings/order-settings.ts'
import { writeSettings } from '../../kernel/settings/settings.ts'
import { masked } from '../selling/mask.ts'

type Sent = Received<'PATCH /ecom/v1/orders-settings'>['ordersSettings']

const shown = ({ inventoryUpdateTrigger = 'ON_ORDER_PLACED', createInvoice = false }: OrderSettings) => ({
  inventoryUpdateTrigger,
  createInvoice,
})

export const orderSettingsOperations: Handlers<typeof ordersSettings> = {
  async 'GET /ecom/v1/orders-settings'(_, { db, site }) {
    const now = await readSection(db, site, 'orders')
    return {
      ordersSettings: {
        ...shown(now?.document ?? {}),
        ...(now && { createdDate: now.since.toISOString(), updatedDate: now.updatedAt.toISOString() }),
      },
    }
  },

  async 'PATCH /ecom/v1/orders-settings'({ ordersSettings, fieldMask }, { db, site, now }) {
    const sent = masked(OrdersSettingsInput, ordersSettings, fieldMask)
    if (sent instanceof Refusal) return sent
    const { document, since } = await lockSection(db, site, 'orders', {}, now)
    const after = changed(document, sent)
    await writeSettings(db, site, 'orders', after, now)
    return { ordersSettings: { ...shown(after), createdDate: since.toISOString(), updatedDate: now.toISOString() } }
  },
}

/** What was sent over what was stored: absent leaves unchanged, null resets. */
function changed(before: OrderSettings, sent: Sent): OrderSettings {
  return Object.fromEntries(Object.entries({ ...before, ...sent }).filter(([, value]) => value !== null && value !== undefined))
}
