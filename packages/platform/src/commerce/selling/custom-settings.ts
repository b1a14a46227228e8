import type { Actor } from '../../kernel/http/caller.ts'
import { acceptedCodes } from '../../kernel/settings/checkout-form.ts'
import type { Sections } from '../../kernel/settings/sections.ts'

/** Settings of a cart or a checkout that hold for its buyers, given by its creator. */
export interface CustomSettings {
  readonly lockGiftCard: boolean
  readonly lockCouponCode: boolean
  readonly disabledPolicyAgreementCheckbox: boolean
  readonly disabledManualPayment: boolean
}

interface Settled {
  readonly customSettings?: CustomSettings | undefined
}

/** Which codes of a cart or checkout a caller may not change: those the shop does not take, and those its creator has fixed. */
export interface Locks {
  readonly coupon: boolean
  readonly giftCard: boolean
}

/** The creator's settings for buyers; undefined for the shop, which is not bound by them. */
export const settledFor = ({ merchant }: Pick<Actor, 'merchant'>, { customSettings }: Settled) => (merchant ? undefined : customSettings)

/** The codes that a caller cannot change: those the shop does not take, and for buyers those fixed by the creator. */
export function locksOf(actor: Pick<Actor, 'merchant'>, settings: Pick<Sections, 'checkout' | 'checkoutForm'>, document: Settled): Locks {
  const { coupons, giftCards } = acceptedCodes(settings)
  const settled = settledFor(actor, document)
  return { coupon: !coupons || (settled?.lockCouponCode ?? false), giftCard: !giftCards || (settled?.lockGiftCard ?? false) }
}
