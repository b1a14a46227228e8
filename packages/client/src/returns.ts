import type { Api } from './api.ts'

/**
 * Goods that buyers send back. Guests give the `email` that they ordered with.
 *
 * @example
 * const { returnability } = await client.returns.getReturnability({ id: order.id })
 * const [line] = returnability.lines.filter(({ returnable }) => returnable > 0)
 * await client.returns.requestReturn({ id: order.id, lines: [{ lineItemId: line.lineItemId, quantity: 1, reason: returnability.reasons[0] }] })
 */
export const returns = (api: Api) => ({
  getReturnability: api('GET /vitrine/v1/orders/{id}/returnable'),
  requestReturn: api('POST /vitrine/v1/orders/{id}/returns'),
  uploadReturnPicture: api('POST /vitrine/v1/returns/pictures'),
  listMyReturns: api('GET /vitrine/v1/returns/mine'),
  getReturn: api('GET /vitrine/v1/returns/{id}'),
  cancelReturn: api('POST /vitrine/v1/returns/{id}/cancel'),
})
