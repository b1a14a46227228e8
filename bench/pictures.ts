// What shoppers feel while 200 sizes of one picture are made: bench/README.md says how to read it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startEmbedded } from '@vitrine/platform/kernel/db/embedded'
import { openConnection } from './connection.ts'
import { picturesOf } from './scenarios.ts'
import { startServer } from './servers.ts'
import { type PreparedShop, prepareShop } from './shop.ts'
import { percentile, whileShopping } from './shoppers.ts'

const { values: choice } = parseArgs({
  options: {
    products: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '3' },
    /** Keeps the shop there, for the next time. */
    data: { type: 'string' },
  },
})

const sizes = 200
const restMs = 5000

/** Asks for 200 widths of one picture at once that nobody asked for before; how many bytes came. */
async function askForSizes(port: number, picture: string): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: sizes }, async (_, nth) => {
      const connection = await openConnection(port)
      const width = 120 + nth * 5
      const answer = await connection.ready({ path: `${picture}/v1/fit/w_${width},h_${width}`, headers: { accept: 'image/webp' } })()
      connection.close()
      if (answer.status !== 200) throw new Error(`a size was answered with ${answer.status}: ${answer.body.toString().slice(0, 200)}`)
      return answer.body.length
    }),
  )
  return answers.reduce((sum, bytes) => sum + bytes, 0)
}

/** How many times the shoppers' p99 of a quiet shop it is meanwhile. Each round has a server of its own: unusual sizes are made from a budget. */
async function measureRound({ url, dataDir, things }: PreparedShop, round: number): Promise<number> {
  await rm(join(dataDir, 'renditions'), { recursive: true, force: true })
  await using server = await startServer('apps/server/src/main.ts', { DATABASE_URL: url, DATA_DIR: dataDir })
  const connection = await openConnection(server.port)
  const pictures = await picturesOf(connection)
  connection.close()
  const shopping = <T>(work: () => Promise<T>) => whileShopping(server.port, things, work)
  await shopping(() => sleep(restMs))
  const before = await shopping(() => sleep(restMs))
  const meanwhile = await shopping(() => askForSizes(server.port, pictures[round % pictures.length]!))
  const after = await shopping(() => sleep(restMs))
  const [quiet, busy] = [percentile([...before.times, ...after.times], 0.99), percentile(meanwhile.times, 0.99)]
  console.log(
    `${sizes} sizes in ${(meanwhile.ms / 1000).toFixed(1)} s, ${(meanwhile.result / 1e6).toFixed(1)} MB; shoppers' p99 ` +
      `${quiet.toFixed(1)} ms before and after, ${busy.toFixed(1)} ms meanwhile (of ${meanwhile.times.length}): ${(busy / quiet).toFixed(2)} times`,
  )
  return busy / quiet
}

async function main(): Promise<void> {
  await using stack = new AsyncDisposableStack()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stack.disposeAsync().finally(() => process.exit(1)))
  const folder = choice.data ?? stack.adopt(await mkdtemp(join(tmpdir(), 'vitrine-pictures-')), (path) => rm(path, { recursive: true }))
  const embedded = await startEmbedded({ dataDir: join(folder, 'postgres'), log: console.error })
  stack.defer(() => embedded.stop())
  const prepared = await prepareShop(embedded.url, join(folder, 'shop'), Number(choice.products), console.error)
  const ratios: number[] = []
  for (let round = 0; round < Number(choice.rounds); round++) ratios.push(await measureRound(prepared, round))
  const middle = percentile(ratios, 0.5)
  console.log(`in the middle ${middle.toFixed(2)} times, asked 2 ${middle <= 2 ? '✔' : '✖'}`)
}

await main()
