import type { NewCheckoutOfCart } from '@vitrine/contract'

/** What the checkout of a cart is made with, in addition to the cart's fields. */
export interface CheckoutChoices extends NewCheckoutOfCart {
  /** Whether the cart's fields replace those of its checkout, so that the order matches the calculated cart. */
  readonly cartDecides?: boolean
}
