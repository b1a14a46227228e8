import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, cannotRun, openFolder, spawnOptions } from './cluster.ts'
import { takeTurn } from './turn.ts'

interface Server {
  readonly pid: number
  readonly port: number
  readonly status: string
}

/** Finds the cluster's running server or starts one; its port, once it takes connections. Recovery after a crash may take its time. */
export async function ensureRunning(cluster: Cluster, port: number | undefined): Promise<number> {
  for (;;) {
    const server = findServer(cluster)
    if (server?.status === 'ready') return server.port
    const giveBack = server ? undefined : await takeTurn(cluster.mark)
    if (!giveBack) {
      await sleep(10)
      continue
    }
    try {
      await start(cluster, port)
    } finally {
      giveBack()
    }
  }
}

/** Starts a server where there is none, and waits until it takes connections. */
async function start(cluster: Cluster, port: number | undefined): Promise<void> {
  let launched: { exited: Promise<void> } | undefined
  for (let launches = 0; ; ) {
    const server = findServer(cluster)
    if (server && (server.status === 'ready' || !launched)) return
    if (!launched) {
      const problem = launches > 0 ? await endOfLog(cluster) : ''
      // The port has been taken meanwhile; outside Linux: another process was quicker, or backends of a killed server are on their way out.
      if (launches === 10 || (launches > 0 && !/lock file|shared memory|bind/.test(problem))) {
        throw new Error(`PostgreSQL does not start; ${logFile(cluster)} ends with:\n${problem}`)
      }
      await sleep(launches++ * 100)
      if (process.platform === 'linux') await removeStaleLock(cluster)
      if (findServer(cluster)) return
      launched = launch(cluster, await choosePort(cluster, port))
    }
    await Promise.race([sleep(10), launched.exited.then(() => (launched = undefined))])
  }
}

/** Stops the cluster's server at once but in order: what is committed is on disk, connections are closed. */
export async function stopServer(cluster: Cluster): Promise<void> {
  const server = findServer(cluster)
  if (!server) return
  process.kill(server.pid, 'SIGINT')
  while (isOurs(cluster, server.pid)) await sleep(5)
  const own = children.get(server.pid)
  own?.child.ref()
  await own?.exited
  children.delete(server.pid)
}

/** Servers that this process started; awaited at the end, so that none of them stays as a zombie. */
const children = new Map<number, { child: ChildProcess; exited: Promise<void> }>()

function launch(cluster: Cluster, port: number): { exited: Promise<void> } {
  const output = logFile(cluster)
  if ((statSync(output, { throwIfNoEntry: false })?.size ?? 0) > 1_000_000) truncateSync(output)
  const log = openSync(output, 'a', 0o600)
  const folder = openFolder(cluster, cluster.data)
  const flags = Object.entries(settings(cluster, port)).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // In a session of its own: Ctrl-C in our terminal is for us, and we close what we have open before the server goes.
  const child = spawn(join(cluster.binaries, 'bin', 'postgres'), ['-D', folder.path, ...flags], {
    ...spawnOptions(cluster),
    detached: true,
    stdio: ['ignore', log, log, folder.fd],
  })
  closeSync(log)
  closeSync(folder.fd)
  child.unref()
  const exited = new Promise<void>((done, fail) => {
    child.once('error', (error) => fail(cannotRun(cluster, error)))
    child.once('exit', () => done())
  })
  exited.catch(() => {}) // told to whoever waits for the start
  if (child.pid) children.set(child.pid, { child, exited })
  return { exited }
}

const leastMegabytes = 256
const mostMegabytes = 2048

/** An eighth of the memory: the server shares the machine with the shop, and the system caches files, too. */
export const sharedMegabytes = (bytes: number): number =>
  Math.round(Math.min(mostMegabytes, Math.max(leastMegabytes, bytes / 8 / 1024 / 1024)))

/** Of the machine, or of the container where that has less. */
const availableMemory = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)

function settings(cluster: Cluster, port: number): Record<string, string | number> {
  return {
    cluster_name: cluster.mark,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port,
    max_connections: 200,
    // Taken as it is used. A test's cluster is small, and drops databases all the time, which looks through all of it.
    shared_buffers: `${cluster.durable ? sharedMegabytes(availableMemory()) : leastMegabytes}MB`,
    random_page_cost: 1.1,
    // Connections cache their plans: one made while a table was all but empty would go on reading the whole of it.
    enable_seqscan: 'off',
    // Parallel plans gain nothing on short queries, and want more of /dev/shm than a container has.
    max_parallel_workers_per_gather: 0,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // A statement that failed holds customers' data, and one that is tried again is no news.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    ...(!cluster.durable && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
}

const logFile = (cluster: Cluster): string => join(cluster.home, 'server.log')

async function endOfLog(cluster: Cluster): Promise<string> {
  const text = await readFile(logFile(cluster), 'utf8').catch(() => '')
  return text.trimEnd().split('\n').slice(-5).join('\n')
}

/** The port asked for; else the last one, if it is free; else any. */
async function choosePort(cluster: Cluster, asked: number | undefined): Promise<number> {
  if (asked) return asked
  const file = join(cluster.home, 'port')
  const saved = Number(await readFile(file, 'utf8').catch(() => 0))
  const port = (saved ? await soonFree(saved) : undefined) ?? (await freePort(0))
  if (port === undefined) throw new Error('No port is free on 127.0.0.1.')
  await writeFile(file, String(port))
  return port
}

/** A port that is taken may be so for a moment only: by another process that looks whether it is free. */
async function soonFree(saved: number): Promise<number | undefined> {
  for (let tries = 1; ; tries++) {
    const port = await freePort(saved)
    if (port !== undefined || tries === 5) return port
    await sleep(50)
  }
}

function freePort(preferred: number): Promise<number | undefined> {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(undefined))
    probe.listen(preferred, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address ? address.port : undefined))
    })
  })
}

/** The live server of this cluster, from PostgreSQL's lock file. */
function findServer(cluster: Cluster): Server | undefined {
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
 * PostgreSQL takes a lock file for live when any process of its user has that number, which is likely after the restart of a container.
 * So it is removed when no process carries the cluster's mark, neither a server nor a backend that its killed server left on its way out.
 */
async function removeStaleLock(cluster: Cluster): Promise<void> {
  for (const since = performance.now(); hasProcesses(cluster); await sleep(50))
    if (findServer(cluster) || performance.now() - since > 10_000) return
  rmSync(join(cluster.data, 'postmaster.pid'), { force: true })
}

const hasProcesses = (cluster: Cluster): boolean => readdirSync('/proc').some((name) => /^\d+$/.test(name) && isOurs(cluster, Number(name)))

function isOurs(cluster: Cluster, pid: number): boolean {
  if (!(pid > 0)) return false
  try {
    const commandLine =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        : execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' })
    return commandLine.includes(cluster.mark)
  } catch {
    return false
  }
}
