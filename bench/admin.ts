// Whether the admin stays smooth: its list over 100,000 orders, and a storm of orders while it is open. bench/README.md says how to read it.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { apiKey, createClient } from '@vitrine/client'
import { demoSite } from '@vitrine/demo'
import { type Window as Browser, openBrowser, type Visit } from '@vitrine/e2e/browser'
import { storm } from '@vitrine/e2e/storm'
import { traced } from '@vitrine/e2e/trace'
import { startEmbedded } from '@vitrine/platform/kernel/db/embedded'
import { newId } from '@vitrine/platform/kernel/db/id'
import { connect, type Database } from '@vitrine/platform/kernel/db/pool'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { hashPassword } from '@vitrine/platform/people/credentials/passwords'
import { insertPerson } from '@vitrine/platform/people/staff/store'
import { acts, savedView } from './acts.ts'
import { type Looked, lookAt, watch } from './looking.ts'
import { merchantKey } from './merchant-key.ts'
import { addOrders } from './orders.ts'
import { freePort, startServer } from './servers.ts'
import { prepareShop, untilQuiet } from './shop.ts'
import { actTable } from './tables.ts'

const { values: choice } = parseArgs({
  options: {
    json: { type: 'string' },
    /** Keeps the databases there, for the next time. */
    data: { type: 'string' },
    /** `list`, `storm`. */
    only: { type: 'string' },
    /** Words of the names of the acts on the list. */
    acts: { type: 'string' },
    orders: { type: 'string', default: '100000' },
    /** Orders a second, and for how many seconds. */
    storm: { type: 'string', default: '50x20' },
  },
})
const say = (line: string) => process.stderr.write(`${line}\n`)
const merchant = { email: 'merchant@bench.example', password: 'one hundred thousand' }
const products = 1000

/** Orders know where their pictures are, so a shop that is reused is opened at the same port again. */
async function portOf(dataDir: string): Promise<number> {
  const file = join(dataDir, 'port')
  const saved = await readFile(file, 'utf8').catch(() => undefined)
  const port = saved ? Number(saved) : await freePort()
  await writeFile(file, String(port))
  return port
}

async function employ(database: Database): Promise<void> {
  const { email, password } = merchant
  const [there] = await database.query(sql`select from staff where site = ${demoSite} and email = ${email}`)
  if (there) return
  const passwordHash = await hashPassword(password)
  await insertPerson(database, demoSite, { id: newId(), email, name: 'Mira Lund', role: 'OWNER', passwordHash }, new Date())
}

async function enter(browser: Browser, url: string, path: string): Promise<Visit> {
  const visit = await browser.visit({ width: 1440 })
  const answer = await visit.page.request.post(`${url}/admin/session`, { data: { ...merchant, stay: false }, headers: { origin: url } })
  if (!answer.ok()) throw new Error(`the merchant was not let in: ${answer.status()}`)
  const headers = { authorization: ((await answer.json()) as { readonly accessToken: string }).accessToken }
  const views = `${url}/vitrine/v1/dashboard/views`
  const saved = await visit.page.request.get(`${views}?list=${savedView.list}`, { headers })
  if (!(await saved.text()).includes(savedView.name)) await visit.page.request.post(views, { headers, data: { view: savedView } })
  await visit.page.addInitScript(watch)
  await visit.page.goto(`${url}/admin${path}`)
  return visit
}

async function lookAtList(browser: Browser, url: string): Promise<Looked[]> {
  await using visit = await enter(browser, url, '/orders')
  const { page } = visit
  await page.locator('[data-rows] tbody tr').nth(49).waitFor()
  await page.locator('.pager b').waitFor()
  const looked: Looked[] = []
  for (const act of acts(page).filter(({ name }) => !choice.acts || choice.acts.split(',').some((word) => name.includes(word)))) {
    const one = await lookAt(page, act)
    say(`  ${act.name.padEnd(40)} ${one.shown[Math.floor(one.shown.length / 2)]?.toFixed(0) ?? '–'} ms`)
    looked.push(one)
  }
  return looked
}

const thin = (count: number) => count.toLocaleString('en')

async function blow(browser: Browser, url: string, database: { readonly settled: () => Promise<void> }) {
  const [perSecond, seconds] = choice.storm.split('x').map(Number) as [number, number]
  const merchant = createClient({ baseUrl: url, auth: apiKey(merchantKey) })
  const latest = async () => (await merchant.orders.searchOrders({ search: { cursorPaging: { limit: 1 } } })).orders[0]!
  await using home = await enter(browser, url, '/')
  await using list = await enter(browser, url, '/orders')
  await using held = await enter(browser, url, '/orders')
  const figure = home.page.locator('.m-v').nth(1)
  await figure.waitFor()
  for (const { page } of [list, held]) await page.locator('[data-rows] tbody tr').nth(49).waitFor()
  await held.page.locator('[data-rows] tbody tr').nth(20).hover()
  const before = Number((await figure.innerText()).replace(/\D/g, ''))
  const rowBefore = await held.page.locator('[data-rows] tbody tr').nth(20).innerText()
  const numberOf = (page: Visit['page']) =>
    page.evaluate(() => document.querySelector('[data-rows] tbody th')?.textContent?.replace(/\D/g, ''))
  let rate = 0
  let lateMs = 0
  let made = 0
  const { longest, frames } = await traced(home.page, async () => {
    for (const { page } of [home, list, held]) await page.evaluate(() => window.bench.frames(true))
    const blown = await storm({ merchant }, perSecond, seconds)
    const endedAt = performance.now()
    made = blown.ids.length
    rate = blown.rate
    const { number } = await latest()
    await Promise.all([
      home.page.waitForFunction(
        (now) => document.querySelectorAll('.m-v')[1]?.textContent?.replace(/\D/g, '') === String(now),
        before + made,
      ),
      list.page.waitForFunction((now) => document.querySelector('[data-rows] tbody th')?.textContent?.replace(/\D/g, '') === now, number),
      held.page.getByRole('button', { name: `${thin(made)} new orders` }).waitFor(),
    ])
    lateMs = performance.now() - endedAt
    for (const { page } of [home, list, held]) await page.evaluate(() => window.bench.frames(false))
  })
  if ((await held.page.locator('[data-rows] tbody tr').nth(20).innerText()) !== rowBefore) throw new Error('a row moved under the pointer')
  await held.page.getByRole('button', { name: `${thin(made)} new orders` }).click()
  const { number } = await latest()
  await held.page.waitForFunction((now) => document.querySelector('[data-rows] tbody th')?.textContent?.replace(/\D/g, '') === now, number)
  if ((await numberOf(list.page)) !== number) throw new Error('the list that follows shows another order first')
  await database.settled()
  return { perSecond, seconds, made, rate, lateMs, longest, frames }
}

async function main(): Promise<void> {
  await using stack = new AsyncDisposableStack()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void stack.disposeAsync().finally(() => process.exit(1)))
  const orders = Number(choice.orders)
  const folder = choice.data ?? stack.adopt(await mkdtemp(join(tmpdir(), 'vitrine-bench-')), (path) => rm(path, { recursive: true }))
  const embedded = await startEmbedded({ dataDir: join(folder, 'postgres'), log: say })
  stack.defer(() => embedded.stop())
  const prepared = await prepareShop(embedded.url, join(folder, `admin-${orders}`), products, say, `admin_${orders}`)
  const settings = { DATABASE_URL: prepared.url, DATA_DIR: prepared.dataDir, VITRINE_ADMIN_API_KEY: merchantKey }
  const server = stack.use(await startServer('apps/server/src/main.ts', settings, { port: await portOf(prepared.dataDir) }))
  const url = `http://localhost:${server.port}`
  const database = stack.use(connect({ url: prepared.url, connections: 1, onIdleError: () => {} }))
  await employ(database)
  await addOrders(database, prepared.url, server.port, prepared.things, orders, say)
  const browser = stack.use(await openBrowser())
  const isChosen = (part: string) => !choice.only || choice.only.split(',').includes(part)

  const list = isChosen('list') ? await lookAtList(browser, url) : []
  if (list.length > 0) console.log(`\n## The list over ${thin(orders)} orders\n\n${actTable(list)}\n`)
  const blown = isChosen('storm') ? await blow(browser, url, { settled: () => untilQuiet(database) }) : undefined
  if (blown) {
    const { made, rate, seconds, longest, frames, lateMs } = blown
    const slow = frames.filter((ms) => ms > 50).length
    console.log(`
## A storm, with home and two lists open

${thin(made)} orders in ${seconds} s, ${rate.toFixed(1)} a second. The longest task of the three pages took ${longest.cpu.toFixed(0)} ms of the processor, ${longest.clock.toFixed(0)} ms by the clock; ${slow} of ${thin(frames.length)} frames stood longer than 50 ms, the longest ${Math.max(...frames).toFixed(0)} ms. ${(lateMs / 1000).toFixed(1)} s after the last order all three were right.
`)
  }
  if (choice.json)
    await writeFile(choice.json, `${JSON.stringify({ at: new Date().toISOString(), orders, list, storm: blown }, undefined, 2)}\n`)
}

await main().catch((error: unknown) => {
  console.error(error instanceof SuppressedError ? error.suppressed : error)
  process.exitCode = 1
})
