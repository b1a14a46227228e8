import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bucketEnvironment, bucketOfRun } from './bucket.ts'
import { childEnvironment } from './child-environment.ts'

/** The real server as a process of its own, as `npm start` runs it. The storefront has to be built, which `npm test` sees to. */
export interface ServerProcess extends AsyncDisposable {
  readonly url: string
  readonly child: ChildProcess
  /** What it has written so far, for the message of a test that fails. */
  readonly output: () => string
  /** Waits until it has written what a pattern finds: its lines come over two pipes, in no order. */
  said(pattern: RegExp): Promise<void>
  /** Ends it at once, without a word of goodbye. */
  kill(): Promise<void>
  /** Asks it to leave, and answers its exit code. */
  leave(): Promise<number | null>
}

const main = join(import.meta.dirname, '../../apps/server/src/main.ts')

export interface ServerProcessOptions {
  /** Without it the server brings its own PostgreSQL, below its data folder. */
  readonly databaseUrl?: string | undefined
  /** A folder that outlives the process; else it has one of its own. */
  readonly dataDir?: string
  readonly port?: number
  readonly env?: Readonly<Record<string, string>> | undefined
}

export async function startServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  for (let tries = 1; ; tries++) {
    try {
      return await startAt(options)
    } catch (error) {
      // Between finding a free port and listening on it, another program may take it.
      if (options.port !== undefined || tries === 3 || !String(error).includes('another program listens there')) throw error
    }
  }
}

async function startAt({ databaseUrl, dataDir, port, env }: ServerProcessOptions): Promise<ServerProcess> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'vitrine-server-')))
  const listen = port ?? (await freePort())
  const child = spawnServer({ databaseUrl, dataDir: folder, port: listen, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const ended = once(child, 'exit')
  const gone = () => child.exitCode !== null || child.signalCode !== null
  const url = `http://127.0.0.1:${listen}`
  const server: ServerProcess = {
    url,
    child,
    output: () => output,
    async said(pattern) {
      const giveUpAt = Date.now() + 120_000
      while (!pattern.test(output)) {
        if (Date.now() > giveUpAt) throw new Error(`the server did not write ${pattern}:\n${output}`)
        await sleep(20)
      }
    },
    async kill() {
      child.kill('SIGKILL')
      if (!gone()) await ended
    },
    async leave() {
      child.kill('SIGTERM')
      if (!gone()) await ended
      return child.exitCode
    },
    async [Symbol.asyncDispose]() {
      await server.kill()
      if (dataDir === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
  for (const giveUpAt = Date.now() + 180_000; ; await sleep(50)) {
    if (gone()) throw new Error(`the server ended before it was open:\n${output}`)
    const answer = await fetch(`${url}/health`).catch(() => undefined)
    // Its addresses are said right after the port is open.
    if (answer?.status === 200 && output.includes('Client id')) return server
    if (Date.now() > giveUpAt) {
      await server.kill()
      throw new Error(`the server did not open:\n${output}`)
    }
  }
}

/** A start that is to end by itself: with which code, and what it has written. */
export async function startThatEnds(options: ServerProcessOptions): Promise<{ readonly code: number | null; readonly output: string }> {
  const folder = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'vitrine-server-')))
  const child = spawnServer({ ...options, dataDir: folder, port: options.port ?? (await freePort()) })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const tooLong = setTimeout(() => child.kill('SIGKILL'), 90_000)
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(tooLong)
  if (options.dataDir === undefined) await rm(folder, { recursive: true, force: true })
  return { code, output }
}

function spawnServer({ databaseUrl, dataDir, port, env }: ServerProcessOptions & { readonly dataDir: string }) {
  const bucket = bucketOfRun(dataDir)
  return spawn(process.execPath, [main], {
    env: {
      ...childEnvironment(),
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      VITRINE_SEED: 'none',
      VITRINE_INBOX: 'on',
      PAYMENT_SANDBOX: 'on',
      LOG_LEVEL: 'error',
      // Loads and races come from one address; a test of the limits sets them.
      RATE_LIMITS: 'off',
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...(bucket && bucketEnvironment(bucket)),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return address.port
}
