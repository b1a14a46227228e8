import { type Db, sql } from '../../kernel/db/sql.ts'

interface Counted {
  readonly collectionIds: readonly string[]
  readonly visible: boolean
  /** 1 for what comes, -1 for what goes. */
  readonly by: number
}

/** Moves the counts that lists show as their totals. */
export async function moveCounts(db: Db, site: string, moved: readonly Counted[]): Promise<void> {
  let products = 0
  let visible = 0
  const changes = new Map<string, { products: number; visible: number }>()
  for (const { collectionIds, visible: seen, by } of moved) {
    products += by
    if (seen) visible += by
    for (const id of new Set(collectionIds)) {
      const sums = changes.get(id) ?? { products: 0, visible: 0 }
      changes.set(id, { products: sums.products + by, visible: sums.visible + (seen ? by : 0) })
    }
  }
  await db.query(sql`
    update catalogue set products = products + ${products}, visible_products = visible_products + ${visible} where site = ${site}`)
  const ids = [...changes.keys()]
  if (ids.length === 0) return
  await db.query(sql`
    update collection set products = collection.products + change.products, visible_products = collection.visible_products + change.visible
    from unnest(${ids}::uuid[], ${ids.map((id) => changes.get(id)!.products)}::bigint[], ${ids.map((id) => changes.get(id)!.visible)}::bigint[])
      as change (id, products, visible)
    where collection.site = ${site} and collection.id = change.id`)
}

/** The same for products that go away. */
export const countGone = (db: Db, site: string, gone: readonly Omit<Counted, 'by'>[]): Promise<void> =>
  moveCounts(
    db,
    site,
    gone.map((product) => ({ ...product, by: -1 })),
  )
