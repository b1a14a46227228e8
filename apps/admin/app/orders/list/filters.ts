import type { FulfillmentStatus, PaymentStatus } from '@vitrine/contract'
import type { Filter, ListFilter, View } from '../../list/listing.ts'
import { amountsBetween, daysBetween, within } from '../../list/range.ts'
import { countries } from '../../parts/countries.ts'
import { shopTimeZone } from '../../shop.ts'
import { dueTodaySearch, dueTomorrow, dueUntil, overdue } from './due.ts'

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
const slotEnds = 'shippingInfo.logistics.deliveryTimeSlot.to'

/** By what orders can be narrowed. */
export const listFilters: readonly ListFilter[] = [
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
    single: true,
    choices: [
      { value: '1', says: 'last 24 hours', means: since(1) },
      { value: '7', says: 'last 7 days', means: since(7) },
      { value: '30', says: 'last 30 days', means: since(30) },
      { value: '365', says: 'last year', means: since(365) },
    ],
  },
  {
    name: 'due',
    title: 'Leaves',
    verb: 'is',
    single: true,
    choices: [
      { value: 'late', says: 'overdue', means: (now) => overdue(now, shopTimeZone()) },
      { value: 'today', says: 'today', means: (now) => dueUntil(now, shopTimeZone(), 0) },
      { value: 'tomorrow', says: 'tomorrow', means: (now) => dueTomorrow(now, shopTimeZone()) },
    ],
  },
  {
    name: 'promised',
    title: 'Promised',
    verb: 'is',
    single: true,
    choices: [
      {
        value: 'late',
        says: 'late',
        means: (now) => ({ [slotEnds]: { $lt: now.toISOString() }, fulfillmentStatus: { $ne: 'FULFILLED' } }),
      },
      {
        value: 'soon',
        says: 'in 48 hours',
        means: (now) => ({ [slotEnds]: { $gte: now.toISOString(), $lt: new Date(now.getTime() + 48 * hourMs).toISOString() } }),
      },
    ],
  },
  { name: 'days', title: 'Date', verb: 'is', range: 'days', meansText: (text) => within('createdDate', daysBetween(text, shopTimeZone())) },
  {
    name: 'total',
    title: 'Total',
    verb: 'is',
    range: 'amounts',
    meansText: (text) => within('priceSummary.total.amount', amountsBetween(text)),
  },
  {
    name: 'country',
    title: 'Country',
    verb: 'is',
    options: () => countries().map(({ code, name }) => ({ value: code, says: name })),
    meansText: (code) => ({ 'shippingInfo.logistics.shippingDestination.address.country': code }),
  },
  { name: 'tag', title: 'Tag', verb: 'is', meansText: (tag) => ({ 'tags.tags.tagIds': { $hasSome: [tag] } }) },
  {
    name: 'product',
    title: 'Product',
    verb: 'is called',
    meansText: (name) => ({ 'lineItems.productName.original': { $hasSome: [name] } }),
  },
  {
    name: 'channel',
    title: 'Channel',
    verb: 'is',
    choices: [
      { value: 'web', says: 'the shop', means: () => ({ 'channelInfo.type': 'WEB' }) },
      { value: 'office', says: 'the admin', means: () => ({ 'channelInfo.type': { $in: ['BACKOFFICE_MERCHANT', 'WIX_POS'] } }) },
    ],
  },
  {
    name: 'archive',
    title: 'Archive',
    verb: 'is',
    single: true,
    choices: [
      { value: 'out', says: 'left out', means: () => ({ archived: { $ne: true } }) },
      { value: 'only', says: 'what is shown', means: () => ({ archived: true }) },
    ],
  },
]

/** The views that are always there. */
export const views: readonly View[] = [
  { id: 'all', name: 'All', search: '' },
  { id: 'to-fulfil', name: 'To fulfil', search: 'fulfilment=waiting' },
  {
    id: 'due-today',
    name: 'Due today',
    search: dueTodaySearch,
    nothing: { title: 'Everything due today has left', words: 'Orders that have to leave today appear here.' },
  },
  { id: 'late', name: 'Late', search: 'fulfilment=waiting&promised=late' },
  { id: 'authorised', name: 'Authorised', search: 'payment=held' },
  { id: 'unpaid', name: 'Unpaid', search: 'payment=due' },
  { id: 'part-fulfilled', name: 'Part fulfilled', search: 'fulfilment=part' },
  { id: 'refunded', name: 'Refunded', search: 'payment=refunded' },
  { id: 'cancelled', name: 'Cancelled', search: 'fulfilment=cancelled' },
  { id: 'archived', name: 'Archived', search: 'archive=only' },
]
