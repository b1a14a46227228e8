import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { closeSync, existsSync, openSync, realpathSync, statSync } from 'node:fs'
import { chown, link, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { findBinaries, isReachable } from './binaries.ts'
import { serverUser, type User } from './user.ts'

const major = '18'

export interface Cluster {
  /** Holds the cluster, its password, its port and its log. */
  readonly home: string
  readonly data: string
  readonly password: string
  /** Stands in the command line of the server and in the titles of all its processes. */
  readonly mark: string
  readonly user: User | undefined
  readonly binaries: string
  readonly durable: boolean
}

/** The cluster of a data folder, made where there is none. */
export async function openCluster(dataDir: string, durable: boolean): Promise<Cluster> {
  const home = resolve(dataDir)
  await mkdir(home, { recursive: true })
  const data = join(realpathSync(home), 'cluster')
  const user = serverUser(data)
  const mark = `vitrine-${createHash('sha256').update(data).digest('hex').slice(0, 12)}`
  const password = await readPassword(join(home, 'password'))
  const cluster: Cluster = { home, data, password, mark, user, binaries: await findBinaries(user), durable }
  if (!existsSync(data)) await createCluster(cluster)
  const version = (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim()
  if (version !== major)
    throw new Error(`${data} was made by PostgreSQL ${version}, and this is ${major}: docs/operating.md says how to bring it over.`)
  return cluster
}

/** How `bin/<program>` is spawned. Nothing of our environment goes along: PGPORT, PGOPTIONS and the like would change what it does. */
export const spawnOptions = (cluster: Cluster) => ({ ...cluster.user, cwd: '/', env: { PATH: process.env.PATH ?? '/usr/bin:/bin' } })

export const cannotRun = (cluster: Cluster, cause: unknown): Error =>
  new Error(
    `The embedded PostgreSQL in ${cluster.binaries} does not run here (it needs glibc; Alpine has musl): set DATABASE_URL to a PostgreSQL 15 or later.`,
    { cause },
  )

/**
 * PostgreSQL's programs get the data folder as their file descriptor 3. Where their user cannot reach the folder by its path (below /root, say)
 * the path they are told is that descriptor's, which the kernel resolves without asking the folders above.
 */
export function openFolder(cluster: Cluster, data: string): { fd: number; path: string } {
  const reachable = !cluster.user || isReachable(cluster.home)
  if (!reachable && process.platform !== 'linux') {
    throw new Error(`The user that runs PostgreSQL cannot reach ${data}: start Vitrine as an ordinary user, or choose another DATA_DIR.`)
  }
  return { fd: openSync(data, 'r'), path: reachable ? data : '/proc/self/fd/3' }
}

async function readPassword(file: string): Promise<string> {
  if (!existsSync(file)) {
    const own = `${file}.${randomBytes(6).toString('hex')}`
    await writeFile(own, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' })
    // Of several processes that begin at once, the first one's password counts.
    await link(own, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await rm(own)
  }
  return await readFile(file, 'utf8')
}

/** Made whole under another name and then renamed: a cluster that exists is complete. */
async function createCluster(cluster: Cluster): Promise<void> {
  const { home, data, user, password, durable } = cluster
  await sweepHalfMade(home)
  const half = await mkdtemp(join(home, 'half-'))
  if (user) await chown(half, user.uid, user.gid)
  // Sorting is the same on every machine; LC_CTYPE tells trigrams and full text what a letter is.
  const ctype = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
  const locale = ['--locale=C', `--lc-ctype=${ctype}`, '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--encoding=UTF8']
  const flags = ['--username=postgres', '--auth=reject', '--no-instructions', ...locale, ...(durable ? [] : ['--no-sync'])]
  const first = [
    // Stretching is for passwords that can be guessed: for one of 24 random bytes it costs each connection a millisecond, and gives nothing.
    'set scram_iterations = 1',
    `alter role postgres password '${password}'`,
    `create role vitrine login createdb password '${password}'`,
    'create database vitrine owner vitrine',
  ]
  await run(cluster, half, 'initdb', (path) => ['-D', path, ...flags])
  await writeFile(join(half, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n')
  await run(cluster, half, 'postgres', (path) => ['--single', '-D', path, 'postgres'], first.join('\n'))
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

async function run(cluster: Cluster, data: string, program: string, args: (path: string) => string[], input = ''): Promise<void> {
  const folder = openFolder(cluster, data)
  const child = spawn(join(cluster.binaries, 'bin', program), args(folder.path), {
    ...spawnOptions(cluster),
    stdio: ['pipe', 'pipe', 'pipe', folder.fd],
  })
  closeSync(folder.fd)
  let output = ''
  child.stdout?.on('data', (chunk) => (output += chunk))
  child.stderr?.on('data', (chunk) => (output += chunk))
  child.stdin?.on('error', () => {}) // a program that ends early says why in its output
  child.stdin?.end(input)
  const code = await new Promise((done, fail) => {
    child.once('error', (error) => fail(cannotRun(cluster, error)))
    child.once('close', done)
  })
  if (code !== 0 || /(?:ERROR|FATAL|PANIC): /.test(output)) throw new Error(`${program} failed on ${data}:\n${output.trim()}`)
}
