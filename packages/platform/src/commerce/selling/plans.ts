import type { SubscriptionSettings } from '@vitrine/contract'
import type { Minor, PaymentOption, PlanDiscount } from '@vitrine/pricing'

/** How a thing is bought again and again. */
export interface Plan extends PlanDiscount {
  readonly id: string
  readonly title: string
  readonly description?: string
  readonly settings: SubscriptionSettings
}

/** How a thing is paid for, where that is not all with the order. */
export interface PaymentTerms {
  readonly option: PaymentOption
  /** One unit; only with `DEPOSIT_ONLINE`. */
  readonly deposit?: Minor
}
