import type { Kernel } from '../kernel/kernel.ts'
import type { Seals } from '../kernel/seals.ts'
import type { NamedProvider } from './pages/fields.ts'
import { type PageDeps, pageOperations } from './pages/operations.ts'

export interface PageFacts {
  readonly sealing: Seals
  readonly paymentProviders: readonly NamedProvider[]
  readonly staffNames: PageDeps['staffNames']
}

const previewKind = 'page-preview'

/** The pages that merchants write. */
export const pageOperationsOf = ({ origin, readSettings }: Kernel, { sealing, paymentProviders, staffNames }: PageFacts) =>
  pageOperations({
    publicUrl: origin,
    readSettings,
    providers: paymentProviders,
    staffNames,
    sign: (site, { pageId, expiresAt }, seconds) =>
      sealing.seal(site, previewKind, { pageId, expiresAt: expiresAt.toISOString() }, seconds),
    async read(site, token) {
      const { pageId, expiresAt } = (await sealing.open(site, previewKind, token)) ?? {}
      return typeof pageId === 'string' && typeof expiresAt === 'string' ? { pageId, expiresAt: new Date(expiresAt) } : undefined
    },
  })
