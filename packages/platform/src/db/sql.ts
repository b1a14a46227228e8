/** A statement or a piece of one: text whose holes are parameters, so there is no way to splice text in. */
export class Sql {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
  /** Whether the database plans it anew each time: see `plannedEachTime`. */
  readonly planEachTime?: boolean
  constructor(strings: readonly string[], values: readonly unknown[], planEachTime = false) {
    this.strings = strings
    this.values = values
    this.planEachTime = planEachTime
  }
}

/**
 * The one thing a store needs of a database. A transaction and the pool both satisfy it. Statements that do not wait for each other go out
 * together: `Promise.all` in a transaction costs one round trip, and they still run one after the other.
 */
export interface Db {
  query<Row = Record<string, unknown>>(statement: Sql): Promise<Row[]>
  /** In a transaction alone: a statement that nobody waits for. It goes out with COMMIT; where it fails, nothing is kept. */
  readonly beforeCommit?: (last: () => Sql) => void
}

/** Leaves a statement to the end of the transaction; nothing before its COMMIT may read what it writes. */
export async function lastly(db: Db, statement: Sql): Promise<void> {
  if (db.beforeCommit) db.beforeCommit(() => statement)
  else await db.query(statement)
}

/** ``sql`select … where site = ${site}` ``: each hole becomes a bind parameter; a hole that is itself `sql` is nested. */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Sql {
  if (!values.some((value) => value instanceof Sql)) return new Sql(strings, values)
  const texts: string[] = [strings[0]!]
  const flat: unknown[] = []
  values.forEach((value, i) => {
    const tail = strings[i + 1]!
    if (!(value instanceof Sql)) {
      flat.push(value)
      texts.push(tail)
      return
    }
    texts[texts.length - 1] += value.strings[0]!
    texts.push(...value.strings.slice(1))
    texts[texts.length - 1] += tail
    flat.push(...value.values)
  })
  return new Sql(texts, flat)
}

/** Joins pieces with a separator that is part of the program, never of the input. */
export function join(pieces: readonly Sql[], separator: ', ' | ' and ' | ' or '): Sql {
  return pieces.reduce((all, piece, i) => (i === 0 ? piece : sql`${all}${raw(separator)}${piece}`), sql``)
}

/** Text of the program itself, such as a column chosen from a fixed table. Never call it with anything a caller sent. */
export const raw = (text: string): Sql => new Sql([text], [])

/**
 * The statement, planned for the values it has. Worth its fraction of a millisecond where the best plan hangs on them, as with a filter
 * that keeps one row of ten or one of ten thousand.
 */
export const plannedEachTime = ({ strings, values }: Sql): Sql => new Sql(strings, values, true)

const texts = new WeakMap<readonly string[], string>()

/** The statement as the database reads it: `$1`, `$2` … in the holes. */
export function textOf({ strings }: Sql): string {
  const known = texts.get(strings)
  if (known !== undefined) return known
  let text = strings[0]!
  for (let i = 1; i < strings.length; i++) text += `$${i}${strings[i]}`
  texts.set(strings, text)
  return text
}
