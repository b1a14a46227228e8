import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../../kernel/clock/clock.ts'
import { isId, newId } from '../../kernel/db/id.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { AnsweredRequest, Recording } from '../../kernel/http/recording.ts'
import { writeBehind } from '../../kernel/jobs/write-behind.ts'
import { type HeldBody, heldBody } from './bodies.ts'
import { entryOf, type Held } from './entry.ts'
import { recordingOf } from './rules.ts'
import { insertRequests, type NewRequest } from './store.ts'

const everyMs = 1000
/** What a process holds at most until it is written. */
const mostHeld = 1000
const mostHeldBytes = 8 * 1024 * 1024
/** Of visitors and of whoever is not known, so many failures a minute. */
const someAMinute = 60
const minuteMs = 60_000
/** So long a process goes by what it knows of a shop's switch. */
const knownMs = 10_000
/** Others have their turn after so many. */
const atOnce = 20

export interface RecorderDeps {
  readonly database: Db
  /** Real time. */
  readonly clock: Clock
  readonly isEnabled: (site: string) => Promise<boolean>
  /** Which shop a host stands for, where nobody was identified. */
  readonly siteAt: (host: string | undefined) => Promise<string>
  readonly report: (fault: unknown, where: string) => void
}

export interface Recorder extends Recording {
  /** The switch of a shop was turned: look at it again. */
  turned(site: string): void
  /** Writes what was not written yet. */
  settle(): Promise<void>
}

/** Writes requests down a second later, many at once. What is too much to hold is dropped, counted and reported. */
export function recorder({ database, clock, isEnabled, siteAt, report }: RecorderDeps): Recorder {
  const switches = new Map<string, { readonly on: boolean; readonly until: number }>()
  let held: Held[] = []
  let heldBytes = 0
  let dropped = new Map<string | undefined, number>()
  let minute = { from: Number.NEGATIVE_INFINITY, count: 0 }

  const behind = writeBehind(everyMs, async () => {
    const [taken, lost] = [held, dropped]
    held = []
    heldBytes = 0
    dropped = new Map()
    for (const [site, count] of lost)
      if (site === undefined || (await isOn(site).catch(() => true)))
        report(new Error(`${count} requests were too many to be recorded`), 'request log')
    for (let from = 0; from < taken.length; from += atOnce) {
      await write(taken.slice(from, from + atOnce)).catch((error: unknown) => report(error, 'request log'))
      await setImmediate()
    }
  })

  async function write(some: readonly Held[]): Promise<void> {
    const bySite = new Map<string, NewRequest[]>()
    for (const one of some) {
      const { caller, request, replay } = one.answered
      const site = caller?.site ?? (await siteAt(request.headers['host']))
      if (!replay && !(await isOn(site))) continue
      bySite.set(site, [...(bySite.get(site) ?? []), entryOf(one)])
    }
    for (const [site, entries] of bySite) await insertRequests(database, site, entries)
  }

  async function isOn(site: string): Promise<boolean> {
    const now = performance.now()
    const known = switches.get(site)
    if (known && known.until > now) return known.on
    const on = await isEnabled(site)
    if (switches.get(site) === known) switches.set(site, { on, until: now + knownMs })
    return on
  }

  function isOneOfSome(): boolean {
    const now = performance.now()
    if (now - minute.from > minuteMs) minute = { from: now, count: 0 }
    return ++minute.count <= someAMinute
  }

  /** Whether a shop records nothing, as far as is known. What is known for long is looked up again meanwhile. */
  function isOff(site: string | undefined): boolean {
    const known = site === undefined ? undefined : switches.get(site)
    if (site === undefined || !known || known.on) return false
    if (known.until <= performance.now()) {
      const meanwhile = { on: false, until: performance.now() + knownMs }
      switches.set(site, meanwhile)
      isEnabled(site).then(
        // Unless the switch was turned since.
        (on) => switches.get(site) === meanwhile && switches.set(site, { on, until: performance.now() + knownMs }),
        (error: unknown) => report(error, 'request log'),
      )
    }
    return true
  }

  return {
    note(answered: AnsweredRequest) {
      const { caller, request, answer, replay } = answered
      const recording = recordingOf(answered)
      if (recording === 'NEVER' || (!replay && isOff(caller?.site))) return
      if (recording === 'SOME' && !isOneOfSome()) return
      const [sent, got] = [heldBody(request.body), heldBody(answer.body)]
      const bytes = lengthOf(sent) + lengthOf(got)
      if (!replay && (held.length >= mostHeld || heldBytes + bytes > mostHeldBytes)) {
        dropped.set(caller?.site, (dropped.get(caller?.site) ?? 0) + 1)
        behind.plan()
        return
      }
      heldBytes += bytes
      held.push({ id: replay && isId(replay.id) ? replay.id : newId(), at: clock.now(), answered: withoutBodies(answered), sent, got })
      behind.plan()
    },
    turned: (site) => void switches.delete(site),
    settle: () => behind.settle(),
  }
}

const lengthOf = (body: HeldBody): number => (typeof body === 'number' ? 0 : (body?.length ?? 0))

const withoutBodies = (answered: AnsweredRequest): AnsweredRequest => ({
  ...answered,
  request: { ...answered.request, body: undefined },
  answer: { ...answered.answer, body: '' },
})
