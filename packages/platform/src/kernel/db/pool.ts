import { createHash } from 'node:crypto'
import pg from 'pg'
import { Refusal } from '../refusal.ts'
import { endingTogether } from './end.ts'
import { gather } from './gather.ts'
import { laneOf } from './lane.ts'
import { breaksLine, DatabaseUnavailable, retrying } from './retry.ts'
import { type Db, type Last, letHear, type Sql, textOf, together } from './sql.ts'
import { execute } from './statement.ts'
import { systemTimers, type Timers } from './timers.ts'

export interface DatabaseOptions {
  readonly url: string
  /** Connections of this process. More than a few per core only moves the queue into the database. */
  readonly connections?: number
  /** Off behind a transaction pooler older than PgBouncer 1.21, which loses prepared statements. */
  readonly preparedStatements?: boolean
  readonly onIdleError?: (error: Error) => void
  readonly timers?: Timers
}

export interface WriteOptions {
  /** `false` says that an unknown outcome at the end must not be tried again, because nothing inside would notice that it had already happened. */
  readonly repeatable?: boolean
}

export interface OptimisticOptions extends WriteOptions {
  /** It is not done again where others were faster, but fails with what `isOvertaken` knows. */
  readonly once?: boolean
}

export interface Database extends Db, AsyncDisposable {
  /**
   * Runs `work` in one transaction and again as a whole when the database asks for it, so there must be nothing but SQL inside.
   * A `Refusal` it returns rolls everything back. `again` marks a further try: the one before may have been committed after all, or what it
   * left to its end did not match its rows.
   */
  transact<T>(work: (db: Db, again: boolean) => Promise<T>, options?: WriteOptions): Promise<T>
  /**
   * Runs `work`, whose reads lock nothing, and then all that it left to the end (`lastly`) as one statement. That statement says by revisions
   * and the like what must still be as it was read; where it is not, `work` is done again as a whole. A `Refusal` changes nothing.
   */
  optimistic<T>(work: (db: Db) => Promise<T>, options?: OptimisticOptions): Promise<T>
  close(): Promise<void>
}

const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} does not fit a number`)
  return number
})

/** How often a write begins again because others changed what it had read. Of those that race one gets through each time. */
const mostOvertaken = 300

/** Whether a statement did not meet the rows it was made for: see the function `held` of the database. */
export const isOvertaken = (error: unknown): boolean => error instanceof Error && (error as { code?: unknown }).code === 'VT001'

/** A write went by what nobody has looked at, and came to nothing: perhaps because it is no longer so. */
class Unasked extends Error {
  readonly code = 'VT001'
  constructor(cause?: unknown) {
    super('what a write went by was not asked for', { cause })
  }
}

const names = new Map<string, string>()
const namesAtMost = 2000

/** A stable name for a statement, so that the database parses and plans it once per connection. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= namesAtMost) return known
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}

/** Whether a statement only reads, and locks nothing. */
function isPlainRead(text: string): boolean {
  let known = plainReads.get(text)
  if (known === undefined) {
    known = /^\s*select\b/i.test(text) && !/\bfor\s+(?:no key |key )?(?:update|share)\b|advisory|nextval|notify|sleep/i.test(text)
    if (plainReads.size < namesAtMost) plainReads.set(text, known)
  }
  return known
}

const plainReads = new Map<string, boolean>()
/** Of fewer none can be spared. */
const fewestWithLane = 4

/** Commits a write. An error here leaves it open whether it was committed (SCALE rules 3 and 4). */
async function keep<T>(client: pg.PoolClient, sent: () => Promise<T>, repeatable: boolean): Promise<T> {
  let warned = ''
  const hear = ({ message = '' }: { message?: string | undefined }) => (warned = message)
  client.on('notice', hear)
  try {
    const saved = await sent()
    if (/synchronous replication/.test(warned)) throw Object.assign(new Error(warned), { code: '08007' })
    return saved
  } catch (error) {
    if (repeatable || !breaksLine(error)) throw error
    throw new DatabaseUnavailable('whether the write was kept is unknown', { cause: error })
  } finally {
    client.off('notice', hear)
  }
}

/** The last statements and COMMIT behind them, in one go. */
async function commit(client: pg.PoolClient, last: Promise<unknown> | undefined): Promise<void> {
  const [{ command }] = await Promise.all([client.query('commit'), last])
  if (command !== 'COMMIT') throw new Error('a statement of the transaction had failed, so nothing was kept')
}

/** The one row that the end of a write tells. */
type Told = Readonly<Record<string, unknown>>

/** Sends the end of a write, if there is anything in it. */
type Send = (last: (() => Promise<void>) | undefined) => Promise<void>

interface Writing {
  readonly db: Db
  readonly end: (send: Send) => Promise<void>
}

export function connect(options: DatabaseOptions): Database {
  const timers = options.timers ?? systemTimers
  const prepared = options.preparedStatements ?? true
  const connections = options.connections ?? 12
  const pool = new pg.Pool({
    connectionString: options.url,
    max: connections,
    connectionTimeoutMillis: 3000,
    idleTimeoutMillis: 30_000,
    query_timeout: 8000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 3000,
    types,
    pipeline: true,
  } satisfies pg.PoolConfig & { pipeline: boolean }) // which @types/pg does not know yet
  let closed = false
  /** A server that stops before our last sockets are gone tells each of them; that is no news any more. */
  const report = (error: Error) => {
    if (!closed) options.onIdleError?.(error)
  }
  pool.on('error', report)
  pool.on('connect', (client) => client.on('error', report))
  const lane = connections < fewestWithLane ? undefined : laneOf(pool, timers)

  async function run<Row>(target: pg.Pool | pg.PoolClient, statement: Sql): Promise<Row[]> {
    const text = textOf(statement)
    const name = prepared && !statement.planEachTime ? nameOf(text) : undefined
    return (await execute(target, text, statement.values, name)).rows as Row[]
  }

  /** A write on a connection: what its work asks and leaves to the end, and that end as one statement. */
  function writing(client: pg.PoolClient): Writing {
    const last: (() => Last)[] = []
    const query = <Row>(statement: Sql): Promise<Row[]> => {
      gather(client)
      return run<Row>(client, statement)
    }
    return {
      db: { query, beforeCommit: (statement, how) => void last.push(() => ({ statement: statement(), ...how })) },
      async end(send) {
        const lasts = last.map((each) => each())
        let told: Told | undefined
        await send(lasts.length === 0 ? undefined : async () => void ([told] = await run(client, together(lasts))))
        letHear(lasts, told)
      },
    }
  }

  async function once<T>(work: (db: Db, again: boolean) => Promise<T>, repeatable: boolean, again: boolean): Promise<T> {
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      gather(client)
      const begun = client.query('begin') // its answer comes before that of the first statement
      begun.catch(() => {})
      const { db, end } = writing(client)
      const answer = await work(db, again)
      await begun
      gather(client)
      if (answer instanceof Refusal) await client.query('rollback')
      else await end((last) => keep(client, () => commit(client, last?.()), repeatable))
      return answer
    } catch (error) {
      // A connection that is closed or in doubt is never given back (SCALE rule 5); asking it to roll back would only wait.
      if (breaksLine(error) || error instanceof DatabaseUnavailable) broken = error as Error
      else
        await client.query('rollback').catch((second: Error) => {
          broken = second
        })
      throw error
    } finally {
      client.release(broken)
    }
  }

  const query = <Row>(statement: Sql): Promise<Row[]> =>
    // What is planned each time may take long, and those behind it would wait.
    (!statement.planEachTime && isPlainRead(textOf(statement)) ? lane?.ask((client) => run<Row>(client, statement)) : undefined) ??
    run<Row>(pool, statement)

  /** Lends a connection that nobody has begun anything on, and takes it back unless it broke. */
  async function lent<T>(use: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      return await use(client)
    } catch (error) {
      if (breaksLine(error) || error instanceof DatabaseUnavailable) broken = error as Error
      throw error
    } finally {
      client.release(broken)
    }
  }

  const end = endingTogether(
    {
      alone: (statement, repeatable) =>
        lent(async (client) => {
          const [told] = await keep(client, () => run<Told>(client, statement), repeatable)
          return told
        }),
      together: (statements) => lent((client) => keep(client, () => allOf(client, statements), true)),
    },
    timers,
  )

  /** Statements with one COMMIT: what each returns, or `undefined` where none was committed. */
  async function allOf(client: pg.PoolClient, statements: readonly Sql[]): Promise<readonly (Told | undefined)[] | undefined> {
    gather(client)
    const begun = client.query('begin')
    const told = statements.map((statement) => run<Told>(client, statement))
    const [ended, ...outcomes] = await Promise.allSettled([client.query('commit'), ...told, begun])
    const broken = [ended, ...outcomes].find((outcome) => outcome.status === 'rejected' && breaksLine(outcome.reason))
    if (broken) throw (broken as PromiseRejectedResult).reason
    const isSaved = ended.status === 'fulfilled' && ended.value.command === 'COMMIT'
    return isSaved ? (await Promise.all(told)).map(([row]) => row) : undefined
  }

  async function fly<T>(work: (db: Db) => Promise<T>, { repeatable = true }: OptimisticOptions): Promise<T> {
    const last: (() => Last)[] = []
    const assumed: Sql[] = []
    const saved: (() => void)[] = []
    const answer = await work({
      query,
      beforeCommit: (statement, how) => void last.push(() => ({ statement: statement(), ...how })),
      assume: (condition) => void assumed.push(condition),
      whenCommitted: (then) => void saved.push(then),
    }).catch((error: unknown) => {
      throw assumed.length === 0 || breaksLine(error) ? error : new Unasked(error)
    })
    if (answer instanceof Refusal) {
      if (assumed.length > 0) throw new Unasked()
      return answer
    }
    const lasts = last.map((each) => each())
    if (lasts.length > 0 || assumed.length > 0) letHear(lasts, await end(together(lasts, assumed), repeatable))
    for (const then of saved) then()
    return answer
  }

  /** Does a write again as long as others change what it has read. */
  async function untilMet<T>(write: () => Promise<T>): Promise<T> {
    for (let lost = 1; ; lost++) {
      try {
        return await write()
      } catch (error) {
        if (!isOvertaken(error)) throw error
        if (lost === mostOvertaken) throw new DatabaseUnavailable('others were always faster', { cause: error })
        await timers.sleep(Math.random() * Math.min(2 * lost, 50))
      }
    }
  }

  const close = async () => {
    closed = true
    await lane?.close()
    if (!pool.ended) await pool.end()
  }
  return {
    query,
    transact(work, { repeatable = true } = {}) {
      let tries = 0
      return untilMet(() => retrying(() => once(work, repeatable, tries++ > 0), undefined, timers))
    },
    optimistic(work, options = {}) {
      const attempt = () => retrying(() => fly(work, options), undefined, timers)
      return options.once ? attempt() : untilMet(attempt)
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
