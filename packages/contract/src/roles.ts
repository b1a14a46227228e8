import type { Route } from './contract.ts'
import type { Operation } from './operation.ts'
import type { Area, Right } from './rights.ts'

/** The beginnings of the paths of each area; the longest that fits counts. */
const areas: Readonly<Record<Area, readonly string[]>> = {
  orders: [
    '/ecom/v1/orders',
    '/vitrine/v1/orders',
    '/vitrine/v1/packing-slips',
    '/vitrine/v1/returns',
    '/ecom/v1/bulk/orders',
    '/ecom/v1/carts',
    '/ecom/v2/carts',
    '/ecom/v1/checkouts',
    '/vitrine/v1/checkouts',
    '/ecom/v1/draft-orders',
    '/vitrine/v1/draft-orders',
    '/ecom/v1/fulfillments',
    '/ecom/v1/invoices',
    '/ecom/v1/bulk/invoices',
    '/vitrine/v1/invoices',
    '/ecom/v1/abandoned-checkout',
    '/ecom/v1/bulk/abandoned-checkout',
    '/vitrine/v1/abandoned-checkouts',
    '/back-in-stock-service',
    '/vitrine/v1/back-in-stock',
    '/vitrine/v1/waiting-list',
    '/vitrine/v1/dashboard',
  ],
  members: [
    '/members/v1/members',
    '/vitrine/v1/members',
    '/vitrine/v1/newsletter',
    '/ecom/v1/wishlists',
    '/v1/bulk/wishlists',
    '/stores/v1/wishlists',
    '/vitrine/v1/wishlists',
  ],
  /** Whoever may request the data of somebody without an account sees their orders, too, and erases them. */
  personalData: ['/vitrine/v1/personal-data'],
  payments: [
    '/ecom/v1/payments',
    '/ecom/v1/bulk/payments',
    '/ecom/v1/payments-collector',
    '/v1/bulk/payments-collector',
    '/_api/payments',
    '/ecom/v1/order-billing',
    '/vitrine/v1/payment-collections',
    '/vitrine/v1/subscriptions',
    '/ecom/subscription-contracts',
  ],
  products: [
    '/stores',
    '/stores-reader',
    '/v2/collections',
    '/categories',
    '/_api/subscription-options-reader-server',
    '/vitrine/v1/inventory',
    '/vitrine/v1/products',
    '/vitrine/v1/wishlists/products',
    '/vitrine/v1/product-imports',
    '/vitrine/v1/collections',
    '/vitrine/v1/locations',
    '/locations',
    '/site-media',
    '/vitrine/v1/media',
    '/v1/recommendations',
    '/vitrine/v1/recommendations',
  ],
  reviews: ['/reviews', '/vitrine/v1/reviews', '/vitrine/v1/questions'],
  promotions: [
    '/stores/v2/coupons',
    '/stores/v2/bulk/coupons',
    '/ecom/v1/discount-rules',
    '/ecom/v1/discount-custom-triggers',
    '/vitrine/v1/memberships',
    '/vitrine/v1/promotions',
    '/vitrine/v1/cart-tester',
  ],
  giftCards: ['/ecom/v1/gift-cards', '/gift-cards', '/vitrine/v1/gift-cards'],
  delivery: [
    '/ecom/v1/delivery-profiles',
    '/ecom/v1/shipping-options',
    '/v1/pickup-locations',
    '/v1/local-delivery-options',
    '/_api/delivery-rates',
    '/vitrine/v1/delivery',
  ],
  taxes: ['/billing', '/vitrine/v1/taxes'],
  settings: ['/'],
  staff: ['/vitrine/v1/staff'],
  audit: ['/vitrine/v1/audit'],
  developers: ['/vitrine/v1/apps', '/vitrine/v1/api-keys', '/vitrine/v1/signing-keys', '/vitrine/v1/request-log'],
  webhooks: ['/vitrine/v1/webhooks', '/vitrine/v1/webhook-event-types'],
  views: ['/vitrine/v1/dashboard/views'],
  /** Those that all of the staff see: the same operations, which check this right themselves. */
  sharedViews: [],
  /** One's own. */
  account: ['/vitrine/v1/me'],
}

const beginnings = (Object.entries(areas) as [Area, readonly string[]][])
  .flatMap(([area, paths]) => paths.map((path) => ({ area, path })))
  .sort((a, b) => b.path.length - a.path.length)

/**
 * The area that an operation belongs to; `settings` where none is named, which few may change.
 *
 * @example
 * areaOf('POST /stores/v2/coupons') // 'promotions'
 */
export function areaOf(line: Route): Area {
  const path = line.slice(line.indexOf(' ') + 1)
  return beginnings.find((one) => path === one.path || path.startsWith(one.path === '/' ? '/' : `${one.path}/`))!.area
}

/** Whether an operation may change something: all but GET, and the POSTs that only read. */
export const isWrite = (line: Route, { reads }: Operation): boolean => !line.startsWith('GET ') && reads !== true

/**
 * The right that makes staff and programs the merchant of an operation. Without it an operation for administrators refuses the caller; any
 * other serves them like a visitor.
 *
 * @example
 * rightFor('POST /ecom/v1/orders/search', contract['POST /ecom/v1/orders/search']) // 'orders.read'
 */
export function rightFor(line: Route, operation: Operation): Right {
  const { merchant = areaOf(line) } = operation
  return isRight(merchant) ? merchant : `${merchant}.${isWrite(line, operation) ? 'write' : 'read'}`
}

/** The roles of a shop's staff. */
export type StaffRole = 'OWNER' | 'ORDERS' | 'WAREHOUSE' | 'SUPPORT' | 'DEVELOPER'

const everything = Object.keys(areas) as Area[]
const all = (areasOfRole: readonly Area[]): Right[] => areasOfRole.flatMap((area): Right[] => [`${area}.read`, `${area}.write`])

/**
 * What each role may do. The menu hides what a role may not do; the platform refuses it.
 *
 * @example
 * rightsOf.WAREHOUSE.has('orders.write') // true
 * rightsOf.WAREHOUSE.has('payments.write') // false
 */
export const rightsOf: Readonly<Record<StaffRole, ReadonlySet<Right>>> = {
  OWNER: new Set(all(everything)),
  ORDERS: new Set([
    ...all(['orders', 'payments', 'products', 'reviews', 'promotions', 'giftCards', 'views', 'sharedViews', 'account']),
    'members.read',
    'delivery.read',
    'taxes.read',
  ]),
  WAREHOUSE: new Set([...all(['orders', 'views', 'sharedViews', 'account']), 'payments.read', 'products.read', 'delivery.read']),
  SUPPORT: new Set([
    ...all(['giftCards', 'members', 'personalData', 'reviews', 'views', 'account']),
    'orders.read',
    'payments.read',
    'products.read',
    'promotions.read',
    'delivery.read',
  ]),
  DEVELOPER: new Set([
    ...all(['developers', 'webhooks', 'views', 'account']),
    'orders.read',
    'products.read',
    'settings.read',
    'audit.read',
  ]),
}

/** Whether a text names a right, such as `orders.read`. */
export const isRight = (text: unknown): text is Right => typeof text === 'string' && rightsOf.OWNER.has(text as Right)
