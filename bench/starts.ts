import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort, healthy, root, startServer } from './servers.ts'

export interface Start {
  readonly name: string
  readonly ms: number
  readonly atMostMs: number
}

/** From nothing, and from what is there, to a healthy answer. */
export async function measureStarts(quick: boolean, say: (line: string) => void): Promise<readonly Start[]> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-start-'))
  try {
    say('Starts')
    const starts: Start[] = []
    if (!quick)
      starts.push({
        name: 'the first `npm start` of a fresh clone, with a warm npm cache',
        ms: await cloneAndStart(folder),
        atMostMs: 90_000,
      })
    const settings = { DATA_DIR: join(folder, 'data') }
    const measure = async () => {
      await using server = await startServer('apps/server/src/main.ts', settings)
      return server.startedInMs
    }
    starts.push({
      name: 'the first start of an installed and built shop: database, catalogue, pictures',
      ms: await measure(),
      atMostMs: 90_000,
    })
    starts.push({ name: 'a later start', ms: await measure(), atMostMs: 5000 })
    return starts
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What is committed, cloned, installed, built, filled and opened. */
async function cloneAndStart(folder: string): Promise<number> {
  const clone = join(folder, 'clone')
  await promisify(execFile)('git', ['clone', '--quiet', root, clone])
  const port = await freePort()
  const startedAt = performance.now()
  // In a group of its own: npm's shell does not hand signals on.
  const child = spawn('npm', ['start'], {
    cwd: clone,
    detached: true,
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), DATA_DIR: join(clone, '.data'), DATABASE_URL: '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  try {
    await healthy(port, child, 300_000)
    return performance.now() - startedAt
  } finally {
    if (child.exitCode === null) process.kill(-child.pid!, 'SIGTERM')
    await ended
  }
}
