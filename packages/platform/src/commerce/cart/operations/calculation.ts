import type { Address, AddressInput } from '@vitrine/contract'
import type { MembershipChoice, Place, Quote } from '@vitrine/pricing'
import { keepAddress, placeOf } from '../../selling/addresses.ts'
import { type Delivery, type DeliveryChoice, deliveryChoiceOf, deliveryFor } from '../../selling/delivery.ts'
import type { FeesAnswer } from '../../selling/fees.ts'
import type { KnownLine } from '../../selling/line.ts'
import type { Offered } from '../../selling/offers.ts'
import type { PricingContext } from '../../selling/pricing-context.ts'
import { taxPlaceOf } from '../../selling/tax-place.ts'
import { nothingInTheWay, type Validated } from '../../selling/validations.ts'
import type { CartDocument, StoredCart } from '../store.ts'
import { buyerChoicesOf } from './cart-changes.ts'

/** What of a calculation is wanted, and what it goes by in the place of what the cart has. */
export interface CalculationOptions {
  readonly shippingAddress?: AddressInput | null | undefined
  readonly billingAddress?: AddressInput | null | undefined
  readonly choice?: DeliveryChoice | undefined
  readonly memberships?: readonly MembershipChoice[] | undefined
  readonly withDelivery: boolean
  readonly withTax: boolean
  readonly withFees: boolean
  readonly withGiftCards: boolean
  /** Whether services that look at orders are asked; they are where nothing is said. */
  readonly withValidations?: boolean
}

export interface Calculation {
  readonly lines: readonly KnownLine[]
  readonly offered: Offered
  /** Undefined where it is not wanted. */
  readonly delivery: Delivery | undefined
  readonly fees: FeesAnswer | false
  readonly quote: Quote
  readonly validated: Validated
}

/** What a cart comes to, as far as that is wanted. Changes nothing. */
export async function calculate(
  cart: Pick<StoredCart, 'id' | 'owner' | 'document'>,
  pricing: PricingContext,
  options: CalculationOptions,
): Promise<Calculation> {
  return calculateLines(await pricing.know(cart.document.lines), cart, pricing, options)
}

/** What lines come to that the catalogue has been asked about, for a buyer with these choices. */
export async function calculateLines(
  lines: readonly KnownLine[],
  { id, owner, document }: Pick<StoredCart, 'id' | 'owner'> & { readonly document: Omit<CartDocument, 'lines'> },
  pricing: PricingContext,
  options: CalculationOptions,
): Promise<Calculation> {
  const { withDelivery, withTax, withFees, withGiftCards } = options
  const { commerce } = pricing.settings
  const readAddress = (address: AddressInput | null | undefined): Address | undefined =>
    address ? keepAddress(address, commerce.locale) : undefined
  const address = readAddress(options.shippingAddress) ?? document.contactInfo?.address
  const billing = readAddress(options.billingAddress)
  const to = address?.country ? address : billing
  const place: Place | null = placeOf(to)
  const choice = options.choice ?? (document.selectedShippingOption && deliveryChoiceOf(document.selectedShippingOption))
  const memberships = options.memberships ?? document.memberships
  const choices = { ...buyerChoicesOf({ ...document, memberships }), ...(withGiftCards && { giftCard: document.giftCard }) }
  const offered = await pricing.offered(lines, choices, { owner, email: document.email, purchaseFlowId: id })
  const delivery = withDelivery
    ? deliveryFor(lines, place, choice, pricing, offered.discounts, await pricing.deliveryFacts(lines, to))
    : undefined
  const shipping = delivery?.chosen ?? null
  const taxedAt = taxPlaceOf(lines, shipping?.pickup?.address ?? place, placeOf(billing), commerce)
  const at = shipping?.pickup?.address ?? place
  const fees = withFees && (await pricing.fees(lines, { place: at, to, shipping, offered }))
  const tax = withTax ? await pricing.taxes(lines, { place: taxedAt, shipping, fees }) : undefined
  const quote = pricing.quote(lines, { place, shipping, offered, fees, ...(tax && { tax }) })
  const validated =
    options.withValidations === false
      ? nothingInTheWay
      : await pricing.validate({
          source: 'CART',
          purchaseFlowId: id,
          lines,
          quote,
          offered,
          shipping,
          email: document.email,
          ...(address && { shippingDestination: { address } }),
          ...(billing && { billingInfo: { address: billing } }),
        })
  return { lines, offered, delivery, fees, quote, validated }
}
