import type { Db } from '../kernel/db/sql.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { mayRedirect } from '../people/index.ts'
import type { Selling, SellingOptions } from './build-selling.ts'
import { standsAtOnce } from './flows/approve-at-once.ts'
import { charging } from './flows/charging.ts'
import { payWithGiftCard } from './flows/pay-with-gift-card.ts'
import { demandsOfServices } from './flows/payment-demands.ts'
import type { PaymentLinks } from './flows/payment-links.ts'
import { payable, payersCheckout, placeForPayment } from './flows/place-order.ts'
import type { CodeKeys } from './gift-cards/code.ts'
import { findReadable } from './orders/operations.ts'
import { showOrder } from './orders/show.ts'
import { findActivities, findOrder } from './orders/store.ts'
import { type PaymentAccountDeps, paymentAccountOperations } from './payments/account-operations.ts'
import { billingOperations } from './payments/billing.ts'
import { chargingOperations } from './payments/charging.ts'
import { collectionOperations } from './payments/collections.ts'
import { collectorOperations } from './payments/collector.ts'
import { type PaymentDeps, paymentOperations } from './payments/operations.ts'
import { savedMethodOperations } from './payments/saved-operations.ts'
import { paymentSettingsOperations, providersSetUp, shownPaymentSettings } from './payments/settings.ts'
import { stripeMethodOperations } from './payments/stripe-methods.ts'
import { transactionOperations } from './payments/transactions.ts'

export interface PaymentParts extends Pick<PaymentDeps, 'statusToken'> {
  readonly cardKeys: CodeKeys
  readonly payLinks: PaymentLinks
  readonly systemChecks: PaymentAccountDeps['systemChecks']
}

/** What is paid, collected, charged and given back. */
export function paymentOperationsOf(
  { clock, origin, readSettings, report, wrap, limits: { recipients } }: Kernel,
  { basis, stripeCalls, accounts, giftCards, elsewhere, memberships, outside, money: { bank, collecting } }: Selling,
  { stripe, sandbox: sandboxIsOpen }: Pick<SellingOptions, 'stripe' | 'sandbox'>,
  { statusToken, cardKeys, payLinks, systemChecks }: PaymentParts,
) {
  const { openPricing, providers } = collecting
  const billing = { ...collecting, payWithGiftCard: payWithGiftCard(cardKeys) }
  const show = shownPaymentSettings({ providers, readSettings, own: stripe, sandboxIsOpen })
  const redirectable = mayRedirect(origin)
  const requires3dSecure = demandsOfServices({ readSettings, ask: outside.askPaymentSettings })
  const mayReturnTo = (db: Db, site: string, url: string) => redirectable(db, site, undefined, url)
  return {
    ...paymentOperations({
      ...collecting,
      sandbox: bank,
      placeForPayment: placeForPayment(
        { openPricing, takeElsewhere: elsewhere.take, chargeFirst: memberships.chargeFirst, redeemFirst: giftCards.redeemFirst },
        basis,
        standsAtOnce,
        (settings) => providersSetUp(providers, settings),
        recipients,
      ),
      payersCheckout: payersCheckout(openPricing),
      findPayable: async (scope, id) => {
        const order = await findReadable(scope.db, scope.site, scope, id)
        return order && payable(order)
      },
      requires3dSecure,
      orderExists: async (db, site, id) => (await findOrder(db, site, id)) !== undefined,
      statusToken,
      mayReturnTo,
    }),
    ...transactionOperations(collecting),
    ...billingOperations(billing),
    ...chargingOperations({ ...billing, ...charging(openPricing, { find: outside.findServiceMemberships, ...memberships }) }),
    ...collectionOperations({
      ...collecting,
      ...payLinks,
      requires3dSecure,
      statusToken,
      mayReturnTo,
      payableOrder: async (db, site, id) => {
        const order = await findOrder(db, site, id)
        return order && payable(order)
      },
    }),
    ...paymentSettingsOperations({ providers, readSettings, show }),
    ...paymentAccountOperations({
      checking: stripeCalls,
      isOwn: stripe !== undefined,
      origin,
      wrap,
      clock,
      readSettings,
      show,
      systemChecks,
      report,
    }),
    ...stripeMethodOperations({ accounts, own: stripe, origin, readSettings, report }),
    ...collectorOperations({
      ...collecting,
      showOrder: async (db, site, id) => showOrder((await findOrder(db, site, id))!, await findActivities(db, site, id)),
    }),
    ...savedMethodOperations({ providers }),
  }
}
