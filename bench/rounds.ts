import { setTimeout as sleep } from 'node:timers/promises'
import { cpuOf, cpuOfFamily, memoryOf } from './usage.ts'

/** What one of the buyers at once does again and again. */
export type Work = () => Promise<void>

export interface Subject {
  readonly pid: number
  /** One piece of work for each of those who are there at once. */
  readonly works: readonly Work[]
  /** Waits until what the work left behind is done. */
  readonly settled?: () => Promise<void>
}

/** What a round measured. */
interface Round {
  readonly perSecond: number
  /** In milliseconds, sorted. */
  readonly latencies: readonly number[]
  readonly serverCpuMs: number
  readonly databaseCpuMs: number
  readonly done: number
}

export interface Measured {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Of the server, for one piece of work, in microseconds. */
  readonly serverCpu: number
  /** Of all processes of the database server. */
  readonly databaseCpu: number
  /** Resident memory of the server behind it, in bytes. */
  readonly memory: number
}

export interface Pace {
  readonly rounds: number
  readonly seconds: number
  /** The subject is warm after so long and so many pieces of work. */
  readonly warmUpSeconds: number
  readonly warmUpWorks: number
  /** Whether all of them are done, however long that takes on a busy machine. */
  readonly warmUpWhole?: boolean
}

export interface Compared {
  readonly floor: Measured
  readonly subject: Measured
  /** How many of the floor's requests one piece of the subject's work costs: the median of the rounds. */
  readonly ratio: number
  /** Of the rounds: the least and the most. */
  readonly spread: readonly [number, number]
  /** The same in CPU, of server and database together: what a machine full of other work changes less. */
  readonly cpuRatio: number
}

/**
 * Floor and subject in turns, one short round each, so that what else goes on on the machine meets both: each round has a ratio of its own,
 * and the median of them counts.
 */
export async function compare(floor: Subject, subject: Subject, databasePid: number, pace: Pace): Promise<Compared> {
  const floors: Round[] = []
  const subjects: Round[] = []
  await warmUp(subject, pace)
  await round(floor, databasePid, pace.warmUpSeconds / 2)
  for (let i = 0; i < pace.rounds; i++) {
    if (i % 2 === 0) floors.push(await round(floor, databasePid, pace.seconds))
    subjects.push(await round(subject, databasePid, pace.seconds))
    if (i % 2 === 1) floors.push(await round(floor, databasePid, pace.seconds))
  }
  const ratios = floors.map(({ perSecond }, i) => perSecond / subjects[i]!.perSecond).sort((a, b) => a - b)
  const all = { floor: summary(floors, floor.pid), subject: summary(subjects, subject.pid) }
  return { ...all, ratio: middle(ratios), spread: [ratios[0]!, ratios.at(-1)!], cpuRatio: cpu(all.subject) / cpu(all.floor) }
}

/** Until Node has seen the code often enough to compile it well, and what is cached between requests is there. */
async function warmUp({ works, settled }: Subject, { warmUpSeconds, warmUpWorks, warmUpWhole }: Pace): Promise<void> {
  const startedAt = performance.now()
  const endsAt = startedAt + warmUpSeconds * 1000
  const latestAt = startedAt + (warmUpWhole ? Number.POSITIVE_INFINITY : longestWarmUpMs)
  let done = 0
  const goesOn = () => performance.now() < endsAt || (done < warmUpWorks && performance.now() < latestAt)
  await Promise.all(
    works.map(async (work) => {
      while (goesOn()) {
        await work()
        done++
      }
    }),
  )
  await settled?.()
}

const longestWarmUpMs = 20_000

const cpu = ({ serverCpu, databaseCpu }: Measured): number => serverCpu + databaseCpu

async function round({ pid, works, settled }: Subject, databasePid: number, seconds: number): Promise<Round> {
  await sleep(50)
  const server = cpuOf(pid)
  const database = cpuOfFamily(databasePid)
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1000
  const latencies: number[] = []
  await Promise.all(
    works.map(async (work) => {
      for (let before = performance.now(); before < endsAt; ) {
        await work()
        const after = performance.now()
        latencies.push(after - before)
        before = after
      }
    }),
  )
  const elapsed = performance.now() - startedAt
  await settled?.()
  return {
    perSecond: (latencies.length / elapsed) * 1000,
    latencies: latencies.sort((a, b) => a - b),
    serverCpuMs: cpuOf(pid) - server,
    databaseCpuMs: cpuOfFamily(databasePid) - database,
    done: latencies.length,
  }
}

function summary(rounds: readonly Round[], pid: number): Measured {
  const done = sum(rounds.map((each) => each.done))
  const all = rounds.flatMap(({ latencies }) => latencies).sort((a, b) => a - b)
  return {
    perSecond: middle(rounds.map(({ perSecond }) => perSecond).sort((a, b) => a - b)),
    p50Ms: at(all, 0.5),
    p99Ms: at(all, 0.99),
    serverCpu: (sum(rounds.map(({ serverCpuMs }) => serverCpuMs)) * 1000) / done,
    databaseCpu: (sum(rounds.map(({ databaseCpuMs }) => databaseCpuMs)) * 1000) / done,
    memory: memoryOf(pid),
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)
const at = (sorted: readonly number[], part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!
const middle = (sorted: readonly number[]): number => at(sorted, 0.5)
