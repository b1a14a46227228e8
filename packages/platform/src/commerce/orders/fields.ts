import { ChannelType, FulfillmentStatus, OrderStatus, PaymentStatus } from '@vitrine/contract'
import { sql } from '../../kernel/db/sql.ts'
import type { Field, Fields, SortBy } from '../../kernel/query/filter.ts'
import { matchesWords } from './words.ts'

export const orderId = sql`orders.id`
export const usualSort: readonly SortBy[] = [{ fieldName: 'createdDate', order: 'DESC' }]

const oneOf = ['$eq', '$in', '$ne', '$nin']

const column = {
  created: sql`orders.created_at`,
  updated: sql`orders.updated_at`,
  purchased: sql`orders.purchased_at`,
  number: sql`orders.number`,
  total: sql`orders.total`,
  tax: sql`orders.tax`,
  authorized: sql`orders.authorized`,
  pending: sql`orders.pending`,
  pendingRefund: sql`orders.pending_refund`,
  slotFrom: sql`orders.slot_from`,
  slotTo: sql`orders.slot_to`,
  shipBy: sql`coalesce(orders.ship_by, orders.slot_from)`,
  status: sql`orders.status`,
  payment: sql`orders.payment_status`,
  fulfillment: sql`orders.fulfillment_status`,
  channel: sql`orders.channel`,
  region: sql`orders.region`,
  shipping: sql`orders.shipping_title`,
  deliveryTime: sql`orders.delivery_time`,
  country: sql`(coalesce(orders.document #>> '{shippingInfo,logistics,shippingDestination,address,country}', orders.document #>> '{billingInfo,address,country}', '') collate "C")`,
  location: sql`orders.location_name`,
  firstName: sql`orders.first_name_key`,
  lastName: sql`orders.last_name_key`,
  email: sql`orders.email_key`,
}
/** As the indexes go on that begin with words many orders share. */
const next = { column: column.created, kind: 'instant' } as const
const latest = sql`'9999-12-31'::timestamptz`

const word = (name: keyof typeof column, words?: readonly string[]): Field => ({
  kind: 'text',
  column: column[name],
  sort: column[name],
  next,
  operators: oneOf,
  ...(words && { words: new Set(words) }),
})
const instant = (name: keyof typeof column): Field => ({ kind: 'instant', column: column[name], sort: column[name] })
const flag = (name: 'archived' | 'imported' | 'seen'): Field => ({ kind: 'flag', column: flags[name] })
const flags = { archived: sql`orders.archived`, imported: sql`orders.imported`, seen: sql`orders.seen` }

/** By what orders can be filtered and sorted, under the wire's names. Amounts are in major units there; `places` are the currency's. */
export function orderFields(places: number): Fields {
  const amount = (name: keyof typeof column): Field => ({ kind: 'number', column: column[name], sort: column[name], places })
  return {
    id: { kind: 'id', column: orderId, operators: oneOf },
    number: { kind: 'number', column: column.number, sort: column.number, unique: true, holds: sql`orders.number >= 0`, places: 0 },
    status: word('status', OrderStatus.options),
    paymentStatus: word('payment', PaymentStatus.options),
    fulfillmentStatus: word('fulfillment', FulfillmentStatus.options),
    'channelInfo.type': word('channel', ChannelType.options),
    'shippingInfo.region.name': word('region'),
    'shippingInfo.title': word('shipping'),
    /** Where it goes; of what is not sent, where its buyer is billed. */
    'shippingInfo.logistics.shippingDestination.address.country': word('country'),
    createdDate: instant('created'),
    updatedDate: instant('updated'),
    purchasedDate: instant('purchased'),
    'shippingInfo.logistics.deliveryTime': { kind: 'text', column: column.deliveryTime, sort: column.deliveryTime },
    'shippingInfo.logistics.deliveryTimeSlot.from': {
      kind: 'instant',
      column: column.slotFrom,
      sort: slotFromOrLatest,
      nullable: true,
    },
    'shippingInfo.logistics.deliveryTimeSlot.to': { kind: 'instant', column: column.slotTo, sort: slotToOrLatest, nullable: true },
    /** Of orders whose way of delivery says no day, the beginning of when they arrive. */
    'shippingInfo.logistics.shipByDate': { kind: 'instant', column: column.shipBy, sort: shipByOrLatest, nullable: true },
    'priceSummary.total.amount': amount('total'),
    'taxInfo.totalTax.amount': amount('tax'),
    /** No order of ours is partly exempt. */
    'taxInfo.totalExempt.amount': { kind: 'number', column: nothing, sort: nothing, constant: true, places },
    'balanceSummary.authorized.amount': amount('authorized'),
    'balanceSummary.pending.amount': amount('pending'),
    'balanceSummary.pendingRefund.amount': amount('pendingRefund'),
    'billingInfo.contactDetails.firstName': {
      kind: 'text',
      column: sql`orders.first_name`,
      folded: column.firstName,
      sort: column.firstName,
    },
    'billingInfo.contactDetails.lastName': {
      kind: 'text',
      column: sql`orders.last_name`,
      folded: column.lastName,
      sort: column.lastName,
      next,
    },
    'buyerInfo.email': { kind: 'text', column: sql`orders.email`, folded: column.email, sort: column.email, next },
    'buyerInfo.contactId': { kind: 'id', column: sql`orders.contact_id`, nullable: true, operators: oneOf },
    'buyerInfo.memberId': { kind: 'id', column: sql`orders.member_id`, nullable: true, operators: oneOf },
    'createdBy.userId': { kind: 'id', column: sql`orders.created_by_user`, nullable: true, operators: oneOf },
    checkoutId: { kind: 'id', column: sql`orders.checkout_id`, nullable: true, operators: oneOf },
    'channelInfo.externalOrderId': { kind: 'text', column: sql`orders.external_order_id`, sparse: true, operators: oneOf },
    'businessLocation.id': { kind: 'id', column: sql`orders.location_id`, sort: locationOrNone, nullable: true },
    'businessLocation.name': { kind: 'text', column: column.location, sort: column.location },
    archived: flag('archived'),
    imported: flag('imported'),
    seenByAHuman: flag('seen'),
    /** There are none. */
    demo: { kind: 'flag', column: sql`false` },
    'lineItems.catalogReference.catalogItemId': { kind: 'texts', column: sql`orders.item_ids` },
    'lineItems.catalogReference.appId': { kind: 'texts', column: sql`orders.item_app_ids` },
    'lineItems.locations.id': { kind: 'texts', column: sql`orders.item_location_ids` },
    'lineItems.productName.original': { kind: 'texts', column: sql`orders.item_names`, sort: namesInOne, sortsAs: 'text' },
    'lineItems.subscriptionInfo.id': { kind: 'texts', sparse: true, column: sql`orders.subscription_ids`, operators: oneOf },
    'fulfillmentStatusesAggregate.statuses': {
      kind: 'texts',
      column: sql`array[orders.fulfillment_status]`,
      single: column.fulfillment,
      sort: column.fulfillment,
      sortsAs: 'text',
      next,
    },
    'tags.tags.tagIds': { kind: 'texts', sparse: true, column: sql`orders.tags` },
    'tags.privateTags.tagIds': { kind: 'texts', sparse: true, column: sql`orders.private_tags` },
    words: { kind: 'search', column: sql`orders.words`, matches: matchesWords },
  }
}

const nothing = sql`0::bigint`
const slotFromOrLatest = sql`coalesce(orders.slot_from, ${latest})`
const shipByOrLatest = sql`coalesce(orders.ship_by, orders.slot_from, ${latest})`
const slotToOrLatest = sql`coalesce(orders.slot_to, ${latest})`
const locationOrNone = sql`coalesce(orders.location_id, '00000000-0000-0000-0000-000000000000'::uuid)`
const namesInOne = sql`array_to_string(orders.item_names, chr(31)) collate "C"`

/** Whether a filter says something of a field, at any depth. */
export const mentions = (filter: unknown, field: string): boolean =>
  typeof filter === 'object' && filter !== null && Object.entries(filter).some(([key, value]) => key === field || mentions(value, field))

/** Of what hardly two orders share one, or those of one buyer. */
const narrow = ['id', 'number', 'buyerInfo.email', 'buyerInfo.memberId', 'buyerInfo.contactId', 'checkoutId', 'channelInfo.externalOrderId']

/** Whether a filter asks for exactly one of those, so that an index on it is best whatever else it says. */
export const isNarrow = (filter: Readonly<Record<string, unknown>>): boolean =>
  narrow.some((name) => typeof filter[name] === 'string' || typeof filter[name] === 'number')
