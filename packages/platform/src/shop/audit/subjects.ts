import type { Route } from '@vitrine/contract'
import { isId } from '../../kernel/db/id.ts'
import { sql } from '../../kernel/db/sql.ts'
import { nameOf } from '../../kernel/http/caller.ts'
import type { Scope } from '../../kernel/http/handlers.ts'
import type { Json } from './difference.ts'
import type { AuditedShop } from './kind.ts'
import type { KindName } from './kinds.ts'

/** What a write is about. */
export interface Subject {
  readonly kind: KindName
  readonly id: string
}

/** The beginnings of the paths of what is written; the longest that fits counts. */
const beginnings: readonly (readonly [path: string, kind: KindName])[] = (
  [
    ['/ecom/v1/orders', 'order'],
    ['/ecom/v1/orders/import/set-order-number-counter', 'orderNumbers'],
    ['/ecom/v1/bulk/orders', 'order'],
    ['/ecom/v1/order-billing', 'order'],
    ['/ecom/v1/payments-collector', 'order'],
    ['/v1/bulk/payments-collector', 'order'],
    ['/ecom/v1/payments', 'order'],
    ['/ecom/v1/bulk/payments', 'order'],
    ['/ecom/v1/fulfillments', 'order'],
    ['/ecom/v1/invoices', 'order'],
    ['/ecom/v1/bulk/invoices', 'order'],
    ['/vitrine/v1/orders', 'order'],
    ['/ecom/v1/draft-orders', 'draftOrder'],
    ['/vitrine/v1/draft-orders', 'draftOrder'],
    ['/ecom/v1/carts', 'cart'],
    ['/ecom/v2/carts', 'cart'],
    ['/ecom/v1/checkouts', 'checkout'],
    ['/vitrine/v1/checkouts', 'checkout'],
    ['/ecom/v1/abandoned-checkout', 'abandonedCheckout'],
    ['/ecom/v1/bulk/abandoned-checkout', 'abandonedCheckout'],
    ['/vitrine/v1/abandoned-checkouts', 'abandonedCheckout'],
    ['/vitrine/v1/recovery-settings', 'recoverySettings'],
    ['/vitrine/v1/payment-settings', 'paymentSettings'],
    ['/vitrine/v1/payment-collections', 'paymentCollection'],
    ['/_api/payments/saved-payment-methods', 'savedPaymentMethod'],
    ['/vitrine/v1/subscriptions', 'subscription'],
    ['/stores/v1/products', 'product'],
    ['/stores/v1/bulk/products', 'product'],
    ['/vitrine/v1/products', 'product'],
    ['/stores/v1/collections', 'collection'],
    ['/vitrine/v1/collections', 'collection'],
    ['/stores/v1/subscription-options', 'subscriptionOption'],
    ['/stores/v1/subscription-options/product', 'product'],
    ['/stores/v2/inventoryItems', 'inventoryItem'],
    ['/vitrine/v1/inventory', 'inventoryItem'],
    ['/vitrine/v1/inventory/locations', 'location'],
    ['/locations/v1/locations', 'location'],
    ['/vitrine/v1/inventory/transfers', 'transfer'],
    ['/vitrine/v1/product-imports', 'productImport'],
    ['/reviews/v1/reviews', 'review'],
    ['/reviews/v1/bulk/reviews/create', 'review'],
    ['/reviews/v1/bulk/reviews', 'reviewJob'],
    ['/vitrine/v1/reviews', 'review'],
    ['/vitrine/v1/questions', 'question'],
    ['/vitrine/v1/reviews/jobs', 'reviewJob'],
    ['/vitrine/v1/reviews/settings', 'reviewSettings'],
    ['/back-in-stock-service/v1/back-in-stock-notification-requests', 'backInStockRequest'],
    ['/v1/bulk/wishlists', 'wishlist'],
    ['/back-in-stock-service/v1/back-in-stock-notification-requests/settings', 'waitingListSettings'],
    ['/vitrine/v1/newsletter/subscribers', 'newsletterSubscriber'],
    ['/vitrine/v1/newsletter/settings', 'newsletterSettings'],
    ['/vitrine/v1/waiting-list/settings', 'waitingListSettings'],
    ['/vitrine/v1/waiting-list/items', 'product'],
    ['/stores/v2/coupons', 'coupon'],
    ['/stores/v2/bulk/coupons', 'coupon'],
    ['/ecom/v1/discount-rules', 'discountRule'],
    ['/ecom/v1/gift-cards', 'giftCard'],
    ['/gift-cards/v1/gift-cards', 'giftCard'],
    ['/vitrine/v1/gift-cards', 'giftCard'],
    ['/gift-cards/v1/gift-card-products', 'giftCardProduct'],
    ['/vitrine/v1/memberships', 'membership'],
    ['/members/v1/members', 'member'],
    ['/vitrine/v1/members', 'member'],
    ['/vitrine/v1/members/fields', 'memberFields'],
    ['/vitrine/v1/jobs', 'job'],
    ['/vitrine/v1/members/bulk', 'memberJob'],
    ['/vitrine/v1/members/jobs', 'memberJob'],
    ['/vitrine/v1/products/jobs', 'productJob'],
    ['/vitrine/v1/products/labels', 'productJob'],
    ['/members/v1/members/bulk/delete-by-filter', 'memberJob'],
    ['/members/v1/members/bulk/approve-by-filter', 'memberJob'],
    ['/members/v1/members/bulk/block-by-filter', 'memberJob'],
    ['/billing/v1/tax-settings', 'taxSettings'],
    ['/billing/v1/tax-groups', 'taxGroup'],
    ['/billing/v1/tax-regions', 'taxRegion'],
    ['/billing/v1/bulk/tax-regions', 'taxRegion'],
    ['/billing/v1/manual-tax-mappings', 'manualTaxMapping'],
    ['/billing/v1/bulk/manual-tax-mappings', 'manualTaxMapping'],
    ['/billing/v1/tax-exempt-groups', 'taxExemptGroup'],
    ['/ecom/v1/checkout-settings', 'checkoutSettings'],
    ['/ecom/v1/orders-settings', 'ordersSettings'],
    ['/vitrine/v1/checkout-form', 'checkoutForm'],
    ['/vitrine/v1/additional-fees', 'additionalFee'],
    ['/vitrine/v1/service-plugins', 'servicePlugin'],
    ['/ecom/v1/delivery-profiles', 'deliveryProfile'],
    ['/ecom/v1/shipping-options', 'shippingOption'],
    ['/v1/pickup-locations', 'pickupLocation'],
    ['/v1/local-delivery-options', 'localDeliveryOption'],
    ['/vitrine/v1/delivery', 'delivery'],
    ['/vitrine/v1/promotions', 'discountOrder'],
    ['/vitrine/v1/general-settings', 'generalSettings'],
    ['/site-properties/v4/properties', 'generalSettings'],
    ['/site-properties/v4/properties/business-profile', 'businessProfile'],
    ['/site-properties/v4/properties/business-schedule', 'businessSchedule'],
    ['/site-properties/v4/properties/policy', 'consentPolicy'],
    ['/vitrine/v1/order-numbers', 'orderNumbers'],
    ['/vitrine/v1/settings/sign-in', 'signInSettings'],
    ['/iam/signon/v1/sign-on-policies', 'signInSettings'],
    ['/vitrine/v1/staff', 'staffMember'],
    ['/vitrine/v1/me', 'staffMember'],
    ['/vitrine/v1/staff/invitations', 'staffInvitation'],
    ['/vitrine/v1/staff/rules', 'staffRules'],
    ['/vitrine/v1/apps', 'app'],
    ['/vitrine/v1/api-keys', 'apiKey'],
    ['/vitrine/v1/webhooks', 'webhook'],
    ['/vitrine/v1/request-log/settings', 'requestLogSettings'],
    ['/vitrine/v1/emails', 'email'],
    ['/vitrine/v1/email-sender', 'emailSender'],
    ['/vitrine/v1/store-clock', 'storeClock'],
    ['/_api/redirects-api', 'redirectSession'],
    ['/vitrine/v1/personal-data', 'guest'],
    ['/vitrine/v1/retention', 'retention'],
    ['/vitrine/v1/look', 'look'],
    ['/vitrine/v1/look-previews', 'look'],
    ['/site-media/v1/files', 'file'],
    ['/site-media/v1/bulk/files', 'file'],
    ['/site-media/v1/bulk/trash-bin/files', 'file'],
    ['/vitrine/v1/media/files', 'file'],
    ['/site-media/v1/folders', 'folder'],
    ['/site-media/v1/bulk/folders', 'folder'],
    ['/site-media/v1/bulk/trash-bin/folders', 'folder'],
    ['/vitrine/v1/media/settings', 'mediaSettings'],
    ['/vitrine/v1/navigation', 'navigation'],
    ['/vitrine/v1/pages', 'page'],
    ['/vitrine/v1/url-redirects', 'urlRedirect'],
    ['/vitrine/v1/missing-paths', 'urlRedirect'],
  ] satisfies [string, KindName][]
).toSorted(([a], [b]) => b.length - a.length)

/** What there is one of goes by its kind alone. */
const singles: ReadonlySet<KindName> = new Set([
  'recoverySettings',
  'paymentSettings',
  'taxSettings',
  'checkoutSettings',
  'ordersSettings',
  'checkoutForm',
  'delivery',
  'discountOrder',
  'emailSender',
  'memberFields',
  'mediaSettings',
  'reviewSettings',
  'newsletterSettings',
  'requestLogSettings',
  'waitingListSettings',
  'generalSettings',
  'businessProfile',
  'businessSchedule',
  'consentPolicy',
  'look',
  'navigation',
  'signInSettings',
  'staffRules',
  'orderNumbers',
  'storeClock',
  'retention',
])

/** Of which kind a write is; undefined for one that the log has no picture of. */
export function kindOfLine(line: Route): KindName | undefined {
  const path = line.slice(line.indexOf(' ') + 1)
  return beginnings.find(([beginning]) => path === beginning || path.startsWith(`${beginning}/`))?.[1]
}

export interface SubjectsDeps extends AuditedShop {
  /** Which gift card somebody means by its code. */
  readonly giftCardOf: (scope: Scope<'user'>, code: string) => Promise<string | undefined>
  /** A keyed hash of an email address. */
  readonly guestOf: (scope: Scope<'user'>, email: string) => Promise<string>
}

type Said = Readonly<Record<string, unknown>>
const isSaid = (value: unknown): value is Said => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The ids that an input or an answer has for things of a kind: `taxGroupId`, `taxGroup.id`, `taxGroupIds`, `taxGroups[].id`, or just `id`. */
function idsIn(said: unknown, kind: KindName): string[] {
  if (!isSaid(said)) return []
  const ids = new Set<string>()
  const add = (id: unknown) => {
    if (typeof id !== 'string') return
    const small = id.toLowerCase()
    ids.add(isId(small) ? small : id)
  }
  const capital = kind[0]!.toUpperCase() + kind.slice(1)
  const names = [kind, `ecom${capital}`]
  for (const name of names) {
    add(said[`${name}Id`])
    for (const id of arrayOf(said[`${name}Ids`])) add(id)
  }
  if (isSaid(said[kind])) add(said[kind]['id'])
  for (const value of Object.values(said))
    for (const member of arrayOf(value)) {
      if (!isSaid(member)) continue
      for (const name of names) add(member[`${name}Id`])
      if (isSaid(member[kind])) add(member[kind]['id'])
    }
  for (const member of arrayOf(said[`${kind}s`])) if (isSaid(member)) add(member['id'])
  if (ids.size > 0) return [...ids]
  add(said['id'])
  for (const id of arrayOf(said['ids'])) add(id)
  for (const result of arrayOf(said['results'])) if (isSaid(result) && isSaid(result['itemMetadata'])) add(result['itemMetadata']['id'])
  return [...ids]
}

const arrayOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Kinds whose ids are words. */
const named: ReadonlySet<KindName> = new Set(['email', 'file', 'folder'])

const subjects = (kind: KindName, ids: readonly (string | null | undefined)[]): Subject[] =>
  [...new Set(ids)].flatMap((id) => (id && (isId(id) || named.has(kind)) ? [{ kind, id }] : []))

/** What a write will change, as far as it can be known before it is done. */
export async function foreseen(
  line: Route,
  input: Said,
  scope: Scope<'user'>,
  { ask, inventoryIdOf, giftCardOf, guestOf }: SubjectsDeps,
): Promise<Subject[]> {
  const kind = kindOfLine(line)
  if (kind === undefined) return []
  if (singles.has(kind)) return [{ kind, id: kind }]
  const { db, site, caller } = scope
  switch (kind) {
    case 'cart': {
      if (/ \/ecom\/v\d\/carts$/.test(line)) return []
      if (!line.includes('/carts/current')) {
        const { cartInfo } = input
        return subjects(kind, isSaid(cartInfo) ? [idOf(cartInfo['id'])] : idsIn(input, kind))
      }
      const rows = await db.query<{ id: string }>(sql`select id from cart where site = ${site} and owner = ${nameOf(caller)} and current`)
      return subjects(
        kind,
        rows.map(({ id }) => id),
      )
    }
    case 'deliveryProfile': {
      const region = input['deliveryRegionId']
      if (typeof region !== 'string' || input['deliveryProfileId'] !== undefined) break
      const found = await ask('GET /ecom/v1/delivery-profiles/delivery-regions/{deliveryRegionId}', { deliveryRegionId: region }, scope)
      return subjects(kind, idsIn(found, kind))
    }
    case 'giftCard': {
      const { code, transactionId } = input
      if (typeof code === 'string') return subjects(kind, [await giftCardOf(scope, code)])
      if (typeof transactionId !== 'string' || !isId(transactionId)) break
      const rows = await db.query<{ id: string }>(
        sql`select card_id as id from gift_card_transaction where site = ${site} and id = ${transactionId}`,
      )
      return subjects(
        kind,
        rows.map(({ id }) => id),
      )
    }
    case 'draftOrder': {
      const drafts = subjects(kind, idsIn(input, kind))
      if (!/\/(?:commit|create-order)$/.test(line)) return drafts
      const rows = await db.query<{ id: string | null }>(
        sql`select order_id as id from draft_order where site = ${site} and id = any(${drafts.map(({ id }) => id)}::uuid[])`,
      )
      return [
        ...drafts,
        ...subjects(
          'order',
          rows.map(({ id }) => id),
        ),
      ]
    }
    case 'paymentCollection': {
      const asked = subjects(kind, idsIn(input, kind))
      const rows = await db.query<{ id: string }>(
        sql`select order_id as id from payment_collection where site = ${site} and id = any(${asked.map(({ id }) => id)}::uuid[])`,
      )
      return [
        ...subjects(
          'order',
          rows.map(({ id }) => id),
        ),
        ...asked,
      ]
    }
    case 'checkout':
      return line === 'POST /ecom/v1/checkouts'
        ? []
        : [...subjects(kind, idsIn(input, kind)), ...subjects('order', [idOf(input['orderId'])])]
    case 'memberJob':
    case 'productJob':
    case 'reviewJob':
      return subjects(kind, [idOf(input['jobId'])])
    case 'staffMember': {
      if (line.includes('/vitrine/v1/me')) return caller.kind === 'user' ? subjects(kind, [caller.userId]) : []
      const { sessionId } = input
      if (typeof sessionId !== 'string') break
      const rows = await db.query<{ id: string }>(sql`select staff_id as id from staff_session where site = ${site} and id = ${sessionId}`)
      return subjects(
        kind,
        rows.map(({ id }) => id),
      )
    }
    case 'guest':
      return typeof input['email'] === 'string' ? [{ kind, id: await guestOf(scope, input['email']) }] : []
    case 'product': {
      const changed = arrayOf(input['changes']).map((change) => (isSaid(change) ? idOf(change['id']) : undefined))
      return subjects(kind, [...idsIn(input, kind), ...changed])
    }
    case 'inventoryItem':
      return subjects(kind, productIdsIn(input, inventoryIdOf))
    // What is about an order has its payments, shipments and activities beside it.
    case 'order':
      return line === 'POST /ecom/v1/orders' || line === 'POST /ecom/v1/orders/import' ? [] : subjects(kind, idsIn(input, kind))
  }
  return subjects(kind, idsIn(input, kind))
}

/** The products whose stock is meant, by their own ids or those of their inventory items. */
function productIdsIn(input: Said, inventoryIdOf: SubjectsDeps['inventoryIdOf']): string[] {
  const rows = [input, ...Object.values(input)].flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : [value]))
  return rows.flatMap((row) => {
    if (!isSaid(row)) return []
    const direct = idOf(row['productId'] ?? row['externalId'])
    const inventoryId = idOf(row['inventoryId'])
    return direct ?? (inventoryId === undefined ? [] : inventoryIdOf(inventoryId))
  })
}

const idOf = (value: unknown): string | undefined => (typeof value === 'string' ? value.toLowerCase() : undefined)

/** What the answer of a write names beside it: what it made. */
export function made(line: Route, answer: Json, before: readonly Subject[]): Subject[] {
  const kind = kindOfLine(line)
  if (kind === undefined || !isSaid(answer)) return []
  const known = new Set(before.map((subject) => `${subject.kind} ${subject.id}`))
  const isNew = (subject: Subject) => !known.has(`${subject.kind} ${subject.id}`)
  const own = before.some((subject) => subject.kind === kind) ? [] : subjects(kind, idsIn(ownIn(kind, answer), kind))
  const inTurn = kind === 'order' ? [] : [answer['orderId'], ...['createdOrder', 'orderAfterCommit'].map((name) => inner(answer, name))]
  const also = [...subjects('order', inTurn.map(idOf)), ...(kind === 'checkout' ? [] : subjects('checkout', [idOf(answer['checkoutId'])]))]
  return [...own, ...also].filter(isNew)
}

const inner = (answer: Said, name: string): unknown => (isSaid(answer[name]) ? answer[name]['id'] : undefined)

function ownIn(kind: KindName, answer: Said): unknown {
  if (kind === 'draftOrder' && isSaid(answer['calculatedDraftOrder'])) return answer['calculatedDraftOrder']
  if (kind === 'memberJob' || kind === 'productJob' || kind === 'reviewJob') return answer['job'] ?? { id: answer['jobId'] }
  return kind === 'redirectSession' ? answer['redirectSession'] : answer
}
