import type { Sql } from './sql.ts'
import { systemTimers, type Timers } from './timers.ts'

type Row = Readonly<Record<string, unknown>>

/** How writes that are one statement are committed. */
export interface Keeping {
  /** By itself. */
  alone(statement: Sql, repeatable: boolean): Promise<Row | undefined>
  /** Several with one COMMIT: their rows, or `undefined` where one of them failed, so that none was committed. */
  together(statements: readonly Sql[]): Promise<readonly (Row | undefined)[] | undefined>
}

interface Waiting {
  readonly statement: Sql
  readonly resolve: (row: Row | undefined) => void
  readonly reject: (error: unknown) => void
}

/** A COMMIT is shared by at most so many. */
const mostTogether = 16
/** Nobody waits for a group for longer than this: it may be waiting for a row that somebody has locked. */
const longestMs = 5

/**
 * Commits writes that come to their end in one round of the event loop, or while others are being committed, with one COMMIT. Where that
 * commits nothing, each of them is committed or refused by itself, as if it had come alone: no write ever fails because of another.
 */
export function endingTogether(
  { alone: savedAlone, together }: Keeping,
  timers: Timers = systemTimers,
): (statement: Sql, repeatable: boolean) => Promise<Row | undefined> {
  let waiting: Waiting[] = []
  let underWay = 0
  let cancelLate: (() => void) | undefined

  function plan(): void {
    if (underWay === 0 || waiting.length >= mostTogether) setImmediate(flush)
    else cancelLate ??= timers.after(longestMs, flush)
  }

  function flush(): void {
    cancelLate?.()
    cancelLate = undefined
    const all = waiting
    waiting = []
    for (let from = 0; from < all.length; from += mostTogether) void keepAll(all.slice(from, from + mostTogether))
  }

  const keepAlone = ({ statement, resolve, reject }: Waiting, repeatable = true): Promise<void> =>
    savedAlone(statement, repeatable).then(resolve, reject)

  async function keepAll(group: readonly Waiting[]): Promise<void> {
    underWay++
    try {
      const rows = group.length > 1 ? await together(group.map(({ statement }) => statement)) : undefined
      if (rows) group.forEach(({ resolve }, i) => resolve(rows[i]))
      else await Promise.all(group.map((each) => keepAlone(each)))
    } catch (error) {
      for (const { reject } of group) reject(error)
    } finally {
      underWay--
      if (waiting.length > 0) plan()
    }
  }

  return (statement, repeatable) =>
    new Promise((resolve, reject) => {
      const ending = { statement, resolve, reject }
      // One whose outcome must be known goes by itself: if the reply to a COMMIT is lost, all that share it are in doubt.
      if (!repeatable) {
        void keepAlone(ending, repeatable)
        return
      }
      waiting.push(ending)
      if (waiting.length === 1 || waiting.length === mostTogether) plan()
    })
}
