import type { orderingRefusals } from '@vitrine/contract'

/** What a buyer has ticked beside the button. */
export interface Said {
  readonly policiesAgreed: boolean
  readonly subscribed: boolean
}

/** Why a buyer cannot order yet: the shop asks for more. */
export type AskedRefusal =
  | 'INVALID_ARGUMENT'
  | 'POLICY_AGREEMENT_REQUIRED'
  | 'MINIMUM_ORDER_NOT_REACHED'
  | 'VIOLATIONS_WITH_ERROR_SEVERITY'
  | 'FAILED_TO_RETRIEVE_VALIDATIONS_VIOLATIONS'

/** Why no order is made from a checkout. */
export type OrderingRefusal = (typeof orderingRefusals)[number] | AskedRefusal
