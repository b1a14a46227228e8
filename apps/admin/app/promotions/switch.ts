import type { Promotion } from '@vitrine/contract'
import { client } from '../client.ts'

/** Switches a coupon or a rule on or off. */
export async function switchTo({ coupon, discountRule }: Pick<Promotion, 'coupon' | 'discountRule'>, active: boolean): Promise<void> {
  if (coupon) await client.coupons.updateCoupon({ id: coupon.id, specification: { active } })
  else await client.discountRules.updateDiscountRule({ discountRule: { id: discountRule!.id, revision: discountRule!.revision, active } })
}

export async function remove({ coupon, discountRule }: Pick<Promotion, 'coupon' | 'discountRule'>): Promise<void> {
  if (coupon) await client.coupons.deleteCoupon({ id: coupon.id })
  else await client.discountRules.deleteDiscountRule({ discountRuleId: discountRule!.id })
}
