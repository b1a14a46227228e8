/** Why fields are not sent, by `Entity.field`; the first that fits. */
export const reasons: readonly { readonly fields: RegExp; readonly why: string }[] = [
  { fields: /^Order\.taxSummary$/, why: 'Its successor `taxInfo` is sent.' },
  { fields: /^(AdditionalFee|ShippingPrice)@orders\.taxDetails$/, why: 'Its successor `taxInfo` is sent.' },
  { fields: /^AppliedDiscount@orders\.lineItemIds$/, why: 'Its successor `lineItemDiscounts` is sent.' },
  { fields: /^SubscriptionInfo\.subscriptionOptionDescription$/, why: 'The description is within the subscription option.' },
  { fields: /^SubscriptionInfo\.chargesDescription$/, why: 'A sentence for sales pages; ours are made from frequency and cycles.' },
  { fields: /^RegularPaymentDetails@\w+\.paymentMethod$/, why: 'Its successor `paymentMethodName` is sent.' },
  {
    fields: /\.(platformFee|platformFees|totalMinusPlatformFees|platformFeeSummary|percentageRate|totalAbsorbed|totalPassOn)$/,
    why: 'Nobody takes a share of the sales of a self-hosted shop.',
  },
  {
    fields: /\.(cashRounding|cashRoundingAdjustment|roundingAdjustment|unroundedAmount)$/,
    why: 'Amounts paid by hand are not rounded to coins: there are no cash registers.',
  },
  { fields: /\.chargeCorrelationId$/, why: 'Set by wallet providers; none of ours sets it.' },
  { fields: /\.(futureMembership|benefitId)$/, why: 'A membership pays once it is there, not while it is in the same cart.' },
  { fields: /\.membership$/, why: 'What a membership paid is given back by voiding it, not by a refund; it is no part of refundability.' },
  { fields: /^Membership\.additionalData$/, why: 'Free data of membership services; name, credits, end and items are sent.' },
  { fields: /\.providerLink$/, why: 'No provider has a page where the merchant refunds by hand.' },
  { fields: /\.(inventoryAppId|appId)$/, why: 'Stock is the platform’s own; the catalogue’s app says whose an item is.' },
  { fields: /\.(modifiersTotalPrice)$/, why: 'Products have no modifiers with a price (they are of restaurants’ menus).' },
  { fields: /\.consentRequiredPaymentPolicy$/, why: 'A policy of bookings; the policy that buyers agree to is `policyAgreement`.' },
  { fields: /\.decimalQuantity$|^DecimalQuantity\./, why: 'Quantities are whole.' },
  {
    fields: /\.subdivisionFullname$/,
    why: 'Only codes of subdivisions are stored; their names differ by language, and a client has them.',
  },
  {
    fields: /CalculationErrors\.(giftCardCalculationError|discountsCalculationError|membershipError)$/,
    why: 'A gift card, a rule or a membership that cannot be used takes nothing off; it never makes a calculation fail.',
  },
  {
    fields: /^Details\.(tracing|systemError)$|^SystemError\.errorCode$/,
    why: 'Internal details of a fault are in the log, under the request id.',
  },
  {
    fields: /\.(authenticatorConnection|authenticatorConnectionId|reEnrollmentRequired)$/,
    why: 'Second factors are stored with the member, not as a connection of an identity provider.',
  },
  { fields: /\.(dateValue|mapValue|numValue|boolValue)$/, why: 'Custom fields of members hold text and lists.' },
  { fields: /\.(externalReceipt|displayNumber)$/, why: 'An order’s receipt is its invoice; no app makes receipts.' },
  { fields: /\.totalRefundedAmount$/, why: 'Refunds have amounts; their lines have quantities.' },
  { fields: /\.urlExpirationDate$/, why: 'Links to files do not expire, or are fetched with the rights of the caller.' },
  { fields: /^(Color@files|FaceRecognition)\./, why: 'Pictures are not searched for faces; colours are sent as hex.' },
  { fields: /^(ImageMedia\.previewImage|PlatformMedia\.video)$/, why: 'A variant shows a picture.' },
  {
    fields: /^(Settings\.(keywords|preventAutoRedirect)|Keyword\.isMain)$/,
    why: 'Search phrases are not stored with a page’s meta tags; a changed slug always redirects.',
  },
  { fields: /^TokenInfoResponse\.vendorProductId$/, why: 'Apps are not sold.' },
  { fields: /^PagingMetadataV2@\w+\./, why: 'This list is paged by cursor and not counted.' },
]
