import type { Sql } from './sql.ts'

type Row = Readonly<Record<string, unknown>>

/** How writes that are one statement are kept. */
export interface Keeping {
  /** By itself. */
  alone(statement: Sql, repeatable: boolean): Promise<Row | undefined>
  /** Several with one COMMIT: their rows, or `undefined` where one of them failed, so that nothing of any was kept. */
  together(statements: readonly Sql[]): Promise<readonly (Row | undefined)[] | undefined>
}

/** How a write wants to be kept. */
interface Manner {
  /** Whether it may be done again where nobody knows if it was kept. */
  readonly repeatable: boolean
  /** Whether it has to go by itself. */
  readonly alone: boolean
}

interface Waiting extends Manner {
  readonly statement: Sql
  readonly resolve: (row: Row | undefined) => void
  readonly reject: (error: unknown) => void
}

/** Behind more than so many of others nobody waits. */
const mostTogether = 16

/**
 * Keeps writes that come to their end in one round of the event loop with one COMMIT. Where that keeps nothing, each of them is kept or refused
 * by itself, as if it had come alone: no write ever fails for another's sake.
 */
export function endingTogether({ alone: keptAlone, together }: Keeping): (statement: Sql, manner: Manner) => Promise<Row | undefined> {
  let waiting: Waiting[] = []

  function flush(): void {
    const all = waiting
    waiting = []
    // One whose end must be known goes by itself: of a COMMIT that nobody heard of, all are in doubt.
    const mayWait = ({ repeatable, alone }: Manner) => repeatable && !alone
    const several = all.filter(mayWait)
    for (const each of all) if (!mayWait(each)) void keepAlone(each)
    for (let from = 0; from < several.length; from += mostTogether) void keepAll(several.slice(from, from + mostTogether))
  }

  const keepAlone = ({ statement, repeatable, resolve, reject }: Waiting): Promise<void> =>
    keptAlone(statement, repeatable).then(resolve, reject)

  async function keepAll(group: readonly Waiting[]): Promise<void> {
    try {
      const rows = group.length > 1 ? await together(group.map(({ statement }) => statement)) : undefined
      if (rows) group.forEach(({ resolve }, i) => resolve(rows[i]))
      else for (const each of group) void keepAlone(each)
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }

  return (statement, manner) =>
    new Promise((resolve, reject) => {
      waiting.push({ statement, ...manner, resolve, reject })
      if (waiting.length === 1) setImmediate(flush)
    })
}
