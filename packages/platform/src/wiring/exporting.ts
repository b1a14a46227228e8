import { exponentOf } from '@vitrine/pricing'
import { productCells, productPage, productTitles } from '../commerce/catalogue/csv/export.ts'
import { findLocations } from '../commerce/inventory/location-store.ts'
import { findUnitsByLocation } from '../commerce/inventory/units-by-location.ts'
import { orderColumns, orderPage } from '../commerce/orders/export.ts'
import { showOrder } from '../commerce/orders/show.ts'
import type { Database } from '../kernel/db/pool.ts'
import type { Db } from '../kernel/db/sql.ts'
import type { Seals } from '../kernel/seals.ts'
import type { CommerceSettings } from '../kernel/settings/sections.ts'
import { searchMembers } from '../people/members/admin-search.ts'
import type { MemberDeps } from '../people/members/deps.ts'
import { memberColumns } from '../people/members/export.ts'
import type { ExportDeps, ExportKind } from '../shop/exports/operations.ts'
import { type ExportRouteDeps, nameOf } from '../shop/exports/routes.ts'
import { oneLineEach, type Source, type Wanted } from '../shop/exports/source.ts'

export interface ExportingDeps {
  readonly database: Database
  readonly origin: string
  readonly sealing: Seals
  readonly now: () => Date
  readonly commerce: (db: Db, site: string) => Promise<CommerceSettings>
  readonly purchasesOf: MemberDeps['purchasesOf']
}

const linkSeconds = 600

const source = <Row>(of: Source<Row>): Source => of as Source

/** Products, orders and members as files. */
export function exporting({ database, origin, sealing, now, commerce, purchasesOf }: ExportingDeps): {
  readonly deps: ExportDeps
  readonly route: ExportRouteDeps
} {
  const sources: Readonly<Record<ExportKind, Source>> = {
    orders: source({
      ...oneLineEach(orderColumns),
      whole: ({ activities, ...order }) => showOrder(order, activities),
      read: async (db, site, query) => orderPage(db, site, query, exponentOf((await commerce(db, site)).currency)),
    }),
    members: source({
      ...oneLineEach(memberColumns),
      whole: (member) => member,
      async read(db, site, query, now) {
        const { members, metadata } = await searchMembers({ db, site, now }, query, {}, purchasesOf)
        return { rows: members, next: metadata.cursors.next }
      },
    }),
    products: source({
      titles: productTitles,
      lines: productCells,
      whole: ({ product }) => product,
      read: async (db, site, query) =>
        productPage(db, site, query, {
          commerce: await commerce(db, site),
          publicUrl: origin,
          unitsOf: findUnitsByLocation,
          locationsOf: findLocations,
        }),
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
