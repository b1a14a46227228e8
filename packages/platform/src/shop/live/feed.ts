import { type LiveEvent, liveTypes, type Right, rightToHear } from '@vitrine/contract'
import { newId } from '../../kernel/db/id.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { systemTimers, type Timers } from '../../kernel/db/timers.ts'
import { boundAt, timeOf } from '../../kernel/events/partitions.ts'
import { findRecent, type RecentEvent } from '../../kernel/events/recent.ts'

/** Somebody who hears what happens. */
export interface Listener {
  readonly site: string
  readonly rights: ReadonlySet<Right>
  /**
   * What happened, oldest first; `upTo` is where one goes on from after a pause. What happened shortly before somebody came may be told twice, under
   * the same id.
   */
  readonly hear: (events: readonly LiveEvent[], upTo: string) => void
  /** More happened than can be told again: whoever shows something reads it anew. */
  readonly lost: () => void
}

export interface LiveFeed {
  /** Tells from now on, or from where somebody stopped to listen. The answer ends it. */
  listen(listener: Listener, from: string | undefined): Promise<() => void>
  /** Looks soon: something was written here. What other processes write is found a little later. */
  poke(): void
  close(): Promise<void>
}

export interface LiveFeedDeps {
  readonly db: Db
  readonly report: (fault: unknown) => void
  /** How often the events of other processes are looked for. */
  readonly everyMs?: number
  readonly timers?: Timers
}

const pokeMs = 150
/** An event gets its id a moment before it is committed, so each look goes back a little, and now and then further. */
const shortOverlapMs = 2000
const longOverlapMs = 15_000
const longEach = 5
const perPage = 1000
const mostPages = 20
/** A listener that was away for longer, or missed more, reads everything anew. */
const mostMissedMs = 10 * 60_000
const mostMissed = 500

/** One look at the outbox for all who listen in this process, whatever their number; none where nobody listens. */
export function liveFeed({ db, report, everyMs = 1000, timers = systemTimers }: LiveFeedDeps): LiveFeed {
  const listeners = new Map<string, Set<Listener>>()
  const told = new Set<string>()
  let lookedAt = 0
  let looks = 0
  let cancel: (() => void) | undefined
  let dueAt = Number.POSITIVE_INFINITY
  let looking: Promise<void> | undefined
  let again = false
  let closed = false

  async function look(): Promise<void> {
    const startedAt = timeOf(newId())
    const overlap = looks++ % longEach === 0 ? longOverlapMs : shortOverlapMs
    const sites = [...listeners.keys()]
    if (sites.length === 0) return
    let after = boundAt(Math.max(0, lookedAt - overlap))
    const fresh: RecentEvent[] = []
    for (let page = 0; page < mostPages; page++) {
      const found = await findRecent(db, { sites, types: liveTypes, after, limit: perPage })
      for (const event of found) {
        if (told.has(event.id)) continue
        told.add(event.id)
        fresh.push(event)
      }
      // A site that filled its share may have more; those behind it are met again, and known.
      const full = [...Map.groupBy(found, ({ site }) => site).values()].filter(({ length }) => length === perPage)
      if (full.length === 0) break
      after = full.map((of) => of.at(-1)!.id).sort()[0]!
    }
    lookedAt = startedAt
    const oldest = boundAt(startedAt - 2 * longOverlapMs)
    for (const id of told) if (id < oldest) told.delete(id)
    for (const [site, events] of Map.groupBy(fresh, ({ site }) => site)) tell(listeners.get(site) ?? [], events)
  }

  function run(): void {
    if (looking) {
      again = true
      return
    }
    again = false
    looking = look()
      .catch(report)
      .finally(() => {
        looking = undefined
        plan(again ? pokeMs : everyMs)
      })
  }

  function plan(ms: number): void {
    if (closed || listeners.size === 0) return
    const at = timers.now() + ms
    if (cancel && dueAt <= at) return
    cancel?.()
    dueAt = at
    cancel = timers.after(ms, () => {
      cancel = undefined
      run()
    })
  }

  return {
    async listen(listener, from) {
      const { site } = listener
      const now = timeOf(newId())
      if (listeners.size === 0) lookedAt = now
      const ofSite = listeners.get(site) ?? new Set()
      listeners.set(site, ofSite.add(listener))
      plan(everyMs)
      const leave = () => {
        ofSite.delete(listener)
        if (ofSite.size === 0 && listeners.get(site) === ofSite) listeners.delete(site)
      }
      const since = from === undefined ? now : timeOf(from)
      if (now - since > mostMissedMs) listener.lost()
      else {
        const after = boundAt(Math.max(0, since - longOverlapMs))
        const missed = await findRecent(db, { sites: [site], types: liveTypes, after, limit: mostMissed }).catch((error: unknown) => {
          leave()
          throw error
        })
        if (missed.length === mostMissed) listener.lost()
        else tell([listener], missed)
      }
      return leave
    },
    poke: () => plan(pokeMs),
    async close() {
      closed = true
      cancel?.()
      await looking
    },
  }
}

/** Each hears what they may; what is the same for several is made once. */
function tell(listeners: Iterable<Listener>, found: readonly RecentEvent[]): void {
  if (found.length === 0) return
  const upTo = found.reduce((last, { id }) => (id > last ? id : last), '')
  const made = new Map<ReadonlySet<Right>, readonly LiveEvent[]>()
  for (const { rights, hear } of listeners) {
    let events = made.get(rights)
    if (!events) {
      events = found.filter(({ type }) => rights.has(rightToHear(type)!)).map(toldOf)
      made.set(rights, events)
    }
    if (events.length > 0) hear(events, upTo)
  }
}

const toldOf = ({ id, type, entityId, revision }: RecentEvent): LiveEvent => ({
  id,
  type,
  entityId,
  ...(revision !== undefined && { revision }),
})
