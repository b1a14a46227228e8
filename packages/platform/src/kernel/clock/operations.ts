import type { storeClock as contract, StoreClock as ShownClock, StoreClockEffect, StoreClockMoveType } from '@vitrine/contract'
import type { Db } from '../db/sql.ts'
import { nameOf } from '../http/caller.ts'
import { type Handlers, type StagedScope, staged } from '../http/handlers.ts'
import { Refusal, refuse } from '../refusal.ts'
import { violation } from '../violation.ts'
import { type ClockSetting, realTime, type StoreClock, shownBy } from './clock.ts'
import { findClock, findMoves, keepClock, noteMove, type StoredClock } from './store.ts'

type ClockContract = { [R in keyof typeof contract as R extends `${string}/store-clock${string}` ? R : never]: (typeof contract)[R] }

export interface ClockDeps {
  readonly clock: StoreClock
  /** Whether anything but real time makes sense in this shop. */
  readonly movable: () => Promise<boolean>
  /** What falls due after one moment and not after the other, the earliest first; so many at most, and how many there are. */
  readonly foresee: (
    db: Db,
    site: string,
    after: Date,
    until: Date,
    limit: number,
  ) => Promise<{ readonly effects: readonly StoreClockEffect[]; readonly total: number }>
  /** When the next of it falls due. */
  readonly nextDue: (db: Db, site: string, after: Date, until: Date) => Promise<Date | undefined>
  /** Does all that is due by the clock as it goes now. */
  readonly carryOut: () => Promise<void>
  readonly peopleCalled: (db: Db, site: string, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

type Turn = Pick<ClockSetting, 'frozenAt' | 'aheadMs'>

const dayMs = 86_400_000
const daysAtMost = 400
const foreseen = 200
/** Beyond that the rest of the way is gone in one step. */
const stopsAtMost = 250
const longestMs = 20_000

const tooFar = (description: string) => violation('to', description)

/** The calls about what time it is in the shop. */
export function clockOperations({ clock, movable, foresee, nextDue, carryOut, peopleCalled }: ClockDeps): Handlers<ClockContract> {
  const nameFor = async (db: Db, site: string, movers: readonly string[]) => {
    const ids = [...new Set(movers)].flatMap((mover) => (mover.startsWith('user:') ? [mover.slice('user:'.length)] : []))
    const names = await peopleCalled(db, site, ids)
    return (mover: string) => names.get(mover.slice('user:'.length))
  }

  async function shown(db: Db, site: string): Promise<ShownClock> {
    const [kept, isMovable] = [await findClock(db, site), await movable()]
    const moved = kept !== undefined && isMovable
    const setting = moved ? kept : realTime
    const real = clock.real.now()
    const name = moved ? (await nameFor(db, site, [kept.movedBy]))(kept.movedBy) : undefined
    return {
      now: shownBy(setting, real).toISOString(),
      realNow: real.toISOString(),
      state: setting.frozenAt ? 'FROZEN' : setting.aheadMs === 0 ? 'REAL' : 'SHIFTED',
      movable: isMovable,
      ...(name && { movedBy: name }),
      ...(moved && { movedDate: kept.movedAt.toISOString() }),
    }
  }

  /** Writes down how the clock goes from now on, and goes so; `undefined` where somebody else moved it meanwhile. */
  async function go(scope: Pick<StagedScope, 'site' | 'transact' | 'caller'>, before: StoredClock | undefined, setting: Turn) {
    const kept: StoredClock = {
      frozenAt: setting.frozenAt,
      aheadMs: setting.aheadMs,
      revision: (before?.revision ?? 0) + 1,
      movedBy: nameOf(scope.caller),
      movedAt: clock.real.now(),
    }
    if (!(await scope.transact((db) => keepClock(db, scope.site, kept)))) return undefined
    clock.set(kept)
    return kept
  }

  const turn =
    (kind: StoreClockMoveType, next: (now: Date, real: Date) => Turn) =>
    async (scope: StagedScope<'user'>): Promise<{ storeClock: ShownClock } | Refusal<'CLOCK_NOT_MOVABLE'>> => {
      const { db, site, caller } = scope
      if (!(await movable())) return refuse('CLOCK_NOT_MOVABLE')
      const before = await findClock(db, site)
      const real = clock.real.now()
      const from = shownBy(before ?? realTime, real)
      const setting = next(from, real)
      const isSame = (before?.frozenAt ?? null)?.getTime() === setting.frozenAt?.getTime() && (before?.aheadMs ?? 0) === setting.aheadMs
      if (!isSame && (await go(scope, before, setting)))
        await scope.transact((inside) =>
          noteMove(inside, site, { kind, from, to: shownBy(setting, real), effects: 0, movedBy: nameOf(caller), movedAt: real }),
        )
      return { storeClock: await shown(db, site) }
    }
  const freeze = turn('FROZE', (now) => ({ frozenAt: now, aheadMs: 0 }))
  const run = turn('LET_RUN', (now, real) => ({ frozenAt: null, aheadMs: now.getTime() - real.getTime() }))
  const comeBack = turn('RETURNED', () => realTime)

  return {
    async 'GET /vitrine/v1/store-clock'(_, { db, site }) {
      const moves = await findMoves(db, site)
      const name = await nameFor(
        db,
        site,
        moves.map(({ movedBy }) => movedBy),
      )
      return {
        storeClock: await shown(db, site),
        moves: moves.map(({ id, kind, from, to, effects, movedBy, movedAt }) => {
          const madeBy = name(movedBy)
          return {
            id,
            type: kind,
            createdDate: movedAt.toISOString(),
            from: from.toISOString(),
            to: to.toISOString(),
            ...(madeBy && { madeBy }),
            effects,
          }
        }),
      }
    },

    async 'GET /vitrine/v1/store-clock/effects'({ to }, { db, site, now }) {
      const { effects, total } = await foresee(db, site, now, new Date(to), foreseen)
      return { effects: [...effects], total }
    },

    'POST /vitrine/v1/store-clock/freeze': staged((_, scope) => freeze(scope)),
    'POST /vitrine/v1/store-clock/run': staged((_, scope) => run(scope)),
    'POST /vitrine/v1/store-clock/return': staged((_, scope) => comeBack(scope)),

    'POST /vitrine/v1/store-clock/advance': staged(async ({ to }, scope) => {
      const { db, site, caller, again } = scope
      if (!(await movable())) return refuse('CLOCK_NOT_MOVABLE')
      let kept = await findClock(db, site)
      const startedAt = clock.real.now()
      const from = shownBy(kept ?? realTime, startedAt)
      const target = new Date(to)
      // The same request once more has nothing left to do.
      if (target <= from && !again) return tooFar('has to come after what the clock shows: it does not go back')
      if (target.getTime() - from.getTime() > daysAtMost * dayMs) return tooFar(`is more than ${daysAtMost} days ahead`)
      const { total } = await foresee(db, site, from, target, 1)
      const stands = kept?.frozenAt != null
      let at = from
      for (let stop = 1; at < target; stop++) {
        const real = clock.real.now()
        const hurries = stop > stopsAtMost || real.getTime() - startedAt.getTime() > longestMs
        at = (hurries ? undefined : await nextDue(db, site, at, target)) ?? target
        kept = await go(scope, kept, stands ? { frozenAt: at, aheadMs: 0 } : { frozenAt: null, aheadMs: at.getTime() - real.getTime() })
        // Whoever moved it meanwhile knows where it is to be.
        if (!kept) break
        await carryOut()
      }
      if (target > from)
        await scope.transact((inside) =>
          noteMove(inside, site, { kind: 'ADVANCED', from, to: at, effects: total, movedBy: nameOf(caller), movedAt: clock.real.now() }),
        )
      return { storeClock: await shown(db, site), effects: total }
    }),
  }
}
