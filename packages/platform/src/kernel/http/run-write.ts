import type { Route } from '@vitrine/contract'
import type { Clock } from '../clock/clock.ts'
import { newId } from '../db/id.ts'
import { type Database, isOvertaken } from '../db/pool.ts'
import { type Db, endingEarly } from '../db/sql.ts'
import { Refusal, Refused } from '../refusal.ts'
import type { AuditedWrite, Auditing } from './auditing.ts'
import { type AnyHandler, type Handler, Optimistic, type Scope, Staged, type StagedScope } from './handlers.ts'
import { claim, claimAlone, earlier, isTaken, type NamedWrite, note, release, settle } from './idempotency.ts'
import { type Outcome, Replayed, serialised } from './outcome.ts'
import type { Entry } from './routes.ts'

interface Deps {
  readonly database: Database
  readonly clock: Clock
  readonly auditing: Auditing | undefined
}

/** Runs the handler of a write in its transactions, once for each key, with what it changed written down beside it. */
export function writeRunner({ database, clock, auditing }: Deps) {
  function run(
    entry: Entry,
    handler: AnyHandler,
    input: never,
    scope: (db: Db) => Scope<never>,
    write: NamedWrite | undefined,
    audited: AuditedWrite | undefined,
  ): Promise<Outcome> {
    if (handler instanceof Staged) return runStaged(entry, handler, input, scope, write, audited)
    if (audited) return runWhole(entry, handler instanceof Optimistic ? handler.run : handler, input, scope, write, audited)
    return handler instanceof Optimistic
      ? runOptimistic(entry, handler, input, scope, write)
      : runWhole(entry, handler, input, scope, write)
  }

  /** The key is written down with the work, so a used one is found out by its failing, or behind a refusal that came of the earlier work. */
  async function runOptimistic(
    entry: Entry,
    handler: Optimistic<Route>,
    input: never,
    scope: (db: Db) => Scope<never>,
    write: NamedWrite | undefined,
  ): Promise<Outcome> {
    const now = clock.now()
    const attempt = () =>
      database.optimistic(
        async (db) => {
          const outcome = serialised(entry, await handler.run(input, scope(db)))
          if (write && typeof outcome === 'string') await note(db, write, outcome, now)
          return outcome
        },
        { repeatable: write !== undefined },
      )
    if (!write) return attempt()
    for (;;) {
      const outcome = await attempt().catch((error: unknown) => {
        if (isTaken(error)) return undefined
        throw error
      })
      if (outcome !== undefined && !(outcome instanceof Refusal)) return outcome
      const before = await database.transact((db) => earlier(db, write, now))
      if (before) return before instanceof Refusal ? before : new Replayed(before.answer)
      if (outcome) return outcome
    }
  }

  function runWhole(
    entry: Entry,
    handler: Handler<Route>,
    input: never,
    scope: (db: Db) => Scope<never>,
    write: NamedWrite | undefined,
    audited?: AuditedWrite,
  ): Promise<Outcome> {
    const now = clock.now()
    return database.transact(
      async (db) => {
        const claimed = write && (await claim(db, write, now))
        if (claimed instanceof Refusal) return claimed
        if (claimed && 'answer' in claimed) return new Replayed(claimed.answer)
        const outcome = audited ? await told(entry, handler, input, scope, audited, db) : serialised(entry, await handler(input, scope(db)))
        if (write && typeof outcome === 'string') await settle(db, write, outcome)
        return outcome
      },
      { repeatable: write !== undefined },
    )
  }

  /** The write, and what it changed written down beside it. */
  async function told(
    entry: Entry,
    handler: Handler<Route>,
    input: never,
    scope: (db: Db) => Scope<never>,
    audited: AuditedWrite,
    whole: Db,
  ): Promise<string | Buffer | Refusal> {
    const { db, end } = endingEarly(whole)
    const writeDown = await auditing!.begin(audited, db)
    const answer = await handler(input, scope(db))
    const outcome = serialised(entry, answer)
    if (outcome instanceof Refusal) return outcome
    await end()
    await writeDown(answer)
    await end()
    return outcome
  }

  async function runStaged(
    entry: Entry,
    handler: Staged<Route>,
    input: never,
    scope: (db: Db) => Scope<never>,
    write: NamedWrite | undefined,
    audited: AuditedWrite | undefined,
  ): Promise<Outcome> {
    const now = clock.now()
    const early = !handler.claimsInside || audited !== undefined
    const claimed = early && write ? await claimAlone(database, write, now) : undefined
    if (claimed instanceof Refusal) return claimed
    if (claimed && 'answer' in claimed) return new Replayed(claimed.answer)
    const attempt = claimed?.attempt ?? newId()
    let marked = early
    let saved: string | undefined
    /** An answer that a stage stored (`answering`) counts only if that run of the stage was committed. */
    const transact: StagedScope['transact'] = async (work) => {
      let left: string | undefined
      const outcome = await database.transact(async (db, again) => {
        left = undefined
        leaving.set(db, (json) => {
          left = json
        })
        return work(db, again)
      })
      if (!(outcome instanceof Refusal)) saved = left ?? saved
      return outcome
    }
    const leaving = new WeakMap<Db, (json: string) => void>()
    const stage: StagedScope<never> = {
      ...scope(database),
      attempt,
      again: claimed?.again ?? false,
      transact,
      async begin(work) {
        if (early || !write) return transact((db, retried) => work(db, { attempt, again: claimed?.again ?? false, retried }))
        const outcome = await transact(async (db, retried) => {
          const mine = await claim(db, write, now, attempt)
          if (mine instanceof Refusal) throw new Refused(mine)
          if ('answer' in mine) throw new Answered(mine.answer)
          return work(db, { ...mine, retried })
        })
        marked = !(outcome instanceof Refusal)
        return outcome
      },
      async atOnce(work) {
        let left: string | undefined
        try {
          const outcome = await database.optimistic(
            async (db) => {
              left = undefined
              leaving.set(db, (json) => {
                left = json
              })
              return work(db)
            },
            { once: true },
          )
          saved = left ?? saved
          return outcome
        } catch (error) {
          if (isOvertaken(error)) return undefined
          throw error
        }
      },
      async answering(db, answer) {
        const outcome = serialised(entry, answer)
        if (!write || open || typeof outcome !== 'string') return
        await settle(db, write, outcome)
        leaving.get(db)?.(outcome)
      },
    }
    const open = audited && (await auditing!.open(audited, attempt))
    let answer: unknown
    try {
      answer = await handler.run(input, stage)
    } catch (error) {
      if (error instanceof Answered) return new Replayed(error.answer)
      throw error
    }
    const outcome = serialised(entry, answer)
    if (open || (write && marked && outcome !== saved))
      await database.optimistic(async (db) => {
        if (open) await (outcome instanceof Refusal ? open.drop(db) : open.close(db, answer))
        if (write) await (typeof outcome === 'string' ? settle(db, write, outcome) : release(db, write))
      })
    return outcome
  }

  return run
}

/** Ends a stage whose key turns out to be answered. */
class Answered extends Error {
  readonly answer: string
  constructor(answer: string) {
    super('answered before')
    this.answer = answer
  }
}
