import { type EventType, events, type Route } from '@vitrine/contract'
import { newId } from '../../kernel/db/id.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Scope } from '../../kernel/http/handlers.ts'
import type { OutboxEvent } from './envelope.ts'

export interface ReadEntityDeps {
  /** Asks a read of the contract; undefined where it is refused, as for what is not there. */
  readonly ask: (line: Route, input: object, scope: Scope<'user'>) => Promise<unknown>
  /** A cart of anybody; there is no read of one by its id. */
  readonly readCart: (db: Db, site: string, id: string) => Promise<unknown>
}

interface Read {
  readonly line: Route
  /** The name of the id in its input. */
  readonly id: string
  readonly more?: object
  /** Under which name it answers the entity. */
  readonly under: string
}

/** The read of each entity that an event carries and the outbox does not. */
const reads: Readonly<Record<string, Read>> = {
  'wix.ecom.v1.checkout': { line: 'GET /ecom/v1/checkouts/{id}', id: 'id', under: 'checkout' },
  'wix.ecom.v1.abandoned_checkout': {
    line: 'GET /ecom/v1/abandoned-checkout/{abandonedCheckoutId}',
    id: 'abandonedCheckoutId',
    under: 'abandonedCheckout',
  },
  'wix.ecom.v1.order': { line: 'GET /ecom/v1/orders/{id}', id: 'id', under: 'order' },
  'wix.ecom.v1.fulfillments': { line: 'GET /ecom/v1/fulfillments/orders/{orderId}', id: 'orderId', under: 'orderWithFulfillments' },
  'wix.ecom.v1.order_transactions': { line: 'GET /ecom/v1/payments/orders/{orderId}', id: 'orderId', under: 'orderTransactions' },
  'wix.ecom.subscription_contracts.v1.subscription_contract': {
    line: 'GET /ecom/subscription-contracts/v1/subscription-contracts/{subscriptionContractId}',
    id: 'subscriptionContractId',
    under: 'subscriptionContract',
  },
  'wix.ecom.v1.back_in_stock_notification_request': {
    line: 'GET /back-in-stock-service/v1/back-in-stock-notification-requests/{id}',
    id: 'id',
    under: 'request',
  },
  'wix.gift_cards.v1.gift_card': { line: 'GET /gift-cards/v1/gift-cards/{giftCardId}', id: 'giftCardId', under: 'giftCard' },
  'wix.members.v1.member': { line: 'GET /members/v1/members/{id}', id: 'id', more: { fieldsets: ['FULL'] }, under: 'member' },
  'wix.reviews.v1.review': {
    line: 'GET /reviews/v1/reviews/{reviewId}',
    id: 'reviewId',
    more: { returnPrivateReviews: true },
    under: 'review',
  },
  'wix.media.site_media.v1.file_descriptor': { line: 'GET /site-media/v1/files/get-file-by-id', id: 'fileId', under: 'file' },
}

/** Who asks: the shop itself, which may read everything. */
export const shopScope = (db: Db, site: string, now: Date): Scope<'user'> => ({
  caller: { kind: 'app', site, appId: site },
  merchant: true,
  site,
  db,
  now,
  requestId: newId(),
  from: { agent: '', address: '' },
})

/**
 * What an event says: what the outbox has of it, with the entity as it is now. Of what is gone meanwhile nothing but the id is known; the event of
 * its end follows.
 */
export async function dataOf({ ask, readCart }: ReadEntityDeps, scope: Scope<'user'>, event: OutboxEvent): Promise<unknown> {
  const { type, entityId, payload } = event
  const { kind, entity: fqdn } = events[type]
  if (kind === 'plain' || kind === 'deleted') return payload
  if (type === 'wix.headless.v1.redirect_session_created') return payload
  if (type === 'wix.iam.signon.v1.sign_on_policy_updated') return payload['signOnPolicy'] ?? {}
  const entity = await readOf({ ask, readCart }, scope, fqdn, entityId)
  if (kind !== 'action') return entity ?? (Object.keys(payload).includes('id') ? payload : { id: entityId })
  const name = nameIn(type)
  return name === undefined ? payload : { ...payload, [name]: entity ?? payload[name] ?? { id: entityId } }
}

async function readOf({ ask, readCart }: ReadEntityDeps, scope: Scope<'user'>, fqdn: string, id: string): Promise<unknown> {
  if (fqdn === 'wix.ecom.v1.cart') return readCart(scope.db, scope.site, id)
  const read = reads[fqdn]
  if (!read) return undefined
  const answer = await ask(read.line, { ...read.more, [read.id]: id }, scope)
  return (answer as Readonly<Record<string, unknown>> | undefined)?.[read.under]
}

/** Under which name the body of an action has its entity, if it has it. */
function nameIn(type: EventType): string | undefined {
  const { entity, data } = events[type]
  const name = reads[entity]?.under
  return name !== undefined && 'shape' in data && name in data.shape ? name : undefined
}
