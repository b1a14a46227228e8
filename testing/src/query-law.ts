import assert from 'node:assert/strict'
import { contract, type Operation, type Route } from '@vitrine/contract'
import fc from 'fast-check'
import type * as z from 'zod'
import type { TestPlatform } from './platform.ts'
import { evaluatorOf, filtersOf, type KnownField, type KnownFields, type Sort } from './query-evaluator.ts'
import { pathOf, send } from './wire.ts'

export type Row = Readonly<Record<string, unknown>>

interface FieldLaw extends Pick<KnownField<Row>, 'kind' | 'operators' | 'sorted'> {
  /** Its value in what is answered; where nothing is said, what stands there under its name. */
  readonly of?: KnownField<Row>['of']
}

/** What a list that is queried promises: which of its entities a filter finds, and in which order. */
export interface QueryLaw {
  /** The list in the answer. */
  readonly rows: string
  readonly idOf?: (row: Row) => string
  /** Every field that it can be filtered by, but for those in `otherwise`. */
  readonly fields: Readonly<Record<string, KnownField<Row>['kind'] | FieldLaw>>
  /** Fields that are held to what they say elsewhere, and where. */
  readonly otherwise?: Readonly<Record<string, string>>
  /** What is asked for besides the query. */
  readonly input?: Row
  readonly params?: Readonly<Record<string, string>>
  /** Filter and sort are JSON text. */
  readonly asText?: true
  /** Where the same filter is counted, and what is asked for besides it. */
  readonly counted?: Route
  readonly countInput?: Row
}

const atPath = (row: Row, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (typeof value === 'object' && value !== null ? (value as Row)[name] : undefined), row)

/** The schema under what says that it may be absent. */
function bare(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = schema._zod
  return 'innerType' in def ? bare(def.innerType as z.core.$ZodType) : schema
}
const shapeOf = (schema: z.core.$ZodType | undefined): Readonly<Record<string, z.core.$ZodType>> => {
  const under = schema && bare(schema)
  return under && 'shape' in under ? (under.shape as Readonly<Record<string, z.core.$ZodType>>) : {}
}

/** Where an operation takes its filter: in its `query` or `search`, or beside everything else; undefined where it takes none. */
export function filterPlace(line: Route): 'query' | 'search' | 'filter' | undefined {
  const { input }: Operation = contract[line]
  if ('filter' in shapeOf(input.shape['query'])) return 'query'
  if ('filter' in shapeOf(input.shape['search'])) return 'search'
  return 'filter' in input.shape ? 'filter' : undefined
}

interface PageOfRows {
  readonly rows: readonly Row[]
  readonly next?: string | undefined
  readonly prev?: string | undefined
}

/** Reads a list as its law says it is read. */
function reader(shop: TestPlatform, line: Route, law: QueryLaw) {
  const operation: Operation = contract[line]
  const root = filterPlace(line) as 'query' | 'search'
  const byCursor = 'cursorPaging' in shapeOf(operation.input.shape[root])

  async function ask(route: Route, input: Row) {
    const [method, template] = route.split(' ') as [string, string]
    const path = pathOf(template, (name) => law.params?.[name] ?? '')
    const text = `.r=${Buffer.from(JSON.stringify(input)).toString('base64url')}`
    return send(shop, {
      method,
      path,
      headers: { authorization: shop.apiKey, 'wix-site-id': shop.site },
      ...(method === 'GET' ? { search: text } : { body: input }),
    })
  }
  const written = (part: unknown): unknown => (law.asText ? JSON.stringify(part) : part)
  const query = (asked: object): Row => ({ ...law.input, [root]: asked })

  async function page(asked: object): Promise<PageOfRows> {
    const { status, text, json } = await ask(line, query(asked))
    assert.equal(status, 200, `${line} ${JSON.stringify(asked)}: ${text}`)
    const answer = json as Row
    const { cursors } = (answer['pagingMetadata'] ?? answer['metadata'] ?? {}) as { readonly cursors?: { next?: string; prev?: string } }
    return { rows: answer[law.rows] as readonly Row[], next: cursors?.next, prev: cursors?.prev }
  }

  return {
    /** The fields that it says it can be filtered or sorted by, when it is asked by one that it does not know. */
    async fields(by: 'filter' | 'sort'): Promise<readonly string[]> {
      const asked = by === 'filter' ? { filter: written({ nothing: 1 }) } : { sort: written([{ fieldName: 'nothing', order: 'ASC' }]) }
      const { text } = await ask(line, query(asked))
      const said = /cannot be (?:filtered|sorted) by; ([^"]*) can"/.exec(text)
      assert.ok(said, `${line}: ${text}`)
      return said[1]!.split(', ').filter((name) => !/(^|\.)_/.test(name))
    },

    async all({ filter, sort }: { readonly filter: Row; readonly sort: readonly Sort[] }, limit: number): Promise<readonly Row[]> {
      const asked = { filter: written(filter), ...(sort.length > 0 && { sort: written(sort) }) }
      if (!byCursor) {
        const found: Row[] = []
        for (let offset = 0; ; offset += limit) {
          const { rows } = await page({ ...asked, paging: { limit, offset } })
          found.push(...rows)
          if (rows.length < limit) return found
          assert.ok(offset < mostPages * limit, `${line} has no last page`)
        }
      }
      const pages: PageOfRows[] = [await page({ ...asked, cursorPaging: { limit } })]
      for (let next = pages[0]!.next; next; next = pages.at(-1)!.next) {
        pages.push(await page({ cursorPaging: { limit, cursor: next } }))
        assert.ok(pages.length < mostPages, `${line} has no last page`)
      }
      const back = [pages.at(-1)!]
      for (let prev = back[0]!.prev; prev; prev = back[0]!.prev) back.unshift(await page({ cursorPaging: { limit, cursor: prev } }))
      assert.deepEqual(
        back.map(({ rows }) => rows),
        pages.map(({ rows }) => rows),
        `${line}: backwards the pages are the same`,
      )
      return pages.flatMap(({ rows }) => rows)
    },

    async count(route: Route, filter: Row): Promise<number> {
      const { status, text, json } = await ask(route, { ...law.input, ...law.countInput, filter })
      assert.equal(status, 200, `${route} ${JSON.stringify(filter)}: ${text}`)
      return (json as { readonly count: number }).count
    },
  }
}

const most = 100
const mostPages = 500

/**
 * Holds a list to the evaluator: each filter finds what it finds, in the order that is asked for, page by page and backwards, and is counted as
 * that many. The law has to know every field that the list takes.
 */
export async function holds(shop: TestPlatform, line: Route, law: QueryLaw, numRuns = 60): Promise<void> {
  // What laws before have read is written down by then, for that is an entity, too.
  await shop.platform.jobs.settle()
  const list = reader(shop, line, law)
  const idOf = law.idOf ?? (({ id }) => id as string)
  const sortable = new Set(await list.fields('sort').catch(() => []))
  const fields: KnownFields<Row> = Object.fromEntries(
    Object.entries(law.fields).map(([name, given]) => {
      const { of = (row: Row) => atPath(row, name) as string, ...field } = typeof given === 'string' ? { kind: given } : given
      return [name, { ...field, of, ...(sortable.has(name) && { sorts: true as const }) }]
    }),
  )
  assert.deepEqual((await list.fields('filter')).toSorted(), [...Object.keys(fields), ...Object.keys(law.otherwise ?? {})].sort(), line)
  const entities = await list.all({ filter: {}, sort: [] }, most)
  assert.ok(entities.length >= 3, `${line} has ${entities.length}`)
  const { matches, compare } = evaluatorOf(fields)
  const { filter, sorts } = filtersOf(fields, entities)
  let found = 0
  await fc.assert(
    fc.asyncProperty(filter, sorts, fc.integer({ min: 2, max: 9 }), async (asked, sort, limit) => {
      const rows = await list.all({ filter: asked, sort }, limit)
      const ids = rows.map(idOf)
      assert.equal(new Set(ids).size, ids.length, 'nothing comes twice')
      const wanted = entities.filter((entity) => matches(entity, asked)).map(idOf)
      assert.deepEqual([...ids].sort(), wanted.sort())
      for (let i = 1; i < rows.length; i++) assert.ok(compare(rows[i - 1]!, rows[i]!, sort) <= 0, `${ids[i - 1]} comes before ${ids[i]}`)
      if (law.counted) assert.equal(await list.count(law.counted, asked), wanted.length)
      if (wanted.length > 0 && wanted.length < entities.length) found++
    }),
    { seed: 20_261_121, numRuns },
  )
  assert.ok(found >= 3, `${line}: ${found} filters of ${numRuns} told entities apart`)
}
