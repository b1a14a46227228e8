import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Answer, Answered, Asked, Task } from './task.ts'

/** Why a child did not answer: it took too long, it was told to end, or it died, as of too little memory. */
export class ChildEnded extends Error {
  readonly why: 'TOO_SLOW' | 'STOPPED' | 'DIED'
  constructor(why: ChildEnded['why'], message: string) {
    super(message)
    this.why = why
  }
}

export interface MediaChild {
  /** Works on all tasks that it is given at once. Who waits longer than `timeMs` gets a `ChildEnded`, and the child is no more. */
  run(task: Task, timeMs: number): Promise<Answer>
  /** At once, with everything that it has started. */
  end(): void
  readonly ended: boolean
}

export interface ChildLimits {
  /** Of memory that it may write to, also outside of JavaScript. */
  readonly megabytes: number
  /** What it runs. */
  readonly script?: string
}

const usualScript = join(import.meta.dirname, 'child.ts')
const niceness = 10
const mostOutput = 2000

/** Starts a process in which untrusted files are opened: of little memory, behind all others in its turn, without what this process knows. */
export function startChild({ megabytes, script = usualScript }: ChildLimits): MediaChild {
  const args = [`--max-old-space-size=${Math.floor(megabytes / 3)}`, '--disable-warning=ExperimentalWarning', script]
  // Limits of memory are a shell's to set. Where there is none, time is the only one.
  const [file, given] =
    process.platform === 'win32'
      ? [process.execPath, args]
      : ['/bin/sh', ['-c', `ulimit -d ${megabytes * 1024} 2>/dev/null; exec nice -n ${niceness} "$0" "$@"`, process.execPath, ...args]]
  const child = spawn(file, given, {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    detached: process.platform !== 'win32',
    env: Object.fromEntries(['PATH', 'TMPDIR', 'NODE_COMPILE_CACHE', 'SystemRoot'].map((name) => [name, process.env[name]])),
  })
  const waiting = new Map<number, { readonly answer: (answer: Answer) => void; readonly fail: (fault: ChildEnded) => void }>()
  let lastId = 0
  let why: ChildEnded['why'] = 'DIED'
  let ended = false
  let output = ''
  const over = (message: string) => {
    ended = true
    for (const { fail } of waiting.values()) fail(new ChildEnded(why, message))
    waiting.clear()
  }
  child.stderr!.on('data', (chunk) => (output = (output + String(chunk)).slice(-mostOutput)))
  child.on('message', ({ id, answer }: Answered) => waiting.get(id)?.answer(answer))
  child.on('error', (error) => over(error.message))
  child.on('exit', (code, signal) => over(`it ended with ${signal ?? code}${output && `: ${output.trim()}`}`))
  idle(child)

  const end = () => {
    ended = true
    killAll(child)
  }
  return {
    get ended() {
      return ended
    },
    end() {
      if (why === 'DIED') why = 'STOPPED'
      end()
    },
    async run(task, timeMs) {
      if (ended) throw new ChildEnded(why, 'it has ended')
      const id = ++lastId
      busy(child)
      const timer = setTimeout(() => {
        why = 'TOO_SLOW'
        end()
      }, timeMs)
      try {
        return await new Promise<Answer>((answer, fail) => {
          waiting.set(id, { answer, fail })
          child.send({ id, task } satisfies Asked, (error) => error && fail(new ChildEnded(why, error.message)))
        })
      } finally {
        waiting.delete(id)
        clearTimeout(timer)
        if (waiting.size === 0) idle(child)
      }
    },
  }
}

/** The child keeps this process alive only while an answer is awaited. */
function idle(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
  ;(child.stderr as unknown as { unref?(): void } | null)?.unref?.()
}

function busy(child: ChildProcess): void {
  child.ref()
  child.channel?.ref()
}

function killAll(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL')
  } catch {
    // It is gone already.
  }
}
