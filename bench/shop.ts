import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { demoSite, seedDemo, seedMany } from '@vitrine/demo'
import { setStock } from '@vitrine/platform/commerce/inventory/stock'
import { migrate } from '@vitrine/platform/kernel/db/migrate'
import { connect, type Database } from '@vitrine/platform/kernel/db/pool'
import { raw, sql } from '@vitrine/platform/kernel/db/sql'
import { localOriginals } from '@vitrine/platform/shop/media/originals'

/** A thing of the shop that the load looks at and buys. */
export interface Thing {
  readonly id: string
  readonly slug: string
  readonly variantId: string
}

export interface PreparedShop {
  readonly url: string
  readonly dataDir: string
  readonly things: readonly Thing[]
}

const thingsAtMost = 1000

/** A database of that name on the server of `url`; `true` when it was not there before. */
export async function makeDatabase(url: string, name: string): Promise<{ readonly url: string; readonly made: boolean }> {
  await using server = connect({ url, connections: 1, onIdleError: () => {} })
  const [there] = await server.query(sql`select from pg_database where datname = ${name}`)
  if (!there) await server.query(sql`create database ${raw(name)}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  return { url: own.href, made: !there }
}

/** The floor's table: as many documents of 2 kB as there are things that the shop is asked for. */
export async function prepareFloor(server: string): Promise<{ readonly url: string; readonly keys: readonly string[] }> {
  const { url, made } = await makeDatabase(server, 'floor')
  const keys = Array.from({ length: thingsAtMost }, (_, i) => `document-${i}`)
  if (made) {
    await using database = connect({ url, connections: 1 })
    const body = JSON.stringify({ text: 'x'.repeat(2000 - '{"text":""}'.length) })
    await database.query(sql`create table document (key text primary key, body text not null)`)
    await database.query(sql`insert into document (key, body) select key, ${body} from unnest(${keys}::text[]) as key`)
    await database.query(sql`vacuum analyze`)
  }
  return { url, keys }
}

type Fill = (database: Database, url: string, products: number, say: (line: string) => void) => Promise<void>

/** Every product is saved as a merchant's is. */
const fillByPlatform: Fill = (database, _, products, say) =>
  seedMany(database, demoSite, products, { onProgress: (done) => done % 10_000 === 0 && say(`  ${done} of ${products} products`) })

/** The demo shop with so many products besides. */
export async function prepareShop(
  server: string,
  dataDir: string,
  products: number,
  say: (line: string) => void,
  name = `shop_${products}`,
  fill: Fill = fillByPlatform,
): Promise<PreparedShop> {
  const { url, made } = await makeDatabase(server, name)
  await migrate(url)
  await using database = connect({ url, connections: 2 })
  if (made) {
    await rm(dataDir, { recursive: true, force: true })
    const startedAt = performance.now()
    await seedDemo({ database, originals: localOriginals(join(dataDir, 'media')), now: new Date() })
    await fill(database, url, products, say)
    const things = await findThings(database, products)
    const plenty = things.map(({ id, variantId }) => ({ productId: id, variantId, quantity: 1_000_000 }))
    await database.transact((db) => setStock(db, demoSite, plenty, new Date()))
    await analyse(url)
    say(`  ${products} products written in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
  }
  return { url, dataDir, things: await findThings(database, products) }
}

/** Things from all over the catalogue, each with a variant. */
async function findThings(database: Database, products: number): Promise<readonly Thing[]> {
  return database.query<Thing>(sql`
    select product.id, product.slug, (
      select stock.variant_id from stock
      where stock.site = product.site and stock.product_id = product.id order by stock.variant_id limit 1
    ) as "variantId"
    from product
    where product.site = ${demoSite} and product.numeric_id >= 1000000000
      and mod(product.numeric_id, ${Math.max(1, Math.floor(products / thingsAtMost))}) = 0
    order by product.numeric_id limit ${thingsAtMost}`)
}

/** As autovacuum would have done after a while. It takes longer than a pool's statements may. */
export async function analyse(url: string): Promise<void> {
  const { default: postgres } = await import('postgres')
  const direct = postgres(url, { max: 1, onnotice: () => {} })
  await direct`set statement_timeout = 0`
  await direct`vacuum analyze`
  await direct.end()
}

/** Waits until everything that the shop was told has had its consequences: events are handed over, emails are written. */
export async function untilQuiet(database: Database, withinMs = 120_000): Promise<void> {
  const giveUpAt = performance.now() + withinMs
  while (performance.now() < giveUpAt) {
    const [left] = await database.query<{ count: number }>(sql`
      select (select count(*) from outbox where relayed_at is null)
        + (select count(*) from jobs.job where state < 'completed' and start_after <= clock_timestamp() and name like 'mail-%') as count`)
    if (left!.count === 0) return
    await sleep(100)
  }
  throw new Error(`the shop was still busy ${withinMs} ms after the load`)
}
