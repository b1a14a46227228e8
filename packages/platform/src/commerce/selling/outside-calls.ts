import type { Database } from '../../kernel/db/pool.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { inTime } from '../../kernel/in-time.ts'
import { lruOf } from '../../kernel/lru.ts'

/** Somebody outside did not answer, or not with anything of use. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  /** What the other side says of it, where it says anything: `INVALID_POSTAL_CODE`. */
  readonly code: string
  /** What the other side says beside its code. */
  readonly data: unknown
  constructor(
    message: string,
    { code = 'NO_ANSWER', data, cause }: { readonly code?: string; readonly data?: unknown; readonly cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.code = code
    this.data = data
  }
}

/** Thrown out of a transaction that needs to know something first which only somebody outside can say. */
export class AskFirst extends Error {
  override readonly name = 'AskFirst'
  readonly ask: () => Promise<unknown>
  /** Done when the write is over, whatever came of it. */
  readonly afterwards: (() => Promise<void>) | undefined
  constructor(ask: () => Promise<unknown>, afterwards?: () => Promise<void>) {
    super('a transaction asked outside')
    this.ask = ask
    this.afterwards = afterwards
  }
}

export interface OutsideOptions<Question, Answer, Whom> {
  readonly ask: (question: Question, signal: AbortSignal, whom: Whom) => Promise<Answer>
  /** What two questions have to share for one answer; all of a question where nothing is said. What is made anew in each try of a write, such as the id of a new line, must not be in it. */
  readonly keyOf?: (question: Question) => unknown
  readonly timeoutMs: number
  /** How long an answer holds. */
  readonly cacheMs: number
  /** How long nobody asks again after there was no answer, so that a service that is down delays one request and not all of them. */
  readonly failedMs: number
  readonly report: (fault: unknown) => void
  /** Called with the outcome of each question before the one who asked gets it. */
  readonly noted?: (question: Question, told: Answer | NoAnswer) => Promise<void>
}

export interface Outside<Question, Answer, Whom = void> {
  /**
   * The answer, or why there is none. Within a transaction nobody waits for it: the transaction ends, and begins anew once it is known.
   * Where those who are asked have a state, an answer holds no longer than that.
   */
  answer(db: Db, question: Question, whom: Whom): Promise<Answer | NoAnswer>
}

/** Asks a service of others: with a timeout, each question once at a time, and never while a transaction is open. */
export function outside<Question, Answer extends object, Whom extends { readonly state?: string } | void = void>(
  options: OutsideOptions<Question, Answer, Whom>,
): Outside<Question, Answer, Whom> {
  const known = lruOf<string, Answer | NoAnswer>(10_000)
  const asked = new Map<string, Promise<Answer | NoAnswer>>()
  const late = () => new NoAnswer(`There was no answer within ${options.timeoutMs} ms.`, { code: 'TIMEOUT' })

  async function find(key: string, question: Question, whom: Whom): Promise<Answer | NoAnswer> {
    const answer = await inTime(options.timeoutMs, (signal) => options.ask(question, signal, whom), late).catch((error: unknown) => {
      options.report(error)
      return error instanceof NoAnswer ? error : new NoAnswer('There is no answer.', { cause: error })
    })
    await options.noted?.(question, answer)
    known.set(key, answer, { ttl: answer instanceof NoAnswer ? options.failedMs : options.cacheMs })
    return answer
  }

  function ask(key: string, question: Question, whom: Whom): Promise<Answer | NoAnswer> {
    const asking = asked.get(key) ?? find(key, question, whom).finally(() => asked.delete(key))
    asked.set(key, asking)
    return asking
  }

  return {
    async answer(db, question, whom) {
      const key = JSON.stringify([options.keyOf ? options.keyOf(question) : question, whom?.state])
      const before = known.get(key)
      if (before) return before
      if (db.beforeCommit) throw new AskFirst(() => ask(key, question, whom))
      return ask(key, question, whom)
    },
  }
}

/** More questions than any one write has. */
const mostQuestions = 40

/** The database for those who ask outside: a write that has to know something first is begun anew when it is known. */
export function askingFirst(database: Database): Database {
  const knowing = async <T>(write: () => Promise<T>): Promise<T> => {
    const afterwards: (() => Promise<void>)[] = []
    try {
      for (let left = mostQuestions; ; left--) {
        try {
          return await write()
        } catch (error) {
          if (!(error instanceof AskFirst) || left === 0) throw error
          if (error.afterwards) afterwards.push(error.afterwards)
          await error.ask()
        }
      }
    } finally {
      for (const work of afterwards) await work()
    }
  }
  return {
    ...database,
    transact: (work, options) => knowing(() => database.transact(work, options)),
    optimistic: (work, options) => knowing(() => database.optimistic(work, options)),
  }
}
