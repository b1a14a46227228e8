import type { FulfillmentStatus, PaymentStatus } from '@vitrine/contract'
import { meaning } from '../find.ts'

export const perPage = 50

type Filter = Readonly<Record<string, unknown>>

interface Choice {
  readonly value: string
  readonly says: string
  readonly means: (now: Date) => Filter
}

/** Something that the list can be narrowed by. Its name and value stand in the address of the page. */
export interface Narrowing {
  readonly name: string
  readonly title: string
  /** Between the title and the value. */
  readonly verb: string
  readonly choices: readonly Choice[]
}

const hourMs = 3_600_000
const payment =
  (...statuses: readonly PaymentStatus[]) =>
  (): Filter => ({ paymentStatus: { $in: statuses } })
const fulfillment =
  (...statuses: readonly FulfillmentStatus[]) =>
  (): Filter => ({ fulfillmentStatus: { $in: statuses }, status: 'APPROVED' })
const since =
  (days: number) =>
  (now: Date): Filter => ({ createdDate: { $gte: new Date(now.getTime() - days * 24 * hourMs).toISOString() } })

export const narrowings: readonly Narrowing[] = [
  {
    name: 'fulfilment',
    title: 'Fulfilment',
    verb: 'is',
    choices: [
      { value: 'waiting', says: 'not sent yet', means: fulfillment('NOT_FULFILLED', 'PARTIALLY_FULFILLED') },
      { value: 'part', says: 'part fulfilled', means: fulfillment('PARTIALLY_FULFILLED') },
      { value: 'done', says: 'fulfilled', means: fulfillment('FULFILLED') },
      { value: 'cancelled', says: 'cancelled', means: () => ({ status: 'CANCELED' }) },
    ],
  },
  {
    name: 'payment',
    title: 'Payment',
    verb: 'is',
    choices: [
      { value: 'paid', says: 'paid', means: payment('PAID') },
      { value: 'held', says: 'authorised', means: () => ({ 'balanceSummary.authorized.amount': { $gt: 0 } }) },
      { value: 'due', says: 'not paid', means: payment('NOT_PAID', 'PARTIALLY_PAID', 'PENDING') },
      { value: 'failed', says: 'failed', means: payment('DECLINED') },
      { value: 'refunded', says: 'refunded', means: payment('PARTIALLY_REFUNDED', 'FULLY_REFUNDED') },
    ],
  },
  {
    name: 'placed',
    title: 'Placed',
    verb: 'in',
    choices: [
      { value: '1', says: 'last 24 hours', means: since(1) },
      { value: '7', says: 'last 7 days', means: since(7) },
      { value: '30', says: 'last 30 days', means: since(30) },
      { value: '365', says: 'last year', means: since(365) },
    ],
  },
  {
    name: 'promised',
    title: 'Promised',
    verb: 'is',
    choices: [
      {
        value: 'late',
        says: 'late',
        means: (now) => ({
          'shippingInfo.logistics.deliveryTimeSlot.to': { $lt: now.toISOString() },
          fulfillmentStatus: { $ne: 'FULFILLED' },
        }),
      },
      {
        value: 'soon',
        says: 'in 48 hours',
        means: (now) => ({
          'shippingInfo.logistics.deliveryTimeSlot.to': {
            $gte: now.toISOString(),
            $lt: new Date(now.getTime() + 48 * hourMs).toISOString(),
          },
        }),
      },
    ],
  },
  {
    name: 'archive',
    title: 'Archive',
    verb: 'is',
    choices: [
      { value: 'out', says: 'left out', means: () => ({ archived: { $ne: true } }) },
      { value: 'only', says: 'what is shown', means: () => ({ archived: true }) },
    ],
  },
]

export interface View {
  readonly name: string
  /** What the address says after its question mark. */
  readonly search: string
}

export const views: readonly View[] = [
  { name: 'All', search: '' },
  { name: 'To fulfil', search: 'fulfilment=waiting' },
  { name: 'Late', search: 'fulfilment=waiting&promised=late' },
  { name: 'Authorised', search: 'payment=held' },
  { name: 'Unpaid', search: 'payment=due' },
  { name: 'Part fulfilled', search: 'fulfilment=part' },
  { name: 'Refunded', search: 'payment=refunded' },
  { name: 'Cancelled', search: 'fulfilment=cancelled' },
  { name: 'Archived', search: 'archive=only' },
]

/** What the columns can be sorted by, under the wire's names. */
export const sorts = {
  number: 'number',
  placed: 'createdDate',
  total: 'priceSummary.total.amount',
  promised: 'shippingInfo.logistics.deliveryTimeSlot.to',
} as const
export type Sort = keyof typeof sorts

export interface Sorting {
  readonly by: Sort
  readonly descending: boolean
}

export function sortingOf(params: URLSearchParams): Sorting {
  const text = params.get('sort') ?? '-placed'
  const descending = text.startsWith('-')
  const by = descending ? text.slice(1) : text
  return Object.hasOwn(sorts, by) ? { by: by as Sort, descending } : { by: 'placed', descending: true }
}

export const sortText = ({ by, descending }: Sorting): string => `${descending ? '-' : ''}${by}`

/** What holds of the list by its address: each narrowing with its choice. */
export const chosen = (params: URLSearchParams): readonly { readonly of: Narrowing; readonly choice: Choice }[] =>
  narrowings.flatMap((of) => {
    const choice = of.choices.find(({ value }) => value === params.get(of.name))
    return choice ? [{ of, choice }] : []
  })

/** An address says what is asked for, and nothing else: where one stands in the pages is left out. */
export function withoutPlace(params: URLSearchParams): string {
  const rest = new URLSearchParams(params)
  for (const name of ['after', 'before', 'from']) rest.delete(name)
  return rest.toString()
}

/** The search that an address means, in the wire's words. */
export function searchOf(params: URLSearchParams, now: Date) {
  const text = params.get('q')?.trim()
  const tag = params.get('tag')
  const parts: Filter[] = [
    ...chosen(params).map(({ choice }) => choice.means(now)),
    ...(text ? [meaning(text)] : []),
    ...(tag ? [{ 'tags.tags.tagIds': { $hasSome: [tag] } }] : []),
  ]
  const { by, descending } = sortingOf(params)
  const cursor = params.get('after') ?? params.get('before')
  const cursorPaging = { limit: perPage, ...(cursor && { cursor }) }
  // A cursor carries the filter and the sort it came from.
  if (cursor) return { cursorPaging }
  return {
    cursorPaging,
    ...(parts.length > 0 && { filter: parts.length === 1 ? parts[0]! : { $and: parts } }),
    sort: [{ fieldName: sorts[by], order: descending ? ('DESC' as const) : ('ASC' as const) }],
  }
}
