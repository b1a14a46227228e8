import { systemTimers, type Timers } from '../db/timers.ts'

/**
 * Work done in batches, whose position is stored in the database with what each batch changed: so the next process goes on from there, even
 * after a crash, and a batch that another process is working on is left to it.
 */
interface BatchedWork<Work> {
  /** What is open now. */
  readonly find: () => Promise<readonly Work[]>
  /** One batch in a transaction of its own; whether there is more of it for this process. */
  readonly batch: (work: Work) => Promise<boolean>
  /** Between two batches: so that shoppers are served meanwhile. */
  readonly rest?: (work: Work, tookMs: number) => Promise<unknown>
}

interface Shift {
  readonly isStopped?: () => boolean
  /** It goes on for so long, and ends after a batch; to the end where nothing is said. */
  readonly shiftMs?: number
  readonly timers?: Timers
}

/**
 * Does what is open, one batch of each in turn; whether it did any. A failure does not stop the others: the first is thrown at the end.
 */
export async function runBatches<Work>(
  { find, batch, rest }: BatchedWork<Work>,
  { isStopped = () => false, shiftMs = Number.POSITIVE_INFINITY, timers = systemTimers }: Shift = {},
): Promise<boolean> {
  const until = timers.now() + shiftMs
  const faults: unknown[] = []
  let any = false
  for (let more = true; more && faults.length === 0; ) {
    more = false
    for (const work of await find()) {
      if (isStopped()) return any
      try {
        const startedAt = timers.now()
        if (await batch(work)) {
          more = any = true
          await rest?.(work, timers.now() - startedAt)
        }
      } catch (fault) {
        faults.push(fault)
      }
      if (timers.now() >= until) more = false
    }
  }
  if (faults.length > 0) throw faults[0]
  return any
}

/** They do not keep the process alive. */
const looseTimers: Timers = {
  ...systemTimers,
  after(ms, run) {
    const timer = setTimeout(run, ms).unref()
    return () => clearTimeout(timer)
  },
}

/** So soon after a write of this process it is looked: the write is over by then. */
const pokeMs = 50
const [soonest, latest] = [1000, 5000]

export interface BatchRunner {
  /** Does what is open, one run at a time in a process: a call during a run waits for that run. */
  run(): Promise<void>
  /** Looks from time to time, less often the longer there is nothing to do: what another process began and did not end is found then. */
  begin(): void
  /** After a write of this process that began something. */
  poke(): void
  /** When it resolves nothing is done any more; the batch that is under way is ended. */
  stop(): Promise<void>
}

interface BatchRunnerDeps {
  readonly run: (isStopped: () => boolean) => Promise<boolean>
  readonly report: (fault: unknown) => void
  readonly timers?: Timers
}

/** Carries out work in batches in the background. */
export function batchRunner({ run, report, timers = looseTimers }: BatchRunnerDeps): BatchRunner {
  let running: Promise<boolean> | undefined
  let stopped = false
  let begun = false
  let pause = soonest
  let cancel = () => {}

  function once(): Promise<boolean> {
    running ??= run(() => stopped).finally(() => {
      running = undefined
    })
    return running
  }

  function lookIn(ms: number): void {
    if (stopped) return
    cancel()
    cancel = timers.after(ms, () => {
      once().then(
        (did) => next(did ? soonest : Math.min(latest, pause * 2)),
        (fault: unknown) => {
          report(fault)
          next(Math.min(latest, pause * 2))
        },
      )
    })
  }

  function next(ms: number): void {
    pause = ms
    if (begun) lookIn(ms)
  }

  return {
    async run() {
      await once()
    },
    begin() {
      begun = true
      lookIn(pause)
    },
    poke() {
      pause = soonest
      lookIn(pokeMs)
    },
    async stop() {
      stopped = true
      cancel()
      await running?.catch(() => {})
    },
  }
}
