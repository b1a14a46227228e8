import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Cluster, openCluster } from './embedded/cluster.ts'
import { ensureRunning, stopServer } from './embedded/server.ts'

declare module 'pg' {
  // Documented, and missing in @types/pg.
  interface Client {
    ref(): void
    unref(): void
  }
}

export interface EmbeddedOptions {
  /** Holds the cluster, its password, its port and its log. */
  readonly dataDir: string
  readonly log: (line: string) => void
  /** Default: a free one, reused across starts as long as it stays free. */
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

const leaseLock = 7_286_231
const leaseName = 'vitrine lease of '

/**
 * Starts the PostgreSQL server of a data folder, or joins the one that already runs there, whoever started it.
 *
 * The server itself knows who uses it: each process keeps one connection open that holds a shared advisory lock (its lease), which ends
 * with the process however that dies. A process that leaves tries for the exclusive lock; only the last one gets it, and stops the server.
 */
export async function startEmbedded({ dataDir, log, port, durable = true }: EmbeddedOptions): Promise<Embedded> {
  const cluster = await openCluster(dataDir, durable)
  let stopping = false
  /** Everybody was told this address: a server that comes back has to come back to it. */
  let address = port

  async function takeLease(): Promise<pg.Client> {
    const client = await hold(cluster, address)
    address = client.port
    client.once('end', () => {
      if (stopping) return
      log('PostgreSQL went away: starting it again')
      lease = retakeLease()
    })
    client.unref() // to hold the server is no reason for a process to stay
    return client
  }

  async function retakeLease(): Promise<pg.Client> {
    for (;;) {
      try {
        return await takeLease()
      } catch (error) {
        log(error instanceof Error ? error.message : String(error))
        if (stopping) throw error
        await sleep(2000, undefined, { ref: false })
      }
    }
  }

  let lease = takeLease()
  const client = await lease

  return {
    url: `postgres://vitrine:${cluster.password}@127.0.0.1:${client.port}/vitrine`,
    async stop() {
      if (stopping) return
      stopping = true
      const holder = await lease.catch(() => undefined)
      if (!holder) return // it went away and did not come back
      holder.ref()
      if (await isLast(holder)) await stopServer(cluster)
      await holder.end()
    },
  }
}

async function hold(cluster: Cluster, port: number | undefined): Promise<pg.Client> {
  for (let attempt = 1; ; attempt++) {
    const client = new pg.Client({
      host: '127.0.0.1',
      port: await ensureRunning(cluster, port),
      user: 'postgres',
      password: cluster.password,
      database: 'postgres',
      application_name: `${leaseName}${process.pid}`,
      ssl: false,
    })
    client.on('error', () => {}) // 'end' follows
    try {
      await client.connect()
      // Waits while another process is about to stop the server, and then fails with it.
      await client.query(`select pg_advisory_lock_shared(${leaseLock})`)
      return client
    } catch (error) {
      await client.end().catch(() => {})
      if (error instanceof pg.DatabaseError && error.code === '28P01') {
        throw new Error(`The password in ${join(cluster.home, 'password')} is not that of ${cluster.data}.`, { cause: error })
      }
      if (attempt === 100) throw error
      await sleep(20)
    }
  }
}

async function isLast(holder: pg.Client): Promise<boolean> {
  await holder.query(`select pg_advisory_unlock_shared(${leaseLock})`)
  for (;;) {
    const { rows: mine } = await holder.query<{ alone: boolean }>(`select pg_try_advisory_lock(${leaseLock}) as alone`)
    if (mine[0]?.alone) return true
    const { rows: others } = await holder.query<{ name: string }>(
      `select application_name as name from pg_locks join pg_stat_activity using (pid) where locktype = 'advisory' and objid = ${leaseLock} and granted`,
    )
    if (others.some(({ name }) => isAlive(Number(name.slice(leaseName.length))))) return false
    await sleep(10) // the server has yet to notice that a process died
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
