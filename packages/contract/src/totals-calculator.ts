import * as z from 'zod'
import { AdditionalFee } from './calculation.ts'
import { AppliedDiscount, CartEstimate } from './cart.ts'
import { giftCardRefusals } from './checkout.ts'
import { PaymentOptionType, TaxableAddressType } from './enums.ts'
import {
  AddressInput,
  CatalogReferenceInput,
  CouponCode,
  GiftCardCode,
  Quantity,
  SelectedMembershipsInput,
  SelectedShippingOptionInput,
  SubscriptionInput,
} from './inputs.ts'
import { ItemTypeInput, PhysicalPropertiesInput } from './line-parts.ts'
import { operation, operations } from './operation.ts'
import { MultiCurrencyPrice, PriceSummary } from './prices.ts'
import { amount, CurrencyCode, Email, Guid, text } from './primitives.ts'

/**
 * A line item that is in no cart, at the price that the caller names. Where its reference is one of the catalogue's, absent values are the
 * catalogue's: weight, tax group, whether it is delivered, and which discount rules apply to it.
 */
export const LineItemToCalculate = z.object({
  /** The answer refers to the line by it; unique in the request. */
  id: text(100, 1),
  quantity: Quantity,
  catalogReference: CatalogReferenceInput.nullish(),
  productName: text(200).nullish(),
  /** One unit, in the shop's currency. */
  price: amount(4),
  /** One unit before the catalogue's discount. */
  fullPrice: amount(4).nullish(),
  physicalProperties: PhysicalPropertiesInput.nullish(),
  itemType: ItemTypeInput.nullish(),
  taxGroupId: Guid.nullish(),
  subscriptionSettings: SubscriptionInput.shape.subscriptionSettings.nullish(),
  paymentOption: PaymentOptionType.nullish(),
  /** The deposit per unit due with the order, where its payment option is `DEPOSIT_ONLINE`. */
  depositAmount: amount(4).nullish(),
  /** Whose address decides its taxes. */
  taxableAddress: z.object({ addressType: TaxableAddressType }).nullish(),
})
export interface LineItemToCalculate extends z.output<typeof LineItemToCalculate> {}

/** The ids of lines as the caller chose them. */
const lineItemIds = z.array(z.string()).optional()

/** The totals of the line items: a coupon or an option of delivery that does not apply is in `calculationErrors`. */
export const CalculatedTotals = CartEstimate.omit({ cart: true, violations: true }).extend({
  appliedDiscounts: z.array(AppliedDiscount.extend({ lineItemIds })),
  additionalFees: z.array(AdditionalFee.extend({ lineItemIds })),
  conversionCurrency: CurrencyCode,
  taxIncludedInPrice: z.boolean(),
  payAfterFreeTrial: PriceSummary.optional(),
  /** The total less what the gift card pays. */
  totalAfterGiftCard: MultiCurrencyPrice.optional(),
  /** `payNow` less what the gift card pays. */
  payNowTotalAfterGiftCard: MultiCurrencyPrice.optional(),
})
export interface CalculatedTotals extends z.infer<typeof CalculatedTotals> {}

export const totalsCalculator = operations({
  /**
   * By the rules of carts: discounts, delivery, fees, taxes, gift card. Nothing is stored, reserved or used up, and stock does not matter.
   *
   * `{ lineItems: [{ id: 'mug', quantity: 2, price: '26.00' }], shippingAddress: { country: 'DE' } }`
   */
  'POST /ecom/v1/calculate-totals': operation({
    as: 'visitor',
    merchant: 'orders.write',
    cost: 'price',
    guesses: ['couponCode', 'giftCardCode'],
    summary: 'Calculate the totals of line items that are in no cart',
    input: z.object({
      lineItems: z.array(LineItemToCalculate).max(300).optional(),
      shippingAddress: AddressInput.nullish(),
      billingAddress: AddressInput.nullish(),
      selectedShippingOption: SelectedShippingOptionInput.nullish(),
      couponCode: CouponCode.nullish(),
      /** In place of a code; only the shop may send it. */
      couponId: Guid.nullish(),
      giftCardCode: GiftCardCode.nullish(),
      /** The most to redeem from the gift card. */
      giftCardRedeemAmount: amount(3).nullish(),
      buyerEmail: Email.nullish(),
      /** Who buys: the caller's own id, or, for the shop, any member's. */
      memberId: Guid.nullish(),
      selectedMemberships: SelectedMembershipsInput.nullish(),
      calculateTax: z.boolean().nullish(),
      calculateShipping: z.boolean().nullish(),
    }),
    ok: CalculatedTotals,
    errors: giftCardRefusals,
    reads: true,
    aliases: ['/_api/totals-calculator/v1/calculate-totals'],
  }),
})
