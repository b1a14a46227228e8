import { plannedEachTime, sql } from '../../../kernel/db/sql.ts'
import { Unreadable } from '../../../kernel/query/filter.ts'
import { keysOf, orderOf } from '../../../kernel/query/keyset.ts'
import type { AskedOfProducts, RowsOfProducts } from '../../../kernel/query/rows-of-products.ts'
import { readCatalogue } from '../revision.ts'
import { isLarge, sparseSample } from '../sample.ts'
import { findFew } from './few.ts'
import { walkOf } from './walk.ts'

/** So many products are looked at for a page of what they have, and more where these do not fill it: merchants wait for what shoppers may not ask for. */
const reachesOf = (hidden: boolean): readonly number[] => (hidden ? [2000, 20_000] : [2000])
const mostFew = 10_000

const ofMany = ({ site, hidden, visible, filter, fields }: AskedOfProducts) => ({
  site,
  hidden,
  visible,
  filter,
  fields,
  condition: sql`true`,
})

export const rowsOfProducts: RowsOfProducts = {
  async page(db, asked, { rows, read }) {
    const { site, hidden, keyset, root } = asked
    if (!isLarge((await readCatalogue(db, site)).products)) return keyset.page(await read(rows(sql`product`, false)))
    const { terms, beside, backwards, limit } = keyset
    const few = await findFew(db, { ...ofMany(asked), terms }, mostFew)
    if (few) return keyset.page(await read(rows(few, true)))
    let found: Awaited<ReturnType<typeof read>> = []
    let met = sql``
    for (const reach of reachesOf(hidden)) {
      const walk = walkOf({ ...ofMany(asked), terms, beside, backwards, ofRows: true }, reach)
      if (!walk) throw new Unreadable(`${root}.sort`, 'sorts more than can be sorted: it is for a narrower filter', 'MAX_SIZE')
      const bound = await walk.findBound(db)
      met = rows(walk.met(bound), true)
      found = await read(met)
      if (!bound || found.length > limit) return keyset.page(found)
    }
    const [last] = await db.query<{ keys: string[] }>(
      plannedEachTime(sql`select ${keysOf(terms)} from ${met} order by ${orderOf(terms, !backwards)} limit 1`),
    )
    if (!last || last.keys.join() === beside?.join())
      throw new Unreadable(`${root}.sort`, 'sorts too many that are equal in its first field: it is for a narrower filter', 'MAX_SIZE')
    return keyset.page(found, last.keys)
  },

  async published(db, asked) {
    if (!isLarge((await readCatalogue(db, asked.site)).products)) return { products: sql`product`, times: 1, isPart: false }
    const few = await findFew(db, { ...ofMany(asked), terms: [] }, mostFew)
    if (few) return { products: few, times: 1, isPart: true }
    return {
      products: sql`(select product.* from product where product.site = ${asked.site} ${sparseSample.condition} offset 0) product`,
      times: sparseSample.oneOf,
      isPart: true,
    }
  },
}
