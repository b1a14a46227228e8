import type { Api } from './api.ts'

/** How line items can be delivered to an address. */
export const deliverySolutions = (api: Api) => ({
  getDeliverySolutions: api('POST /_api/delivery-rates/v1/get-delivery-solutions', 'reads'),
})
