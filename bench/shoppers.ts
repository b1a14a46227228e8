import { setTimeout as sleep } from 'node:timers/promises'
import { openConnection } from './connection.ts'
import { asFetch, productsQuery, turned, visitor } from './scenarios.ts'
import type { Thing } from './shop.ts'

const shoppers = 8
/** Shoppers look at pages as people do, and not as fast as they can: a machine that is full is late without any merchant. */
const thinkMs = 40

export const percentile = (times: readonly number[], part: number): number =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))]!

/** Shoppers read lists, searches and products until they are told to stop; how long each answer took. */
async function shop(port: number, things: readonly Thing[], goesOn: () => boolean): Promise<number[]> {
  const times: number[] = []
  await Promise.all(
    Array.from({ length: shoppers }, async (_, nth) => {
      const connection = await openConnection(port)
      const headers = { ...asFetch, authorization: await visitor(connection) }
      const paths = turned(things, nth)
        .slice(0, 100)
        .flatMap(({ slug }, i) => [
          productsQuery({ filter: { slug } }),
          productsQuery({ paging: { limit: 20, offset: (i % 10) * 20 } }),
          `/vitrine/v1/search?collection=many-cups&choices.Glaze=Sage&sort=${i % 2 ? 'priceAsc' : 'newest'}`,
        ])
      const reads = paths.map((path) => connection.ready({ path, headers }))
      for (let turn = nth; goesOn(); turn++) {
        const startedAt = performance.now()
        const { status } = await reads[turn % reads.length]!()
        times.push(performance.now() - startedAt)
        if (status !== 200) throw new Error(`a shopper was answered with ${status}`)
        await sleep(thinkMs)
      }
      connection.close()
    }),
  )
  return times
}

export interface Meanwhile<T> {
  /** How long each answer to a shopper took, in milliseconds. */
  readonly times: readonly number[]
  readonly result: T
  readonly ms: number
}

/** Does a work while shoppers read. */
export async function whileShopping<T>(port: number, things: readonly Thing[], work: () => Promise<T>): Promise<Meanwhile<T>> {
  let goesOn = true
  const startedAt = performance.now()
  const shopping = shop(port, things, () => goesOn)
  try {
    const result = await work()
    const ms = performance.now() - startedAt
    goesOn = false
    return { times: await shopping, result, ms }
  } finally {
    goesOn = false
  }
}
