import pg from 'pg'

/** What a result holds about the columns of its rows. */
interface Columns {
  readonly fields: readonly unknown[]
  readonly _parsers: readonly unknown[] | undefined
  readonly _prebuiltEmptyResultObject: object | null
}

/** What pg's own query is made of, as far as it is ours to say; its types name none of it. */
interface Inside {
  text: string
  values: readonly unknown[]
  name: string | undefined
  callback: (error: Error | null, result: pg.QueryResult) => void
  _result: Columns
  _accumulateRows: boolean
  prepare(connection: object): void
  handleRowDescription(message: object): void
  handleCommandComplete(message: object, connection: object): void
}

const above = pg.Query.prototype as unknown as Inside

/** What is known of the statements that are prepared on a connection. */
interface Known {
  readonly columns: Map<string, Columns>
  /** The connection, but it asks for no columns. */
  readonly quiet: object
}

const known = new WeakMap<object, Known>()

function knownOf(connection: object): Known {
  const before = known.get(connection)
  if (before) return before
  const fresh = { columns: new Map<string, Columns>(), quiet: Object.assign(Object.create(connection), { describe: () => {} }) as object }
  known.set(connection, fresh)
  return fresh
}

/**
 * A statement on its way, which pg takes as one of its own. pg asks for the columns of the answer each time that a prepared statement is
 * executed, though they never change: the server refuses it where they would. Here each connection asks once.
 */
class Statement extends pg.Query {
  #known: Known | undefined

  constructor(text: string, values: readonly unknown[], name: string | undefined) {
    super('') // what it is given it copies, with all its descriptors
    Object.assign(this, { text, values, name })
  }

  prepare(connection: object): void {
    const it = this as unknown as Inside
    if (it.name === undefined) return above.prepare.call(it, connection)
    this.#known = knownOf(connection)
    const columns = this.#known.columns.get(it.name)
    if (!columns) return above.prepare.call(it, connection)
    Object.assign(it._result, columns)
    it._accumulateRows = true
    above.prepare.call(it, this.#known.quiet)
  }

  handleRowDescription(message: object): void {
    const it = this as unknown as Inside
    above.handleRowDescription.call(it, message)
    this.#learn(it)
  }

  handleCommandComplete(message: object, connection: object): void {
    const it = this as unknown as Inside
    above.handleCommandComplete.call(it, message, connection)
    this.#learn(it)
  }

  #learn({ name, _result: { fields, _parsers, _prebuiltEmptyResultObject } }: Inside): void {
    if (name === undefined || !this.#known || this.#known.columns.has(name)) return
    this.#known.columns.set(name, { fields, _parsers, _prebuiltEmptyResultObject })
  }
}

/** Sends a statement, under a name if it is to be prepared, and answers what comes back. */
export function execute(
  target: pg.Pool | pg.PoolClient,
  text: string,
  values: readonly unknown[],
  name: string | undefined,
): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const statement = new Statement(text, values, name)
    const heard: Heard = (error, result) => {
      if (!error) return resolve(result)
      Error.captureStackTrace(error) // where it was asked, rather than where it was heard
      reject(error)
    }
    ;(target as unknown as Taking).query(statement, undefined, heard)
  })
}

type Heard = (error: Error | null | undefined, result: pg.QueryResult) => void

/** How pool and connection take a query that is made already. */
interface Taking {
  query(statement: Statement, values: undefined, heard: Heard): void
}
