import type { Kernel } from '../kernel/kernel.ts'
import type { Seals } from '../kernel/seals.ts'
import type { NamedProvider } from './pages/fields.ts'
import { type PageDeps, pageOperations } from './pages/operations.ts'
import { askLog } from './url-redirects/ask-log.ts'
import { addressChanged, urlRedirectOperations } from './url-redirects/operations.ts'

export interface PageFacts {
  readonly sealing: Seals
  readonly paymentProviders: readonly NamedProvider[]
  readonly staffNames: PageDeps['staffNames']
}

const previewKind = 'page-preview'

/** The pages that merchants write, and where old addresses lead. */
export function buildPages(
  { database, clock, origin, readSettings, report }: Kernel,
  { sealing, paymentProviders, staffNames }: PageFacts,
) {
  const log = askLog({ database, clock, report })
  const written = pageOperations({
    publicUrl: origin,
    readSettings,
    providers: paymentProviders,
    staffNames,
    slugChanged: (db, site, was, is, now) => addressChanged(db, site, `/${was}`, `/${is}`, now),
    sign: (site, { pageId, expiresAt }, seconds) =>
      sealing.seal(site, previewKind, { pageId, expiresAt: expiresAt.toISOString() }, seconds),
    async read(site, token) {
      const { pageId, expiresAt } = (await sealing.open(site, previewKind, token)) ?? {}
      return typeof pageId === 'string' && typeof expiresAt === 'string' ? { pageId, expiresAt: new Date(expiresAt) } : undefined
    },
  })
  return { operations: { ...written, ...urlRedirectOperations({ log }) }, settle: log.settle }
}
