import { type EventType, events } from './events.ts'
import type { Right } from './rights.ts'

/** An event in the shop, as staff receive it live: what, to which entity, and the resulting revision. */
export interface LiveEvent {
  /** The same however often it is sent: a resumed feed may repeat the last ones. */
  readonly id: string
  readonly type: EventType
  readonly entityId: string
  /** Of the entity, if it has one. */
  readonly revision?: number
}

/** The right required to receive events of an entity; the feed omits all others. */
const heardWith: Readonly<Record<string, Right>> = {
  'wix.ecom.v1.order': 'orders.read',
  'wix.ecom.v1.fulfillments': 'orders.read',
  'wix.ecom.v1.abandoned_checkout': 'orders.read',
  'wix.ecom.v1.order_transactions': 'payments.read',
  'wix.ecom.subscription_contracts.v1.subscription_contract': 'payments.read',
  'wix.stores.catalog.v1.product': 'products.read',
  'wix.stores.catalog.v1.collection': 'products.read',
}

/**
 * The right required to receive an event; undefined where the live feed does not carry it.
 *
 * @example
 * rightToHear('wix.ecom.v1.order_approved') // 'orders.read'
 */
export const rightToHear = (type: EventType): Right | undefined => heardWith[events[type].entity]

/** The event types of the live feed. */
export const liveTypes: readonly EventType[] = (Object.keys(events) as EventType[]).filter((type) => rightToHear(type) !== undefined)
