import type { Kernel } from '../../kernel/kernel.ts'
import { findMedia, handOver, type OriginalStore } from '../../shop/index.ts'
import { downloadRoute } from '../downloads/routes.ts'
import { findOrder } from '../orders/store.ts'
import { type Downloading, filesOf } from './order-downloads.ts'

/** Files for those who bought them. */
export const boughtFiles = (
  { database, clock }: Pick<Kernel, 'database' | 'clock'>,
  originals: OriginalStore,
  { terms, read }: Pick<Downloading, 'terms' | 'read'>,
) =>
  downloadRoute({
    db: database,
    now: () => clock.now(),
    terms,
    read,
    findOrder: async (db, site, id) => {
      const order = await findOrder(db, site, id)
      return order && filesOf(order)
    },
    handOver: handOver({ find: (site, id) => findMedia(database, site, id), originals }),
  })
