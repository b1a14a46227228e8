import type { Kernel } from '../kernel/kernel.ts'
import type { Seals } from '../kernel/seals.ts'
import { reviewLinkDeps } from './flows/asking-for-reviews.ts'
import { memberPaging } from './flows/member-pages.ts'
import { questioning } from './flows/questioning.ts'
import { reviewing } from './flows/reviewing.ts'
import { memberPageOperations } from './member-pages/operations.ts'
import { questionAdminOperations } from './questions/admin-operations.ts'
import { questionOperations } from './questions/operations.ts'
import { reviewLinkOperations } from './review-requests/link-operations.ts'
import { reviewAdminOperations } from './reviews/admin-operations.ts'
import { reviewBuyerOperations } from './reviews/buyer-operations.ts'
import { reviewOperations } from './reviews/operations.ts'

/** What buyers say of what they bought, what members ask, and what they show of it on their pages. */
export function reviewOperationsOf(kernel: Kernel, sealing: Seals) {
  const deps = reviewing(kernel)
  const questions = questioning(kernel)
  return {
    ...reviewOperations(deps),
    ...reviewBuyerOperations(deps),
    ...reviewAdminOperations(deps),
    ...reviewLinkOperations(reviewLinkDeps(sealing)),
    ...questionOperations(questions),
    ...questionAdminOperations(questions),
    ...memberPageOperations(memberPaging(kernel)),
  }
}
