import type { Order } from '@vitrine/contract'
import { Archive, ArchiveRestore, Banknote, PackageCheck, Printer, Tag } from 'lucide-react'
import { client } from '../../client.ts'
import type { Act, Outcome } from '../../list/listing.ts'
import { attempted, isAuthorizedPayment, printSlips, wordsOf } from '../acts.ts'
import { authorizedOf, sumOf } from '../sums.ts'
import { leftOf } from '../units.ts'
import { captureSays, fulfilSays, isAuthorized, isWaiting } from './before.ts'

type Left = Outcome['failed'][number]

const idsOf = (orders: readonly Order[]): string[] => orders.map(({ id }) => id!)

interface Result {
  readonly itemMetadata: {
    readonly id?: string | undefined
    readonly originalIndex: number
    readonly success: boolean
    readonly error?: { readonly code: string; readonly description: string } | undefined
  }
}

/** What came of each, of the answer to a bulk call that named these. */
function outcomeOf(ids: readonly string[], results: readonly Result[], skipped: readonly Left[] = []): Outcome {
  const failed = results
    .filter(({ itemMetadata }) => !itemMetadata.success)
    .map(({ itemMetadata: { originalIndex, error } }) => ({
      id: ids[originalIndex]!,
      why: error ? wordsOf(error.code, error.description) : 'The shop did not say why.',
    }))
  const isLeft = new Set(failed.map(({ id }) => id))
  return { done: ids.filter((id) => !isLeft.has(id)), failed: [...failed, ...skipped] }
}

/** Sends all that is left of each order. */
async function fulfil(orders: readonly Order[]): Promise<Outcome> {
  const { ordersWithFulfillments } = await client.orderFulfillments.listFulfillmentsForMultipleOrders({ orderIds: idsOf(orders) })
  const sent = new Map(ordersWithFulfillments.map(({ orderId, fulfillments }) => [orderId, fulfillments]))
  const waiting = orders.map((order) => ({
    id: order.id!,
    lineItems: [...leftOf(order, sent.get(order.id!) ?? [])]
      .filter(([, quantity]) => quantity > 0)
      .map(([id, quantity]) => ({ id, quantity })),
  }))
  const some = waiting.filter(({ lineItems }) => lineItems.length > 0)
  const none = waiting
    .filter(({ lineItems }) => lineItems.length === 0)
    .map(({ id }) => ({ id, why: 'Everything of it was sent already.' }))
  if (some.length === 0) return { done: [], failed: none }
  const { results } = await client.orderFulfillments.bulkCreateFulfillments({
    ordersWithFulfillments: some.map(({ id, lineItems }) => ({ orderId: id, fulfillments: [{ lineItems }] })),
  })
  return outcomeOf(
    some.map(({ id }) => id),
    results,
    none,
  )
}

/** Captures the authorized payments of each order. */
async function capture(orders: readonly Order[]): Promise<Outcome> {
  const { orderTransactions } = await client.orderTransactions.listTransactionsForMultipleOrders({ orderIds: idsOf(orders) })
  const authorized = new Map(
    orderTransactions.map(({ orderId, payments }) => [orderId, payments.filter(isAuthorizedPayment).map(({ id }) => ({ paymentId: id! }))]),
  )
  const done: string[] = []
  const failed: Left[] = []
  for (const orderId of idsOf(orders)) {
    const payments = authorized.get(orderId) ?? []
    if (payments.length === 0) {
      failed.push({ id: orderId, why: 'No money is authorised for it.' })
      continue
    }
    const { ok, says } = await attempted(async () => (await client.orderBilling.captureAuthorizedPayments({ orderId, payments }), ''))
    if (ok) done.push(orderId)
    else failed.push({ id: orderId, why: says })
  }
  return { done, failed }
}

/** Does something to those orders that it would change, and says of the others why not. */
async function changing(
  orders: readonly Order[],
  isSo: (order: Order) => boolean,
  why: string,
  run: (ids: readonly string[]) => Promise<readonly Result[]>,
): Promise<Outcome> {
  const skipped = orders.filter(isSo).map(({ id }) => ({ id: id!, why }))
  const ids = idsOf(orders.filter((order) => !isSo(order)))
  return outcomeOf(ids, ids.length > 0 ? await run(ids) : [], skipped)
}

const setTag = async (ids: readonly string[], how: 'assignTags' | 'unassignTags', tag: string) =>
  (await client.orders.bulkUpdateOrderTags({ orderIds: [...ids], [how]: { tags: { tagIds: [tag] } } })).results

const setArchived = async (ids: readonly string[], archived: boolean) =>
  (await client.orders.bulkUpdateOrders({ orders: ids.map((id) => ({ order: { id, archived } })) })).results

const hasTag = (tag: string) => (order: Order) => order.tags?.tags?.tagIds.includes(tag) ?? false

/** What can be done to many orders at once. */
export const bulk: readonly Act<Order>[] = [
  {
    name: 'Fulfil',
    icon: PackageCheck,
    key: 'f',
    needs: 'orders.write',
    fits: isWaiting,
    run: fulfil,
    confirms: (orders) => fulfilSays(orders.filter(isWaiting)),
    warns: 'Every buyer gets an email that their order is on its way. It cannot be undone.',
    said: (count, _, done) => `${count} sent${done.length > 0 ? `, ${sumOf(done)}` : ''}.`,
  },
  {
    name: 'Capture',
    icon: Banknote,
    key: 'c',
    needs: 'payments.write',
    fits: isAuthorized,
    run: capture,
    confirms: (orders) => captureSays(orders),
    warns: 'The money is taken from the buyers’ cards. It cannot be undone, only refunded.',
    said: (count, _, done) => `${done.length > 0 ? `${authorizedOf(done)} captured` : 'Captured'} for ${count}.`,
  },
  {
    name: 'Tag',
    icon: Tag,
    key: 't',
    needs: 'orders.write',
    asks: { title: 'Tag', about: 'Those that have it keep it.', label: 'Tag' },
    run: (orders, tag) => changing(orders, hasTag(tag), 'It has the tag already.', (ids) => setTag(ids, 'assignTags', tag)),
    said: (count, tag) => `${count} tagged “${tag}”.`,
    undo: (ids, tag) => setTag(ids, 'unassignTags', tag),
  },
  {
    name: 'Print',
    icon: Printer,
    key: 'p',
    needs: 'orders.read',
    run: async (orders) => {
      await printSlips(orders)
      return { done: idsOf(orders), failed: [] }
    },
    said: (count) => `Packing slips of ${count}, in a tab of their own.`,
  },
  {
    name: 'Archive',
    icon: Archive,
    needs: 'orders.write',
    fits: ({ archived }) => !archived,
    run: (orders) =>
      changing(
        orders,
        ({ archived }) => archived === true,
        'It is archived already.',
        (ids) => setArchived(ids, true),
      ),
    said: (count) => `${count} archived.`,
    undo: (ids) => setArchived(ids, false),
  },
  {
    name: 'Unarchive',
    icon: ArchiveRestore,
    needs: 'orders.write',
    fits: ({ archived }) => archived === true,
    run: (orders) =>
      changing(
        orders,
        ({ archived }) => !archived,
        'It is not archived.',
        (ids) => setArchived(ids, false),
      ),
    said: (count) => `${count} taken out of the archive.`,
    undo: (ids) => setArchived(ids, true),
  },
]
