import { parseDecimal, toDecimal } from '@vitrine/pricing'
import { type CheckoutFormSettings } from './checkout-form-settings.ts'
import { freshCheckoutPage } from './checkout-page.ts'
import type { Sections } from './sections.ts'

/** As it is before the merchant says anything. */
export const freshCheckoutForm: CheckoutFormSettings = {
  fields: { company: 'OPTIONAL', vatId: 'OPTIONAL', addressLine2: 'OPTIONAL', phone: 'OPTIONAL' },
  questions: [],
  couponsAccepted: true,
}

/** Which codes a shop takes. */
export const acceptedCodes = ({
  checkout = freshCheckoutPage,
  checkoutForm = freshCheckoutForm,
}: Pick<Sections, 'checkout' | 'checkoutForm'>) => ({
  coupons: checkoutForm.couponsAccepted,
  giftCards: checkout.checkoutFields.giftCardRedeemEnabled,
})

/** The value from which there is an order, and how far goods of some value are from it; undefined where they are there. */
export function belowMinimum(
  { checkoutForm, commerce: { currency } }: Pick<Sections, 'checkoutForm' | 'commerce'>,
  subtotal: number,
): { readonly minimum: string } | undefined {
  const { minimumSubtotal } = checkoutForm ?? {}
  if (minimumSubtotal === undefined) return undefined
  const minimum = parseDecimal(minimumSubtotal, currency)
  return subtotal < minimum ? { minimum: toDecimal(minimum, currency) } : undefined
}
