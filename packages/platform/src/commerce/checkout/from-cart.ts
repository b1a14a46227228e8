import type { AddressWithContact, ChannelType } from '@vitrine/contract'
import type { MembershipChoice } from '@vitrine/pricing'
import { append } from '../../kernel/events/outbox.ts'
import type { Scope } from '../../kernel/http/handlers.ts'
import type { Refusal } from '../../kernel/refusal.ts'
import type { CheckoutChoices } from '../selling/checkout-choices.ts'
import type { CustomSettings } from '../selling/custom-settings.ts'
import type { StoredLine } from '../selling/line.ts'
import type { MerchantDiscount, WantedCard } from '../selling/offers.ts'
import type { PricingContext } from '../selling/pricing-context.ts'
import { tooLarge } from '../selling/size.ts'
import { makeCheckout } from './make.ts'
import { refusedOption, writeInfo } from './rules.ts'
import { type CheckoutDocument, findCheckout, saveCheckout } from './store.ts'
import { calculate, withServicesSeen } from './totals.ts'

/** What a checkout takes over from the cart it is made from. */
export interface CartForCheckout {
  readonly id: string
  /** Its owner, who also owns its checkout. */
  readonly owner: string
  readonly current: boolean
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
  readonly giftCard?: WantedCard | undefined
  readonly billingInfo?: AddressWithContact | undefined
  readonly channelType?: ChannelType | undefined
  readonly customSettings?: CustomSettings | undefined
}

/** A checkout without the fields that the cart replaces: what was removed from the cart is not ordered. */
function withoutOffers(document: CheckoutDocument | undefined): Partial<CheckoutDocument> {
  const {
    selectedOption: _,
    couponCode: __,
    giftCard: ___,
    memberships: ____,
    discounts: _____,
    ...rest
  } = document ?? ({} as Partial<CheckoutDocument>)
  return rest
}

/** The checkout of a cart: a new one, or the one it has, with the cart's current lines. What the buyer wrote there before is preserved. */
export async function checkoutFromCart(
  { db, site, now }: Scope<'visitor'>,
  cart: CartForCheckout,
  choices: CheckoutChoices,
  pricing: PricingContext,
): Promise<{ readonly checkoutId: string } | Refusal<'SELECTED_CARRIER_SERVICE_OPTION_NOT_FOUND' | 'INVALID_ARGUMENT'>> {
  const known = cart.checkoutId ? await findCheckout(db, site, cart.checkoutId) : undefined
  const before = known && !known.completed ? known : undefined
  const own = {
    ...(cart.email && { email: cart.email }),
    ...(cart.buyerNote && { buyerNote: cart.buyerNote }),
    ...(cart.contactInfo && { shippingDestination: cart.contactInfo }),
    ...(cart.selectedShippingOption && { selectedOption: cart.selectedShippingOption }),
    ...(cart.checkoutPage && { checkoutPage: cart.checkoutPage }),
    ...(cart.billingInfo && { billingInfo: cart.billingInfo }),
    ...(cart.customSettings && { customSettings: cart.customSettings }),
  }
  const start: CheckoutDocument = {
    channelType: cart.channelType ?? 'WEB',
    ...(choices.cartDecides ? { ...withoutOffers(before?.document), ...own } : { ...own, ...before?.document }),
    lines: cart.lines,
    // A cart that learns of its new checkout is one revision further.
    fromCart: {
      cartId: cart.id,
      revision: cart.revision + (before ? 0 : 1),
      lines: cart.lines.map(({ id, quantity }) => ({ id, quantity })),
      ...(!cart.current && { stays: true as const }),
    },
    ...(cart.discounts && { discounts: cart.discounts }),
    ...(cart.couponCode && { couponCode: cart.couponCode }),
    ...(cart.memberships && { memberships: cart.memberships }),
    ...(cart.giftCard && { giftCard: cart.giftCard }),
    ...(choices.channelType && { channelType: choices.channelType }),
  }
  const asked = writeInfo(
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
  const large = tooLarge(asked, before?.document)
  if (large) return large
  const totals = await calculate(
    { owner: before?.owner ?? cart.owner, cartId: cart.id, orderId: before?.orderId ?? null, document: asked },
    pricing,
  )
  const refused = refusedOption(start, asked, totals)
  if (refused) return refused
  const document = withServicesSeen(asked, totals)
  if (before) {
    await saveCheckout(db, site, { ...before, document, revision: before.revision + 1, updatedAt: now })
    await append(db, site, now, [{ type: 'wix.ecom.v1.checkout_updated', entityId: before.id, payload: { revision: before.revision + 1 } }])
    return { checkoutId: before.id }
  }
  const made = await makeCheckout({ db, site, now }, { cartId: cart.id, owner: cart.owner, document })
  return { checkoutId: made.id }
}
