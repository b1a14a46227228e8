import { type EventType, events } from './events.ts'
import type { Right } from './rights.ts'

/** Something that happened in the shop, as staff hear of it while it happens: what, to whom, and which state of it that made. */
export interface LiveEvent {
  /** The same however often it is told: a feed that is taken up again may tell the last ones twice. */
  readonly id: string
  readonly type: EventType
  readonly entityId: string
  /** Of the entity, where it counts its states. */
  readonly revision?: number
}

/** What one has to be allowed to see to hear of an entity; of others the feed says nothing. */
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
 * The right it takes to hear of an event; undefined where the live feed does not tell of it.
 *
 * @example
 * rightToHear('wix.ecom.v1.order_approved') // 'orders.read'
 */
export const rightToHear = (type: EventType): Right | undefined => heardWith[events[type].entity]

/** What the live feed tells of. */
export const liveTypes: readonly EventType[] = (Object.keys(events) as EventType[]).filter((type) => rightToHear(type) !== undefined)
