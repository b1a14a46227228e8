import type { Api } from '../api.ts'

/**
 * Returns as the shop decides about them, from the request to the refund.
 *
 * @example
 * const { return: checked } = await client.orderReturns.checkReturn({
 *   id,
 *   lines: [{ lineItemId, condition: 'AS_NEW', accepted: 1, restocked: 1 }],
 * })
 * await client.orderReturns.refundReturn({ id, revision: checked.revision })
 */
export const orderReturns = (api: Api) => ({
  searchReturns: api('POST /vitrine/v1/returns/search', 'reads'),
  countReturns: api('GET /vitrine/v1/returns/counts'),
  getReturnStatistics: api('GET /vitrine/v1/returns/statistics'),
  approveReturn: api('POST /vitrine/v1/returns/{id}/approve'),
  refuseReturn: api('POST /vitrine/v1/returns/{id}/refuse'),
  receiveReturn: api('POST /vitrine/v1/returns/{id}/receive'),
  checkReturn: api('POST /vitrine/v1/returns/{id}/check'),
  refundReturn: api('POST /vitrine/v1/returns/{id}/refund'),
  exchangeReturn: api('POST /vitrine/v1/returns/{id}/exchange'),
  getReturnSettings: api('GET /vitrine/v1/returns/settings'),
  updateReturnSettings: api('PATCH /vitrine/v1/returns/settings'),
})
