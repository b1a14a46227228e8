import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { verifyWebhook } from '@vitrine/client/webhooks'
import { childEnvironment } from '../src/child-environment.ts'
import { bareDatabase, type TestDatabase, testDatabase } from '../src/database.ts'
import { startReceiver } from '../src/receiver.ts'
import { freePort, type ServerProcess, startServerProcess } from '../src/server-process.ts'

const bin = join(import.meta.dirname, '../../packages/cli/bin/vitrine.mjs')
const key = 'a-key-for-the-command-line'

interface Running {
  readonly child: ChildProcess
  readonly output: () => string
  readonly code: Promise<number | null>
}

describe('vitrine on the command line', () => {
  let home: TestDatabase
  let server: ServerProcess
  let folder: string

  before(async () => {
    home = await testDatabase()
    folder = await mkdtemp(join(tmpdir(), 'vitrine-cli-'))
    server = await startServerProcess({
      databaseUrl: home.url,
      dataDir: join(folder, 'data'),
      env: { VITRINE_SEED: 'none', VITRINE_ADMIN_API_KEY: key, VITRINE_OUTBOUND_ALLOW: 'loopback', PAYMENT_SANDBOX: 'on' },
    })
  })
  after(async () => {
    await server?.[Symbol.asyncDispose]()
    await home?.[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  function begin(words: readonly string[], env: Readonly<Record<string, string>> = {}): Running {
    const settings = { VITRINE_URL: server.url, VITRINE_API_KEY: key, DATABASE_URL: home.url, DATA_DIR: join(folder, 'data') }
    const child = spawn(process.execPath, [bin, ...words], { env: { ...childEnvironment(), HOME: process.env.HOME, ...settings, ...env } })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    return { child, output: () => output, code: once(child, 'close').then(([code]) => code as number | null) }
  }

  /** Answers what a command wrote; it has to end with this code. */
  async function vitrine(words: string, { code = 0, env = {} }: { code?: number; env?: Readonly<Record<string, string>> } = {}) {
    const running = begin(words.split(' ').filter(Boolean), env)
    const ended = await running.code
    assert.equal(ended, code, running.output())
    return running.output()
  }

  test('help lists the commands, and each explains itself', async () => {
    const help = await vitrine('--help')
    for (const name of ['start', 'seed', 'import', 'export', 'listen', 'backup', 'restore', 'doctor', 'keys', 'clock']) {
      assert.match(help, new RegExp(`^ {2}${name} `, 'm'))
      assert.match(await vitrine(`${name} --help`), new RegExp(`^vitrine ${name}`))
    }
  })

  test('a wrong use ends with 2 and says how it is called', async () => {
    assert.match(await vitrine('', { code: 2 }), /vitrine <command>/)
    assert.match(await vitrine('sell', { code: 2 }), /There is no command sell/)
    assert.match(await vitrine('clock advance tomorrow', { code: 2 }), /tomorrow is no moment/)
    assert.match(await vitrine('export everything', { code: 2 }), /say one of products, orders/)
    assert.match(await vitrine('doctor --loud', { code: 2 }), /--loud/)
    assert.match(await vitrine('listen', { code: 2 }), /--to is the address/)
    assert.match(await vitrine('doctor --url localhost', { code: 2 }), /is no address/)
    assert.match(await vitrine('start --port shop', { code: 2 }), /shop is no port/)
  })

  test('what cannot be done ends with 1 and one sentence', async () => {
    assert.match(await vitrine('doctor', { code: 1, env: { VITRINE_API_KEY: '' } }), /^There is no API key/)
    assert.match(await vitrine('doctor', { code: 1, env: { VITRINE_API_KEY: 'wrong' } }), /^The shop refused \(/)
    assert.match(await vitrine(`doctor --url http://127.0.0.1:${await freePort()}`, { code: 1 }), /^The shop does not answer/)
    assert.equal(await vitrine('import nowhere.csv', { code: 1 }), 'There is no file nowhere.csv.\n')
    assert.match(await vitrine('restore --from nowhere --check', { code: 1 }), /nowhere/)
  })

  test('doctor tells each check, and fails with one that failed', async () => {
    const { checks } = (await (await fetch(`${server.url}/vitrine/v1/system-checks`, { headers: { Authorization: key } })).json()) as {
      checks: { id: string; status: string }[]
    }
    const failed = checks.some(({ status }) => status === 'FAILED')
    const output = await vitrine('doctor', { code: failed ? 1 : 0 })
    for (const { id, status } of checks) assert.match(output, new RegExp(`^${{ OK: '✔', WARNING: '!', FAILED: '✖' }[status]} ${id} `, 'm'))
  })

  test('seed, import and export carry products', async () => {
    assert.match(await vitrine('seed'), /(\d+) products: \1 new[\s\S]*\n\1 products are in the shop, 0 failed/)
    const file = join(folder, 'products.csv')
    await writeFile(file, 'name,price,sku\nKiln test cup,12.50,CLI-1\nKiln test bowl,31.00,CLI-2\n')
    assert.match(await vitrine(`import ${file} --check`), /^2 products: 2 new.*\nNothing was changed\.\n$/)
    assert.match(await vitrine(`import ${file}`), /2 products are in the shop, 0 failed/)
    assert.match(await vitrine(`import ${file} --existing skip --check`), /2 products: 0 new, 0 changed, 0 unchanged, 2 skipped/)
    await writeFile(file, 'name,price,sku\nKiln test plate,cheap,CLI-3\n')
    assert.match(await vitrine(`import ${file} --check`, { code: 1 }), /1 with errors\n {2}row 2, price: /)
    assert.match(await vitrine('export products'), /Kiln test cup[\s\S]*CLI-1/)
    const lines = join(folder, 'products.jsonl')
    assert.equal(await vitrine(`export products --format json --to ${lines}`), `${lines} is written.\n`)
    const names = (await readFile(lines, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).name as string)
    assert.ok(names.includes('Kiln test bowl'))
    for (const list of ['orders', 'members', 'subscribers']) assert.ok((await vitrine(`export ${list}`)).length > 0)
    assert.match(await vitrine(`export products --to ${folder}/no/such.csv`, { code: 1 }), /cannot be written/)
  })

  test('keys are created, listed and revoked, and those of tokens rotated', async () => {
    const made = (await vitrine('keys create Warehouse --scopes products.read')).trim()
    assert.match(await vitrine('export products', { env: { VITRINE_API_KEY: made } }), /^\uFEFFProduct ID,/)
    assert.match(await vitrine('export orders', { code: 1, env: { VITRINE_API_KEY: made } }), /PERMISSION_DENIED/)
    const [id] = /^(\S+) {2}Warehouse {2}products\.read/m.exec(await vitrine('keys list'))?.slice(1) ?? []
    assert.ok(id)
    assert.equal(await vitrine(`keys revoke ${id}`), `${id} is revoked.\n`)
    // The server learns of it within a second or two.
    const isRefused = async () => (await begin(['export', 'products'], { VITRINE_API_KEY: made }).code) === 1
    const patience = Date.now() + 20_000
    while (!(await isRefused())) assert.ok(Date.now() < patience, 'a revoked key still works')
    assert.match(await vitrine('keys rotate'), /signs with a new key/)
  })

  test('the clock is shown, stopped, moved and brought back', async () => {
    assert.match(await vitrine('clock'), /REAL\n$/)
    const [stopped] = (await vitrine('clock freeze')).split(' ')
    const [moved] = (await vitrine('clock advance +3d')).split(' ')
    assert.equal(Date.parse(moved!) - Date.parse(stopped!), 3 * 86_400_000)
    assert.match(await vitrine('clock run'), /SHIFTED/)
    assert.match(await vitrine('clock return'), /REAL/)
  })

  test('listen forwards signed events as they came, refuses others, and takes its webhook away again', async () => {
    await using program = await startReceiver()
    const port = await freePort()
    const running = begin([
      'listen',
      '--to',
      `${program.url}/hooks`,
      '--events',
      'com.wix.ecommerce.catalog.api.v1.ProductCreated',
      '--port',
      String(port),
    ])
    await until(() => running.output().includes('Secret: '), running)
    const secret = /Secret: (\S+)/.exec(running.output())![1]!
    const forged = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: '{}', headers: { 'webhook-signature': 'v1,AAAA' } })
    assert.equal(forged.status, 401)
    const file = join(folder, 'one.csv')
    await writeFile(file, 'name,price,sku\nKiln test jug,12.50,CLI-9\n')
    await vitrine(`import ${file}`)
    await until(() => program.sent.length > 0, running)
    const { path, headers, body } = program.sent[0]!
    assert.equal(path, '/hooks')
    const event = await verifyWebhook(secret, { headers: new Headers(headers as Record<string, string>), body }, { toleranceSeconds: 3600 })
    assert.equal(event.type, 'com.wix.ecommerce.catalog.api.v1.ProductCreated')
    assert.equal(program.sent.length, 1)
    running.child.kill('SIGINT')
    assert.equal(await running.code, 0, running.output())
    assert.match(running.output(), /200 {2}\d+ ms {2}com\.wix\.ecommerce\.catalog\.api\.v1\.ProductCreated/)
    const list = await fetch(`${server.url}/vitrine/v1/webhooks`, { headers: { Authorization: key } })
    assert.deepEqual(await list.json(), { webhooks: [] })
  })

  test('backup and restore are those of the server', async () => {
    const to = join(folder, 'backup')
    assert.match(await vitrine(`backup --to ${to}`), /tables, \d+ rows/)
    assert.match(await vitrine(`restore --from ${to} --check`), /is whole/)
    await using other = await bareDatabase()
    assert.match(await vitrine(`restore --from ${to} --to ${join(folder, 'copy')}`, { env: { DATABASE_URL: other.url } }), /is restored/)
  })

  test('start serves a shop until it is stopped', async () => {
    await using other = await testDatabase()
    const port = await freePort()
    const data = join(folder, 'started')
    const running = begin(['start', '--port', String(port), '--data', data, '--seed', 'none'], { DATABASE_URL: other.url })
    await until(() => running.output().includes('Client id'), running)
    assert.equal((await fetch(`http://127.0.0.1:${port}/health`)).status, 200)
    running.child.kill('SIGTERM')
    assert.equal(await running.code, 0, running.output())
  })
})

async function until(holds: () => boolean, running?: Running): Promise<void> {
  for (const giveUpAt = Date.now() + 60_000; !holds(); await sleep(30)) {
    if (Date.now() > giveUpAt || (running && running.child.exitCode !== null)) throw new Error(`it did not come:\n${running?.output()}`)
  }
}
