import { type ChildProcess, fork, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Answered, Asked } from './server-host.ts'

/** A server of a journey. */
export interface RunningServer extends AsyncDisposable {
  /** What it has printed so far. */
  readonly said: () => string
  readonly lives: () => boolean
}

type Environment = Readonly<Record<string, string | undefined>>

/** A server in a process of its own, as `npm start` starts it. */
export function ownServer(environment: Environment): RunningServer {
  const server = spawn(process.execPath, [join(import.meta.dirname, '../apps/server/src/main.ts')], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  let said = ''
  server.stdout.on('data', (chunk: Buffer) => (said += chunk))
  server.stderr.on('data', (chunk: Buffer) => {
    said += chunk
    process.stderr.write(chunk)
  })
  return {
    said: () => said,
    lives: () => server.exitCode === null,
    async [Symbol.asyncDispose]() {
      server.kill('SIGTERM')
      await ended
    },
  }
}

/** A server in the process that the journeys of this process share (`server-host.ts`). */
export function sharedServer(environment: Environment): RunningServer {
  if (!host?.lives()) host = startHost()
  return host.open(environment)
}

let host: Host | undefined

interface Host {
  readonly lives: () => boolean
  readonly open: (environment: Environment) => RunningServer
}

function startHost(): Host {
  const child = fork(join(import.meta.dirname, 'server-host.ts'), { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  const lives = () => child.exitCode === null && child.signalCode === null
  const open = new Map<number, (what: Answered) => void>()
  const printed = new Set<(text: string) => void>()
  child.on('message', (what: Answered) => open.get(what.id)?.(what))
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    process.stderr.write(text)
    for (const print of printed) print(text)
  })
  let last = 0
  let busy = 0
  /** The process that shares it ends when nothing else keeps it alive. */
  const keepAlive = (by: 1 | -1) => {
    busy += by
    if (busy > 0) child.channel?.ref()
    else child.channel?.unref()
  }
  unref(child)
  return {
    lives,
    open(environment) {
      const id = ++last
      let said = ''
      let failed = false
      const closed = Promise.withResolvers<void>()
      const print = (text: string) => void (said += text)
      printed.add(print)
      open.set(id, (what) => {
        if ('closed' in what) return closed.resolve()
        if ('fault' in what) failed = true
        print('line' in what ? `${what.line}\n` : 'fault' in what ? `${what.fault}\n` : '')
      })
      child.once('exit', () => closed.resolve())
      child.send({ id, environment } satisfies Asked)
      return {
        said: () => said,
        lives: () => !failed && lives(),
        async [Symbol.asyncDispose]() {
          if (lives()) {
            keepAlive(1)
            child.send({ close: id } satisfies Asked)
            await closed.promise
            keepAlive(-1)
          }
          open.delete(id)
          printed.delete(print)
        },
      }
    },
  }
}

function unref(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
  ;(child.stderr as unknown as { unref(): void }).unref()
}
