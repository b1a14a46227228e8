import * as z from 'zod'

/** Which rule a field broke (SPEC section 5, "Server validation rule types"). */
export const RuleType = z.enum([
  'VALIDATION',
  'OTHER',
  'MAX',
  'MIN',
  'MAX_LENGTH',
  'MIN_LENGTH',
  'MAX_SIZE',
  'MIN_SIZE',
  'FORMAT',
  'DECIMAL_LTE',
  'DECIMAL_GTE',
  'DECIMAL_LT',
  'DECIMAL_GT',
  'DECIMAL_MAX_SCALE',
  'INVALID_ENUM_VALUE',
  'REQUIRED_FIELD',
  'FIELD_NOT_ALLOWED',
  'ONE_OF_ALIGNMENT',
  'EXACT_LENGTH',
  'EXACT_SIZE',
  'REQUIRED_ONE_OF_FIELD',
])
export type RuleType = z.infer<typeof RuleType>

/** One field of the input that cannot be accepted, and why. `data` is always present: the published client reads it. */
export const FieldViolation = z.object({
  field: z.string(),
  description: z.string(),
  violatedRule: RuleType,
  ruleName: z.string().optional(),
  data: z.record(z.string(), z.unknown()),
})
export interface FieldViolation extends z.infer<typeof FieldViolation> {}

const data = <Shape extends z.ZodRawShape>(shape: Shape) => ({ data: z.object(shape) })

/**
 * Every refusal a caller can meet: the code on the wire (`details.applicationError.code`), its HTTP status,
 * a sentence for the developer who reads it, and the facts it carries in `data`.
 */
export const refusals = {
  INVALID_ARGUMENT: {
    status: 400,
    description: 'The input breaks the rules listed in fieldViolations.',
    data: z.object({ fieldViolations: z.array(FieldViolation) }),
  },
  MALFORMED_REQUEST: { status: 400, description: 'The request cannot be read.', ...data({ reason: z.string() }) },
  UNAUTHENTICATED: { status: 401, description: 'Request is missing authentication data' },
  INVALID_TOKEN: { status: 401, description: 'Invalid token' },
  PERMISSION_DENIED: { status: 403, description: 'Insufficient permissions' },
  ROUTE_NOT_FOUND: { status: 404, description: 'Nothing answers at this address.' },
  METHOD_NOT_ALLOWED: { status: 405, description: 'This address does not answer that method.' },
  PAYLOAD_TOO_LARGE: { status: 413, description: 'The body is larger than this address accepts.' },
  REQUEST_TIMEOUT: { status: 408, description: 'The request did not arrive in time.' },
  REQUEST_HEADERS_TOO_LARGE: { status: 431, description: 'The headers are larger than this server accepts.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, description: 'This address takes JSON and no form.' },
  TOO_MANY_REQUESTS: {
    status: 429,
    description: 'Too many requests; wait before the next one.',
    ...data({ retryAfterSeconds: z.number() }),
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    description:
      'The shop cannot reach its database or its files just now. Send the same request again, a write under the same Idempotency-Key.',
  },

  IDEMPOTENCY_IN_PROGRESS: { status: 409, description: 'The first request with this Idempotency-Key is still running.' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, description: 'This Idempotency-Key was used with another request.' },
  STALE_REVISION: { status: 409, description: 'Somebody else changed this meanwhile; read it again.' },

  CURRENCY_HAS_OTHER_DECIMALS: {
    status: 409,
    description: 'Prices are kept in the smallest unit of the currency of now; one with other decimals would make other prices of them.',
    ...data({ currency: z.string(), decimals: z.int() }),
  },
  ORDER_NUMBER_TAKEN: { status: 409, description: 'Orders have had numbers as high as that.', ...data({ least: z.int() }) },

  INVALID_GRANT: { status: 400, description: 'This grant cannot be exchanged for tokens.', ...data({ error: z.string() }) },
  INVALID_CLIENT: { status: 401, description: 'No app is registered under this client id.' },
  REDIRECT_ENTRY_NOT_POSSIBLE: {
    status: 400,
    description: 'An entry is a whole address of the web, by https or on one’s own machine, or one that ends in /*.',
    ...data({ entry: z.string() }),
  },
  APP_NOT_FOUND: { status: 404, description: 'No such app.' },
  APP_IS_THE_SHOPS_OWN: { status: 409, description: 'The pages of the shop itself speak in the name of this app.' },
  TOO_MANY_APPS: { status: 409, description: 'There are as many apps as there may be; revoke one.', ...data({ limit: z.int() }) },
  SCOPE_NOT_YOURS: { status: 403, description: 'Nobody gives what they may not do themselves.', ...data({ scope: z.string() }) },
  API_KEY_NOT_FOUND: { status: 404, description: 'No such API key.' },
  TOO_MANY_API_KEYS: { status: 409, description: 'There are as many keys as there may be; revoke one.', ...data({ limit: z.int() }) },
  STAFF_NOT_FOUND: { status: 404, description: 'Nobody of that id is on the staff.' },
  STAFF_EMAIL_TAKEN: { status: 409, description: 'Somebody with this address is on the staff.' },
  TOO_MANY_STAFF: { status: 409, description: 'There are as many people and invitations as there may be.', ...data({ limit: z.int() }) },
  LAST_OWNER: { status: 409, description: 'A shop keeps one owner. Make somebody else one first.' },
  ROLE_NOT_YOURS: { status: 403, description: 'Nobody decides about what can do more than they can.', ...data({ role: z.string() }) },
  ALREADY_INVITED: { status: 409, description: 'This address is invited. Send the invitation again, or withdraw it.' },
  INVITATION_NOT_FOUND: { status: 404, description: 'No such invitation; it was taken up, or withdrawn.' },
  INVITATION_OVER: { status: 410, description: 'This invitation was used, withdrawn or replaced by a newer one, or is over.' },
  SECOND_STEP_OFF: { status: 409, description: 'There is no second step.' },
  SECOND_STEP_FIRST: { status: 409, description: 'Set up a second step of your own first; you would shut yourself out.' },
  SECOND_STEP_DEMANDED: { status: 409, description: 'The shop demands a second step of this role.' },
  AUTHORIZE_REQUEST_OVER: { status: 410, description: 'This request of an app is over or was changed; begin again where it came from.' },

  /** The published client knows the refusals of a login by these numbers, as text. */
  '-19971': { status: 403, description: 'A solved captcha is needed.' },
  '-19970': { status: 403, description: 'The captcha is not solved, was used before, or is over.' },
  '-19976': { status: 403, description: 'The address or the password is wrong.', ...data({ triesLeft: z.int() }) },
  '-19973': { status: 403, description: 'The password has to be replaced by a new one first.' },
  '-19995': { status: 409, description: 'A member with this e-mail address exists.' },
  PASSWORD_TOO_WEAK: {
    status: 400,
    description: 'The password is too easily guessed.',
    ...data({ reason: z.enum(['TOO_SHORT', 'ABOUT_YOU', 'TOO_COMMON', 'TOO_EASY', 'THE_OLD_ONE']) }),
  },
  REGISTRATION_CLOSED: { status: 403, description: 'The shop takes no new members.' },
  SIGN_IN_METHOD_OFF: { status: 403, description: 'One does not sign in to this shop that way.', ...data({ method: z.string() }) },
  SIGN_IN_OVER: { status: 400, description: 'This sign-in took too long, or is done. Begin anew.' },
  SIGN_IN_TOO_OLD: { status: 403, description: 'The sign-in was too long ago for this. Prove again who you are.' },
  VERIFICATION_FAILED: { status: 400, description: 'The code is wrong, or over.' },
  RECOVERY_TOKEN_OVER: { status: 400, description: 'The link was used, or is over. Ask for a new one.' },
  MEMBER_NOT_FOUND: { status: 404, description: 'No such member.' },
  PERSONAL_DATA_IN_USE: {
    status: 409,
    description: 'Orders, subscriptions or gift cards of this person are still under way; end them first.',
    ...data({ inUse: z.array(z.object({ kind: z.string(), id: z.string(), name: z.string() })) }),
  },
  MEMBER_BLOCKED: { status: 403, description: 'The shop has blocked this member.' },
  FACTOR_NOT_AVAILABLE: {
    status: 409,
    description: 'That way to prove who one is cannot be used here.',
    ...data({ factorType: z.string() }),
  },
  FACTOR_NOT_FOUND: { status: 404, description: 'No such way to prove who one is.' },
  SESSION_NOT_FOUND: { status: 404, description: 'No such session, or it is over.' },
  DEVICE_NOT_FOUND: { status: 404, description: 'No such remembered device.' },
  PASSKEY_REFUSED: { status: 400, description: 'The passkey does not fit what was asked, or is not known here.' },
  PASSKEY_NOT_FOUND: { status: 404, description: 'No such passkey.' },
  NO_WAY_TO_SIGN_IN: { status: 409, description: 'One way to sign in has to stay.' },
  ISSUER_NOT_ALLOWED: { status: 400, description: 'A provider is reached by https, at a public address.', ...data({ issuer: z.string() }) },
  CONNECTION_NOT_FOUND: { status: 404, description: 'One does not sign in to this shop with that provider.' },
  /** `reason` as the page of social logins says it: EMAIL_NOT_VERIFIED, EMAIL_MISSING, REGISTRATION_CLOSED, FAILED. */
  SOCIAL_LOGIN_FAILED: { status: 403, description: 'What the provider says does not sign in here.', ...data({ reason: z.string() }) },
  CAPTCHA_SITE_KEY_NOT_FOUND: { status: 404, description: 'No captcha has this site key.' },

  NOT_FOUND: { status: 404, description: 'Whoever asks is no member.' },
  MEMBER_ALREADY_EXISTS: { status: 409, description: 'A member signs in with this address already.', ...data({ loginEmail: z.string() }) },
  MEMBER_IS_DISCONNECTED: { status: 409, description: 'The member was disconnected for good.' },
  SLUG_ALREADY_EXISTS: { status: 409, description: 'This slug is taken.', ...data({ slug: z.string() }) },
  COMMUNITY_JOIN_IMPOSSIBLE: { status: 409, description: 'Only members who are let in can be in the community.' },
  MEMBER_TO_MEMBER_BLOCKED: { status: 403, description: 'The member does not want to be seen by you.', ...data({ memberId: z.string() }) },
  MEMBER_SELF_BLOCK_FORBIDDEN: { status: 409, description: 'Nobody blocks themselves.', ...data({ memberId: z.string() }) },
  OWNER_MEMBER_BLOCK_FORBIDDEN: { status: 409, description: 'The member owns the shop.', ...data({ memberId: z.string() }) },
  ACTIVE_SUBSCRIPTION_MEMBER_BLOCK_FORBIDDEN: {
    status: 409,
    description: 'The member has a subscription, which has to be ended first.',
    ...data({ memberId: z.string() }),
  },
  MEMBER_HAS_NO_PASSWORD: { status: 409, description: 'They sign in without a password.' },
  PRODUCT_JOB_NOT_FOUND: { status: 404, description: 'No such change of many products.' },
  PRODUCT_JOB_NOT_UNDONE: { status: 409, description: 'It is too late to undo this.' },
  PRODUCT_LABEL_TAKEN: { status: 409, description: 'Other products have this name already: merge the two.' },
  PRODUCT_LABEL_BUSY: { status: 409, description: 'Another change of this brand or ribbon is still under way.' },
  MEMBER_JOB_NOT_FOUND: { status: 404, description: 'No such bulk action.' },
  MEMBER_JOB_NOT_UNDONE: { status: 409, description: 'It is too late to undo this.' },

  PRODUCT_IMPORT_NOT_FOUND: { status: 404, description: 'No such import.' },
  PRODUCT_IMPORT_STATE: { status: 409, description: 'The import is at something else.', ...data({ state: z.string() }) },
  PRODUCT_SLUG_TAKEN: { status: 409, description: 'Another product has this slug.' },
  COLLECTION_SLUG_TAKEN: { status: 409, description: 'Another collection has this slug.' },
  CATEGORY_NOT_FOUND: { status: 404, description: 'No such category.' },
  CUSTOMIZATION_NOT_FOUND: { status: 404, description: 'No product has such an option.' },
  BRAND_NOT_FOUND: { status: 404, description: 'No product has such a brand.' },
  INFO_SECTION_NOT_FOUND: { status: 404, description: 'No product has such an info section.' },
  RIBBON_NOT_FOUND: { status: 404, description: 'No product has such a ribbon.' },
  NO_PERMISSION_TO_READ_MERCHANT_DATA: { status: 403, description: 'Costs and profits are read with the right to read products.' },
  NO_PERMISSION_TO_INCLUDE_NOT_VISIBLE_PRODUCTS: {
    status: 403,
    description: 'Products that are not visible are counted with the right to read products.',
  },
  NO_PERMISSION_TO_INCLUDE_NOT_VISIBLE_CATEGORIES: {
    status: 403,
    description: 'Categories that are not visible are read with the right to read products.',
  },
  STORE_VARIANT_NOT_FOUND: { status: 404, description: 'No such variant.' },
  FILE_NOT_FOUND: { status: 404, description: 'No such file.' },
  PRODUCT_NOT_FOUND: { status: 404, description: 'No such product.' },
  INVENTORY_VARIANT_NOT_FOUND: {
    status: 404,
    description: 'The stock of this product is not tracked by such a variant.',
    ...data({ productId: z.string(), variantId: z.string() }),
  },
  STOCK_CHANGED: {
    status: 409,
    description:
      'Somebody sold or counted this meanwhile; nothing was changed. `quantity` is what it is now, absent where it is not tracked; at a location, where that was counted.',
    ...data({
      items: z.array(
        z.object({ productId: z.string(), variantId: z.string(), locationId: z.string().optional(), quantity: z.int().optional() }),
      ),
    }),
  },
  INSUFFICIENT_INVENTORY: {
    status: 409,
    description: 'There is less in stock than is to be taken; nothing was changed.',
    ...data({
      items: z.array(z.object({ productId: z.string(), variantId: z.string(), requested: z.int(), available: z.int() })),
    }),
  },
  INVENTORY_ITEM_NOT_FOUND: { status: 404, description: 'No such inventory item.' },
  LOCATION_NOT_FOUND: { status: 404, description: 'No such location.' },
  LOCATION_INACTIVE: { status: 409, description: 'This location is not active.' },
  LOCATION_NOT_EMPTY: {
    status: 409,
    description: 'This location holds stock, or a transfer is on its way from it or to it; move the stock first.',
    ...data({ variants: z.int(), transfers: z.int() }),
  },
  DEFAULT_LOCATION: { status: 409, description: 'The default location stays; make another the default first.' },
  TOO_MANY_LOCATIONS: { status: 409, description: 'There are as many locations as there may be.', ...data({ limit: z.int() }) },
  TRANSFER_NOT_FOUND: { status: 404, description: 'No such transfer.' },
  TRANSFER_STATUS: {
    status: 409,
    description: 'A transfer in this status cannot do this.',
    ...data({ status: z.string() }),
  },
  TRANSFER_EMPTY: { status: 409, description: 'A transfer without lines cannot be sent.' },
  TRANSFER_LINE_NOT_FOUND: {
    status: 404,
    description: 'This variant is not part of the transfer.',
    ...data({ productId: z.string(), variantId: z.string() }),
  },
  SUBSCRIPTION_OPTION_NOT_FOUND: {
    status: 404,
    description: 'No such subscription option.',
    ...data({ subscriptionOptionId: z.string() }),
  },
  /** Published shops know a missing collection by the number 404 in the place of the code; the code stands in `data.code`. */
  COLLECTION_NOT_FOUND: { status: 404, description: 'No such collection.', numeric: true },

  OWNED_CART_NOT_FOUND: { status: 404, description: 'The caller has no current cart.' },
  CART_NOT_FOUND: { status: 404, description: 'No such cart.' },
  LINE_ITEM_NOT_FOUND: { status: 404, description: 'The cart has no such line item.', ...data({ lineItemId: z.string() }) },
  ITEM_NOT_FOUND_IN_CATALOG: { status: 400, description: 'The catalogue has no such item.', ...data({ catalogItemId: z.string() }) },
  ITEM_NOT_AVAILABLE: {
    status: 400,
    description: 'Fewer are left than asked for.',
    ...data({ catalogItemId: z.string(), available: z.int() }),
  },

  CHECKOUT_NOT_FOUND: { status: 404, description: 'No such checkout.' },
  CHECKOUT_IS_COMPLETE: { status: 409, description: 'This checkout has become an order and no longer changes.' },
  EMPTY_CHECKOUT: { status: 400, description: 'The checkout has no line items.' },
  CHECKOUT_CHANGED: { status: 409, description: 'Prices or stock changed since the checkout was last read.' },
  CHECKOUT_ALREADY_PAID: { status: 409, description: 'This checkout has been paid for.', ...data({ orderId: z.string() }) },
  CHECKOUT_PAYMENT_ALREADY_IN_PROGRESS: {
    status: 409,
    description: 'A payment for this checkout is on its way.',
    ...data({ orderId: z.string() }),
  },
  NO_SELECTED_CARRIER_SERVICE_OPTION: { status: 400, description: 'Physical items need a delivery option.' },
  SELECTED_CARRIER_SERVICE_OPTION_NOT_FOUND: { status: 400, description: 'No such delivery option for this address.' },
  INVALID_SELECTED_CARRIER_SERVICE_OPTION: { status: 400, description: 'This delivery option does not serve the address.' },
  SELECTED_CARRIER_SERVICE_OPTION_NO_LONGER_AVAILABLE: {
    status: 409,
    description: 'The delivery option chosen before is no longer offered.',
  },
  CALCULATION_ERROR: { status: 400, description: 'The totals cannot be calculated.', ...data({ reason: z.string() }) },
  PARTIAL_OUT_OF_STOCK: { status: 409, description: 'Some of the items are sold out.', ...data({ lineItemIds: z.array(z.string()) }) },
  FULL_OUT_OF_STOCK: { status: 409, description: 'Every item is sold out.', ...data({ lineItemIds: z.array(z.string()) }) },
  ERROR_COUPON_DOES_NOT_EXIST: { status: 400, description: 'No such coupon.', ...data({ couponCode: z.string() }) },
  ERROR_COUPON_IS_DISABLED: { status: 400, description: 'This coupon is switched off.', ...data({ couponCode: z.string() }) },
  ERROR_COUPON_HAS_EXPIRED: { status: 400, description: 'This coupon has expired.', ...data({ couponCode: z.string() }) },
  ERROR_COUPON_IS_NOT_ACTIVE_YET: { status: 400, description: 'This coupon cannot be used yet.', ...data({ couponCode: z.string() }) },
  ERROR_COUPON_USAGE_EXCEEDED: {
    status: 400,
    description: 'This coupon was used as often as it could be.',
    ...data({ couponCode: z.string() }),
  },
  ERROR_COUPON_LIMIT_PER_CUSTOMER_EXCEEDED: {
    status: 400,
    description: 'This coupon was used as often as one customer may.',
    ...data({ couponCode: z.string() }),
  },
  COUPON_CANNOT_BE_USED_TO_PURCHASE_GIFT_CARD: { status: 400, description: 'No coupon makes a gift card cheaper.' },
  COUPON_NOT_FOUND: { status: 404, description: 'No such coupon.' },
  COUPON_CODE_ALREADY_EXISTS: { status: 409, description: 'Another coupon has this code.', ...data({ couponCode: z.string() }) },
  DISCOUNT_RULE_NOT_FOUND: { status: 404, description: 'No such discount rule.' },
  DISCOUNT_RULES_CHANGED: { status: 409, description: 'These are not all the discount rules that there are by now.' },
  MAX_DISCOUNT_RULES_REACHED: { status: 409, description: 'The shop has as many discount rules as it may.' },
  MAX_QUANTITY_BASED_DISCOUNTS_REACHED: { status: 409, description: 'The shop has as many rules by quantity as it may.' },
  MAX_CUSTOM_TRIGGER_APPS_EXCEEDED: { status: 409, description: 'The shop’s rules ask as many apps as they may.' },
  GIFT_CARD_NOT_FOUND: { status: 404, description: 'No such gift card.' },
  GIFT_CARD_CODE_INVALID: { status: 400, description: 'This is no code of a gift card.' },
  GIFT_CARD_IS_EMPTY: { status: 400, description: 'Nothing is left on this gift card.' },
  GIFT_CARD_DISABLED: { status: 428, description: 'This gift card is disabled.' },
  GIFT_CARD_EXPIRED: { status: 428, description: 'This gift card has expired.' },
  GIFT_CARD_CODE_ALREADY_EXISTS: { status: 409, description: 'Another gift card has this code.' },
  GIFT_CARD_RECIPIENT_NOT_FOUND: { status: 428, description: 'Nobody is known whom this gift card could be mailed to.' },
  GIFT_CARD_CODE_NOT_KEPT: { status: 428, description: 'The code of this gift card was not kept, so it cannot be mailed again.' },
  GIFT_CARD_PRODUCT_NOT_FOUND: { status: 404, description: 'The shop sells no such gift card.' },
  GIFT_CARD_PRODUCT_ALREADY_EXISTS: { status: 409, description: 'The shop sells a gift card already.' },
  CANNOT_CREATE_GIFT_CARD_PRODUCT_WITHOUT_VARIANTS: {
    status: 428,
    description: 'A gift card has amounts to choose from, or bounds for one.',
  },
  CANNOT_CREATE_GIFT_CARD_PRODUCT_WITH_PAST_EXPIRATION_DATE: { status: 428, description: 'Gift cards cannot end before they are sold.' },
  CANNOT_CREATE_GIFT_CARD_PRODUCT_WITH_INVALID_CUSTOM_AMOUNTS_RANGE: {
    status: 428,
    description: 'The least amount of a gift card is above zero and not above the most.',
  },
  CANNOT_UPDATE_GIFT_CARD_PRODUCT_TO_HAVE_NO_VARIANTS: {
    status: 428,
    description: 'A gift card has amounts to choose from, or bounds for one.',
  },
  CANNOT_UPDATE_GIFT_CARD_PRODUCT_TO_HAVE_PAST_EXPIRATION_DATE: { status: 428, description: 'Gift cards cannot end before they are sold.' },
  CANNOT_UPDATE_GIFT_CARD_PRODUCT_WITH_INVALID_CUSTOM_AMOUNTS_RANGE: {
    status: 428,
    description: 'The least amount of a gift card is above zero and not above the most.',
  },
  INVALID_GIFT_CARD_BALANCE: { status: 400, description: 'A gift card cannot hold that much.' },
  INSUFFICIENT_FUNDS: { status: 428, description: 'Less than that is on this gift card.' },
  CURRENCY_NOT_SUPPORTED: { status: 400, description: 'This is not the currency of the gift card, or of the shop.' },
  ALREADY_REDEEMED: { status: 409, description: 'This order has been paid with the gift card.' },
  TRANSACTION_NOT_FOUND: { status: 404, description: 'No such transaction of a gift card.' },
  ALREADY_VOIDED: { status: 409, description: 'What this transaction took has gone back.' },
  REDEEM_GIFT_CARD_ERROR: {
    status: 409,
    description: 'The gift card cannot pay what it was to pay.',
    ...data({ reason: z.string() }),
  },
  GIFT_CARD_CANNOT_BE_USED_TO_PURCHASE_GIFT_CARD: { status: 400, description: 'No gift card pays for a gift card.' },
  SAVED_PAYMENT_METHOD_NOT_FOUND: { status: 404, description: 'No such card is kept.' },
  NO_SAVED_PAYMENT_METHOD: { status: 409, description: 'No card was kept that could be charged.' },
  PAYMENT_INTENT_ID_REQUIRED: { status: 400, description: 'Say how: merchantInitiated, delayedCharge, or what was asked for before.' },
  LINE_ITEM_PAID: { status: 409, description: 'This line is paid for.', ...data({ lineItemId: z.string() }) },
  MEMBERSHIP_NOT_ELIGIBLE: { status: 409, description: 'No such membership pays for this line.', ...data({ lineItemId: z.string() }) },
  NOT_MEMBERSHIP_PAYMENT: { status: 400, description: 'No membership paid this.', ...data({ paymentId: z.string() }) },
  MEMBERSHIP_PAYMENT_NOT_CHARGED: { status: 409, description: 'This was given back, or never paid.', ...data({ paymentId: z.string() }) },
  SUBSCRIPTION_CONTRACT_NOT_FOUND: { status: 404, description: 'No such subscription.' },
  SUBSCRIPTION_IS_OVER: { status: 409, description: 'This subscription has ended.' },
  SUBSCRIPTION_CANCELLATION_NOT_ALLOWED: { status: 403, description: 'The shop ends this subscription itself: write to it.' },
  UPLOAD_NOT_TAKEN: {
    status: 400,
    description: 'This is no picture that can be taken: JPEG, PNG, WebP, GIF and AVIF of at most 25 MB and 100 million pixels can.',
    ...data({ reason: z.enum(['UNKNOWN_TYPE', 'BROKEN', 'TOO_LARGE', 'EMPTY']) }),
  },
  PHOTO_NOT_TAKEN: {
    status: 400,
    description: 'This is no picture that can be kept.',
    ...data({ reason: z.enum(['UNKNOWN_TYPE', 'BROKEN', 'TOO_LARGE']) }),
  },
  SUBSCRIPTION_SKIP_NOT_ALLOWED: { status: 409, description: 'The next one cannot be left out, or is another one by now.' },
  MEMBERSHIP_NOT_FOUND: { status: 404, description: 'No such membership.' },
  MEMBERS_ONLY_ITEM: {
    status: 400,
    description: 'Some of the items are for members, and no membership pays for them.',
    ...data({ lineItemIds: z.array(z.string()) }),
  },
  SUBSCRIPTION_WITH_GIFT_CARD: { status: 400, description: 'No gift card pays for a subscription.' },
  PAYMENT_ERROR: {
    status: 402,
    description: 'The payment was not approved.',
    ...data({
      reason: z.string(),
      message: z.string(),
      retryable: z.boolean(),
      transactionStatus: z.string().optional(),
      failureDetails: z.string().optional(),
    }),
  },
  PAYMENT_TOKEN_INVALID: { status: 400, description: 'This payment token is unknown, used up or too old; ask for the card again.' },
  PAYMENT_METHOD_NOT_AVAILABLE: {
    status: 409,
    description: 'The shop does not take this way to pay, or not for this order.',
    ...data({ paymentMethodId: z.string() }),
  },
  PAYMENT_NOT_WAITING: { status: 409, description: 'No payment of this order waits for its buyer.' },
  SITE_NOT_ACCEPTING_PAYMENTS: { status: 409, description: 'The shop has no payment provider switched on.' },

  REMINDER_NOT_ALLOWED: {
    status: 409,
    description: 'Its buyer is not written to now.',
    ...data({ reason: z.enum(['BOUGHT', 'TOO_MANY', 'TOO_SOON']) }),
  },
  ABANDONED_CHECKOUT_NOT_FOUND: { status: 404, description: 'No such abandoned checkout.' },
  RECOVERY_LINK_EXPIRED: { status: 410, description: 'This link is over, or none of ours. What is in the cart is kept there.' },
  RECOVERY_LINK_USED: {
    status: 409,
    description: 'What this link leads to is bought already.',
    data: z.object({ orderId: z.string().optional() }),
  },

  ORDER_NOT_FOUND: { status: 404, description: 'No such order.' },
  ORDER_CANCELED: { status: 409, description: 'This order is cancelled.' },
  ORDER_IS_PENDING: { status: 409, description: 'This order waits for its approval.' },
  ORDER_IS_REJECTED: { status: 409, description: 'This order was rejected.' },
  ORDER_ALREADY_PAID: { status: 409, description: 'Nothing is due for this order.' },
  ORDER_HAS_AUTHORIZED_TRANSACTION: {
    status: 409,
    description: 'Money is held for this order: take it or let it go first.',
    ...data({ paymentIds: z.array(z.string()) }),
  },
  STATUS_ALREADY_SET: { status: 409, description: 'It has this status already.' },
  STATUS_NOT_SUPPORTED: { status: 400, description: 'This status is not set by hand.' },
  UNSUPPORTED_TRANSITION: {
    status: 409,
    description: 'The one status does not follow on the other.',
    ...data({ from: z.string(), to: z.string() }),
  },
  ACTIVITY_NOT_FOUND: { status: 404, description: 'The order has no such activity.' },
  ACTIVITY_NOT_EDITABLE: { status: 409, description: 'The platform wrote this down itself; it stays as it is.' },
  PURCHASED_DATE_CANNOT_BE_IN_FUTURE: { status: 400, description: 'An order cannot have been placed in the future.' },
  DRAFT_ORDER_DOES_NOT_EXIST: { status: 404, description: 'No such draft, or its day is over.' },
  DRAFT_ORDER_ALREADY_COMMITTED: { status: 409, description: 'This draft has become an order and no longer changes.' },
  DRAFT_ORDER_CHANGED: {
    status: 409,
    description: 'The draft comes to something else by now.',
    ...data({ total: z.string() }),
  },
  DRAFT_ORDER_CANNOT_BE_DELETED: { status: 409, description: 'What has become of this draft is kept, and so is the draft.' },
  DRAFT_ORDER_COMMIT_FAILED_VALIDATIONS: {
    status: 409,
    description: 'The order cannot become what its draft says.',
    ...data({ violations: z.array(z.object({ reason: z.string(), lineItemId: z.string().optional() })) }),
  },
  CREATE_ORDER_FAILED_VALIDATIONS: {
    status: 409,
    description: 'No order can be made of this draft.',
    ...data({ violations: z.array(z.object({ reason: z.string(), lineItemId: z.string().optional() })) }),
  },
  ORDER_CANNOT_BE_EDITED: {
    status: 409,
    description: 'This order cannot be edited.',
    ...data({ nonDraftableReasons: z.array(z.string()) }),
  },
  ORDER_IS_ALREADY_EDITED: { status: 409, description: 'Somebody else is editing this order.' },
  MAX_ITEMS_REACHED: { status: 400, description: 'An order has 300 lines at most.' },
  MULTIPLE_ADDS_FOR_SAME_LINE_ITEM: { status: 400, description: 'The same thing is to be added twice.' },
  CATALOG_ITEM_NOT_FOUND: { status: 404, description: 'The catalogue has no such item.', ...data({ catalogItemId: z.string() }) },
  CATALOG_ITEM_NOT_AVAILABLE: {
    status: 409,
    description: 'So many pieces of it are not there.',
    ...data({ catalogItemId: z.string(), available: z.int() }),
  },
  CATALOG_ITEM_ALREADY_EXIST: {
    status: 409,
    description: 'It is in the draft already: change the quantity of its line.',
    ...data({ catalogItemId: z.string(), lineItemId: z.string() }),
  },
  GIFT_CARD_ITEM_UNSUPPORTED: { status: 400, description: 'Gift cards are sold at the checkout alone.' },
  SUBSCRIPTION_ITEM_UNSUPPORTED: { status: 400, description: 'Subscriptions are sold at the checkout alone.' },
  DUPLICATED_LINE_ITEM_IDS: { status: 400, description: 'Two lines have the same id.' },
  LINE_ITEM_DOES_NOT_EXIST: { status: 404, description: 'The draft has no such line.', ...data({ lineItemId: z.string() }) },
  MULTIPLE_CHANGES_FOR_SAME_LINE_ITEM: { status: 400, description: 'A line is to be changed twice.', ...data({ lineItemId: z.string() }) },
  EMPTY_CHANGE_REQUEST: { status: 400, description: 'Nothing of the line is to be changed.', ...data({ lineItemId: z.string() }) },
  UPDATING_PRICE_OF_REMOVED_ITEM_IS_FORBIDDEN: {
    status: 400,
    description: 'A line that is taken away has no price.',
    ...data({ lineItemId: z.string() }),
  },
  DISCOUNT_NOT_FOUND: { status: 404, description: 'The draft has no such discount.', ...data({ discountId: z.string() }) },
  DISCOUNT_REMOVE_NOT_SUPPORTED: {
    status: 409,
    description: 'It was not written for this draft: switch it off.',
    ...data({ discountId: z.string() }),
  },
  DISCOUNTS_AMOUNT_EXCEED_ORDER_TOTALS: { status: 400, description: 'More is taken off than the order comes to.' },
  DISCOUNTS_AMOUNT_EXCEED_ITEM_TOTALS: { status: 400, description: 'More is taken off a line than it comes to.' },
  DISCOUNTS_AMOUNT_EXCEED_SHIPPING_TOTAL: { status: 400, description: 'More is taken off the delivery than it costs.' },
  ADDITIONAL_FEE_REMOVE_NOT_SUPPORTED: {
    status: 409,
    description: 'It was not written for this draft: switch it off.',
    ...data({ additionalFeeId: z.string() }),
  },
  BUSINESS_LOCATION_CANNOT_BE_EDITED: { status: 409, description: 'Some of the order has been handed over where it was sold.' },
  SET_DEPOSIT_NOT_ALLOWED_IN_EDIT_MODE: { status: 409, description: 'Only a new order can ask for a deposit.' },
  DRAFT_ORDER_DEPOSIT_AMOUNT_EXCEEDS_ORDER_TOTAL: { status: 409, description: 'The deposit is more than the order comes to.' },
  NO_ASSOCIATED_ECOM_ORDER: { status: 404, description: 'No such order.' },
  INVALID_AMOUNT: {
    status: 400,
    description: 'The amount is not above zero, has too many decimals, or is more than there is.',
    ...data({ paymentId: z.string().optional(), most: z.string().optional() }),
  },
  COUPON_LOCKED: { status: 409, description: 'The shop takes no coupons, or that of this checkout cannot be changed.' },
  GIFT_CARD_LOCKED: { status: 409, description: 'The shop takes no gift cards, or that of this checkout cannot be changed.' },
  POLICY_AGREEMENT_REQUIRED: { status: 409, description: 'The buyer has to agree to the policies of the shop first.' },
  MINIMUM_ORDER_NOT_REACHED: {
    status: 409,
    description: 'The goods are not worth enough yet for an order.',
    ...data({ minimum: z.string(), subtotal: z.string() }),
  },
  ADDITIONAL_FEE_RULE_NOT_FOUND: { status: 404, description: 'The shop charges no such fee.' },
  MAX_ADDITIONAL_FEES_REACHED: { status: 409, description: 'A shop has no more fees than that.', ...data({ limit: z.int() }) },
  /** `reason`: SCHEME, CREDENTIALS, ADDRESS. */
  OUTBOUND_ADDRESS_NOT_ALLOWED: {
    status: 400,
    description: 'The server calls public addresses by https, and what its operator has opened.',
    ...data({ url: z.string(), reason: z.string() }),
  },
  SERVICE_PLUGIN_NOT_FOUND: { status: 404, description: 'No such service is set up.' },
  SERVICE_PLUGIN_ALREADY_EXISTS: { status: 409, description: 'A service with this id is set up already.', ...data({ id: z.string() }) },
  MAX_SERVICE_PLUGINS_REACHED: { status: 409, description: 'A shop has no more services than that.', ...data({ limit: z.int() }) },
  ADDITIONAL_FEE_NOT_FOUND: { status: 404, description: 'The order has no such fee.', ...data({ additionalFeeId: z.string() }) },
  SHIPPING_NOT_FOUND: { status: 404, description: 'The delivery of this order costs nothing.' },
  INVALID_PAYMENT_REFUND_AMOUNT: {
    status: 400,
    description: 'The amount is not above zero, or more than is left of the payment.',
    ...data({ paymentId: z.string() }),
  },
  INVALID_ADDITIONAL_FEE_REFUND_AMOUNT: {
    status: 400,
    description: 'The amount is not above zero, or more than is left of the fee.',
    ...data({ additionalFeeId: z.string() }),
  },
  INVALID_SHIPPING_REFUND_AMOUNT: { status: 400, description: 'The amount is not above zero, or more than is left of the delivery.' },
  INVALID_LINE_ITEM_REFUND_QUANTITY: {
    status: 400,
    description: 'So many pieces are not left to be refunded.',
    ...data({ lineItemId: z.string(), quantity: z.int() }),
  },
  INVALID_LINE_ITEM_RESTOCK_QUANTITY: {
    status: 400,
    description: 'So many pieces are not left to be put back.',
    ...data({ lineItemId: z.string(), quantity: z.int() }),
  },
  PAYMENT_NOT_REFUNDABLE: {
    status: 409,
    description: 'This payment cannot be refunded.',
    ...data({ paymentId: z.string(), nonRefundableReason: z.string() }),
  },
  EXTERNAL_REFUND_EXPECTED: {
    status: 409,
    description: 'This money goes back by hand: say so with externalRefund.',
    ...data({ paymentId: z.string() }),
  },
  RECEIPT_ALREADY_EXIST: { status: 409, description: 'There is a receipt for this payment.' },
  INVALID_PAYMENT_TYPE: { status: 400, description: 'There are no receipts for payments of this kind.' },
  INVALID_PAYMENT_STATUS: { status: 409, description: 'Nothing came by this payment.' },
  STATUS_NOT_ALLOWED: { status: 409, description: 'This status cannot be set here.', ...data({ status: z.string() }) },
  ORDER_TRANSACTIONS_NOT_FOUND: { status: 404, description: 'No such order.' },
  REFUND_NOT_FOUND: { status: 404, description: 'The order has no such refund.' },
  REFUND_TRANSACTION_NOT_FOUND: { status: 404, description: 'The refund is not of this payment.' },
  ORDER_HAS_CHARGEBACKS: { status: 409, description: 'A bank has taken money for this order back.' },
  PAYMENT_COLLECTION_NOT_FOUND: { status: 404, description: 'Nothing was asked for under this id.' },
  PAYMENT_ALREADY_APPROVED: { status: 409, description: 'This has been paid.' },
  PAYMENT_ALREADY_IN_PROGRESS: { status: 409, description: 'A payment of this is on its way.' },
  PAYMENT_NOT_FOUND: { status: 404, description: 'The order has no such payment.', ...data({ paymentId: z.string() }) },
  PAYMENTS_NOT_FOUND: { status: 404, description: 'The order has no such payment.', ...data({ paymentId: z.string() }) },
  PAYMENT_NOT_AUTHORIZED: { status: 409, description: 'Nothing is held by this payment.', ...data({ paymentId: z.string() }) },
  PAYMENT_ALREADY_VOIDED: { status: 409, description: 'This payment was let go, or is about to be.', ...data({ paymentId: z.string() }) },
  PAYMENT_ALREADY_CAPTURED: { status: 409, description: 'This payment was taken, or is about to be.', ...data({ paymentId: z.string() }) },
  PAYMENT_HAS_PENDING_CAPTURE: { status: 409, description: 'This payment is being taken.', ...data({ paymentId: z.string() }) },
  NOT_REGULAR_ONLINE_PAYMENT: { status: 400, description: 'No provider holds this money.', ...data({ paymentId: z.string() }) },
  REFUND_NOT_AVAILABLE: {
    status: 409,
    description: 'This payment cannot be refunded.',
    ...data({ paymentId: z.string(), reason: z.string() }),
  },

  ORDER_LINE_ITEM_NOT_FOUND: { status: 404, description: 'The order has no such line item.', ...data({ lineItemId: z.string() }) },
  FULFILLMENT_NOT_FOUND: { status: 404, description: 'The order has no such fulfilment.' },
  FULFILLMENT_EXCEEDS_ORDER: {
    status: 409,
    description: 'Fewer pieces of this line are left to fulfil.',
    ...data({ lineItemId: z.string(), left: z.int() }),
  },
  TRACKING_NUMBER_ALREADY_EXISTS: {
    status: 409,
    description: 'Another parcel of this order has this tracking number.',
    ...data({ trackingNumber: z.string() }),
  },

  TAX_GROUP_NOT_FOUND: { status: 404, description: 'No such tax group.' },
  ILLEGAL_UPDATE_ON_SYSTEM_DEFINED_TAX_GROUP: { status: 409, description: 'The default tax group is the system’s.' },
  TAX_REGION_NOT_FOUND: { status: 404, description: 'No such tax region.' },
  ALREADY_EXISTS: {
    status: 409,
    description: 'There is a tax region for this place.',
    ...data({ taxRegionId: z.string() }),
  },
  CALCULATOR_ID_NOT_FOUND: { status: 400, description: 'No such calculator of taxes.', ...data({ appId: z.string() }) },
  CALCULATOR_IS_NOT_SUPPORTED_FOR_THIS_TAX_REGION: {
    status: 400,
    description: 'This calculator does not know the taxes of that country.',
    ...data({ country: z.string() }),
  },
  INVALID_SUBDIVISION_FORMAT: { status: 400, description: 'This is no subdivision of a country.', ...data({ subdivision: z.string() }) },
  MANUAL_TAX_MAPPING_NOT_FOUND: { status: 404, description: 'No such rate.' },
  MANUAL_TAX_MAPPING_ALREADY_EXISTS: {
    status: 409,
    description: 'The tax group has a rate of this jurisdiction in the region.',
    ...data({ manualTaxMappingId: z.string() }),
  },
  TAX_REGION_ID_NOT_FOUND: { status: 400, description: 'No such tax region.', ...data({ taxRegionId: z.string() }) },
  TAX_GROUP_ID_NOT_FOUND: { status: 400, description: 'No such tax group.', ...data({ taxGroupId: z.string() }) },
  TAX_EXEMPT_GROUP_NOT_FOUND: { status: 404, description: 'No such group of exempt buyers.' },
  INVALID_LINE_ITEM_ADDRESS_INDEX: {
    status: 400,
    description: 'A line names an address that is not there.',
    ...data({ lineItemId: z.string(), index: z.int() }),
  },
  MISSING_TAXABLE_ADDRESS: { status: 400, description: 'Taxes need an address.' },
  MISSING_COUNTRY_IN_ADDRESS: { status: 400, description: 'An address without a country has no taxes.', ...data({ index: z.int() }) },

  DELIVERY_PROFILE_NOT_FOUND: { status: 404, description: 'No such delivery profile.' },
  DELIVERY_REGION_NOT_FOUND: { status: 404, description: 'No such delivery region.' },
  DESTINATIONS_COLLISION: {
    status: 409,
    description: 'Another region delivers to this place.',
    ...data({ deliveryRegionId: z.string(), countryCode: z.string() }),
  },
  CARRIER_ALREADY_EXISTS_IN_REGION: { status: 409, description: 'This provider is asked in the region.' },
  DELIVERY_CARRIER_MISSING_BACKUP_RATE: { status: 400, description: 'This provider needs a rate for when it does not answer.' },
  UNKNOWN_DELIVERY_CARRIER: { status: 400, description: 'No such provider of delivery rates.', ...data({ appId: z.string() }) },
  DELIVERY_CARRIER_NOT_FOUND: { status: 404, description: 'This provider is not asked in the region.' },
  LIMIT_OF_OPTIONS_PER_DELIVERY_REGION_EXCEEDED: {
    status: 409,
    description: 'The region has as many ways of delivery as it may.',
    ...data({ limit: z.int() }),
  },
  INVALID_QUANTITY_VALUE: { status: 400, description: 'A number of pieces is a whole number.' },
  DELIVERY_OPTION_NOT_FOUND: { status: 404, description: 'No such way of delivery.' },
  DELIVERY_SLOT_NOT_FOUND: { status: 404, description: 'This way of delivery has no slot then.' },
  SHIPPING_OPTION_NOT_FOUND: { status: 404, description: 'No such way of delivery.' },
  PICKUP_LOCATION_NOT_FOUND: { status: 404, description: 'No such place to collect goods.' },
  LOCAL_DELIVERY_OPTION_NOT_FOUND: { status: 404, description: 'No such local delivery.' },
  GENERATE_INVOICE_NOT_SUPPORTED: { status: 409, description: 'Only an order that stands is invoiced.' },
  INVOICE_ALREADY_EXISTS: { status: 409, description: 'This order has its invoice.' },
  MISSING_CONTACT: { status: 400, description: 'Nobody is known to make the invoice out to.' },
  INVOICE_NOT_FOUND: { status: 404, description: 'No such invoice.' },
  CANCELLATION_TOO_LATE: { status: 409, description: 'Something of this order is on its way, or with its buyer.' },
  DOWNLOAD_NOT_PAID: { status: 409, description: 'This file is not paid for, or its money went back.' },

  REDIRECT_URI_NOT_ALLOWED: {
    status: 400,
    description: 'This address is not on the app’s list of allowed redirects.',
    ...data({ url: z.string() }),
  },
  REDIRECT_SESSION_NOT_FOUND: { status: 404, description: 'No such redirect session, or it is too old.' },
  REDIRECT_INTENT_REQUIRED: { status: 400, description: 'Say where the redirect session goes: one intent, and only one.' },

  REDIRECT_INTENT_NOT_SERVED: {
    status: 400,
    description: 'This installation has no hosted page for that intent.',
    ...data({ intent: z.string() }),
  },

  CLOCK_NOT_MOVABLE: {
    status: 409,
    description: 'The clock of this shop keeps real time: money moves here, or it is not the only shop of the installation.',
  },
  SANDBOX_OFF: { status: 409, description: 'No sandbox bank pays in this shop.' },
  INBOX_OFF: { status: 404, description: 'This shop sends its mail; there is no inbox to look into.' },
  EMAIL_NOT_FOUND: { status: 404, description: 'The shop writes no such email.' },
  MESSAGE_NOT_FOUND: { status: 404, description: 'No such message.' },
  ORDER_EMAIL_NOT_FOUND: { status: 404, description: 'No such email about this order.' },
  NOTHING_TO_WRITE: { status: 409, description: 'Nobody is known to write to, or there is nothing to say any more.' },

  VIEW_NOT_FOUND: { status: 404, description: 'No such view.' },
  TOO_MANY_VIEWS: { status: 409, description: 'There are as many views as there may be; delete one.', ...data({ limit: z.int() }) },

  MEDIA_NOT_FOUND: { status: 404, description: 'No such file.' },

  AUDIT_ENTRY_NOT_FOUND: { status: 404, description: 'No such entry, or it is so old that it was forgotten.' },
  NOT_REVERTIBLE: { status: 409, description: 'This cannot be put back.', ...data({ reason: z.string() }) },
  CHANGED_SINCE: { status: 409, description: 'This was changed again since.', ...data({ path: z.array(z.string()) }) },
} as const satisfies Record<string, { status: number; description: string; data?: z.ZodType; numeric?: true }>

export type RefusalCode = keyof typeof refusals

/** The facts that a refusal carries, or `undefined` when its code says it all. */
export type RefusalData<C extends RefusalCode> = C extends RefusalCode
  ? (typeof refusals)[C] extends { data: infer S extends z.ZodType }
    ? z.infer<S>
    : undefined
  : never

/** What any operation may refuse with; an operation lists only its own codes. */
export type CommonCode =
  | 'INVALID_ARGUMENT'
  | 'MALFORMED_REQUEST'
  | 'UNAUTHENTICATED'
  | 'INVALID_TOKEN'
  | 'PERMISSION_DENIED'
  | 'ROUTE_NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'REQUEST_TIMEOUT'
  | 'REQUEST_HEADERS_TOO_LARGE'
  | 'TOO_MANY_REQUESTS'
  | 'SERVICE_UNAVAILABLE'
  | 'IDEMPOTENCY_IN_PROGRESS'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'STALE_REVISION'
