import type { Kernel } from '../../kernel/kernel.ts'
import type { Seals } from '../../kernel/seals.ts'
import type { ExportDeps, ExportKind } from './operations.ts'
import { type ExportRouteDeps, nameOf } from './routes.ts'
import type { Wanted } from './source.ts'

const linkSeconds = 600

/** Exports behind links that the shop signs. */
export const exportLinks = (
  { database, clock, origin }: Pick<Kernel, 'database' | 'clock' | 'origin'>,
  sealing: Seals,
  sources: ExportDeps['sources'],
): { readonly deps: ExportDeps; readonly route: ExportRouteDeps } => ({
  deps: {
    sources,
    async linkTo(site, kind, wanted) {
      const key = await sealing.seal(site, 'export', { kind, wanted }, linkSeconds)
      return `${origin}/exports/${nameOf(kind, wanted)}?key=${encodeURIComponent(key)}`
    },
  },
  route: {
    db: database,
    now: () => clock.now(),
    sources,
    async read(site, key) {
      const said = await sealing.open(site, 'export', key)
      return said && { kind: said['kind'] as ExportKind, wanted: said['wanted'] as Wanted }
    },
  },
})
