import type { AggregationData, AggregationInput, AggregationResult } from '@vitrine/contract'
import { type Db, join, plannedEachTime, raw, type Sql, sql } from '../db/sql.ts'
import { Unreadable } from './filter.ts'

/** What a field is counted as: one value of each row, or a list of them. */
export interface AggregateField {
  readonly column: Sql
  readonly kind: 'text' | 'number' | 'instant' | 'list'
  /** Of a number: how many places its column moves it by. */
  readonly places?: number
  /** What is shown for a value of the column. */
  readonly shown?: (value: string) => string
  /** It changes with every order. */
  readonly changesWithStock?: true
}

export type AggregateFields = Readonly<Record<string, AggregateField>>

type Part = Partial<Omit<AggregationInput, 'nested'>>
type Type = AggregationResult['type']

interface Counted {
  readonly at: number
  readonly value: string | null
  readonly count: number
}

const usualLimit = 10
const mostValues = 250
const mostGroups = 1000
/** Values that are shown otherwise than the column has them are sorted here, and not by the database. */
const mostShown = 10_000
const mostDates = 200

const typeOf = ({ type, value, range, scalar, dateHistogram, nested }: AggregationInput): Type =>
  type ?? (value ? 'VALUE' : range ? 'RANGE' : scalar ? 'SCALAR' : dateHistogram ? 'DATE_HISTOGRAM' : nested ? 'NESTED' : 'VALUE')

function fieldOf(fields: AggregateFields, path: string | null | undefined, at: string): AggregateField {
  const field = path && Object.hasOwn(fields, path) ? fields[path] : undefined
  if (!field) throw new Unreadable(at, `cannot be counted by; ${Object.keys(fields).join(', ')} can`, 'FIELD_NOT_ALLOWED')
  return field
}

export const changeWithStock = (asked: readonly AggregationInput[], fields: AggregateFields): boolean =>
  asked.some(({ fieldPath, nested }) =>
    [fieldPath, ...(nested?.nestedAggregations ?? []).map((part) => part.fieldPath)].some((path) => path && fields[path]?.changesWithStock),
  )

/**
 * Counts over all rows that are found: `among` is what stands behind `from`. Where that is a sample, each row stands for so many `times` in counts and
 * sums.
 * @throws Unreadable
 */
export async function aggregate(
  db: Db,
  asked: readonly AggregationInput[],
  fields: AggregateFields,
  among: Sql,
  { root, timeZone, times = 1 }: { readonly root: string; readonly timeZone: string; readonly times?: number },
): Promise<AggregationData> {
  const columns: Sql[] = []
  const columnOf = (field: AggregateField): Sql => {
    const name = raw(`a${columns.length}`)
    columns.push(sql`${field.column} as ${name}`)
    return name
  }
  const plans = asked.map((one, at) => planOf(one, at))
  if (plans.length === 0) return { results: [] }
  const counted = await db.query<Counted>(
    plannedEachTime(sql`
      with hit as materialized (select ${columns.length === 0 ? sql`1` : join(columns, ', ')} from ${among})
      ${join(
        plans.map((plan) => sql`(${plan.select})`),
        ' union all ',
      )}`),
  )
  const rows = times === 1 ? counted : counted.map((row) => ({ ...row, count: row.count * times }))
  return {
    results: plans.map(({ read }, at) => read(rows.filter((row) => row.at === at))),
  }

  function planOf(
    one: AggregationInput,
    at: number,
  ): { readonly select: Sql; readonly read: (rows: readonly Counted[]) => AggregationResult } {
    const path = `${root}.aggregations[${at}]`
    const type = typeOf(one)
    const head = { name: one.name ?? '', type, fieldPath: one.fieldPath ?? '' }
    if (type === 'NESTED') return nestedPlan(one.nested?.nestedAggregations ?? [], at, path, head)
    const field = fieldOf(fields, one.fieldPath, `${path}.fieldPath`)
    switch (type) {
      case 'VALUE':
        return valuePlan(one, field, at, head)
      case 'RANGE':
        return rangePlan(one, field, at, path, head)
      case 'SCALAR':
        return scalarPlan(one, field, at, path, head)
      default:
        return datePlan(one, field, at, path, head)
    }
  }

  type Head = Pick<AggregationResult, 'name' | 'type' | 'fieldPath'>

  /** The values of a field, one row each, under `value`. */
  function valuesOf(
    field: AggregateField,
    name: Sql,
    one: Part,
    alias = 'value',
  ): { readonly from: Sql; readonly value: Sql; readonly where: Sql } {
    const bucket = one.value?.missingValues === 'INCLUDE' ? (one.value.includeOptions?.addToBucket ?? 'N/A') : undefined
    const value = field.kind === 'list' ? raw(`${alias}_of.${alias}`) : name
    const from = field.kind === 'list' ? sql`left join lateral unnest(${name}) as ${raw(`${alias}_of`)} (${raw(alias)}) on true` : sql``
    const said = field.kind === 'text' || field.kind === 'list' ? sql`nullif(${value}, '')` : value
    return bucket === undefined
      ? { from, value: said, where: sql`${said} is not null` }
      : { from, value: sql`coalesce(${said}::text, ${bucket})`, where: sql`true` }
  }

  function valuePlan(one: AggregationInput, field: AggregateField, at: number, head: Head) {
    const { from, value, where } = valuesOf(field, columnOf(field), one)
    const { sortType, sortDirection, limit } = one.value ?? {}
    const most = Math.min(limit ?? usualLimit, mostValues)
    const byValue = sortType === 'VALUE'
    const descends = (sortDirection ?? (byValue ? 'ASC' : 'DESC')) === 'DESC'
    const direction = raw(descends ? 'desc' : 'asc')
    return {
      select: sql`select ${at}::integer as at, value::text, count from (
        select ${value} as value, count(*)::integer as count from hit ${from} where ${where} group by 1
        order by ${byValue ? sql`1 ${direction}` : sql`2 ${direction}, 1`} limit ${field.shown ? mostShown : most}) counted`,
      read: (rows: readonly Counted[]): AggregationResult => ({
        ...head,
        values: { results: shownValues(rows, field, { byValue, descends, most }) },
      }),
    }
  }

  function rangePlan(one: AggregationInput, field: AggregateField, at: number, path: string, head: Head) {
    if (field.kind !== 'number') throw new Unreadable(`${path}.fieldPath`, 'is no number')
    const name = columnOf(field)
    const buckets = one.range?.buckets ?? []
    const moved = (bound: number | null | undefined) => (bound === null || bound === undefined ? null : bound * 10 ** (field.places ?? 0))
    return {
      select: sql`select ${at}::integer as at, bucket.n::text as value, count(${name})::integer as count
        from unnest(${buckets.map(({ from }) => moved(from))}::float8[], ${buckets.map(({ to }) => moved(to))}::float8[]) with ordinality as bucket (low, high, n)
        left join hit on (bucket.low is null or ${name} >= bucket.low) and (bucket.high is null or ${name} < bucket.high) group by bucket.n`,
      read: (rows: readonly Counted[]): AggregationResult => ({
        ...head,
        ranges: {
          results: buckets.map(({ from, to }, i) => ({
            ...(typeof from === 'number' && { from }),
            ...(typeof to === 'number' && { to }),
            count: rows.find(({ value }) => value === String(i + 1))?.count ?? 0,
          })),
        },
      }),
    }
  }

  function scalarPlan(one: AggregationInput, field: AggregateField, at: number, path: string, head: Head) {
    const type = one.scalar?.type ?? 'COUNT_DISTINCT'
    if (type !== 'COUNT_DISTINCT' && field.kind !== 'number') throw new Unreadable(`${path}.fieldPath`, 'is no number')
    const { from, value, where } = valuesOf(field, columnOf(field), {})
    const made = {
      COUNT_DISTINCT: sql`count(distinct ${value})`,
      MIN: sql`min(${value})`,
      MAX: sql`max(${value})`,
      SUM: sql`(sum(${value}) * ${times}::integer)`,
      AVG: sql`avg(${value})`,
    }[type]
    return {
      select: sql`select ${at}::integer as at, ${made}::text as value, 0 as count from hit ${from} where ${where}`,
      read: ([row]: readonly Counted[]): AggregationResult => ({
        ...head,
        scalar: { type, value: Number(row?.value ?? 0) / (type === 'COUNT_DISTINCT' ? 1 : 10 ** (field.places ?? 0)) },
      }),
    }
  }

  function datePlan(one: AggregationInput, field: AggregateField, at: number, path: string, head: Head) {
    if (field.kind !== 'instant') throw new Unreadable(`${path}.fieldPath`, 'is no date')
    const name = columnOf(field)
    const interval = (one.dateHistogram?.interval ?? 'DAY').toLowerCase()
    return {
      select: sql`select ${at}::integer as at, to_char(value at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as value, count from (
        select date_trunc(${interval}, ${name}, ${timeZone}) as value, count(*)::integer as count from hit group by 1 order by 1 desc limit ${mostDates}) dates
        order by 2`,
      read: (rows: readonly Counted[]): AggregationResult => ({
        ...head,
        dateHistogram: { results: rows.map(({ value, count }) => ({ value: value!, count })) },
      }),
    }
  }

  /** Counts each combination of values. */
  function nestedPlan(parts: readonly Part[], at: number, path: string, head: Head) {
    const those = parts.map((part, i) => {
      if (part.type && part.type !== 'VALUE') throw new Unreadable(`${path}.nested.nestedAggregations[${i}].type`, 'has to be VALUE here')
      const field = fieldOf(fields, part.fieldPath, `${path}.nested.nestedAggregations[${i}].fieldPath`)
      return { part, field, ...valuesOf(field, columnOf(field), part, `value_${i}`) }
    })
    if (those.length === 0) throw new Unreadable(`${path}.nested.nestedAggregations`, 'names nothing', 'REQUIRED_FIELD')
    const list = join(
      those.map(({ value }) => sql`${value}::text`),
      ', ',
    )
    return {
      select: sql`select ${at}::integer as at, jsonb_build_array(${list})::text as value, count(*)::integer as count from hit ${join(
        those.map(({ from }) => from),
        ' ',
      )} where ${join(
        those.map(({ where }) => where),
        ' and ',
      )} group by ${list} order by 3 desc, 2 limit ${mostGroups}`,
      read: (rows: readonly Counted[]): AggregationResult => ({
        ...head,
        nested: {
          results: rows.map(({ value, count }) => {
            const values = JSON.parse(value!) as string[]
            return {
              results: Object.fromEntries(
                those.map(({ part, field }, i) => [
                  part.name ?? part.fieldPath ?? '',
                  { value: { value: shownValue(values[i]!, field), count } },
                ]),
              ),
            }
          }),
        },
      }),
    }
  }
}

const shownValue = (value: string, { shown, kind, places = 0 }: AggregateField): string => {
  if (shown) return shown(value)
  return kind === 'number' && places > 0 && /^-?\d+$/.test(value) ? String(Number(value) / 10 ** places) : value
}

function shownValues(
  rows: readonly Counted[],
  field: AggregateField,
  { byValue, descends, most }: { readonly byValue: boolean; readonly descends: boolean; readonly most: number },
) {
  const results = rows.map(({ value, count }) => ({ value: shownValue(value!, field), count }))
  if (field.shown && byValue) results.sort((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : 0) * (descends ? -1 : 1))
  return results.slice(0, most)
}
