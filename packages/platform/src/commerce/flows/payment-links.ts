import type { CollectedOrder } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import type { Seals } from '../../kernel/seals.ts'
import { longestTokenSeconds } from '../../people/index.ts'
import { findOrder } from '../orders/store.ts'
import type { CollectionDeps } from '../payments/collections.ts'

export interface PaymentLinksDeps {
  readonly origin: string
  readonly sealing: Seals
}

export type PaymentLinks = Pick<CollectionDeps, 'paymentLink' | 'provesLink' | 'collectedOrder'>

/** The addresses at which money that was asked for is paid; each carries the proof that the shop gave it out. */
export const paymentLinks = ({ origin, sealing }: PaymentLinksDeps): PaymentLinks => ({
  async paymentLink(site, collectionId) {
    const token = await sealing.seal(site, 'payment-link', { collectionId }, longestTokenSeconds)
    return `${origin}/pay/${collectionId}?token=${encodeURIComponent(token)}`
  },
  provesLink: async (site, token, collectionId) => (await sealing.open(site, 'payment-link', token))?.['collectionId'] === collectionId,
  collectedOrder,
})

async function collectedOrder(db: Db, site: string, orderId: string): Promise<CollectedOrder | undefined> {
  const order = await findOrder(db, site, orderId)
  if (!order) return undefined
  const { lineItems, priceSummary, taxIncludedInPrices, appliedDiscounts, additionalFees, taxInfo, balanceSummary, reasons } =
    order.document
  return {
    placedDate: order.createdAt.toISOString(),
    lineItems,
    priceSummary: priceSummary ?? {},
    taxIncludedInPrices,
    appliedDiscounts,
    additionalFees,
    ...(taxInfo && { taxInfo }),
    ...(balanceSummary && { balanceSummary }),
    reasons: [...(reasons ?? [])],
  }
}
