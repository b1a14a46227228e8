import { standsAtOnce } from '../../commerce/flows/approve-at-once.ts'
import { charging } from '../../commerce/flows/charging.ts'
import { payWithGiftCard } from '../../commerce/flows/pay-with-gift-card.ts'
import type { PaymentLinks } from '../../commerce/flows/payment-links.ts'
import type { TakingMoney } from '../../commerce/flows/payment-providers.ts'
import { payable, payersCheckout, placeForPayment } from '../../commerce/flows/place-order.ts'
import type { CodeKeys } from '../../commerce/gift-cards/code.ts'
import { findReadable } from '../../commerce/orders/operations.ts'
import type { Recipients } from '../../commerce/orders/place.ts'
import { showOrder } from '../../commerce/orders/show.ts'
import { findActivities, findOrder } from '../../commerce/orders/store.ts'
import { billingOperations } from '../../commerce/payments/billing.ts'
import { chargingOperations } from '../../commerce/payments/charging.ts'
import { collectionOperations } from '../../commerce/payments/collections.ts'
import { collectorOperations } from '../../commerce/payments/collector.ts'
import { type PaymentDeps, paymentOperations } from '../../commerce/payments/operations.ts'
import { savedMethodOperations } from '../../commerce/payments/saved-operations.ts'
import { paymentSettingsOperations } from '../../commerce/payments/settings.ts'
import { transactionOperations } from '../../commerce/payments/transactions.ts'
import type { Basis } from '../../commerce/selling/basis.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { mayRedirect } from '../../people/flows/redirects.ts'

export interface MoneyDeps extends Pick<TakingMoney, 'bank' | 'collecting' | 'live'>, Pick<PaymentDeps, 'statusToken'> {
  readonly origin: string
  readonly basis: Basis
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  readonly cardKeys: CodeKeys
  readonly payLinks: PaymentLinks
  readonly recipients: Recipients | undefined
}

/** What is paid, collected, charged and given back. */
export function moneyOperations({
  bank,
  collecting,
  live,
  statusToken,
  origin,
  basis,
  readSettings,
  cardKeys,
  payLinks,
  recipients,
}: MoneyDeps) {
  const { openTill, providers } = collecting
  const billing = { ...collecting, payWithGiftCard: payWithGiftCard(cardKeys) }
  const redirectable = mayRedirect(origin)
  const mayReturnTo = (db: Db, site: string, url: string) => redirectable(db, site, undefined, url)
  return {
    ...paymentOperations({
      ...collecting,
      sandbox: bank,
      placeForPayment: placeForPayment(openTill, basis, standsAtOnce, recipients),
      payersCheckout: payersCheckout(openTill),
      findPayable: async (scope, id) => {
        const order = await findReadable(scope.db, scope.site, scope, id)
        return order && payable(order)
      },
      orderExists: async (db, site, id) => (await findOrder(db, site, id)) !== undefined,
      statusToken,
      mayReturnTo,
    }),
    ...transactionOperations(collecting),
    ...billingOperations(billing),
    ...chargingOperations({ ...billing, ...charging(openTill) }),
    ...collectionOperations({
      ...collecting,
      ...payLinks,
      statusToken,
      mayReturnTo,
      payableOrder: async (db, site, id) => {
        const order = await findOrder(db, site, id)
        return order && payable(order)
      },
    }),
    ...paymentSettingsOperations({ providers, readSettings, live }),
    ...collectorOperations({
      ...collecting,
      showOrder: async (db, site, id) => showOrder((await findOrder(db, site, id))!, await findActivities(db, site, id)),
    }),
    ...savedMethodOperations({ providers }),
  }
}
