import type { Kernel } from '../kernel/kernel.ts'
import { reviewing } from './flows/reviewing.ts'
import { reviewAdminOperations } from './reviews/admin-operations.ts'
import { reviewBuyerOperations } from './reviews/buyer-operations.ts'
import { reviewOperations } from './reviews/operations.ts'

/** What buyers say of what they bought. */
export function reviewOperationsOf(kernel: Kernel) {
  const deps = reviewing(kernel)
  return { ...reviewOperations(deps), ...reviewBuyerOperations(deps), ...reviewAdminOperations(deps) }
}
