// What the shop costs, in requests of a bare server on the same machine and the same database server: bench/README.md says how to read it.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbedded } from '@vitrine/platform/kernel/db/embedded'
import { connect } from '@vitrine/platform/kernel/db/pool'
import { fillCatalogue } from './catalogue.ts'
import { type Connection, openConnection, openFetch } from './connection.ts'
import { largeScenarios } from './large.ts'
import { merchantKey } from './merchant-key.ts'
import { addOrders, orderScenarios } from './orders.ts'
import { compare, type Pace, type Work } from './rounds.ts'
import { type Scenario, scenarios } from './scenarios.ts'
import { startServer } from './servers.ts'
import { type PreparedShop, prepareFloor, prepareShop, untilQuiet } from './shop.ts'
import { measureStarts } from './starts.ts'
import { flatness, type Line, type Shop, shopTable, startTable } from './tables.ts'

const { values: choice } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
    /** Keeps the databases there, for the next time. */
    data: { type: 'string' },
    only: { type: 'string' },
    products: { type: 'string' },
    orders: { type: 'string' },
    /** Sizes of generated catalogues, such as 1000,1000000. */
    catalogue: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    /** `fetch`: floor and shop are asked by Node's own fetch instead of a socket that hardly costs anything. */
    by: { type: 'string', default: 'socket' },
    /** Node's flags for the shop's server, such as --cpu-prof. */
    flags: { type: 'string' },
  },
})

/** How many are there at once. */
const atOnce = 16

const orderSizes = (choice.orders ?? (choice.quick ? '5000' : '5000,100000')).split(',').map(Number)
const sizes = (choice.products ?? (choice.quick ? '1000' : '1000,100000')).split(',').map(Number)
const seconds = Number(choice.seconds ?? (choice.quick ? 1 : 3))
const pace: Pace = {
  rounds: Number(choice.rounds ?? (choice.quick ? 3 : 5)),
  seconds,
  warmUpSeconds: choice.quick ? 1 : 3,
  warmUpWorks: choice.quick ? 300 : 2000,
}
const isChosen = ({ name }: { readonly name: string }) => !choice.only || choice.only.split(',').some((word) => name.includes(word))
const chosen = scenarios.filter(isChosen)
const catalogues = choice.catalogue?.split(',').map(Number) ?? []
const chosenOfCatalogues = largeScenarios.filter(isChosen)
const chosenOfOrders = orderScenarios.filter(isChosen)
const open = clientOf(choice.by)
const say = (line: string) => process.stderr.write(`${line}\n`)

function clientOf(by: string): (port: number) => Promise<Connection> {
  if (by === 'socket') return openConnection
  if (by === 'fetch') return openFetch
  throw new Error(`floor and shop are asked by socket or by fetch, not by ${by}`)
}

/** What is measured: a name, what is asked of it, and the work of one of those who are there at once. */
interface Measurable {
  readonly name: string
  readonly atMost?: number | undefined
  readonly warmUpWorks?: number | undefined
  readonly begin: (connection: Connection, nth: number) => Promise<Work>
}

async function measure(
  stack: AsyncDisposableStack,
  server: string,
  databasePid: number,
  shop: { readonly pid: number; readonly port: number; readonly url: string },
  scenarios: readonly Measurable[],
): Promise<Line[]> {
  const floor = await prepareFloor(server)
  const lines: Line[] = []
  const watching = stack.use(connect({ url: shop.url, connections: 1, onIdleError: () => {} }))
  const bare = stack.use(await startServer('bench/floor.ts', { DATABASE_URL: floor.url }))
  for (const scenario of scenarios) {
    await using both = new AsyncDisposableStack()
    const connectionsTo = (port: number) =>
      Promise.all(Array.from({ length: atOnce }, async () => both.adopt(await open(port), (connection) => connection.close())))
    const toFloor = await connectionsTo(bare.port)
    const toShop = await connectionsTo(shop.port)
    const compared = await compare(
      {
        pid: bare.pid,
        works: toFloor.map((connection, nth): Work => {
          const documents = floor.keys.map((key) => connection.ready({ path: `/documents/${key}` }))
          let turn = nth * 61
          return async () => {
            const { status, body } = await documents[turn++ % documents.length]!()
            if (status !== 200 || body.length !== 2000) throw new Error(`the floor answered ${status} with ${body.length} bytes`)
          }
        }),
      },
      {
        pid: shop.pid,
        works: await Promise.all(toShop.map(async (connection, nth) => scenario.begin(connection, nth))),
        settled: () => untilQuiet(watching),
      },
      databasePid,
      scenario.warmUpWorks === undefined ? pace : { ...pace, warmUpWorks: scenario.warmUpWorks, warmUpWhole: true },
    )
    lines.push({ name: scenario.name, atMost: scenario.atMost, compared })
    say(`  ${scenario.name.padEnd(24)} 1/${compared.ratio.toFixed(1)}, in CPU 1/${compared.cpuRatio.toFixed(1)}`)
  }
  return lines
}

const startShop = (prepared: PreparedShop) =>
  startServer(
    'apps/server/src/main.ts',
    { DATABASE_URL: prepared.url, DATA_DIR: prepared.dataDir, VITRINE_ADMIN_API_KEY: merchantKey },
    { flags: choice.flags?.split(' ') ?? [] },
  )

async function measureShop(stack: AsyncDisposableStack, server: string, databasePid: number, folder: string, products: number) {
  say(`A shop with ${products} products`)
  const prepared = await prepareShop(server, join(folder, `shop-${products}`), products, say)
  return measureCatalogue(stack, server, databasePid, prepared, chosen)
}

async function measureLarge(stack: AsyncDisposableStack, server: string, databasePid: number, folder: string, products: number) {
  say(`A generated catalogue of ${products} products`)
  const prepared = await prepareShop(server, join(folder, `catalogue-${products}`), products, say, `catalogue_${products}`, fillCatalogue)
  return measureCatalogue(stack, server, databasePid, prepared, chosenOfCatalogues)
}

async function measureCatalogue(
  stack: AsyncDisposableStack,
  server: string,
  databasePid: number,
  prepared: PreparedShop,
  some: readonly Scenario[],
) {
  const { pid, port } = stack.use(await startShop(prepared))
  return measure(
    stack,
    server,
    databasePid,
    { pid, port, url: prepared.url },
    some.map((scenario) => ({
      ...scenario,
      begin: (connection: Connection, nth: number) => scenario.begin(connection, prepared.things, nth, `http://localhost:${port}`),
    })),
  )
}

const fewProducts = 1000

async function measureOrders(stack: AsyncDisposableStack, server: string, databasePid: number, folder: string, orders: number) {
  say(`A shop with ${orders} orders`)
  const prepared = await prepareShop(server, join(folder, `orders-${orders}`), fewProducts, say, `orders_${orders}`)
  const { pid, port } = stack.use(await startShop(prepared))
  const database = stack.use(connect({ url: prepared.url, connections: 1, onIdleError: () => {} }))
  await addOrders(database, prepared.url, port, prepared.things, orders, say)
  return measure(
    stack,
    server,
    databasePid,
    { pid, port, url: prepared.url },
    chosenOfOrders.map((scenario) => ({
      ...scenario,
      begin: async (connection: Connection, nth: number) => scenario.begin(connection, nth),
    })),
  )
}

async function main(): Promise<void> {
  await using stack = new AsyncDisposableStack()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void stack.disposeAsync().finally(() => process.exit(1)))
  const folder = choice.data ?? stack.adopt(await mkdtemp(join(tmpdir(), 'vitrine-bench-')), (path) => rm(path, { recursive: true }))
  const embedded = await startEmbedded({ dataDir: join(folder, 'postgres'), log: say })
  stack.defer(() => embedded.stop())
  const databasePid = Number((await readFile(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0])

  const shops: Shop[] = []
  for (const products of chosen.length > 0 ? sizes : []) {
    await using one = new AsyncDisposableStack()
    const lines = await measureShop(one, embedded.url, databasePid, folder, products)
    shops.push({ size: products, lines })
    console.log(shopTable(`${products.toLocaleString('en')} products`, lines))
  }
  console.log(flatness('products', shops))
  const large: Shop[] = []
  for (const products of chosenOfCatalogues.length > 0 ? catalogues : []) {
    await using one = new AsyncDisposableStack()
    const lines = await measureLarge(one, embedded.url, databasePid, folder, products)
    large.push({ size: products, lines })
    console.log(shopTable(`a generated catalogue of ${products.toLocaleString('en')} products`, lines))
  }
  console.log(flatness('generated products', large))
  const merchants: Shop[] = []
  for (const orders of chosenOfOrders.length > 0 ? orderSizes : []) {
    await using one = new AsyncDisposableStack()
    const lines = await measureOrders(one, embedded.url, databasePid, folder, orders)
    merchants.push({ size: orders, lines })
    console.log(shopTable(`${orders.toLocaleString('en')} orders`, lines))
  }
  console.log(flatness('orders', merchants))
  const starts = choice.only ? [] : await measureStarts(choice.quick, say)
  console.log(startTable(starts))
  if (choice.json)
    await writeFile(
      choice.json,
      `${JSON.stringify({ at: new Date().toISOString(), pace, shops, large, merchants, starts }, undefined, 2)}\n`,
    )
}

await main()
