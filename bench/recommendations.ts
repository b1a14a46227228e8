// Learns recommendations of baskets of known structure and says how long it takes, how much memory, and how good they are:
// `node bench/recommendations.ts [products] [orders]`. The orders are made here and handed to learning as the shop's would be; counting, pairs and ready lists
// are the shop's own, in a PostgreSQL of its own.

import { learnOrders, refreshTogether } from '@vitrine/platform/commerce/recommendations/learn-together'
import { findLists } from '@vitrine/platform/commerce/recommendations/lists'
import { merged } from '@vitrine/platform/commerce/recommendations/merge'
import { migrate } from '@vitrine/platform/kernel/db/migrate'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { hitRate, knownBasket, sameNumbers } from '@vitrine/testing/baskets'
import { connectTo } from '@vitrine/testing/connected'
import { bareDatabase } from '@vitrine/testing/database'

const [products = 100_000, orders = 1_000_000] = process.argv.slice(2).map(Number)
const known = { products, groupSize: 8, faithful: 0.7 }
const site = '00000000-0000-4000-8000-000000000001'
const begin = Date.UTC(2026, 0, 1)
const idOf = (kind: string, n: number) => `${kind}0000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`
const productOf = (id: string) => Number.parseInt(id.slice(24), 16)
const mebibytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`

/** The same order under the same number, so that none has to be held in memory. */
const basketOf = (nth: number) => knownBasket(known, sameNumbers(nth * 7919 + 1))

await using here = await bareDatabase()
await migrate(here.url)
const database = connectTo(here.url)
try {
  await database.query(sql`insert into site (site, name, seed, created_at) values (${site}, 'Bench', 'catalogue', ${new Date(begin)})`)
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 250)
  const memoryAt: string[] = []
  const began = performance.now()
  await learnOrders(
    database,
    {
      async findSales(_db, _site, { updatedAt }, limit) {
        const from = Math.max(0, Math.floor((updatedAt.getTime() - begin) / 1000) + 1)
        if (from > 0 && from % Math.ceil(orders / 4) < limit) memoryAt.push(mebibytes(process.memoryUsage().rss))
        return Array.from({ length: Math.max(0, Math.min(limit, orders - from)) }, (_, at) => ({
          orderId: idOf('a', from + at),
          updatedAt: new Date(begin + (from + at) * 1000),
          units: new Map(basketOf(from + at).map((product) => [idOf('b', product), 1])),
        }))
      },
    },
    site,
    new Date(begin + orders * 1000),
  )
  const counted = performance.now()
  await refreshTogether(database, site, 'ORDER')
  const listed = performance.now()
  clearInterval(watch)
  const [size] = await database.query<{ pairs: number; lists: number; bytes: number }>(sql`
    select (select count(*) from product_pair)::int as pairs, (select count(*) from recommendation)::int as lists,
      (pg_total_relation_size('product_pair') + pg_total_relation_size('recommendation') + pg_total_relation_size('counted_order')
        + pg_total_relation_size('product_occurrence'))::float8 as bytes`)
  console.log(`${products} products, ${orders} orders`)
  console.log(`counted in ${Math.round((counted - began) / 1000)} s, lists made in ${Math.round((listed - counted) / 1000)} s`)
  console.log(`memory at each quarter: ${memoryAt.join(', ')}; at most ${mebibytes(most)}`)
  console.log(`${size!.pairs} rows of pairs, ${size!.lists} lists, ${mebibytes(size!.bytes)} of tables`)

  // Baskets that were not learned; what they ask about is read as a request reads it.
  const asked = Array.from({ length: 2000 }, (_, at) => basketOf(orders + at))
  const lists = new Map<string, readonly { readonly id: string; readonly score: number }[]>()
  for (let at = 0; at < asked.length; at += 100) {
    const ids = asked.slice(at, at + 100).flatMap((basket) => basket.map((product) => idOf('b', product)))
    for (const list of await findLists(database, site, ['BOUGHT_TOGETHER'], ids)) lists.set(list.productId, list.items)
  }
  const best = (
    await database.query<{ id: string }>(sql`
      select product_id as id from product_occurrence where site = ${site} and kind = 'ORDER' order by count desc, product_id limit 50`)
  ).map(({ id }) => productOf(id))
  const together = hitRate(asked, (rest) =>
    merged(
      rest.map((one) => lists.get(idOf('b', one)) ?? []),
      new Set(rest.map((one) => idOf('b', one))),
    ).map(productOf),
  )
  const popular = hitRate(asked, (rest) => best.filter((one) => !rest.includes(one)))
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  console.log(`hit rate at 10, one left out: bought together ${percent(together.hitRate)}, best sellers ${percent(popular.hitRate)}`)
  console.log(`recall at 10, beside the first: bought together ${percent(together.recall)}, best sellers ${percent(popular.recall)}`)
} finally {
  await database.close()
}
process.exit(0)
