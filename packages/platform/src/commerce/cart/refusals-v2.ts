import { type RefusalCode, type RefusalData } from '@vitrine/contract'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { couponReasons } from './summary-v2.ts'

const sameWithoutFacts = {
  EMPTY_CHECKOUT: 'EMPTY_CART',
  CHECKOUT_CHANGED: 'CART_PRICES_OUT_OF_SYNC',
  NO_SELECTED_CARRIER_SERVICE_OPTION: 'MISSING_DELIVERY_METHOD',
  SELECTED_CARRIER_SERVICE_OPTION_NOT_FOUND: 'DELIVERY_METHOD_NO_LONGER_AVAILABLE',
  SELECTED_CARRIER_SERVICE_OPTION_NO_LONGER_AVAILABLE: 'DELIVERY_METHOD_NO_LONGER_AVAILABLE',
  GIFT_CARD_CANNOT_BE_USED_TO_PURCHASE_GIFT_CARD: 'CANNOT_PAY_FOR_GIFT_CARD_WITH_GIFT_CARD',
  COUPON_CANNOT_BE_USED_TO_PURCHASE_GIFT_CARD: 'CANNOT_REDEEM_COUPON_WHEN_PURCHASING_GIFT_CARD',
  SUBSCRIPTION_WITH_GIFT_CARD: 'CANNOT_PAY_FOR_SUBSCRIPTION_WITH_GIFT_CARD',
} as const

type Renamed = keyof typeof sameWithoutFacts
type Coupons = Extract<RefusalCode, `ERROR_COUPON_${string}`>
type Others =
  | 'CHECKOUT_ALREADY_PAID'
  | 'CHECKOUT_PAYMENT_ALREADY_IN_PROGRESS'
  | 'PARTIAL_OUT_OF_STOCK'
  | 'FULL_OUT_OF_STOCK'
  | 'REDEEM_GIFT_CARD_ERROR'
type InV2<C extends RefusalCode> =
  | Exclude<C, Renamed | Coupons | Others>
  | (C extends Renamed ? (typeof sameWithoutFacts)[C] : never)
  | (C extends Coupons ? 'INVALID_COUPON_CODE' | 'INVALID_COUPON_STATUS' : never)
  | (C extends 'CHECKOUT_ALREADY_PAID' ? 'CART_ALREADY_ORDERED' : never)
  | (C extends 'CHECKOUT_PAYMENT_ALREADY_IN_PROGRESS' ? 'PAYMENT_ALREADY_IN_PROGRESS' : never)
  | (C extends 'PARTIAL_OUT_OF_STOCK' | 'FULL_OUT_OF_STOCK' ? 'LINE_ITEMS_OUT_OF_STOCK' : never)
  | (C extends 'REDEEM_GIFT_CARD_ERROR' ? 'GIFT_CARD_REDEEM_ERROR' : never)

/** Why a coupon is refused, by the code of the first version. */
export function refusedCouponV2(code: RefusalCode, couponCode: string) {
  const reason = couponReasons[code]
  return reason ? refuse('INVALID_COUPON_STATUS', { couponCode, reason }) : refuse('INVALID_COUPON_CODE', { couponCode })
}

/** The refusals of an order, translated into codes of the second version of the wire. */
export function orderingRefusalV2<C extends RefusalCode>(refused: Refusal<C>, cartId: string): Refusal<InV2<C>> {
  return inV2(refused, cartId) as Refusal<InV2<C>>
}

function inV2({ code, data }: Refusal, cartId: string): Refusal {
  if (code in sameWithoutFacts) return refuse(sameWithoutFacts[code as Renamed])
  if (code.startsWith('ERROR_COUPON_')) {
    return refusedCouponV2(code, (data as RefusalData<Coupons>).couponCode)
  }
  switch (code) {
    case 'CHECKOUT_ALREADY_PAID': {
      const { orderId } = data as RefusalData<typeof code>
      return refuse('CART_ALREADY_ORDERED', { cartId, ...(orderId && { orderId }) })
    }
    case 'CHECKOUT_PAYMENT_ALREADY_IN_PROGRESS':
      return refuse('PAYMENT_ALREADY_IN_PROGRESS')
    case 'PARTIAL_OUT_OF_STOCK':
    case 'FULL_OUT_OF_STOCK': {
      const { lineItemIds } = data as RefusalData<typeof code>
      return refuse('LINE_ITEMS_OUT_OF_STOCK', { lineItemIds, allLineItemsOutOfStock: code === 'FULL_OUT_OF_STOCK' })
    }
    case 'REDEEM_GIFT_CARD_ERROR':
      return refuse('GIFT_CARD_REDEEM_ERROR', { error: (data as RefusalData<typeof code>).reason })
    default:
      return new Refusal(code, data)
  }
}
