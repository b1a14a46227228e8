import { contract, type Operation, type Product } from '@vitrine/contract'
import { type Db, raw, sql } from '../../kernel/db/sql.ts'
import type { Json } from './difference.ts'
import { type Entity, inSection, type Kind, list, listed, part, read, revised, row, single, text, type Update } from './kind.ts'

/** What staff themselves say in an order's history; all else there follows from what is written down as a change anyway. */
const said = new Set(['MERCHANT_COMMENT', 'CUSTOM_ACTIVITY'])

/** An order with its money and its shipments: what is done to those is done to it. */
const order: Kind = {
  async look(scope, id, { ask }, many) {
    const [shown, money, shipments, invoices] = await Promise.all([
      ask('GET /ecom/v1/orders/{id}', { id }, scope),
      many ? undefined : ask('GET /ecom/v1/payments/orders/{orderId}', { orderId: id }, scope),
      many ? undefined : ask('GET /ecom/v1/fulfillments/orders/{orderId}', { orderId: id }, scope),
      many ? undefined : ask('POST /ecom/v1/invoices/list-by-ids', { orderIds: [id] }, scope),
    ])
    const found = part(shown, 'order')
    if (found === undefined) return undefined
    const { activities, seen: _, seenByAHuman: __, ...rest } = found as { [key: string]: Json }
    return {
      ...rest,
      activities: list(activities).filter((activity) => said.has(text(part(activity, 'type')))),
      payments: part(part(money, 'orderTransactions'), 'payments') ?? [],
      refunds: part(part(money, 'orderTransactions'), 'refunds') ?? [],
      fulfillments: part(part(shipments, 'orderWithFulfillments'), 'fulfillments') ?? [],
      invoices: part(list(part(invoices, 'invoicesForOrder'))[0], 'invoicesInfo') ?? [],
    }
  },
  held: { table: 'orders' },
  name: (entity) => entity['number'],
  update: revised('PATCH /ecom/v1/orders/{order.id}', 'order'),
}

/** What changes of a member by itself, and says nothing of what was done to them. */
const ownPace = new Set(['revision', 'createdDate', 'updatedDate', 'lastLoginDate', 'purchases'])
const lasting = (value: Json | undefined): Entity =>
  Object.fromEntries(Object.entries((value ?? {}) as Entity).filter(([key]) => !ownPace.has(key)))

/** A member with what staff record beside: the note, the trash, and how they sign in. */
const member: Kind = {
  async look(scope, id, { ask }, many) {
    const [shown, security] = await Promise.all([
      ask('GET /vitrine/v1/members/{id}', { id }, scope),
      many ? undefined : ask('GET /vitrine/v1/members/{id}/security', { id }, scope),
    ])
    if (shown === undefined) return undefined
    const { member: of, ...kept } = lasting(part(shown, 'member'))
    return {
      ...lasting(of),
      ...kept,
      note: part(shown, 'note') ?? '',
      ...(security !== undefined && {
        newPasswordWanted: part(security, 'newPasswordWanted') ?? false,
        secondStep: list(part(security, 'factors')).length > 0,
        sessions: list(part(security, 'sessions')).map((session) => ({ id: part(session, 'id')!, agent: part(session, 'agent')! })),
      }),
    }
  },
  held: { table: 'member' },
  name: ({ contact, loginEmail }) =>
    [part(contact, 'firstName'), part(contact, 'lastName')].map(text).filter(Boolean).join(' ') || text(loginEmail),
  update: { line: 'PATCH /vitrine/v1/members/{id}', under: '', input: (id, patch) => ({ ...patch, id }) },
}

/** What a merchant writes of a product, as its document has it; what depends on stock is none of it. */
function writtenOf(written: Product): Entity {
  const product = written as unknown as Entity
  const { name, slug, visible, productType, description, sku, weight, brand, ribbon, discount, seoData } = product
  const options = list(product['productOptions'])
  const variants = (options.length === 0 ? [] : list(product['variants'])).map((variant) => {
    const { id, choices, variant: own } = variant as Entity
    const { priceData, sku: code, weight: heavy, visible: seen } = own as Entity
    return { id: id!, choices: choices!, price: part(priceData, 'price')!, sku: code!, weight: heavy!, visible: seen! }
  })
  return {
    name: name!,
    slug: slug!,
    visible: visible!,
    productType: productType!,
    description: description!,
    sku: sku!,
    weight: weight!,
    brand: brand!,
    ribbon: ribbon!,
    price: part(product['priceData'], 'price')!,
    discount: discount!,
    manageVariants: product['manageVariants']!,
    options: options.map((option) => ({
      name: part(option, 'name')!,
      choices: list(part(option, 'choices')).map((choice) => part(choice, 'description')!),
    })),
    variants,
    media: list(part(product['media'], 'items')).map((item) => part(item, 'id')!),
    additionalInfoSections: product['additionalInfoSections']!,
    customTextFields: product['customTextFields']!,
    collectionIds: product['collectionIds']!,
    seoData: seoData!,
  }
}

/** A location that holds stock, with what the business says of it. */
const location: Kind = {
  async look(scope, id, { ask }) {
    const [all, shown] = await Promise.all([
      ask('GET /vitrine/v1/inventory/locations', {}, scope),
      ask('GET /locations/v1/locations/{id}', { id }, scope),
    ])
    const found = list(part(all, 'locations')).find((one) => part(one, 'id') === id)
    if (found === undefined) return undefined
    const said = ['description', 'locationTypes', 'timeZone', 'email', 'phone', 'fax'].flatMap((field) => {
      const value = part(part(shown, 'location'), field)
      return value === undefined ? [] : [[field, value] as const]
    })
    return { ...(found as Entity), ...Object.fromEntries(said) }
  },
  held: { table: 'stock_location' },
  name: (entity) => entity['name'],
  update: revised('PATCH /vitrine/v1/inventory/locations/{location.id}', 'location'),
}

/** Everything that staff and programs change, by the name that the log has for it. */
export const kinds = {
  order,
  draftOrder: row('draft_order', sql`status, order_id as "orderId", shown as draft`),
  cart: row('cart', sql`document as cart`),
  checkout: row('checkout', sql`document as checkout, completed, order_id as "orderId"`),
  abandonedCheckout: read('GET /ecom/v1/abandoned-checkout/{abandonedCheckoutId}', 'abandonedCheckoutId', 'abandonedCheckout', {
    held: { table: 'abandoned_checkout' },
  }),
  recoverySettings: single('GET /vitrine/v1/recovery-settings', 'recoverySettings', 'recovery', 'PATCH /vitrine/v1/recovery-settings'),
  paymentSettings: single('GET /vitrine/v1/payment-settings', 'paymentSettings', 'payments', 'PATCH /vitrine/v1/payment-settings'),
  paymentCollection: row('payment_collection', sql`order_id as "orderId", amount`),
  savedPaymentMethod: row('saved_payment_method', sql`owner, provider, card, is_primary as "primary"`),
  subscription: {
    ...read('GET /vitrine/v1/subscriptions/{id}', 'id', 'subscription', { held: { table: 'subscription_contract' } }),
  },
  subscriptionOption: read('GET /_api/subscription-options-reader-server/v1/subscription-options/{id}', 'id', 'subscriptionOption', {
    held: { table: 'subscription_option' },
    name: (entity) => entity['title'],
    update: revised('PATCH /stores/v1/subscription-options/{subscriptionOption.id}', 'subscriptionOption'),
  }),
  product: {
    async look(scope, id, { ask, readProduct }) {
      const [[found], options, once] = await Promise.all([
        scope.db.query<{ document: string }>(sql`select document from product where site = ${scope.site} and id = ${id}`),
        ask(
          'GET /_api/subscription-options-reader-server/v1/subscription-options/byProduct/{productId}',
          { productId: id, includeHiddenSubscriptionOptions: true },
          scope,
        ),
        ask(
          'GET /_api/subscription-options-reader-server/v1/subscription-options/product/{productId}/oneTimePurchasesStatus',
          { productId: id },
          scope,
        ),
      ])
      return (
        found && {
          ...writtenOf(readProduct(found.document)),
          subscriptionOptions: list(part(options, 'subscriptionOptions')).map((option) => part(option, 'title') ?? null),
          allowOneTimePurchase: part(once, 'allowed') ?? null,
        }
      )
    },
    held: { table: 'product' },
    name: (entity) => entity['name'],
  },
  collection: {
    ...row('collection', sql`name, slug, visible, facts ->> 'description' as description`),
    name: (entity) => entity['name'],
  },
  /** The stock of a product, under the product's id: each variant's by its id. */
  inventoryItem: {
    async look(scope, id, { ask, inventoryIdOf }) {
      const [[found], shown] = await Promise.all([
        scope.db.query<{ name: string }>(sql`select name from product where site = ${scope.site} and id = ${id}`),
        ask('POST /stores-reader/v2/inventoryItems/{inventoryId}/getVariants', { inventoryId: inventoryIdOf(id) }, scope),
      ])
      const item = part(shown, 'inventoryItem')
      if (!found || item === undefined) return undefined
      const variants = list(part(item, 'variants')).map((variant) => {
        const { variantId, ...stock } = variant as Entity
        return { id: variantId!, ...stock }
      })
      return { name: found.name, trackQuantity: part(item, 'trackQuantity')!, variants, preorderInfo: part(item, 'preorderInfo')! }
    },
    held: { stockOf: true },
    name: (entity) => entity['name'],
  },
  location,
  transfer: read('GET /vitrine/v1/inventory/transfers/{transferId}', 'transferId', 'transfer', {
    held: { table: 'stock_transfer' },
    name: (entity) => entity['number'],
  }),
  coupon: read('GET /stores/v2/coupons/{id}', 'id', 'coupon', {
    held: { table: 'coupon' },
    name: (entity) => part(entity['specification'], 'code'),
    update: {
      line: 'PATCH /stores/v2/coupons/{id}',
      under: '',
      input: (id, { specification }) => ({ id, specification }),
    },
  }),
  discountRule: read('GET /ecom/v1/discount-rules/{discountRuleId}', 'discountRuleId', 'discountRule', {
    ...inSection('discounts', 'name', revised('PATCH /ecom/v1/discount-rules/{discountRule.id}', 'discountRule')),
  }),
  giftCard: read('GET /gift-cards/v1/gift-cards/{giftCardId}', 'giftCardId', 'giftCard', {
    held: { table: 'gift_card' },
    name: (entity) => `•••• ${text(entity['codeSuffix'])}`,
  }),
  giftCardProduct: read('GET /gift-cards/v1/gift-card-products/{giftCardProductId}', 'giftCardProductId', 'giftCardProduct', {
    ...inSection('giftCards', 'name', revised('PATCH /gift-cards/v1/gift-card-products/{giftCardProduct.id}', 'giftCardProduct')),
  }),
  membership: {
    ...row('membership', sql`document as membership, credits_total as "creditsTotal", credits_left as "creditsLeft", ends_at as "endsAt"`),
    name: (entity) => part(entity['membership'], 'name'),
  },
  member,
  productJob: {
    ...row('product_job', sql`state, target, change, changed, unchanged, refused, undone`),
    name: () => undefined,
  },
  productImport: {
    ...row('product_import', sql`state, file_name as "fileName", bytes, settings, counts`),
    name: ({ fileName }) => fileName,
  },
  /** The log says who began it anew or canceled it; what becomes of it, the list of jobs. */
  job: { look: async () => undefined, held: undefined },
  memberJob: {
    ...row('member_job', sql`action, state, target - 'userId' as whom, touched, skipped`),
    name: ({ action }) => text(action).toLowerCase(),
  },
  review: {
    look: async (scope, id, { ask }) => {
      const found = part(await ask('GET /reviews/v1/reviews/{reviewId}', { reviewId: id, returnPrivateReviews: true }, scope), 'review')
      if (found === undefined) return undefined
      const { content, author, reply, moderation, reviewDate, entityId } = found as Entity
      return {
        entityId: entityId!,
        content: content!,
        author: author!,
        reply: reply ?? null,
        moderation: moderation!,
        reviewDate: reviewDate!,
      }
    },
    held: { table: 'review' },
    name: ({ content }) => part(content, 'title'),
  },
  question: read('GET /vitrine/v1/questions/{questionId}', 'questionId', 'question', {
    held: { table: 'question' },
    name: ({ text }) => text,
  }),
  reviewJob: {
    ...row('review_job', sql`action, state, target, changed, unchanged`),
    name: ({ action }) => text(action).toLowerCase(),
  },
  reviewSettings: single('GET /vitrine/v1/reviews/settings', 'settings', 'reviews', 'PATCH /vitrine/v1/reviews/settings'),
  backInStockRequest: read('GET /back-in-stock-service/v1/back-in-stock-notification-requests/{id}', 'id', 'request', {
    held: { table: 'back_in_stock_request' },
    name: ({ email }) => email,
  }),
  wishlist: row('wishlist', sql`kind, name, tags, private_tags as "privateTags"`),
  newsletterSubscriber: row('newsletter_subscriber', sql`state`),
  newsletterSettings: single('GET /vitrine/v1/newsletter/settings', 'settings', 'newsletter', 'PATCH /vitrine/v1/newsletter/settings'),
  requestLogSettings: single('GET /vitrine/v1/request-log/settings', 'settings', 'requestLog', 'PATCH /vitrine/v1/request-log/settings'),
  waitingListSettings: single(
    'GET /vitrine/v1/waiting-list/settings',
    'settings',
    'backInStock',
    'PATCH /vitrine/v1/waiting-list/settings',
  ),
  memberFields: {
    look: async (scope, _, { ask }) => {
      const fields = part(await ask('GET /vitrine/v1/members/fields', {}, scope), 'fields')
      return fields && { fields }
    },
    held: { section: 'memberFields' },
    update: { line: 'PUT /vitrine/v1/members/fields', under: '', input: (_, patch) => patch },
  },
  taxSettings: single('GET /billing/v1/tax-settings', 'taxSettings', 'taxes', 'POST /billing/v1/tax-settings'),
  taxGroup: read('GET /billing/v1/tax-groups/{taxGroupId}', 'taxGroupId', 'taxGroup', {
    ...inSection('taxes', 'name', revised('PATCH /billing/v1/tax-groups/{taxGroup.id}', 'taxGroup')),
  }),
  taxRegion: read('GET /billing/v1/tax-regions/{taxRegionId}', 'taxRegionId', 'taxRegion', {
    ...inSection('taxes', 'country', revised('PATCH /billing/v1/tax-regions/{taxRegion.id}', 'taxRegion')),
    name: ({ country, subdivision }) => [country, subdivision].filter(Boolean).map(text).join(' '),
  }),
  manualTaxMapping: read('GET /billing/v1/manual-tax-mappings/{manualTaxMappingId}', 'manualTaxMappingId', 'manualTaxMapping', {
    ...inSection('taxes', 'taxName', revised('PATCH /billing/v1/manual-tax-mappings/{manualTaxMapping.id}', 'manualTaxMapping')),
  }),
  taxExemptGroup: read('GET /billing/v1/tax-exempt-groups/{taxExemptGroupId}', 'taxExemptGroupId', 'taxExemptGroup', {
    ...inSection('taxes', 'name', revised('PATCH /billing/v1/tax-exempt-groups/{taxExemptGroup.id}', 'taxExemptGroup')),
  }),
  checkoutSettings: single('GET /ecom/v1/checkout-settings', 'checkoutSettings', 'checkout', 'PATCH /ecom/v1/checkout-settings'),
  ordersSettings: single('GET /ecom/v1/orders-settings', 'ordersSettings', 'orders', 'PATCH /ecom/v1/orders-settings'),
  checkoutForm: single('GET /vitrine/v1/checkout-form', 'checkoutForm', 'checkoutForm', 'PATCH /vitrine/v1/checkout-form'),
  additionalFee: listed('GET /vitrine/v1/additional-fees', 'additionalFees', {
    ...inSection('fees', 'name', revised('PATCH /vitrine/v1/additional-fees/{additionalFee.id}', 'additionalFee')),
  }),
  servicePlugin: listed('GET /vitrine/v1/service-plugins', 'servicePlugins', {
    ...inSection('plugins', 'name', revised('PATCH /vitrine/v1/service-plugins/{servicePlugin.id}', 'servicePlugin')),
  }),
  deliveryProfile: read('GET /ecom/v1/delivery-profiles/{deliveryProfileId}', 'deliveryProfileId', 'deliveryProfile', {
    ...inSection('shipping', 'name', revised('PATCH /ecom/v1/delivery-profiles/{deliveryProfile.id}', 'deliveryProfile')),
  }),
  shippingOption: read('GET /ecom/v1/shipping-options/{shippingOptionId}', 'shippingOptionId', 'shippingOption', {
    ...inSection('shipping', 'title', revised('PATCH /ecom/v1/shipping-options/{shippingOption.id}', 'shippingOption')),
  }),
  pickupLocation: read('GET /v1/pickup-locations/{pickupLocationId}', 'pickupLocationId', 'pickupLocation', {
    ...inSection('shipping', 'name', revised('PATCH /v1/pickup-locations/{pickupLocation.id}', 'pickupLocation')),
  }),
  localDeliveryOption: read('GET /v1/local-delivery-options/{localDeliveryOptionId}', 'localDeliveryOptionId', 'localDeliveryOption', {
    ...inSection('shipping', 'areaName', revised('PATCH /v1/local-delivery-options/{localDeliveryOption.id}', 'localDeliveryOption')),
  }),
  /** How the shop delivers as a whole: what is offered in which order, when it is closed, what is other on certain dates. */
  delivery: {
    look: async ({ db, site }) =>
      (await db.query<{ document: Json }>(sql`select document from site_setting where site = ${site} and section = 'shipping'`))[0]
        ?.document,
    held: { section: 'shipping' },
  },
  /** Which rule comes after which. */
  discountOrder: {
    async look({ db, site }) {
      const [row] = await db.query<{ order: Json }>(sql`
        select jsonb_path_query_array(document, '$.rules[*].name') as "order" from site_setting where site = ${site} and section = 'discounts'`)
      return row && { order: row.order }
    },
    held: { section: 'discounts' },
  },
  /** Several sections at once: that of the shop stands for them. */
  generalSettings: {
    ...single('GET /vitrine/v1/general-settings', 'generalSettings', 'shop', 'PATCH /vitrine/v1/general-settings'),
    update: {
      line: 'PATCH /vitrine/v1/general-settings',
      under: 'generalSettings',
      // What there was none of is taken away again.
      input: (_, patch) => ({ generalSettings: Object.fromEntries(Object.entries(patch).map(([key, value]) => [key, value ?? null])) }),
    },
  },
  /** The name, the description and the logo, as published sites write them. */
  businessProfile: {
    look: async (scope, _, { ask }) => {
      const properties = part(await ask('GET /site-properties/v4/properties', {}, scope), 'properties')
      return {
        businessName: part(properties, 'businessName')!,
        description: part(properties, 'description')!,
        logo: part(properties, 'logo')!,
      }
    },
    held: { section: 'shop' },
  },
  /** When the business is open, as published sites say it. */
  businessSchedule: {
    look: async (scope, _, { ask }) => {
      const properties = part(await ask('GET /site-properties/v4/properties', {}, scope), 'properties')
      return part(properties, 'businessSchedule') ?? { periods: [], specialHourPeriod: [] }
    },
    held: { section: 'business' },
    update: {
      line: 'POST /site-properties/v4/properties/business-schedule',
      under: 'businessSchedule',
      // It is written as a whole.
      input: (_, patch, now) => ({ businessSchedule: { ...(now as Entity), ...patch } }),
    },
  },
  /** What published sites may store and send about visitors who have not chosen. */
  consentPolicy: {
    look: async (scope, _, { ask }) =>
      part(part(await ask('GET /site-properties/v4/properties', {}, scope), 'properties'), 'consentPolicy'),
    held: { section: 'business' },
    update: {
      line: 'POST /site-properties/v4/properties/policy',
      under: 'consentPolicy',
      input: (_, patch) => ({ consentPolicy: patch }),
    },
  },
  signInSettings: {
    ...single('GET /vitrine/v1/settings/sign-in', 'signIn', 'signIn', 'PUT /vitrine/v1/settings/sign-in'),
    update: {
      line: 'PUT /vitrine/v1/settings/sign-in',
      under: 'signIn',
      // It is written as a whole; secrets that are not named stay.
      input: (_, patch, now) => ({ signIn: { ...(now as Entity), ...patch } }),
    },
  },
  /** Somebody of the staff, as far as it is set. */
  staffMember: {
    look: async (scope, id, { ask }) => {
      const found = part(await ask('GET /vitrine/v1/staff/{id}', { id }, scope), 'staffMember')
      if (found === undefined) return undefined
      const names = ['revision', 'name', 'email', 'role', 'secondStep', 'passwordDate']
      return Object.fromEntries(names.flatMap((name) => (part(found, name) === undefined ? [] : [[name, part(found, name)!]])))
    },
    ...inSection('staff', 'name', revised('PATCH /vitrine/v1/staff/{staffMember.id}', 'staffMember')),
  },
  staffInvitation: {
    ...listed('GET /vitrine/v1/staff/invitations', 'staffInvitations', { held: { section: 'staff' }, name: (entity) => entity['email'] }),
  },
  staffRules: single('GET /vitrine/v1/staff/rules', 'staffRules', 'staff', 'PATCH /vitrine/v1/staff/rules'),
  app: row(
    'oauth_app',
    sql`name, redirect_uris as "redirectUris", secret_hash is not null as "hasSecret", secret_scopes as "secretScopes", revoked_at as "revokedDate"`,
  ),
  webhook: row('webhook', sql`name, url, events, format, active`),
  apiKey: row('api_key', sql`name, hint, scopes, expires_at as "expiresDate", revoked_at as "revokedDate"`),
  /** Whoever orders changes them, too, so their row itself is held. */
  orderNumbers: {
    look: async (scope, _, { ask }) => part(await ask('GET /vitrine/v1/order-numbers', {}, scope), 'orderNumbers'),
    held: { rowOf: 'order_counter' },
    update: {
      line: 'PATCH /vitrine/v1/order-numbers',
      under: 'orderNumbers',
      input: (_, orderNumbers) => ({ orderNumbers }),
    },
  },
  email: listed('GET /vitrine/v1/emails', 'emails', {
    ...inSection('mail', 'name', revised('PATCH /vitrine/v1/emails/{email.id}', 'email')),
  }),
  emailSender: {
    look: async (scope, _, { ask }) => part(await ask('GET /vitrine/v1/emails', {}, scope), 'sender'),
    held: { section: 'mail' },
    update: { line: 'PATCH /vitrine/v1/email-sender', under: 'sender', input: (_, sender) => ({ sender }) },
  },
  storeClock: {
    look: async (scope, _, { ask }) => part(await ask('GET /vitrine/v1/store-clock', {}, scope), 'storeClock'),
    held: undefined,
  },
  page: read('GET /vitrine/v1/pages/{id}', 'id', 'page', {
    held: { table: 'site_page' },
    name: (entity) => entity['title'],
    update: revised('PATCH /vitrine/v1/pages/{page.id}', 'page'),
  }),
  look: single('GET /vitrine/v1/look', 'look', 'shop', 'PATCH /vitrine/v1/look'),
  file: {
    ...row(
      'media',
      sql`coalesce(display_name, file_name) as name, folder_id as "folderId", labels, alt_text as "altText",
        array[focal_x, focal_y] as "focalPoint", digest, bytes as "sizeInBytes", trashed_at as "trashedDate",
        (select array_agg(language order by language) from media_caption where media_caption.site = media.site and media_id = media.id) as captions`,
      'text',
    ),
    name: (entity) => entity['name'],
  },
  folder: {
    ...row('media_folder', sql`name, parent_id as "parentFolderId", trashed_at as "trashedDate"`, 'text'),
    name: (entity) => entity['name'],
  },
  mediaSettings: single('GET /vitrine/v1/media/settings', 'mediaSettings', 'media', 'PATCH /vitrine/v1/media/settings'),
  navigation: single('GET /vitrine/v1/navigation', 'navigation', 'shop', 'PATCH /vitrine/v1/navigation'),
  urlRedirect: {
    ...row('url_redirect', sql`path, target, permanent, source`),
    name: ({ path }) => path,
  },
  retention: single('GET /vitrine/v1/retention', 'retention', 'retention', 'PATCH /vitrine/v1/retention'),
  /** Somebody without an account, by a keyed hash of their address: what there was of them is not told once more. */
  guest: { look: async () => undefined, held: undefined },
  /** Where a browser is sent next: that one was made is all there is to say. */
  redirectSession: { look: async () => undefined, held: undefined },
} as const satisfies Record<string, Kind>

export type KindName = keyof typeof kinds

export const kindOf = (name: string): Kind | undefined => (Object.hasOwn(kinds, name) ? kinds[name as KindName] : undefined)

/** What an update of a kind takes. */
export function writable({ line, under }: Update): ReadonlySet<string> {
  const { shape } = (contract[line] as Operation).input
  if (under === '') return new Set(Object.keys(shape))
  const inner = shape[under] as { readonly shape?: object; readonly def?: { readonly innerType?: { readonly shape?: object } } }
  return new Set(Object.keys(inner.shape ?? inner.def?.innerType?.shape ?? {}))
}

/** Holds what is about to be looked at and changed until the transaction ends: by its rows, and settings, which only such writes change, by name. */
export async function hold(db: Db, site: string, name: KindName, ids: readonly string[]): Promise<void> {
  const held = (kinds[name] as Kind).held
  if (!held) return
  if ('section' in held) await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`audit ${site} ${held.section}`}, 2))`)
  else if ('rowOf' in held) await db.query(sql`select from ${raw(held.rowOf)} where site = ${site} for update`)
  else if ('stockOf' in held)
    // In the order in which sales hold it.
    await db.query(sql`
      select from stock where site = ${site} and product_id = any(${ids}::uuid[]) order by sku, product_id, variant_id for update`)
  else if (ids.length > 0)
    await db.query(
      sql`select from ${raw(held.table)} where site = ${site} and id = any(${ids}${raw(held.ids === 'text' ? '::text[]' : '::uuid[]')}) order by id for update`,
    )
}
