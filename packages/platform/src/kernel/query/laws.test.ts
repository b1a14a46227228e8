import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { CursorQuery } from '@vitrine/contract'
import { type ConnectedDatabase, connectedDatabase } from '@vitrine/testing/connected'
import { evaluatorOf, type KnownFields } from '@vitrine/testing/query-evaluator'
import fc from 'fast-check'
import { join, raw, sql } from '../db/sql.ts'
import type { Fields, SortBy } from './filter.ts'
import { readFilter, readSort } from './filter.ts'
import { fold } from './fold.ts'
import { readKeyset } from './keyset.ts'

/** Something that is queried. Amounts are in minor units, instants ISO text. */
interface Row {
  readonly id: string
  readonly title: string
  readonly name: string
  readonly note: string
  readonly email: string
  readonly status: string
  readonly owner: string | null
  readonly price: number
  readonly stock: number | null
  readonly created: string
  readonly ended: string | null
  readonly visible: boolean
  readonly tags: readonly string[]
  readonly labels: readonly string[]
  readonly collections: readonly string[]
}

/** The same as columns. Texts are compared letter by letter everywhere. */
const schema = `id uuid, title text collate "C", name text collate "C", name_key text collate "C", note text collate "C", email text,
  status text collate "C", owner uuid, price bigint, stock bigint, created timestamptz, ended timestamptz, visible boolean,
  tags text[], labels text[], collections uuid[]`

let db: ConnectedDatabase
before(async () => {
  db = await connectedDatabase()
})
after(() => db?.close())

const column = (name: string) => sql`row.${raw(name)}`
/** Every kind of field that there is, as the slices declare theirs. */
const fields: Fields = {
  id: { kind: 'id', column: column('id'), sort: column('id'), unique: true },
  title: { kind: 'text', column: column('title'), sort: column('title') },
  name: { kind: 'text', column: column('name'), folded: column('name_key'), sort: column('name_key') },
  note: { kind: 'text', column: column('note'), sparse: true },
  email: { kind: 'text', column: column('email'), lowered: sql`lower(row.email)` },
  status: { kind: 'text', column: column('status'), sort: column('status'), words: new Set(['DRAFT', 'PAID', 'CANCELED']) },
  owner: { kind: 'id', column: column('owner'), nullable: true },
  price: { kind: 'number', column: column('price'), sort: column('price'), places: 2 },
  stock: { kind: 'number', column: column('stock'), places: 0, nullable: true },
  created: { kind: 'instant', column: column('created'), sort: column('created') },
  ended: { kind: 'instant', column: column('ended'), nullable: true },
  visible: { kind: 'flag', column: column('visible') },
  tags: { kind: 'texts', column: column('tags') },
  labels: { kind: 'texts', sparse: true, column: column('labels'), operators: ['$eq', '$in', '$ne', '$nin', '$hasSome', '$hasAll'] },
  collections: { kind: 'ids', column: column('collections') },
}

const known: KnownFields<Row> = {
  id: { kind: 'id', of: ({ id }) => id },
  title: { kind: 'text', of: ({ title }) => title },
  name: { kind: 'name', of: ({ name }) => name },
  note: { kind: 'text', of: ({ note }) => note },
  email: { kind: 'email', of: ({ email }) => email },
  status: { kind: 'text', of: ({ status }) => status },
  owner: { kind: 'id', of: ({ owner }) => owner },
  price: { kind: 'number', of: ({ price }) => price / 100 },
  stock: { kind: 'number', of: ({ stock }) => stock },
  created: { kind: 'instant', of: ({ created }) => created },
  ended: { kind: 'instant', of: ({ ended }) => ended },
  visible: { kind: 'flag', of: ({ visible }) => visible },
  tags: { kind: 'texts', of: ({ tags }) => tags },
  labels: { kind: 'texts', of: ({ labels }) => labels },
  collections: { kind: 'ids', of: ({ collections }) => collections },
}
const { matches, compare } = evaluatorOf(known)

const ids = Array.from({ length: 24 }, (_, n) => `0199d0e5-7c1e-7b33-8f5e-${String(n).padStart(12, '0')}`)
const anId = fc.constantFrom(...ids)
/** Few letters, so that values meet; with case, accents, letters beyond the first plane and what LIKE takes for signs. */
const words = fc.string({ unit: fc.constantFrom('a', 'A', 'b', 'é', 'É', 'ß', 'İ', '😀', '%', '_', '\\', "'"), maxLength: 3 })
const emails = fc.string({ unit: fc.constantFrom('a', 'A', 'é', 'É', '@', '%'), maxLength: 3 })
const cents = fc.constantFrom(-101, -100, -1, 0, 1, 2, 99, 100, 101, 2_650)
const instants = fc
  .integer({ min: 0, max: 6 })
  .chain((day) => fc.constantFrom(0, 1, 86_399_999).map((ms) => new Date(Date.UTC(2026, 10, 20 + day) + ms).toISOString()))
const tagLists = fc.uniqueArray(fc.constantFrom('new', 'sale', 'Sale', 'é', ''), { maxLength: 3 })

const rows: fc.Arbitrary<readonly Row[]> = fc.uniqueArray(anId, { minLength: 1, maxLength: 20 }).chain((taken) =>
  fc.tuple(
    ...taken.map((id) =>
      fc.record({
        id: fc.constant(id),
        title: words,
        name: words,
        note: words,
        email: emails,
        status: fc.constantFrom('DRAFT', 'PAID', 'CANCELED'),
        owner: fc.option(anId),
        price: cents,
        stock: fc.option(fc.integer({ min: -2, max: 5 })),
        created: instants,
        ended: fc.option(instants),
        visible: fc.boolean(),
        tags: tagLists,
        labels: tagLists,
        collections: fc.uniqueArray(anId, { maxLength: 3 }),
      }),
    ),
  ),
)

const decimal = cents.chain((value) =>
  fc.constantFrom(value / 100, (value / 100).toFixed(2), String(value / 100), value / 100 + 0.005, (value / 100 + 0.005).toFixed(3)),
)
const operands = {
  text: fc.oneof(words, emails, fc.constantFrom('DRAFT', 'PAID', 'nothing')),
  id: fc.oneof(
    anId,
    fc.constant('nobody'),
    anId.map((id) => id.toUpperCase()),
  ),
  price: decimal,
  stock: fc.oneof(fc.integer({ min: -3, max: 6 }), fc.constantFrom('2', 1.5)),
  instant: fc.oneof(instants, fc.constantFrom('2026-11-22', '2026-11-22T00:00:00+02:00')),
  flag: fc.boolean(),
}
const operandOf = (field: string): fc.Arbitrary<unknown> => {
  if (field === 'price' || field === 'stock') return operands[field]
  const { kind } = fields[field]!
  if (kind === 'ids') return operands.id
  if (kind === 'texts') return fc.constantFrom('new', 'sale', 'Sale', 'é', '', 'none')
  return operands[kind as 'text' | 'id' | 'instant' | 'flag']
}

const ordering = ['$gt', '$gte', '$lt', '$lte']
const one = ['$eq', '$ne']
const many = ['$in', '$nin']
const letters = ['$startsWith', '$endsWith', '$contains']
const there = ['$exists', '$isEmpty']
const operatorsOf = (field: string): readonly string[] => {
  const declared = fields[field]!
  if (declared.operators) return declared.operators
  switch (declared.kind) {
    case 'flag':
      return [...one, ...many, '$exists']
    case 'texts':
    case 'ids':
      return ['$hasSome', '$hasAll']
    default:
      return [...one, ...ordering, ...many, ...letters, ...there, '$hasSome', '$hasAll']
  }
}

const condition: fc.Arbitrary<Record<string, unknown>> = fc.constantFrom(...Object.keys(fields)).chain((field) => {
  const operand = operandOf(field)
  const nullable = ['texts', 'ids'].includes(fields[field]!.kind)
    ? operand
    : fc.oneof({ weight: 5, arbitrary: operand }, { weight: 1, arbitrary: fc.constant(null) })
  const operator = fc.constantFrom(...operatorsOf(field)).chain((name): fc.Arbitrary<[string, unknown]> => {
    if (there.includes(name)) return fc.boolean().map((yes) => [name, yes])
    if (name === '$hasSome' || name === '$hasAll') return fc.array(operand, { maxLength: 3 }).map((list) => [name, list])
    if (many.includes(name)) return fc.array(nullable, { maxLength: 3 }).map((list) => [name, list])
    if (one.includes(name)) return nullable.map((value) => [name, value])
    if (letters.includes(name)) return fc.oneof(words, fc.constantFrom('2026-11', '-0', '1.')).map((text) => [name, text])
    return operand.map((value) => [name, value])
  })
  const bare = ['texts', 'ids'].includes(fields[field]!.kind) ? operator.map(([name, value]) => ({ [name]: value })) : nullable
  return fc.oneof(
    fc
      .uniqueArray(operator, { minLength: 1, maxLength: 2, selector: ([name]) => name })
      .map((list) => ({ [field]: Object.fromEntries(list) })),
    bare.map((value) => ({ [field]: value })),
  )
})
const { filter } = fc.letrec<{ filter: Record<string, unknown> }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    condition,
    fc.tuple(condition, condition).map(([a, b]) => ({ ...a, ...b })),
    fc.array(tie('filter'), { maxLength: 3 }).map((parts) => ({ $and: parts })),
    fc.array(tie('filter'), { maxLength: 3 }).map((parts) => ({ $or: parts })),
    tie('filter').map((part) => ({ $not: part })),
    fc.array(tie('filter'), { minLength: 1, maxLength: 2 }).map((parts) => ({ $not: parts })),
    fc.constant({}),
  ),
}))
const sortable = Object.keys(fields).filter((name) => fields[name]!.sort)
const sort: fc.Arbitrary<SortBy[]> = fc.array(
  fc.record({ fieldName: fc.constantFrom(...sortable), order: fc.constantFrom('ASC' as const, 'DESC' as const) }),
  { maxLength: 4 },
)

const from = (all: readonly Row[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(all.map((row) => ({ ...row, name_key: fold(row.name) })))}::jsonb) as row (${raw(schema)})`
const usual: SortBy[] = [{ fieldName: 'created', order: 'DESC' }]
/** As many as find most of what there is to find; each asks the database several times. */
const runs = { seed: 20_261_121, numRuns: 400 }

const expected = (all: readonly Row[], asked: Record<string, unknown>, by: readonly SortBy[]): string[] =>
  all
    .filter((row) => matches(row, asked))
    .toSorted((a, b) => compare(a, b, [...by, { fieldName: 'id', order: by.at(-1)?.order }]))
    .map(({ id }) => id)

test('law: each condition holds of the same as in the evaluator', async () => {
  await fc.assert(
    fc.asyncProperty(rows, fc.array(condition, { minLength: 30, maxLength: 40 }), async (all, conditions) => {
      const finds = conditions.map((asked) => sql`array(select row.id::text from row where ${readFilter(asked, fields)})`)
      const [found] = await db.query<{ lists: string[] }>(
        sql`with row as (select * from ${from(all)}) select array[${join(
          finds.map((list) => sql`array_to_string(${list}, ' ')`),
          ', ',
        )}] as lists`,
      )
      for (const [i, asked] of conditions.entries())
        assert.deepEqual(
          new Set(found!.lists[i]!.split(' ').filter(Boolean)),
          new Set(all.filter((row) => matches(row, asked)).map(({ id }) => id)),
          JSON.stringify(asked),
        )
    }),
    runs,
  )
})

test('law: a filter finds what the evaluator finds, in its order, in one piece and by offset', async () => {
  await fc.assert(
    fc.asyncProperty(rows, filter, sort, fc.integer({ min: 1, max: 7 }), async (all, asked, sorts, limit) => {
      const by = sorts.length > 0 ? sorts : usual
      const order = readSort(by, fields, sql`row.id`, column('id'))
      const where = readFilter(asked, fields)
      const found: string[] = []
      for (let offset = 0; offset <= all.length; offset += limit) {
        const page = await db.query<{ id: string }>(
          sql`select row.id from ${from(all)} where ${where} order by ${order} limit ${limit} offset ${offset}`,
        )
        found.push(...page.map(({ id }) => id))
      }
      assert.deepEqual(found, expected(all, asked, by))
    }),
    runs,
  )
})

test('law: pages by cursor are the evaluator’s list without gap or double, and the same ones backwards', async () => {
  await fc.assert(
    fc.asyncProperty(rows, filter, sort, fc.integer({ min: 1, max: 7 }), async (all, asked, sorts, limit) => {
      const read = async (query: CursorQuery) => {
        const { keys, where, tail, page } = readKeyset(query, { fields, id: column('id'), usual, root: 'query' })
        return page(await db.query<{ id: string; keys: string[] }>(sql`select row.id, ${keys} from ${from(all)} where ${where} ${tail}`))
      }
      const whole = expected(all, asked, sorts.length > 0 ? sorts : usual)
      const pages: string[][] = []
      let page = await read({ filter: asked, sort: sorts, cursorPaging: { limit } })
      for (;;) {
        pages.push(page.rows.map(({ id }) => id))
        assert.equal(page.metadata.hasNext, pages.flat().length < whole.length)
        const { next } = page.metadata.cursors
        if (!next) break
        page = await read({ cursorPaging: { limit, cursor: next } })
      }
      assert.deepEqual(pages.flat(), whole)
      const back = [pages.at(-1)!]
      for (let prev = page.metadata.cursors.prev; prev; prev = page.metadata.cursors.prev) {
        page = await read({ cursorPaging: { limit, cursor: prev } })
        back.unshift(page.rows.map(({ id }) => id))
      }
      assert.deepEqual(back, pages)
    }),
    runs,
  )
})
