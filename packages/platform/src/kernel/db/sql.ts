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
  /**
   * Only in a write: a statement that nobody waits for. It is sent at the end; where it fails, nothing is committed. With `rows` it has to
   * match exactly that many: where it does not, what was read has changed meanwhile, and the whole write is done again.
   */
  readonly beforeCommit?: (last: () => Sql, how?: How) => void
  /**
   * Only in a write that locks nothing: a condition that it relies on without having queried it, which has to hold at its end. Where it
   * does not, or where the write failed, all of it is done again.
   */
  readonly assume?: (condition: Sql) => void
  /** Only in such a write: called when all of it is committed. */
  readonly whenCommitted?: (then: () => void) => void
}

export interface How {
  /** How many rows it has to match. */
  readonly rows?: number
  /** One column of its one row, reported when the write has ended. */
  readonly tells?: { readonly column: string; readonly hear: (value: unknown) => void }
  /** An `insert` derived from what it changed: from these columns, under the name of a table. */
  readonly notes?: { readonly columns: Sql; readonly insert: (changed: Sql) => Sql }
}

/** Leaves a statement to the end of the write: an `insert`, `update` or `delete` that returns nothing. No other of the write may read or change its rows. */
export async function lastly(db: Db, statement: Sql, rows?: number): Promise<void> {
  const how = rows === undefined ? {} : { rows }
  if (db.beforeCommit) db.beforeCommit(() => statement, how)
  else await db.query(together([{ statement, ...how }]))
}

/** As `lastly`, with an `insert` beside it that is derived from what the statement changed. */
export async function lastlyNoting(db: Db, statement: Sql, rows: number, notes: NonNullable<How['notes']>): Promise<void> {
  const how = { rows, notes }
  if (db.beforeCommit) db.beforeCommit(() => statement, how)
  else await db.query(together([{ statement, ...how }]))
}

/** As `lastly`, for a statement that makes one row; `hear` gets that column of it when the write has ended. */
export function lastlyTelling(db: Db, statement: Sql, column: string, hear: (value: unknown) => void): void {
  if (!db.beforeCommit) throw new Error('only a write has an end')
  db.beforeCommit(() => statement, { rows: 1, tells: { column, hear } })
}

export interface Last extends How {
  readonly statement: Sql
}

/** Changes of different rows as one statement: all are made, or none where one does not match its rows or a condition does not hold. */
export function together(lasts: readonly Last[], conditions: readonly Sql[] = []): Sql {
  if (lasts.length === 1 && lasts[0]!.rows === undefined && conditions.length === 0) return lasts[0]!.statement
  const changes = lasts.flatMap(({ statement, rows, tells, notes }, i) => {
    const name = raw(`change_${i}`)
    if (rows === undefined) return sql`${name} as (${statement})`
    const change = sql`${name} as (${statement} returning ${notes?.columns ?? raw(tells?.column ?? '1')})`
    return notes ? [change, sql`${raw(`note_${i}`)} as (${notes.insert(name)})`] : [change]
  })
  const met = lasts.flatMap(({ rows }, i) => (rows === undefined ? [] : [sql`(select count(*) from ${raw(`change_${i}`)}) = ${rows}`]))
  const told = lasts.flatMap(({ tells }, i) => (tells ? [raw(`(select ${tells.column} from change_${i}) as ${nameOfTold(i)}`)] : []))
  const all = [...met, ...conditions]
  const held = join([sql`held(${all.length === 0 ? sql`true` : join(all, ' and ')})`, ...told], ', ')
  return changes.length === 0 ? sql`select ${held}` : sql`with ${join(changes, ', ')} select ${held}`
}

/**
 * A write whose end comes before that of its transaction: what is left to its end by `lastly` is sent with `end`, so that what is read
 * after that is what will be committed.
 */
export function endingEarly(db: Db): { readonly db: Db; readonly end: () => Promise<void> } {
  const left: (() => Last)[] = []
  return {
    db: {
      query: (statement) => db.query(statement),
      beforeCommit: (statement, how) => void left.push(() => ({ statement: statement(), ...how })),
    },
    async end() {
      const lasts = left.splice(0).map((each) => each())
      if (lasts.length === 0) return
      const [told] = await db.query(together(lasts))
      letHear(lasts, told)
    },
  }
}

const nameOfTold = (i: number): string => `told_${i}`

/** Lets those hear who asked to, from the one row that `together` answers. */
export function letHear(lasts: readonly Last[], row: Readonly<Record<string, unknown>> | undefined): void {
  lasts.forEach(({ tells }, i) => tells?.hear(row?.[nameOfTold(i)]))
}

/** ``sql`select … where site = ${site}` ``: each hole becomes a bind parameter; a hole that is itself `sql` is nested. */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Sql {
  if (!values.some((value) => value instanceof Sql)) return new Sql(strings, values)
  const flat: unknown[] = []
  let form = formOf(strings)
  for (const value of values) {
    form = form.with(value instanceof Sql ? value.strings : hole)
    if (value instanceof Sql) for (const inner of value.values) flat.push(inner)
    else flat.push(value)
  }
  form.strings ??= spliced(strings, values)
  return new Sql(form.strings, flat)
}

function spliced(strings: readonly string[], values: readonly unknown[]): readonly string[] {
  const texts: string[] = [strings[0]!]
  values.forEach((value, i) => {
    const tail = strings[i + 1]!
    if (!(value instanceof Sql)) {
      texts.push(tail)
      return
    }
    texts[texts.length - 1] += value.strings[0]!
    texts.push(...value.strings.slice(1))
    texts[texts.length - 1] += tail
  })
  return texts
}

/**
 * How a statement is put together: of which template, and what stands in its holes. What is put together the same way has the same texts,
 * so they are made once, and the statement is known again by them. A form lasts as long as the pieces that lead to it.
 */
class Form {
  strings?: readonly string[]
  readonly #next = new WeakMap<readonly string[], Form>()

  with(part: readonly string[]): Form {
    const known = this.#next.get(part)
    if (known) return known
    const next = new Form()
    // A filter can be written in more ways than are worth caching.
    if (forms < formsAtMost) {
      forms++
      this.#next.set(part, next)
    }
    return next
  }
}

let forms = 0
const formsAtMost = 50_000
const hole: readonly string[] = []
const templates = new WeakMap<readonly string[], Form>()

function formOf(strings: readonly string[]): Form {
  const known = templates.get(strings)
  if (known) return known
  const form = new Form()
  templates.set(strings, form)
  return form
}

/** Joins pieces with a separator that is part of the program, never of the input. */
export function join(parts: readonly Sql[], separator: ', ' | ' and ' | ' or ' | ' union all ' | ' '): Sql {
  const between = raw(separator).strings
  const flat: unknown[] = []
  let form = formOf(between)
  for (const part of parts) {
    form = form.with(part.strings)
    for (const value of part.values) flat.push(value)
  }
  form.strings ??= parts.reduce<readonly string[]>(
    (all, { strings }, i) => [...all.slice(0, -1), `${all.at(-1)}${i === 0 ? '' : separator}${strings[0]}`, ...strings.slice(1)],
    [''],
  )
  return new Sql(form.strings, flat)
}

/** Text of the program itself, such as a column chosen from a fixed table. Never call it with anything a caller sent. */
export function raw(text: string): Sql {
  const known = raws.get(text)
  if (known) return known
  const made = new Sql([text], [])
  if (raws.size < rawsAtMost) raws.set(text, made)
  return made
}

const raws = new Map<string, Sql>()
const rawsAtMost = 2000

/**
 * The statement, planned for the values it has. Worth its fraction of a millisecond where the best plan depends on them, as with a filter
 * that matches one row of ten or one of ten thousand.
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
