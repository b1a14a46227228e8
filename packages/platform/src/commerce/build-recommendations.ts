import type { Kernel } from '../kernel/kernel.ts'
import { recommending } from './flows/recommending.ts'
import { recommendationAdminOperations } from './recommendations/admin-operations.ts'
import { recommendationOperations } from './recommendations/operations.ts'

/** What is recommended to buyers. */
export function recommendationOperationsOf(kernel: Kernel) {
  const deps = recommending(kernel)
  return { ...recommendationOperations(deps), ...recommendationAdminOperations(deps) }
}
