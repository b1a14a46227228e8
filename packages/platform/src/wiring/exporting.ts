import type { CursorQuery } from '@vitrine/contract'
import { exponentOf } from '@vitrine/pricing'
import type { Database } from '../db/pool.ts'
import type { Db } from '../db/sql.ts'
import type { ExportDeps, ExportKind } from '../exports/operations.ts'
import { type ExportRouteDeps, nameOf } from '../exports/routes.ts'
import type { Source, Wanted } from '../exports/source.ts'
import type { Seals } from '../identity/seals.ts'
import type { MemberDeps } from '../members/deps.ts'
import { searchDesk } from '../members/desk-search.ts'
import { memberColumns } from '../members/export.ts'
import { orderColumns, orderPage } from '../orders/export.ts'
import { showOrder } from '../orders/show.ts'
import { Unreadable } from '../query/filter.ts'
import { refuse } from '../refusal.ts'

export interface ExportingDeps {
  readonly database: Database
  readonly origin: string
  readonly sealing: Seals
  readonly now: () => Date
  readonly commerce: (db: Db, site: string) => Promise<{ readonly currency: string }>
  readonly purchasesOf: MemberDeps['purchasesOf']
}

const linkSeconds = 600

const source = <Row>(of: Source<Row>): Source => of as Source

/** Orders and members as files. */
export function exporting({ database, origin, sealing, now, commerce, purchasesOf }: ExportingDeps): {
  readonly deps: ExportDeps
  readonly route: ExportRouteDeps
} {
  const sources: Readonly<Record<ExportKind, Source>> = {
    orders: source({
      columns: orderColumns,
      whole: ({ activities, ...order }) => showOrder(order, activities),
      read: async (db, site, query) => orderPage(db, site, query, exponentOf((await commerce(db, site)).currency)),
    }),
    members: source({
      columns: memberColumns,
      whole: (member) => member,
      async read(db, site, query: CursorQuery, at) {
        try {
          const { members, metadata } = await searchDesk({ db, site, now: at }, query, {}, purchasesOf)
          return { rows: members, next: metadata.cursors.next }
        } catch (error) {
          if (error instanceof Unreadable) return refuse('INVALID_ARGUMENT', { fieldViolations: [error.violation] })
          throw error
        }
      },
    }),
  }
  return {
    deps: {
      sources,
      async linkTo(site, kind, wanted) {
        const key = await sealing.seal(site, 'export', { kind, wanted }, linkSeconds)
        return `${origin}/exports/${nameOf(kind, wanted)}?key=${encodeURIComponent(key)}`
      },
    },
    route: {
      db: database,
      now,
      sources,
      async read(site, key) {
        const said = await sealing.open(site, 'export', key)
        return said && { kind: said['kind'] as ExportKind, wanted: said['wanted'] as Wanted }
      },
    },
  }
}
