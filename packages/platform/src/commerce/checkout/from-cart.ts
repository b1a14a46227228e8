import type { AddressInput, AddressWithContact, ChannelType, SelectedShippingOptionInput } from '@vitrine/contract'
import type { MembershipChoice } from '@vitrine/pricing'
import { append } from '../../kernel/events/outbox.ts'
import { nameOf } from '../../kernel/http/caller.ts'
import type { Scope } from '../../kernel/http/handlers.ts'
import type { Refusal } from '../../kernel/refusal.ts'
import type { StoredLine } from '../selling/line.ts'
import type { MerchantDiscount } from '../selling/offers.ts'
import type { PricingContext } from '../selling/pricing-context.ts'
import type { Recent } from '../selling/recent-writes.ts'
import { tooLarge } from '../selling/size.ts'
import { makeCheckout } from './make.ts'
import { refusedOption, writeInfo } from './rules.ts'
import { type CheckoutDocument, findCheckout, type StoredCheckout, saveCheckout } from './store.ts'
import { calculate } from './totals.ts'

/** What a checkout takes over from the cart it is made of. */
export interface CartForCheckout {
  readonly id: string
  readonly revision: number
  readonly lines: readonly StoredLine[]
  readonly checkoutId?: string | undefined
  readonly buyerNote?: string | undefined
  readonly email?: string | undefined
  readonly contactInfo?: AddressWithContact | undefined
  readonly selectedShippingOption?: { readonly carrierId?: string; readonly code: string } | undefined
  readonly checkoutPage?: string | undefined
  readonly discounts?: readonly MerchantDiscount[] | undefined
  readonly couponCode?: string | undefined
  readonly memberships?: readonly MembershipChoice[] | undefined
}

export interface CheckoutChoices {
  readonly channelType?: ChannelType | undefined
  readonly shippingAddress?: AddressInput | null | undefined
  readonly billingAddress?: AddressInput | null | undefined
  readonly selectedShippingOption?: SelectedShippingOptionInput | null | undefined
  readonly email?: string | null | undefined
}

/** The checkout of a cart: a new one, or the one it has, with the cart's lines of now. What the buyer wrote there before is kept. */
export async function checkoutFromCart(
  { db, site, caller, now }: Scope<'visitor'>,
  cart: CartForCheckout,
  choices: CheckoutChoices,
  pricing: PricingContext,
  written: Recent<StoredCheckout>,
): Promise<{ readonly checkoutId: string } | Refusal<'SELECTED_CARRIER_SERVICE_OPTION_NOT_FOUND' | 'INVALID_ARGUMENT'>> {
  const known = cart.checkoutId ? await findCheckout(db, site, cart.checkoutId) : undefined
  const before = known && !known.completed ? known : undefined
  const start: CheckoutDocument = {
    channelType: 'WEB',
    ...(cart.email && { email: cart.email }),
    ...(cart.buyerNote && { buyerNote: cart.buyerNote }),
    ...(cart.contactInfo && { shippingDestination: cart.contactInfo }),
    ...(cart.selectedShippingOption && { selectedOption: cart.selectedShippingOption }),
    ...(cart.checkoutPage && { checkoutPage: cart.checkoutPage }),
    ...before?.document,
    lines: cart.lines,
    // A cart that learns of its new checkout is one revision further.
    fromCart: {
      cartId: cart.id,
      revision: cart.revision + (before ? 0 : 1),
      lines: cart.lines.map(({ id, quantity }) => ({ id, quantity })),
    },
    ...(cart.discounts && { discounts: cart.discounts }),
    ...(cart.couponCode && { couponCode: cart.couponCode }),
    ...(cart.memberships && { memberships: cart.memberships }),
    ...(choices.channelType && { channelType: choices.channelType }),
  }
  const document = writeInfo(
    start,
    {
      ...(choices.email && { buyerInfo: { email: choices.email } }),
      ...(choices.billingAddress && { billingInfo: { address: choices.billingAddress } }),
      ...((choices.shippingAddress || choices.selectedShippingOption) && {
        shippingInfo: {
          ...(choices.shippingAddress && { shippingDestination: { address: choices.shippingAddress } }),
          ...(choices.selectedShippingOption && { selectedCarrierServiceOption: choices.selectedShippingOption }),
        },
      }),
    },
    pricing.settings.commerce.locale,
  )
  const large = tooLarge(document, before?.document)
  if (large) return large
  const totals = await calculate({ owner: before?.owner ?? nameOf(caller), orderId: before?.orderId ?? null, document }, pricing)
  const refused = refusedOption(start, document, totals)
  if (refused) return refused
  if (before) {
    await saveCheckout(db, site, { ...before, document, revision: before.revision + 1, updatedAt: now })
    await append(db, site, now, [{ type: 'wix.ecom.v1.checkout_updated', entityId: before.id, payload: { revision: before.revision + 1 } }])
    return { checkoutId: before.id }
  }
  const made = await makeCheckout({ db, site, now }, { cartId: cart.id, owner: nameOf(caller), document })
  written.put(db, site, made.id, made, totals.lines, pricing)
  return { checkoutId: made.id }
}
