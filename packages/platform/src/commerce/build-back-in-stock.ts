import type { Kernel } from '../kernel/kernel.ts'
import type { Seals } from '../kernel/seals.ts'
import { alertOperations } from './back-in-stock/alert-operations.ts'
import { backInStockOperations } from './back-in-stock/operations.ts'
import { waitingListOperations } from './back-in-stock/waiting-list-operations.ts'
import type { Selling } from './build-selling.ts'
import { backInStockDeps } from './flows/back-in-stock.ts'

/** Who waits for what is sold out. */
export function backInStockOperationsOf(kernel: Kernel, { catalogue }: Selling, sealing: Seals) {
  const deps = backInStockDeps({ kernel, sealing, catalogue })
  return { ...backInStockOperations(deps), ...alertOperations(deps), ...waitingListOperations(deps) }
}
