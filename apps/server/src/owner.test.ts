import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { openShop, startPlatform } from '@vitrine/platform'
import { startEmbedded } from '@vitrine/platform/kernel/db/embedded'
import { migrate } from '@vitrine/platform/kernel/db/migrate'
import { inProcessFetch } from '@vitrine/platform/kernel/http/in-process'
import { childEnvironment } from '@vitrine/testing/child-environment'

const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-owner-'))
after(() => rm(dataDir, { recursive: true, force: true }))

const email = 'mira@morrow.example'
const password = 'kettle fox marble'
const origin = 'https://shop.example'

/** The command, as somebody types it where the server runs. */
async function command(argv: readonly string[], folder = dataDir) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'owner.ts'), ...argv], {
    env: { ...childEnvironment(), DATA_DIR: folder, PUBLIC_URL: origin },
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit') as Promise<[number]>])
  return { code, out, err, tokens: [...out.matchAll(/https:\/\/shop\.example\/admin\/new-password#([\w.-]+)/g)].map(([, token]) => token!) }
}

/** The shop as its server runs it, on the embedded database of the folder. */
async function running() {
  await using stack = new AsyncDisposableStack()
  const embedded = await startEmbedded({ dataDir: join(dataDir, 'postgres'), log: () => {} })
  stack.defer(() => embedded.stop())
  await migrate(embedded.url)
  const platform = stack.use(
    await startPlatform({
      databaseUrl: embedded.url,
      origin,
      dataDir,
      connections: 2,
      inbox: true,
      sandbox: false,
      tell: () => {},
      report: () => {},
    }),
  )
  await openShop(platform.database, { owner: { email, password: 'forgotten long ago' }, now: new Date() })
  const client = createClient({
    baseUrl: origin,
    fetch: inProcessFetch(platform.api),
    modules: { staffRecovery: backOffice.staffRecovery },
  })
  const reset = async (token: string) => (await attempt(client.staffRecovery.resetPassword({ token, password })))[0]?.code ?? 'done'
  const saved = stack.move()
  return { url: embedded.url, reset, [Symbol.asyncDispose]: () => saved.disposeAsync() }
}

test('the command makes an owner a link while the server runs and while it does not, and leaves no database running then', async () => {
  let later: string
  let url: string
  {
    await using shop = await running()
    url = shop.url
    const { code, out, tokens } = await command([email.toUpperCase()])
    assert.equal(code, 0)
    assert.match(out, /Owner <mira@morrow\.example>, owner of My shop, .* within thirty minutes and once/)
    assert.equal(await shop.reset(tokens[0]!), 'done')
    assert.equal(await shop.reset(tokens[0]!), 'RECOVERY_TOKEN_OVER')

    const nobody = await command(['jonas@morrow.example'])
    assert.deepEqual([nobody.code, nobody.out], [1, ''])
    assert.equal(nobody.err, `Nobody with the address jonas@morrow.example owns a shop here. Owners are: ${email}.\n`)
    assert.match((await command([])).err, /^npm run owner -- .*\nOwners are: mira@morrow\.example\.\n$/)
  }
  const asleep = await command([email])
  assert.equal(asleep.code, 0, asleep.err)
  later = asleep.tokens[0]!
  await assert.rejects(once(connect(Number(new URL(url).port), '127.0.0.1'), 'connect'), { code: 'ECONNREFUSED' })
  {
    await using shop = await running()
    assert.equal(await shop.reset(later), 'done')
  }
})

test('a folder without a database is no place for it, and does not become one', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'vitrine-empty-'))
  after(() => rm(empty, { recursive: true, force: true }))
  const { code, err } = await command([email], empty)
  assert.equal(code, 1)
  assert.match(err, /^There is no database in .*: run this where the server runs, with the same DATA_DIR or DATABASE_URL\.\n$/)
  assert.deepEqual(await readdir(empty), [])
})
