import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { isJourney, root, runsAlone } from './test-files.ts'
import type { Outcome } from './test-worker.ts'

export interface FileReport extends Outcome {
  readonly file: string
  /** What the file printed. */
  readonly output: string
}

interface Options {
  readonly atOnce: number
  readonly signal: AbortSignal
  /** Awaited before a file begins. */
  readonly ready?: (file: string) => Promise<unknown>
  readonly onReport?: (report: FileReport) => void
}

/** A journey is a server, a browser and a database: two are enough, and nobody in them waits in vain. */
const journeysAtOnce = 2

/**
 * Runs test files in their order, so many at once, and reports each as soon as it has ended. Those that bear it share the processes of
 * `test-worker.ts`; when such a process dies, the file that ran there has failed, and the next one gets another process.
 */
export async function runFiles(files: readonly string[], { atOnce, signal, ready, onReport }: Options): Promise<readonly FileReport[]> {
  const waiting = [...files]
  const ended: FileReport[] = []
  let journeys = 0
  const work = async (): Promise<void> => {
    await using shared = new SharedWorkers(signal)
    for (;;) {
      const nth = waiting.findIndex((file) => !isJourney(file) || journeys < journeysAtOnce)
      if (nth < 0 || signal.aborted) return
      const [file] = waiting.splice(nth, 1) as [string]
      if (isJourney(file)) journeys++
      await ready?.(file)
      const report = await shared.run(file)
      if (isJourney(file)) journeys--
      ended.push(report)
      onReport?.(report)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return ended
}

/** The processes of one who runs a file at a time: one for journeys, one for other tests, and each file that runs alone has its own. */
class SharedWorkers implements AsyncDisposable {
  #workers = new Map<boolean, Worker>()
  #signal: AbortSignal

  constructor(signal: AbortSignal) {
    this.#signal = signal
  }

  async run(file: string): Promise<FileReport> {
    if (runsAlone(file)) {
      await using worker = startWorker(file, this.#signal)
      return await worker.run(file)
    }
    let worker = this.#workers.get(isJourney(file))
    if (!worker?.lives()) this.#workers.set(isJourney(file), (worker = startWorker(file, this.#signal)))
    return worker.run(file)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const worker of this.#workers.values()) await worker[Symbol.asyncDispose]()
  }
}

interface Worker extends AsyncDisposable {
  readonly lives: () => boolean
  readonly run: (file: string) => Promise<FileReport>
}

/** Against one that hangs. On a machine that is ten times as busy the longest still comes to its end. */
const mostMinutes = 20

function startWorker(file: string, signal: AbortSignal): Worker {
  const child = fork(join(import.meta.dirname, 'test-worker.ts'), {
    cwd: root,
    // What journeys exercise is noted by nobody: their platforms are processes of their own.
    env: { ...process.env, ...(isJourney(file) && { VITRINE_RECORD: undefined }) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    signal,
    killSignal: 'SIGTERM',
  })
  let output = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.on('error', () => {}) // it was called off
  let closed = false
  child.once('close', () => (closed = true))
  const ready = answerOf(child)
  const lives = () => child.exitCode === null && child.signalCode === null
  return {
    lives,
    async run(file) {
      const startedAt = performance.now()
      await ready
      const answer = closed ? undefined : answerOf(child)
      if (lives()) child.send(join(root, file))
      const tooLong = setTimeout(() => child.kill('SIGKILL'), mostMinutes * 60_000)
      const outcome = (await answer) as Outcome | undefined
      clearTimeout(tooLong)
      await setImmediate() // what it has printed comes by another way
      const milliseconds = performance.now() - startedAt
      const printed = output
      output = ''
      if (outcome !== undefined) return { file, ...outcome, output: printed }
      const how = child.signalCode ? `was ended by ${child.signalCode}` : `ended with code ${child.exitCode}`
      return { file, passed: 0, failed: 1, skipped: 0, milliseconds, output: printed, failures: [`${file}\n    Its process ${how}.`] }
    },
    async [Symbol.asyncDispose]() {
      if (!lives()) return
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.disconnect()
      await gone
    },
  }
}

/** What a process says next; nothing where it ends before. Its last words are waited for. */
const answerOf = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve) => {
    const settle = (answer?: unknown) => {
      child.off('message', settle).off('close', settleAtEnd)
      resolve(answer)
    }
    const settleAtEnd = () => settle()
    child.once('message', settle).once('close', settleAtEnd)
  })

export const indent = (text: string): string => text.replace(/^(?=.)/gm, '    ')
