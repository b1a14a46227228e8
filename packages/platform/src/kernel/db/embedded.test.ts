import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, afterEach, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Embedded, startEmbedded } from './embedded.ts'

const isRoot = process.getuid?.() === 0
const nobody = 65534

const cleanups: (() => unknown)[] = []

async function cleanUp(): Promise<void> {
  while (cleanups.length > 0) await cleanups.pop()?.()
}

afterEach(cleanUp)
process.once('SIGTERM', () => cleanUp().finally(() => process.exit(1))) // the runner gave up: leave no server behind

async function emptyFolder(below = tmpdir(), mode = 0o755): Promise<string> {
  const path = await mkdtemp(join(below, 'vitrine-embedded-'))
  await chmod(path, mode)
  cleanups.push(() => rm(path, { recursive: true }))
  return path
}

let model: string

before(async () => {
  model = await mkdtemp(join(tmpdir(), 'vitrine-embedded-model-'))
  await chmod(model, 0o755)
  const server = await startEmbedded({ dataDir: model, log: () => {} })
  await ask(server.url, 'create table kept as select 42 as answer')
  await server.stop()
})

after(() => rm(model, { recursive: true }))

/** A data folder with a stopped cluster inside, which holds `kept`. */
async function usedFolder(): Promise<string> {
  const path = await emptyFolder()
  execFileSync('cp', ['-a', `${model}/.`, path])
  return path
}

async function start(dataDir: string, lines: string[] = []): Promise<Embedded> {
  const server = await startEmbedded({ dataDir, log: (line) => lines.push(line) })
  cleanups.push(() => server.stop())
  return server
}

async function ask(url: string, statement: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query({ text: statement, rowMode: 'array' })
    return rows?.[0]?.[0]
  } finally {
    await client.end()
  }
}

/** The processes of the server of a data folder, found by the name that all of them carry. */
async function serverProcesses(dataDir: string): Promise<number[]> {
  const lock = await readFile(join(dataDir, 'cluster/postmaster.opts'), 'utf8')
  const [mark] = lock.match(/vitrine-[0-9a-f]{12}/) ?? []
  assert.ok(mark)
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const commandLine = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
    if (commandLine.includes(mark)) found.push(Number(name))
  }
  return found
}

const postmaster = async (dataDir: string): Promise<number> =>
  Number((await readFile(join(dataDir, 'cluster/postmaster.pid'), 'utf8')).split('\n')[0])

interface Holder {
  readonly child: ChildProcess
  readonly url: string
  /** Lets it stop the server as a platform process does. */
  leave(): Promise<void>
}

/** Another process that starts or joins the server and stays until it is told to leave. */
async function holder(dataDir: string, uid?: number): Promise<Holder> {
  const program = `
    import { startEmbedded } from ${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)}
    const server = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log: console.error })
    console.log(server.url)
    process.stdin.once('data', async () => { await server.stop(); process.exit() })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
    ...(uid !== undefined && { uid, gid: uid, cwd: '/' }),
  })
  cleanups.push(() => kill(child)) // and no sooner than it is gone is one of us the last
  const [url] = await Promise.race([once(createInterface(child.stdout), 'line'), once(child, 'exit')])
  assert.equal(typeof url, 'string', 'the other process ended before the server was up')
  return {
    child,
    url,
    async leave() {
      child.stdin.write('leave\n')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

test('starts, stops without a trace, and starts again with the data and the port of before', async () => {
  const dataDir = await emptyFolder()
  const first = await start(dataDir)
  await ask(first.url, 'create table kept as select 42 as answer')
  await first.stop()
  assert.deepEqual(await serverProcesses(dataDir), [])

  const second = await start(dataDir)
  assert.equal(second.url, first.url)
  assert.equal(await ask(second.url, 'select answer from kept'), 42)
  await second.stop()
  assert.deepEqual(await serverProcesses(dataDir), [])
})

test('keeps what is committed through a power cut, listens on the loopback only, and has no secret that others know', async () => {
  const dataDir = await usedFolder()
  const server = await start(dataDir)
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) assert.equal(await ask(server.url, `show ${setting}`), 'on')
  assert.equal(await ask(server.url, 'show listen_addresses'), '127.0.0.1')
  assert.equal(await ask(server.url, `select version() like 'PostgreSQL 18.%'`), true)
  assert.equal(await ask(server.url, 'select rolsuper from pg_roles where rolname = current_user'), false)

  const { password } = new URL(server.url)
  assert.equal((await stat(join(dataDir, 'password'))).mode & 0o777, 0o600)
  assert.notEqual(new URL((await start(await emptyFolder())).url).password, password)
  for (const guess of ['', 'postgres', 'vitrine', 'password']) {
    const url = new URL(server.url)
    url.password = guess
    await assert.rejects(ask(url.href, 'select 1'), /password/)
  }
})

test('knows letters beyond ASCII', async () => {
  const { url } = await start(await usedFolder())
  await ask(url, 'create extension pg_trgm')
  await ask(url, 'create extension unaccent')
  assert.equal(await ask(url, `select lower('ÀÉÎ') || upper('straße')`), 'àéîSTRAßE')
  assert.equal(await ask(url, `select array_to_string(show_trgm('Ñü'), '') ~ '0x'`), true)
  assert.equal(await ask(url, `select to_tsvector('simple', 'Crème brûlée') = '''brûlée'':2 ''crème'':1'::tsvector`), true)
  assert.equal(await ask(url, `select unaccent('Crème brûlée')`), 'Creme brulee')
})

test('joins the server that a killed process left behind', async () => {
  const dataDir = await usedFolder()
  const dead = await holder(dataDir)
  const pid = await postmaster(dataDir)
  await kill(dead.child)
  const heir = await start(dataDir)
  assert.equal(heir.url, dead.url)
  assert.equal(await postmaster(dataDir), pid)
  assert.equal(await ask(heir.url, 'select 1'), 1)
  await heir.stop()
  assert.deepEqual(await serverProcesses(dataDir), [])
})

test('several processes share one server; the last to leave stops it, and the killed do not count', async () => {
  const dataDir = await usedFolder()
  const [first, second, third] = await Promise.all([holder(dataDir), holder(dataDir), holder(dataDir)])
  assert.deepEqual([second.url, third.url], [first.url, first.url])
  const pid = await postmaster(dataDir)
  await first.leave()
  assert.equal(await ask(second.url, 'select 1'), 1)
  assert.equal(await postmaster(dataDir), pid)
  const asSuperuser = second.url.replace('vitrine:', 'postgres:')
  const lease = await ask(asSuperuser, `select pid from pg_stat_activity where application_name = 'vitrine lease of ${second.child.pid}'`)
  assert.equal(typeof lease, 'number')
  process.kill(lease as number, 'SIGSTOP') // as on a busy machine, the server is slow to notice
  await kill(second.child)
  const left = third.leave()
  await sleep(300)
  process.kill(lease as number, 'SIGCONT')
  await left
  assert.deepEqual(await serverProcesses(dataDir), [])
})

test('who comes while the last one leaves gets a server that stays', async () => {
  const dataDir = await usedFolder()
  let here = await start(dataDir)
  for (let round = 0; round < 8; round++) {
    const [next] = await Promise.all([startEmbedded({ dataDir, log: () => {} }), sleep(round * 4).then(() => here.stop())])
    cleanups.push(() => next.stop())
    assert.equal(await ask(next.url, 'select 1'), 1)
    here = next
  }
  await here.stop()
  assert.deepEqual(await serverProcesses(dataDir), [])
})

test('starts after a crash of the server, though its lock file names a process that lives', async () => {
  const dataDir = await usedFolder()
  const dead = await holder(dataDir)
  const pid = await postmaster(dataDir)
  await kill(dead.child)
  process.kill(pid, 'SIGKILL')
  const lock = join(dataDir, 'cluster/postmaster.pid')
  const lines = (await readFile(lock, 'utf8')).split('\n')
  while ((await serverProcesses(dataDir)).length > 0) await sleep(10)
  const owner = await stat(lock)
  // As after the restart of a container, where numbers are few: a process of the server's own user has that number now.
  const other = spawn('sleep', ['60'], isRoot ? { uid: owner.uid, gid: owner.gid, stdio: 'ignore' } : { stdio: 'ignore' })
  cleanups.push(() => other.kill())
  await writeFile(lock, [String(other.pid), ...lines.slice(1)].join('\n'))
  const server = await start(dataDir)
  assert.equal(await ask(server.url, 'select answer from kept'), 42)
})

test('starts while processes of a killed server are still on their way out', async () => {
  const dataDir = await usedFolder()
  const dead = await holder(dataDir)
  const pid = await postmaster(dataDir)
  await kill(dead.child)
  process.kill(pid, 'SIGKILL')
  assert.equal(await ask((await start(dataDir)).url, 'select answer from kept'), 42)
})

test('brings the server back under the same address when it is killed under a running platform', async () => {
  const lines: string[] = []
  const dataDir = await usedFolder()
  const server = await start(dataDir, lines)
  const pid = await postmaster(dataDir)
  process.kill(pid, 'SIGKILL')
  for (let tries = 0; ; tries++) {
    if ((await ask(server.url, 'select 1').catch(() => 0)) === 1) break
    assert.ok(tries < 200, 'it did not come back')
    await sleep(50)
  }
  assert.notEqual(await postmaster(dataDir), pid)
  assert.deepEqual(lines, ['PostgreSQL went away: starting it again'])
  await server.stop()
  assert.deepEqual(await serverProcesses(dataDir), [])
})

test('comes back under the address that all its processes were told, however many of them bring it back at once', async () => {
  const dataDir = await usedFolder()
  const server = await start(dataDir)
  const others = await Promise.all([start(dataDir), holder(dataDir), holder(dataDir)])
  for (let round = 0; round < 4; round++) {
    process.kill(await postmaster(dataDir), 'SIGKILL')
    for (let tries = 0; ; tries++) {
      if ((await ask(server.url, 'select 1').catch(() => 0)) === 1) break
      assert.ok(tries < 200, `it did not come back in round ${round}`)
      await sleep(50)
    }
  }
  assert.deepEqual(new Set(others.map(({ url }) => url)), new Set([server.url]))
})

test('takes another port when the one of before is taken', async () => {
  const dataDir = await usedFolder()
  const first = await start(dataDir)
  await first.stop()
  const squatter = await start(await usedFolder())
  const taken = Number(new URL(squatter.url).port)
  await writeFile(join(dataDir, 'port'), String(taken))
  const second = await start(dataDir)
  assert.notEqual(new URL(second.url).port, String(taken))
  assert.equal(await ask(second.url, 'select 1'), 1)
})

test('a cluster of which only half was made is no cluster', async () => {
  const dataDir = await emptyFolder()
  await mkdir(join(dataDir, 'half-abc'), { recursive: true })
  const server = await start(dataDir)
  assert.equal(await ask(server.url, 'select 1'), 1)
})

test('says what is wrong when the cluster is of another version', async () => {
  const dataDir = await usedFolder()
  await (await start(dataDir)).stop()
  await writeFile(join(dataDir, 'cluster/PG_VERSION'), '16\n')
  await assert.rejects(start(dataDir), /made by PostgreSQL 16, and this is 18/)
})

test('says what is wrong when the server cannot start', async () => {
  const dataDir = await usedFolder()
  await (await start(dataDir)).stop()
  await rename(join(dataDir, 'cluster/global'), join(dataDir, 'cluster/global.gone'))
  await assert.rejects(start(dataDir), /PostgreSQL does not start; .*server\.log ends with/)
})

const asRoot = { skip: !isRoot && 'needs root' }

test('as root, the server runs as an ordinary user, also where that user cannot reach the folder', asRoot, async () => {
  for (const dataDir of [join(await emptyFolder(homedir(), 0o700), 'data'), await usedFolder()]) {
    const server = await start(dataDir)
    assert.equal(await ask(server.url, 'select 1'), 1)
    assert.notEqual((await stat(`/proc/${await postmaster(dataDir)}`)).uid, 0)
    await server.stop()
    assert.deepEqual(await serverProcesses(dataDir), [])
  }
})

test('an ordinary user starts it and root joins, but nobody gets a cluster that is not theirs', asRoot, async () => {
  const dataDir = await emptyFolder()
  await chown(dataDir, nobody, nobody)
  const owner = await holder(dataDir, nobody)
  assert.equal((await stat(`/proc/${await postmaster(dataDir)}`)).uid, nobody)
  const root = await start(dataDir)
  assert.equal(root.url, owner.url)
  await owner.leave()
  assert.equal(await ask(root.url, 'select 1'), 1)
  await root.stop()
  assert.deepEqual(await serverProcesses(dataDir), [])

  const ours = await usedFolder()
  await start(ours)
  const unauthenticated = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { startEmbedded } from ${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)}
      await startEmbedded({ dataDir: ${JSON.stringify(ours)}, log: () => {} })`,
    ],
    { uid: nobody, gid: nobody, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let said = ''
  unauthenticated.stderr.on('data', (chunk) => (said += chunk))
  await once(unauthenticated, 'close')
  assert.match(said, /belongs to another user/)
})
