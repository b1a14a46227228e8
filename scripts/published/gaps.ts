/** Why operations of the published client are not answered, by their ids. Rows of the specification, named and implied ones are never in it. */
export const gaps: readonly { readonly operations: RegExp; readonly why: string }[] = [
  {
    operations: /^auth\.oauth\.access\./,
    why: 'Installing an app from a market of apps, which a self-hosted shop has not: the client calls its maker’s own host. An app here has its id and secret, and `POST /oauth2/token` with `client_credentials`.',
  },
  {
    operations: /^ecom\.(checkout\.markCheckoutAsCompletedAndRedirectToUrl|cartV2\.handleAsyncCheckoutCompletion)$/,
    why: 'Called by the maker’s own payment pages with a token that they seal. Here a buyer returns from a bank to the address that `place-order` was given.',
  },
  {
    operations: /^ecom\.checkout\.createOrderAndCharge$/,
    why: 'Not there yet, and deprecated for `placeOrder` of cart v2. `createOrder` makes the order, and its payment collection is paid by `POST /vitrine/v1/payment-collections/{id}/pay`.',
  },
  {
    operations: /^ecom\.orders\.updateOrderLineItem$/,
    why: 'Withdrawn from the public types since February 2024; lines are changed by a draft order.',
  },
  { operations: /^ecom\.orders\.aggregateOrders$/, why: 'Not in the public types, and its language of aggregations is published nowhere.' },
  { operations: /\.updateExtendedFields$/, why: 'Nobody installs apps that define extended fields for delivery.' },
  {
    operations: /^ecom\.deliveryProfile\.(createDeliveryProfile|deleteDeliveryProfile)$/,
    why: 'The shop has one profile with any number of regions; all its products are delivered by it.',
  },
  {
    operations: /^ecom\.deliveryProfile\.(listDeliveryCarriers|setDeliveryCarrierActiveStatus|updateCarrierSettings)$/,
    why: 'A preview about the apps of carriers. Those of a region are in its profile, and are added, changed and removed there.',
  },
  { operations: /^ecom\.(pickupLocations|localDeliveryOptions)\.bulk/, why: 'Previews; places are written one by one.' },
  {
    operations: /^ecom\.localDeliveryOptions\.listLocalDeliveryOptions$/,
    why: 'Withdrawn since November 2024 for the list by delivery region, which is answered.',
  },
  {
    operations: /^payments\.savedPaymentMethods\.markSavedPaymentMethodPrimary$/,
    why: 'A GET that writes. Here the same path is answered to POST.',
  },
  {
    operations: /^payments\.savedPaymentMethods\.(updateSavedPaymentMethod|upsertSavedPaymentMethod)$/,
    why: 'Cards are saved by paying with them and choosing so; none is added without a payment.',
  },
  {
    operations: /^payments\.sitePaymentMethodTypes\./,
    why: 'Names contracts of the maker’s own payment service. The ways to pay of a checkout are in `GET /vitrine/v1/checkouts/{id}/payment-methods`.',
  },
]
