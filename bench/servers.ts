import { type ChildProcess, spawn } from 'node:child_process'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export const root = join(import.meta.dirname, '..')

export interface Server extends AsyncDisposable {
  readonly port: number
  readonly pid: number
  /** From the start of the process to its first healthy answer, in milliseconds. */
  readonly startedInMs: number
}

/** Whole connections to the database, for floor and shop alike. */
const connections = '12'

/** Starts one of our programs in a process of its own and waits until it is healthy. */
export async function startServer(
  file: string,
  settings: Readonly<Record<string, string>>,
  {
    flags = [],
    withinMs = 120_000,
    port: choice,
  }: { readonly flags?: readonly string[]; readonly withinMs?: number; readonly port?: number } = {},
): Promise<Server> {
  const port = choice ?? (await freePort())
  const child = spawn(process.execPath, [...flags, join(root, file)], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_CONNECTIONS: connections,
      VITRINE_INBOX: 'on',
      PAYMENT_SANDBOX: 'on',
      // Counted as in a shop, and never reached: all of the load comes from one address.
      ...Object.fromEntries(
        ['READ', 'PRICE', 'WRITE', 'EMAIL', 'GUESS', 'PAGE', 'RECIPIENT', 'FILE', 'PICTURE'].map((name) => [
          `RATE_LIMIT_${name}`,
          '100000000/60s',
        ]),
      ),
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const startedAt = performance.now()
  const close = () => stop(child)
  try {
    await healthy(port, child, withinMs)
  } catch (error) {
    await close()
    throw error
  }
  return { port, pid: child.pid!, startedInMs: performance.now() - startedAt, [Symbol.asyncDispose]: close }
}

export async function healthy(port: number, child: ChildProcess, withinMs: number): Promise<void> {
  const giveUpAt = performance.now() + withinMs
  while (performance.now() < giveUpAt) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('a server ended before it answered')
    const answer = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(2000) }).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer?.ok) return
    await sleep(20)
  }
  throw new Error(`a server was not healthy within ${withinMs} ms`)
}

/** Asks it to close, and makes it after a while. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  const hurry = setTimeout(() => child.kill('SIGKILL'), 20_000)
  await ended
  clearTimeout(hurry)
}

export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
