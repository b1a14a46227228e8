import type { Kernel } from '../kernel/kernel.ts'
import type { Selling } from './build-selling.ts'
import { recommending } from './flows/recommending.ts'
import { recommendationAdminOperations } from './recommendations/admin-operations.ts'
import { recommendationOperations } from './recommendations/operations.ts'

/** What is recommended to buyers. */
export function recommendationOperationsOf(kernel: Kernel, { outside }: Selling) {
  const deps = recommending(kernel, outside)
  return { ...recommendationOperations(deps), ...recommendationAdminOperations(deps) }
}
