/** How orders behave, as far as the merchant says so. */
export interface OrderSettings {
  /** `ON_ORDER_PLACED` where nothing is said. */
  readonly inventoryUpdateTrigger?: 'ON_ORDER_PLACED' | 'ON_ORDER_PAID'
  /** Whether an order that is paid online gets its invoice by itself; it does not where nothing is said. */
  readonly createInvoice?: boolean
}

/** Whether an order that waits for an online payment holds its units meanwhile. */
export const holdsBeforePayment = ({ orders }: { readonly orders?: OrderSettings }): boolean =>
  orders?.inventoryUpdateTrigger !== 'ON_ORDER_PAID'
