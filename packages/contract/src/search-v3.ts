import * as z from 'zod'
import { CursorQuery } from './inputs.ts'
import { text, whole } from './primitives.ts'

export const AggregationType = z.enum(['VALUE', 'RANGE', 'SCALAR', 'DATE_HISTOGRAM', 'NESTED'])
export type AggregationType = z.infer<typeof AggregationType>

export const ScalarType = z.enum(['COUNT_DISTINCT', 'MIN', 'MAX', 'SUM', 'AVG'])
export type ScalarType = z.infer<typeof ScalarType>

const ValueAggregationInput = z.object({
  sortType: z.enum(['COUNT', 'VALUE']).nullish(),
  sortDirection: z.enum(['DESC', 'ASC']).nullish(),
  /** How many values, 10 by default. */
  limit: whole(1, 250).nullish(),
  /** Whether what has no value is counted, too: under `addToBucket`. */
  missingValues: z.enum(['EXCLUDE', 'INCLUDE']).nullish(),
  includeOptions: z.object({ addToBucket: text(20).nullish() }).nullish(),
})
const RangeAggregationInput = z.object({
  buckets: z
    .array(z.object({ from: z.number().nullish(), to: z.number().nullish() }))
    .max(50)
    .nullish(),
})
const ScalarAggregationInput = z.object({ type: ScalarType })
const DateHistogramInput = z.object({ interval: z.enum(['YEAR', 'MONTH', 'WEEK', 'DAY', 'HOUR', 'MINUTE', 'SECOND']) })

const one = {
  name: text(100).nullish(),
  fieldPath: text(200, 1),
  value: ValueAggregationInput.nullish(),
  range: RangeAggregationInput.nullish(),
  scalar: ScalarAggregationInput.nullish(),
  dateHistogram: DateHistogramInput.nullish(),
}

/** Aggregations over all matches, whichever page is read. */
export const AggregationInput = z.object({
  ...one,
  fieldPath: text(200).nullish(),
  type: AggregationType.nullish(),
  /** Counts each combination of up to three. */
  nested: z
    .object({
      nestedAggregations: z
        .array(z.object({ ...one, type: z.enum(['VALUE', 'RANGE', 'SCALAR', 'DATE_HISTOGRAM']).nullish() }))
        .max(3)
        .nullish(),
    })
    .nullish(),
})
export interface AggregationInput extends z.output<typeof AggregationInput> {}

export const SearchDetailsInput = z.object({
  /** Whether all words have to match, or some; all by default. */
  mode: z.enum(['OR', 'AND']).nullish(),
  expression: text(100).nullish(),
  /** Where to search: `name` alone, or everywhere. */
  fields: z.array(text(200)).max(20).nullish(),
  /** Whether typos are tolerated; they are by default. */
  fuzzy: z.boolean().nullish(),
})
export interface SearchDetailsInput extends z.output<typeof SearchDetailsInput> {}

/**
 * A query by cursor with words and aggregations. With a cursor nothing else counts: it includes the filter, the sort and the words.
 *
 * `{ search: { expression: 'mug' }, filter: { visible: true }, aggregations: [{ name: 'brands', type: 'VALUE', fieldPath: 'brand.name' }] }`
 */
export const CursorSearch = CursorQuery.extend({
  search: SearchDetailsInput.nullish(),
  aggregations: z.array(AggregationInput).max(10).nullish(),
  /** The zone in which days, weeks and months of a date histogram begin; UTC by default. */
  timeZone: text(50).nullish(),
})
export interface CursorSearch extends z.output<typeof CursorSearch> {}

const Counted = z.object({ value: z.string(), count: z.int() })
const CountedRange = z.object({ from: z.number().optional(), to: z.number().optional(), count: z.int() })

export const AggregationResult = z.object({
  name: z.string(),
  type: AggregationType,
  fieldPath: z.string(),
  values: z.object({ results: z.array(Counted) }).optional(),
  ranges: z.object({ results: z.array(CountedRange) }).optional(),
  scalar: z.object({ type: ScalarType, value: z.number() }).optional(),
  dateHistogram: z.object({ results: z.array(Counted) }).optional(),
  /** By the names of the nested aggregations. */
  nested: z.object({ results: z.array(z.object({ results: z.record(z.string(), z.object({ value: Counted.optional() })) })) }).optional(),
})
export interface AggregationResult extends z.infer<typeof AggregationResult> {}

export const AggregationData = z.object({ results: z.array(AggregationResult) })
export interface AggregationData extends z.infer<typeof AggregationData> {}
