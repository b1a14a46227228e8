import * as z from 'zod'
import { FieldMask } from './inputs.ts'
import { operation, operations } from './operation.ts'
import { Instant } from './primitives.ts'

/** When ordered units leave the stock: with the order, or once its payment is approved. */
const InventoryUpdateTrigger = z.enum(['ON_ORDER_PLACED', 'ON_ORDER_PAID'])

/** How orders behave in this shop. */
export const OrdersSettings = z.object({
  inventoryUpdateTrigger: InventoryUpdateTrigger,
  /** Whether an order that is paid online gets its invoice automatically. */
  createInvoice: z.boolean(),
  createdDate: Instant.optional(),
  updatedDate: Instant.optional(),
})
export interface OrdersSettings extends z.infer<typeof OrdersSettings> {}

/** Their input: null restores the default. */
export const OrdersSettingsInput = z.object({
  inventoryUpdateTrigger: InventoryUpdateTrigger.nullish(),
  createInvoice: z.boolean().nullish(),
})

export const ordersSettings = operations({
  'GET /ecom/v1/orders-settings': operation({
    as: 'user',
    summary: 'Read when an order takes its stock, and whether it is invoiced by itself',
    input: z.object({}),
    ok: z.object({ ordersSettings: OrdersSettings }),
    errors: [],
  }),
  /**
   * Absent fields stay unchanged; null restores the default. With `ON_ORDER_PAID` an order that waits for an online payment reserves no
   * stock: whoever pays first gets the last unit, and a payment for what is sold out by then is refunded. An order to be paid by hand is
   * approved on the promise to pay, and takes its stock then. Orders that wait already keep what they have reserved.
   */
  'PATCH /ecom/v1/orders-settings': operation({
    as: 'user',
    summary: 'Say when an order takes its stock, and whether it is invoiced by itself',
    input: z.object({
      ordersSettings: OrdersSettingsInput,
      fieldMask: FieldMask.nullish(),
    }),
    ok: z.object({ ordersSettings: OrdersSettings }),
    errors: [],
  }),
})
