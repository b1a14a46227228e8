// What a merchant's work on products takes, and what shoppers feel of it: bench/README.md says how to read it.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startEmbedded } from '@vitrine/platform/kernel/db/embedded'
import { fillCatalogue } from './catalogue.ts'
import { type Connection, openConnection } from './connection.ts'
import { merchantKey } from './merchant-key.ts'
import { ask, writing } from './scenarios.ts'
import { startServer } from './servers.ts'
import { prepareShop, type Thing } from './shop.ts'
import { percentile, whileShopping } from './shoppers.ts'
import { cpuOf, cpuOfFamily } from './usage.ts'

const { values: choice } = parseArgs({
  options: {
    products: { type: 'string', default: '20000' },
    /** How many of them are changed together. */
    changed: { type: 'string', default: '10000' },
    saves: { type: 'string', default: '40' },
    /** Keeps the database there, for the next time. */
    data: { type: 'string' },
  },
})

const asMerchant = () => writing(merchantKey)

/** A product with 100 variants, saved again and again with another price, as the wire's clients and the admin's editor do. */
async function saveHundred(connection: Connection, saves: number) {
  const range = (count: number, word: string) =>
    Array.from({ length: count }, (_, i) => ({ value: `${word} ${i}`, description: `${word} ${i}` }))
  const { product } = await ask<{ product: { id: string } }>(connection, {
    method: 'POST',
    path: '/stores/v1/products',
    headers: asMerchant(),
    body: {
      product: {
        name: 'Hundred',
        priceData: { price: 20 },
        manageVariants: true,
        productOptions: [
          { name: 'Glaze', choices: range(10, 'Glaze') },
          { name: 'Size', choices: range(10, 'Size') },
        ],
      },
    },
  })
  const lines = [
    { name: 'price, by the wire', path: `/stores/v1/products/${product.id}`, more: {} },
    {
      name: 'all variants, by the editor',
      path: `/vitrine/v1/products/${product.id}`,
      more: { variants: [{ choices: { Glaze: 'Glaze 3' }, price: 31, weight: 0.4 }] },
    },
  ]
  for (const { name, path, more } of lines) {
    const times: number[] = []
    for (let i = 0; i < saves; i++) {
      const startedAt = performance.now()
      await ask(connection, {
        method: 'PATCH',
        path,
        headers: asMerchant(),
        body: { product: { priceData: { price: 20 + (i % 7) }, ...more } },
      })
      times.push(performance.now() - startedAt)
    }
    const median = percentile(times, 0.5)
    console.log(
      `100 variants saved, ${name}: median ${median.toFixed(0)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms, asked 150 ms ${median <= 150 ? '✔' : '✖'}`,
    )
  }
}

async function changeMany(
  connection: Connection,
  port: number,
  things: readonly Thing[],
  changed: number,
  pids: readonly [number, number],
) {
  const during = <T>(work: () => Promise<T>) => whileShopping(port, things, work)
  const cpu = () => cpuOf(pids[0]) + cpuOfFamily(pids[1])
  await during(() => sleep(5000))
  const before = await during(() => sleep(10_000))
  const usedBefore = cpu()
  const meanwhile = await during(async () => {
    interface Job {
      readonly id: string
      readonly total?: number
      readonly changed: number
      readonly endedDate?: string
    }
    let { job } = await ask<{ job: Job }>(connection, {
      method: 'POST',
      path: '/vitrine/v1/products/jobs',
      headers: asMerchant(),
      body: { filter: {}, change: { adjustPrice: { percentage: { rate: 5 } } } },
    })
    while (!job.endedDate && job.changed < changed) {
      await sleep(250)
      job = (await ask<{ job: Job }>(connection, { path: `/vitrine/v1/products/jobs/${job.id}`, headers: { authorization: merchantKey } }))
        .job
    }
    return job
  })
  const after = await during(() => sleep(10_000))
  const [p99, busy] = [percentile([...before.times, ...after.times], 0.99), percentile(meanwhile.times, 0.99)]
  const say = (name: string, times: readonly number[]) =>
    console.log(
      `shoppers, ${name}: median ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms of ${times.length}`,
    )
  console.log(
    `${meanwhile.result.changed} products changed in ${(meanwhile.ms / 1000).toFixed(0)} s, with ${((cpu() - usedBefore) / 1000).toFixed(0)} s of CPU`,
  )
  say('before', before.times)
  say('meanwhile', meanwhile.times)
  say('after', after.times)
  console.log(`p99 meanwhile against before and after: ${(busy / p99).toFixed(2)}, asked 2 ${busy <= 2 * p99 ? '✔' : '✖'}`)
}

async function main(): Promise<void> {
  await using stack = new AsyncDisposableStack()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stack.disposeAsync().finally(() => process.exit(1)))
  const folder = choice.data ?? stack.adopt(await mkdtemp(join(tmpdir(), 'vitrine-office-')), (path) => rm(path, { recursive: true }))
  const embedded = await startEmbedded({ dataDir: join(folder, 'postgres'), log: console.error })
  stack.defer(() => embedded.stop())
  const databasePid = Number((await readFile(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0])
  const prepared = await prepareShop(
    embedded.url,
    join(folder, 'shop'),
    Number(choice.products),
    console.error,
    `office_${choice.products}`,
    fillCatalogue,
  )
  const settings = { DATABASE_URL: prepared.url, DATA_DIR: prepared.dataDir, VITRINE_ADMIN_API_KEY: merchantKey }
  const server = stack.use(await startServer('apps/server/src/main.ts', settings))
  const connection = await openConnection(server.port)
  await saveHundred(connection, Number(choice.saves))
  await changeMany(connection, server.port, prepared.things, Number(choice.changed), [server.pid, databasePid])
  connection.close()
}

await main()
