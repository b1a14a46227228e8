import { refuse } from '../../kernel/refusal.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { refusedCoupon } from '../promotions/use.ts'
import type { CodeChecks } from '../selling/codes.ts'
import { couponRefusals, type DiscountProvider } from '../selling/discount-services.ts'
import type { OpenPricing } from '../selling/pricing-context.ts'

export interface CouponCheckDeps {
  readonly openPricing: OpenPricing
  readonly services: (settings: Pick<Sections, 'plugins'>) => readonly DiscountProvider[]
}

/** Why a buyer cannot use a coupon: the shop's own, or one of a service for discounts. */
export const couponChecks =
  ({ openPricing, services }: CouponCheckDeps): CodeChecks['refusedCoupon'] =>
  async (context, couponCode, buyer, lines) => {
    const refused = await refusedCoupon(context, couponCode, buyer)
    if (refused?.code !== 'ERROR_COUPON_DOES_NOT_EXIST') return refused
    const pricing = await openPricing(context.db, context.site)
    if (services(pricing.settings).length === 0) return refused
    const { coupon } = await pricing.offered(await pricing.know(lines), { couponCode }, buyer)
    const code = couponRefusals.find((one) => one === coupon?.error?.code)
    return code && refuse(code, { couponCode })
  }
