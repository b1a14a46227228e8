import type { AuditActor, AuditDetail, AuditEntry, AuditField, AuditKept, AuditRevert } from '@vitrine/contract'
import { many, numberOf, shortTime } from '../orders/text.ts'

/** What the log tells of, as people say it: one of it, and several. */
const kinds: Readonly<Record<string, readonly [one: string, more: string]>> = {
  order: ['Order', 'orders'],
  draftOrder: ['Draft order', 'draft orders'],
  cart: ['Cart', 'carts'],
  checkout: ['Checkout', 'checkouts'],
  abandonedCheckout: ['Abandoned checkout', 'abandoned checkouts'],
  recoverySettings: ['Recovery email', 'recovery emails'],
  paymentSettings: ['Payment settings', 'payment settings'],
  paymentCollection: ['Payment link', 'payment links'],
  savedPaymentMethod: ['Saved card', 'saved cards'],
  subscription: ['Subscription', 'subscriptions'],
  subscriptionOption: ['Subscription option', 'subscription options'],
  product: ['Product', 'products'],
  inventoryItem: ['Stock', 'stocks of products'],
  coupon: ['Coupon', 'coupons'],
  discountRule: ['Discount', 'discounts'],
  giftCard: ['Gift card', 'gift cards'],
  giftCardProduct: ['Gift card on sale', 'gift cards on sale'],
  membership: ['Membership', 'memberships'],
  member: ['Member', 'members'],
  page: ['Page', 'pages'],
  look: ['Look of the shop', 'look of the shop'],
  navigation: ['Navigation', 'navigation'],
  file: ['File', 'files'],
  folder: ['Folder', 'folders'],
  mediaSettings: ['Media settings', 'media settings'],
  urlRedirect: ['Redirect', 'redirects'],
  backInStockRequest: ['Waiting list request', 'waiting list requests'],
  newsletterSubscriber: ['Newsletter subscriber', 'newsletter subscribers'],
  requestLogSettings: ['Request log settings', 'request log settings'],
  newsletterSettings: ['Newsletter settings', 'newsletter settings'],
  waitingListSettings: ['Waiting list settings', 'waiting list settings'],
  job: ['Job', 'jobs'],
  productJob: ['Change of many products', 'changes of many products'],
  memberJob: ['Many members', 'many members'],
  review: ['Review', 'reviews'],
  question: ['Question', 'questions'],
  reviewJob: ['Many reviews', 'many reviews'],
  wishlist: ['Wish list', 'wish lists'],
  reviewSettings: ['Rules for reviews', 'rules for reviews'],
  memberFields: ['Fields of members', 'fields of members'],
  taxSettings: ['Tax settings', 'tax settings'],
  taxGroup: ['Tax group', 'tax groups'],
  taxRegion: ['Tax region', 'tax regions'],
  manualTaxMapping: ['Tax rate', 'tax rates'],
  taxExemptGroup: ['Exempt group', 'exempt groups'],
  checkoutSettings: ['Checkout settings', 'checkout settings'],
  ordersSettings: ['Order settings', 'order settings'],
  checkoutForm: ['Checkout form', 'checkout forms'],
  additionalFee: ['Fee', 'fees'],
  servicePlugin: ['Service plugin', 'service plugins'],
  deliveryProfile: ['Delivery profile', 'delivery profiles'],
  shippingOption: ['Shipping', 'shipping options'],
  pickupLocation: ['Pickup place', 'pickup places'],
  localDeliveryOption: ['Local delivery', 'local deliveries'],
  delivery: ['Delivery', 'deliveries'],
  discountOrder: ['Order of discounts', 'orders of discounts'],
  generalSettings: ['Shop', 'shops'],
  businessProfile: ['Business profile', 'business profiles'],
  businessSchedule: ['Opening hours', 'opening hours'],
  consentPolicy: ['Consent policy', 'consent policies'],
  signInSettings: ['Sign-in', 'sign-in'],
  staffMember: ['Staff', 'people of the staff'],
  staffInvitation: ['Invitation', 'invitations'],
  staffRules: ['Rules for staff', 'rules for staff'],
  app: ['App', 'apps'],
  apiKey: ['API key', 'API keys'],
  webhook: ['Webhook', 'webhooks'],
  orderNumbers: ['Order numbers', 'order numbers'],
  email: ['Email', 'emails'],
  emailSender: ['Email sender', 'email senders'],
  storeClock: ['Store clock', 'store clocks'],
  redirectSession: ['Redirect', 'redirects'],
}

/** `Tax group`; what has no word of its own is said as the API has it. */
export const kindWord = (kind: string): string => kinds[kind]?.[0] ?? sentence(inWords(kind))

/** `taxGroupId` → `tax group id` */
export const inWords = (name: string): string =>
  name
    .replace(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .replaceAll('fulfillment', 'fulfilment')
    .replaceAll('canceled', 'cancelled')
const sentence = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** What is done to many at once is named by what is done, not by the word that the API has for it. */
const isJob = (kind: string): boolean => kind === 'memberJob' || kind === 'reviewJob' || kind === 'productJob'

/** `Order 10 432`, `Coupon SLOWSUNDAY` */
export const thing = (kind: string, name: string | undefined): string =>
  name === undefined || isJob(kind) ? kindWord(kind) : `${kindWord(kind)} ${kind === 'order' ? numberOf(name) : name}`

/** What an entry is about: `Order 10 432`, `3 tax regions`. */
export function aboutOf({ kind, name, entities, act, operation }: AuditEntry): string {
  if (isVisit(act)) return 'Sign-in'
  if (kind === undefined)
    return sentence(
      inWords(
        operation
          .split('/')
          .findLast((step) => step && !step.startsWith('{'))!
          .replaceAll('-', ' '),
      ),
    )
  return entities > 1 && kind !== 'checkout' && kind !== 'draftOrder' && (kind !== 'order' || !/collections/.test(operation))
    ? many(entities, kinds[kind]?.[0].toLowerCase() ?? inWords(kind), kinds[kind]?.[1])
    : thing(kind, name)
}

export const isVisit = (act: AuditEntry['act']): boolean => act === 'SIGNED_IN' || act === 'SIGNED_OUT' || act === 'SIGN_IN_FAILED'

/** What was done, by the end of the operation's path. */
const actions: readonly (readonly [end: RegExp, action: string])[] = [
  [/\/cancel$/, 'cancelled'],
  [/capture-authorized-payments$/, 'money captured'],
  [/void-authorized-payments$/, 'authorisation voided'],
  [/(refund-payments|trigger-refund)$/, 'refunded'],
  [/create-fulfillments?$/, 'sent'],
  [/^DELETE .*\/fulfillments\//, 'shipment voided'],
  [/^PATCH .*\/fulfillments\//, 'tracking'],
  [/(add-payment|manual-payment)$/, 'payment noted'],
  [/mark-as-paid$/, 'marked as paid'],
  [/update-tags$/, 'tags'],
  [/^DELETE .*\/activities\//, 'comment taken away'],
  [/\/activities(\/add)?$/, 'comment'],
  [/payment-collections\/\{id\}\/send$/, 'payment link sent'],
  [/\/(commit|create-order|place)$/, 'made an order of'],
  [/^POST .*\/invoices\/orders\/\{orderId\}$|invoices\/generate$/, 'invoice made'],
  [/update-status$/, 'status'],
  [/\/disable$/, 'switched off'],
  [/increase-balance$/, 'balance raised'],
  [/decrease-balance$/, 'balance lowered'],
  [/send-email$/, 'mailed'],
  [/gift-cards\/redeem$/, 'redeemed'],
  [/\/resume$/, 'goes on'],
  [/invitations\/\{id\}\/send$/, 'sent again'],
  [/\/remove-second-step$/, 'second step removed'],
  [/\/second-step\/confirm$/, 'second step set up'],
  [/\/second-step\/remove$/, 'second step removed'],
  [/\/recovery-codes$/, 'new recovery codes'],
  [/\/me\/password$/, 'new password'],
  [/^DELETE .*\/(?:staff|me)(?:\/\{id\})?\/sessions/, 'signed out'],
  [/\/me\/browsers\//, 'browser forgotten'],
  [/members\/\{id\}\/approve$|approve-by-filter$/, 'approved'],
  [/members\/\{id\}\/block$|block-by-filter$/, 'blocked'],
  [/\/mute$/, 'muted'],
  [/\/unmute$/, 'heard again'],
  [/\/disconnect$/, 'disconnected'],
  [/^DELETE \/members\/v1\/members\/\{id\}$|members\/bulk\/delete/, 'deleted'],
  [/\/restore$/, 'brought back'],
  [/\/new-password$/, 'new password asked for'],
  [/^DELETE .*\/\{id\}\/sessions/, 'signed out'],
  [/jobs\/\{jobId\}\/undo$/, 'taken back'],
]

/** What was done: `created`, `tags`, `billing address city and 2 more`. */
export function actionOf({ act, operation, kind, first, fields, summary }: AuditEntry): string {
  const action = actions.find(([end]) => end.test(operation))?.[1]
  switch (act) {
    case 'CREATED':
      return kind !== undefined && isJob(kind) && action ? action : 'made'
    case 'DELETED':
      return 'deleted'
    case 'REVERTED':
      return 'taken back'
    case 'READ':
      return 'read'
    case 'SIGNED_IN':
      return 'signed in'
    case 'SIGNED_OUT':
      return 'signed out'
    case 'SIGN_IN_FAILED':
      return 'failed to sign in'
    default: {
      if (action) return action
      if (first) return fields > 1 ? `${fieldName(first.path)} and ${fields - 1} more` : fieldName(first.path)
      return act === 'CHANGED' ? 'nothing changed' : summary.slice(0, 1).toLowerCase() + summary.slice(1)
    }
  }
}

/** Steps on the way to a value that say nothing of it. */
const silent = new Set(['specification', 'draft', 'cart', 'checkout', 'amount', 'original', 'tagIds'])

/** `['billingInfo', 'address', 'city']` → `billing address city`. Members of lists go by the list's name. */
export function fieldName(path: readonly string[]): string {
  const steps = path.filter((step) => !step.startsWith('#'))
  const said = steps.filter((step, i) => !(silent.has(step) && steps.length > 1 && (i > 0 || steps.length > i + 1)))
  const words = (said.length > 0 ? said : steps).map((step) => inWords(step).replace(/ info$/, ''))
  return words.filter((word, i) => !isSaidBy(word, words[i + 1])).join(' ')
}

/** `tax` is said by `total tax`, and `billing` by `billing address`. */
const isSaidBy = (word: string, next = ''): boolean => next.startsWith(word) || next.split(' ').includes(word)

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** Words of the wire: `NOT_FULFILLED`; those that are one word are known by name, as codes look the same. */
const enumeration = /^[A-Z]+(_[A-Z]+)+$/
const states = new Set([
  'APPROVED',
  'CANCELED',
  'FULFILLED',
  'PAID',
  'PENDING',
  'REFUNDED',
  'VOIDED',
  'AUTHORIZED',
  'DRAFT',
  'COMMITTED',
  'BLOCKED',
  'REJECTED',
  'EXPIRED',
  'PAUSED',
  'ACTIVE',
])

/** A value as one reads it: `yes`, `—` where there is none, names and values of what has parts. */
export function valueText(value: unknown, timeZone: string): string {
  if (value === undefined || value === null || value === '') return '—'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') {
    if (instant.test(value)) return shortTime(value, timeZone)
    return enumeration.test(value) || states.has(value) ? inWords(value.toLowerCase()).replaceAll('_', ' ') : value
  }
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.length === 0 ? '—' : value.map((one) => valueText(one, timeZone)).join(', ')
  const comment = commentIn(value)
  if (comment !== undefined) return `“${comment}”`
  const parts = Object.entries(value).filter(([key, inner]) => key !== 'id' && !isEmpty(inner))
  const name = parts.find(([key]) => key === 'name' || key === 'title')
  return name
    ? valueText(name[1], timeZone)
    : parts.map(([key, inner]) => `${inWords(key)} ${valueText(inner, timeZone)}`).join(', ') || '—'
}

/** What staff wrote into the timeline of an order. */
function commentIn(activity: object): string | undefined {
  const comment = 'merchantComment' in activity ? activity.merchantComment : undefined
  if (typeof comment !== 'object' || comment === null || !('message' in comment)) return undefined
  return typeof comment.message === 'string' ? comment.message : undefined
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)

/** `35 → 33`; how many values where there are more, nothing where there are none. */
export function changeText({ first, fields, act }: AuditEntry, timeZone: string): string {
  if (!first || act === 'CREATED' || act === 'DELETED') return ''
  if (fields > 1) return many(fields, 'field')
  return first.cut ? '1 field' : `${valueText(first.before, timeZone)} → ${valueText(first.after, timeZone)}`
}

/** `Mira Lindqvist`, `API key “Warehouse”`, `Somebody`. */
export const actorName = ({ kind, name }: AuditActor): string =>
  kind === 'API_KEY' ? `API key “${name ?? 'deleted'}”` : (name ?? (kind === 'STAFF' ? 'Somebody who has left' : 'Somebody'))

/** Why a value stays as it is; of an entry of which nothing can go back, only what it is by now. */
export function keptText(
  { kept, now }: { readonly kept?: AuditKept | undefined; readonly now?: unknown },
  timeZone: string,
  possible: boolean,
): string | undefined {
  if (kept === 'CHANGED_SINCE' && !possible) return `It is ${valueText(now, timeZone)} by now.`
  switch (possible ? kept : undefined) {
    case 'CHANGED_SINCE':
      return `Changed again since, to ${valueText(now, timeZone)}. It stays.`
    case 'NOT_WRITABLE':
      return 'Follows from something else.'
    case 'TOO_LONG':
      return 'Too long to be stored.'
    case 'GONE':
      return 'There is no such thing any more.'
    default:
      return undefined
  }
}

/** Why an entry cannot be taken back; undefined where it can, or where there is nothing to say. */
export const stuckText: Readonly<Partial<Record<AuditRevert, string>>> = {
  CREATED: 'What was made is deleted where it is, not taken back here.',
  DELETED: 'What was deleted has to be created again.',
  EFFECTS: 'It is set right where it was done. What it led to, such as money, shipments, emails or stock, cannot be put back from here.',
  NOTHING_CHANGED: 'No value became other.',
  NOTHING_LEFT: 'Nothing of it is left to take back.',
  UNFINISHED: 'It broke off on the way. Look at how things are now.',
}

/** Where a thing is shown in the admin, where it is. */
export function placeOf({ kind, id }: AuditDetail['changes'][number]): string | undefined {
  const page = pages[kind]
  return page?.replace('{id}', id)
}

const pages: Readonly<Record<string, string>> = {
  order: '/orders/{id}',
  draftOrder: '/drafts/{id}',
  coupon: '/promotions/coupons/{id}',
  discountRule: '/promotions/rules/{id}',
  discountOrder: '/promotions',
  giftCard: '/gift-cards/{id}',
  member: '/members/{id}',
  taxSettings: '/taxes',
  taxGroup: '/taxes',
  taxRegion: '/taxes',
  manualTaxMapping: '/taxes',
  taxExemptGroup: '/taxes',
  delivery: '/shipping',
  deliveryProfile: '/shipping',
  shippingOption: '/shipping',
  localDeliveryOption: '/shipping',
  pickupLocation: '/shipping/pickup-points',
  email: '/mail/{id}',
  emailSender: '/mail',
  look: '/storefront',
  navigation: '/navigation',
}

export const pathKey = (entityId: string, { path }: Pick<AuditField, 'path'>): string => JSON.stringify([entityId, ...path])
