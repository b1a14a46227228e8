import type { Seals } from '../../kernel/seals.ts'
import { longestTokenSeconds } from '../../people/index.ts'

/** What the link to an order's status carries, and whether it proves that its holder was given this order. */
export const orderProofs = (sealing: Seals) => ({
  statusToken: (site: string, orderId: string) => sealing.seal(site, 'order-status', { orderId }, longestTokenSeconds),
  provesOrder: async (site: string, text: string, orderId: string) =>
    (await sealing.open(site, 'order-status', text))?.['orderId'] === orderId,
})

export type OrderProofs = ReturnType<typeof orderProofs>
