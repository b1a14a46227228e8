import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { chown, link, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries, isReachable, postgresUser, type User } from './embedded-binaries.ts'

export interface EmbeddedOptions {
  /** The platform's folder; the cluster, its password and its log go into `postgres/` below it. */
  readonly dataDir: string
  readonly log: (line: string) => void
  /** Default: a free one, kept across starts as long as it stays free. */
  readonly port?: number
  /** `false` gives up safety against power cuts for speed: for databases that tests throw away. Default: `true`. */
  readonly durable?: boolean
}

export interface Embedded {
  /** The database `vitrine`, as the role that owns it (no superuser; it may create databases). */
  readonly url: string
  /** Lets go of the server, and stops it when nobody else holds it. */
  stop(): Promise<void>
}

interface Cluster {
  readonly home: string
  readonly data: string
  readonly password: string
  /** Stands in the command line of the server and in the titles of all its processes. */
  readonly mark: string
  readonly user: User | undefined
  readonly binaries: string
  readonly options: EmbeddedOptions
}

interface Postmaster {
  readonly pid: number
  readonly port: number
  readonly status: string
}

const major = '18'

/**
 * Starts the PostgreSQL server of a data folder, or joins the one that already runs there, whoever started it.
 *
 * Who uses the server is known to the server itself: each platform process keeps one connection with a shared advisory lock
 * on it (its lease), which dies with the process however it ends. Who leaves tries the exclusive lock: only the last one gets it,
 * and stops the server.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const cluster = await openCluster(options)
  let stopping = false

  async function takeLease(): Promise<pg.Client> {
    const client = await hold(cluster)
    client.once('end', () => {
      if (stopping) return
      options.log('PostgreSQL went away; starting it again')
      lease = retakeLease()
    })
    // A held server keeps nobody alive who has nothing else to do.
    client.unref()
    return client
  }

  async function retakeLease(): Promise<pg.Client> {
    for (;;) {
      try {
        return await takeLease()
      } catch (error) {
        if (stopping) throw error
        options.log(`PostgreSQL does not start: ${(error as Error).message}`)
        await sleep(2000, undefined, { ref: false })
      }
    }
  }

  let lease = takeLease()
  const { port } = await lease

  return {
    url: `postgres://vitrine:${cluster.password}@127.0.0.1:${port}/vitrine`,
    async stop() {
      if (stopping) return
      stopping = true
      const client = await lease.catch(() => undefined)
      if (!client) return
      try {
        if (await isLastHolder(client)) await stopServer(cluster)
      } finally {
        await client.end()
      }
    },
  }
}

async function openCluster(options: EmbeddedOptions): Promise<Cluster> {
  const home = join(resolve(options.dataDir), 'postgres')
  await mkdir(home, { recursive: true })
  const data = join(realpathSync(home), 'cluster')
  const user = await findUser(data)
  const cluster: Cluster = {
    home,
    data,
    password: await findPassword(join(home, 'password')),
    mark: `vitrine-${createHash('sha256').update(data).digest('hex').slice(0, 12)}`,
    user,
    binaries: await findBinaries(user),
    options,
  }
  if (!existsSync(data)) await createCluster(cluster)
  const version = (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim()
  if (version !== major) {
    throw new Error(
      `${data} was made by PostgreSQL ${version} and this is ${major}: copy it over with pg_dump and psql, see docs/operating.md.`,
    )
  }
  return cluster
}

/** Who runs the server: ourselves, or when we are root the owner of the cluster, else the system user `postgres`. */
async function findUser(data: string): Promise<User | undefined> {
  const self = process.getuid?.()
  const owner = await stat(data).catch(() => undefined)
  if (self !== 0) {
    if (owner && owner.uid !== self) {
      throw new Error(
        `${data} belongs to another user (uid ${owner.uid}): start Vitrine as that user or as root, or choose another DATA_DIR.`,
      )
    }
    return undefined
  }
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : postgresUser()
}

async function findPassword(file: string): Promise<string> {
  if (!existsSync(file)) {
    const own = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`
    await writeFile(own, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' })
    // Of several processes that begin at once, the first one's word counts.
    await link(own, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await rm(own)
  }
  return await readFile(file, 'utf8')
}

/** Made whole under another name and then renamed: a cluster that exists is complete. */
async function createCluster(cluster: Cluster): Promise<void> {
  const { home, data, user, password } = cluster
  await sweepHalfMade(home)
  const half = await mkdtemp(join(home, 'half-'))
  if (user) await chown(half, user.uid, user.gid)
  // The locale of numbers and sorting is the same on every machine; LC_CTYPE tells trigrams and full text what a letter is.
  const ctype = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
  const locale = ['--locale=C', `--lc-ctype=${ctype}`, '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--encoding=UTF8']
  const sync = cluster.options.durable === false ? ['--no-sync'] : []
  await run(cluster, 'initdb', half, ['--username=postgres', '--auth=reject', '--no-instructions', ...locale, ...sync])
  await writeFile(join(half, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n')
  await run(
    cluster,
    'postgres',
    half,
    ['--single', 'postgres'],
    [
      `alter role postgres password '${password}'`,
      `create role vitrine login createdb password '${password}'`,
      'create database vitrine owner vitrine',
      '',
    ].join('\n'),
  )
  await rename(half, data).catch(async (error: unknown) => {
    if (!existsSync(data)) throw error
    await rm(half, { recursive: true })
  })
}

async function sweepHalfMade(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    const path = join(home, name)
    if (name.startsWith('half-') && statSync(path).mtimeMs < Date.now() - 60_000) await rm(path, { recursive: true })
  }
}

/** Runs one of PostgreSQL's programs on a data folder to its end. */
async function run(cluster: Cluster, program: string, data: string, args: string[], input = ''): Promise<void> {
  const [mode, ...rest] = program === 'postgres' ? args : ['', ...args]
  const opened = openFolder(cluster, data)
  const child = spawn(join(cluster.binaries, 'bin', program), [...(mode ? [mode] : []), '-D', opened.path, ...rest], {
    ...cluster.user,
    cwd: '/',
    env: environment(),
    stdio: ['pipe', 'pipe', 'pipe', opened.fd],
  })
  closeSync(opened.fd)
  let output = ''
  child.stdout?.on('data', (chunk) => (output += chunk))
  child.stderr?.on('data', (chunk) => (output += chunk))
  child.stdin?.on('error', () => {})
  child.stdin?.end(input)
  const code = await new Promise((done, fail) => {
    child.once('error', (cause) => fail(new Error(cannotRun(cluster), { cause })))
    child.once('close', done)
  })
  if (code !== 0 || /^.*(?:ERROR|FATAL|PANIC):/m.test(output)) throw new Error(`${program} failed on ${data}:\n${output.trim()}`)
}

/**
 * The server gets its data folder as an open file descriptor (3). Where its user cannot reach the folder by its path, below /root say,
 * the path it is told is that descriptor's, which the kernel resolves without asking the folders above.
 */
function openFolder(cluster: Cluster, data: string): { fd: number; path: string } {
  const reachable = !cluster.user || isReachable(cluster.home)
  if (!reachable && process.platform !== 'linux') {
    throw new Error(`The user that runs PostgreSQL cannot reach ${data}: start Vitrine as an ordinary user or choose another DATA_DIR.`)
  }
  return { fd: openSync(data, 'r'), path: reachable ? data : '/proc/self/fd/3' }
}

// Nothing of ours: PGPORT, PGOPTIONS and the like would change what the server does.
const environment = (): Record<string, string> => ({ PATH: process.env.PATH ?? '/usr/bin:/bin' })

const cannotRun = (cluster: Cluster): string =>
  `The embedded PostgreSQL in ${cluster.binaries} does not run here (it needs glibc; Alpine has musl): set DATABASE_URL to a PostgreSQL 15 or later.`

/** Joins the running server or starts one, and returns the connection whose shared lock says: in use. */
async function hold(cluster: Cluster): Promise<pg.Client> {
  for (let attempt = 0; ; attempt++) {
    const port = await ensureRunning(cluster)
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password: cluster.password, database: 'postgres' })
    client.on('error', () => {})
    try {
      await client.connect()
      // Waits while the last holder is about to stop the server, and then fails with it.
      await client.query(`select pg_advisory_lock_shared(${leaseLock})`)
      return client
    } catch (error) {
      await client.end().catch(() => {})
      if ((error as { code?: string }).code === '28P01') {
        throw new Error(`${join(cluster.home, 'password')} is not the password of ${cluster.data}.`, { cause: error })
      }
      if (attempt === 100) throw error
      await sleep(20)
    }
  }
}

const leaseLock = 7_286_231

async function isLastHolder(client: pg.Client): Promise<boolean> {
  try {
    await client.query(`select pg_advisory_unlock_shared(${leaseLock})`)
    const { rows } = await client.query<{ alone: boolean }>(`select pg_try_advisory_lock(${leaseLock}) as alone`)
    return rows[0]?.alone === true
  } catch {
    return false // the connection is lost, and with it the lease
  }
}

async function stopServer(cluster: Cluster): Promise<void> {
  const found = findPostmaster(cluster)
  if (!found) return
  process.kill(found.pid, 'SIGINT')
  while (findPostmaster(cluster) || isOurs(cluster, found.pid)) await sleep(5)
}

/** The port of the server once it takes connections. Recovery after a crash may take its time, as long as the server lives. */
async function ensureRunning(cluster: Cluster): Promise<number> {
  let launches = 0
  let exited: Promise<void> | undefined
  for (;;) {
    const found = findPostmaster(cluster)
    if (found?.status === 'ready') return found.port
    if (!found && !exited) {
      if (launches === 3) throw new Error(`PostgreSQL did not start; the end of ${logFile(cluster)}:\n${await logTail(cluster)}`)
      removeStaleLock(cluster)
      launches++
      const child = await launch(cluster, launches > 1)
      exited = child.finally(async () => {
        await sleep(launches * 50)
        exited = undefined
      })
      exited.catch(() => {})
    }
    await Promise.race([sleep(10), exited])
  }
}

/** Resolves with a promise of the server's end. */
async function launch(cluster: Cluster, anotherPort: boolean): Promise<Promise<void>> {
  const { options, data, mark } = cluster
  const port = await choosePort(cluster, anotherPort)
  const settings: Record<string, string | number> = {
    cluster_name: mark,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port,
    max_connections: 200,
    shared_buffers: '256MB',
    random_page_cost: 1.1,
    // Parallel plans gain nothing on short queries, and need more of /dev/shm than a container has.
    max_parallel_workers_per_gather: 0,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The statements of an error hold customers' data, and retried ones are no news.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    ...(options.durable === false && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  const log = logFile(cluster)
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 1_000_000) await truncate(log)
  const output = openSync(log, 'a', 0o600)
  const opened = openFolder(cluster, data)
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // In a session of its own: Ctrl-C in our terminal is for us, and we close what we have open before the server goes.
  const child = spawn(join(cluster.binaries, 'bin', 'postgres'), ['-D', opened.path, ...flags], {
    ...cluster.user,
    cwd: '/',
    env: environment(),
    detached: true,
    stdio: ['ignore', output, output, opened.fd],
  })
  closeSync(output)
  closeSync(opened.fd)
  child.unref()
  return new Promise((done, fail) => {
    child.once('error', (cause) => fail(new Error(cannotRun(cluster), { cause })))
    child.once('exit', () => done())
  })
}

const logFile = (cluster: Cluster): string => join(cluster.home, 'server.log')

async function logTail(cluster: Cluster): Promise<string> {
  const text = await readFile(logFile(cluster), 'utf8').catch(() => '')
  return text.trimEnd().split('\n').slice(-8).join('\n')
}

async function choosePort(cluster: Cluster, another: boolean): Promise<number> {
  const file = join(cluster.home, 'port')
  const kept = cluster.options.port ?? Number(await readFile(file, 'utf8').catch(() => '0'))
  const port = (await freePort(another && !cluster.options.port ? 0 : kept)) ?? (await freePort(0))
  if (port === undefined || (cluster.options.port && port !== cluster.options.port))
    throw new Error(`Port ${cluster.options.port} is taken.`)
  await writeFile(file, String(port))
  return port
}

/** `wish` (0: any) if it is free on the loopback. */
function freePort(wish: number): Promise<number | undefined> {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(undefined))
    probe.listen(wish, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address ? address.port : undefined))
    })
  })
}

/** The live server of this cluster, from the lock file that PostgreSQL keeps. */
function findPostmaster(cluster: Cluster): Postmaster | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(cluster.data, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number(lines[0])
  return isOurs(cluster, pid) ? { pid, port: Number(lines[3]), status: (lines[7] ?? '').trim() } : undefined
}

/**
 * PostgreSQL takes a lock file for live when any process of its user has that number, which after a restart of a container is likely.
 * So the file is removed when no process, server or orphaned backend, carries the cluster's mark.
 */
function removeStaleLock(cluster: Cluster): void {
  const file = join(cluster.data, 'postmaster.pid')
  if (process.platform !== 'linux' || !existsSync(file)) return
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  if (!pids.some((pid) => isOurs(cluster, Number(pid)))) rmSync(file, { force: true })
}

function isOurs(cluster: Cluster, pid: number): boolean {
  if (!(pid > 0)) return false
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(cluster.mark) // empty for a zombie
    } catch {
      return false
    }
  }
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
