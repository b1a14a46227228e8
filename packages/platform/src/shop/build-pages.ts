import type { Kernel } from '../kernel/kernel.ts'
import { previewing } from '../kernel/previews.ts'
import type { Seals } from '../kernel/seals.ts'
import { type PageDeps, pageOperations } from './pages/operations.ts'
import { askLog } from './url-redirects/ask-log.ts'
import { addressChanged, urlRedirectOperations } from './url-redirects/operations.ts'

export interface PageFacts {
  readonly sealing: Seals
  readonly paymentProviders: PageDeps['providersOf']
  readonly staffNames: PageDeps['staffNames']
}

/** The pages that merchants write, and where old addresses lead. */
export function buildPages(
  { database, clock, origin, readSettings, report }: Kernel,
  { sealing, paymentProviders, staffNames }: PageFacts,
) {
  const log = askLog({ database, clock, report })
  const written = pageOperations({
    publicUrl: origin,
    readSettings,
    providersOf: paymentProviders,
    staffNames,
    slugChanged: (db, site, was, is, now) => addressChanged(db, site, `/${was}`, `/${is}`, now),
    previews: previewing(sealing, 'page-preview', 'pageId'),
  })
  return { operations: { ...written, ...urlRedirectOperations({ log }) }, settle: log.settle }
}
