import type { Context } from '../../kernel/db/context.ts'
import { agreedPages, agreementText, subscriptionText } from '../../kernel/settings/checkout-page.ts'
import type { NamedProvider } from '../../kernel/settings/page-fields.ts'
import type { PaymentSettings, Sections } from '../../kernel/settings/sections.ts'
import type { StoredCheckout } from '../checkout/store.ts'
import { type Given, keepConsents } from '../checkout-form/consents.ts'
import type { StoredOrder } from '../orders/stored-order.ts'
import type { Said } from '../selling/ordering-refusals.ts'
import { ownerOf } from '../selling/owner.ts'

/** Whether the checkout page has a box that the shop's policies are agreed to with. */
export const asksAgreement = ({ checkout }: Sections, { customSettings }: StoredCheckout['document']): boolean =>
  (checkout?.checkoutFields.policyAgreementCheckbox.visible ?? false) && !customSettings?.disabledPolicyAgreementCheckbox

/** The providers that a shop with these settings has, as its pages name them. */
export type ProvidersOf = (settings: PaymentSettings) => readonly NamedProvider[]

/** Stores, as proof, what the buyer ticked of what could be ticked. */
export async function keepAgreements(
  context: Context,
  settings: Sections,
  checkout: StoredCheckout,
  order: StoredOrder,
  said: Said,
  providersOf: ProvidersOf,
): Promise<void> {
  const { document } = checkout
  const offered = settings.checkout?.checkoutFields.subscriptionCheckbox.visible
  const files = order.document.lineItems.some(({ itemType }) => itemType?.preset === 'DIGITAL')
  const given: Given[] = [
    ...(said.policiesAgreed && asksAgreement(settings, document)
      ? [
          {
            type: 'POLICIES' as const,
            words: agreementText(settings, { files }),
            ...agreedPages(settings, providersOf(settings.payments ?? {})),
          },
        ]
      : []),
    ...(said.subscribed && offered && document.email ? [{ type: 'MARKETING' as const, words: subscriptionText(settings) }] : []),
  ]
  if (given.length === 0 && checkout.orderId === null) return
  const of = { orderId: order.id, checkoutId: checkout.id, email: document.email ?? '', buyer: ownerOf(checkout.owner) }
  await keepConsents(context, given, of)
}
