import type { Kernel } from '../kernel/kernel.ts'
import type { Seals } from '../kernel/seals.ts'
import { reviewLinkDeps } from './flows/asking-for-reviews.ts'
import { reviewing } from './flows/reviewing.ts'
import { reviewLinkOperations } from './review-requests/link-operations.ts'
import { reviewAdminOperations } from './reviews/admin-operations.ts'
import { reviewBuyerOperations } from './reviews/buyer-operations.ts'
import { reviewOperations } from './reviews/operations.ts'

/** What buyers say of what they bought. */
export function reviewOperationsOf(kernel: Kernel, sealing: Seals) {
  const deps = reviewing(kernel)
  return {
    ...reviewOperations(deps),
    ...reviewBuyerOperations(deps),
    ...reviewAdminOperations(deps),
    ...reviewLinkOperations(reviewLinkDeps(sealing)),
  }
}
