import type { Minor, Off } from '@vitrine/pricing'
import type { Revised } from './revised.ts'

/** Some goods, as a rule of the merchant's names them. */
export interface RuleScope {
  readonly id: string
  readonly appId: string
  /** Things of the app's catalogue, none for all; absent where a filter of the app's says which. */
  readonly itemIds?: readonly string[]
  readonly params?: Readonly<Record<string, unknown>>
}

export type RuleTrigger =
  | { readonly type: 'SUBTOTAL_RANGE'; readonly scopes: readonly RuleScope[]; readonly from?: Minor; readonly to?: Minor }
  | { readonly type: 'ITEM_QUANTITY_RANGE'; readonly scopes: readonly RuleScope[]; readonly from?: number; readonly to?: number }
  | { readonly type: 'CUSTOMER_ELIGIBILITY'; readonly memberIds: readonly string[] }
  | { readonly type: 'CUSTOM'; readonly appId: string; readonly id: string }
  | { readonly type: 'AND' | 'OR'; readonly triggers: readonly RuleTrigger[] }

/** A discount that gives itself, as the merchant set it up. */
export interface RuleSettings extends Revised {
  readonly id: string
  readonly name: string
  readonly active: boolean
  /** ISO instants. */
  readonly startsAt?: string
  readonly endsAt?: string
  readonly trigger?: RuleTrigger
  readonly scopes: readonly RuleScope[]
  readonly off: Exclude<
    Off,
    { readonly amount: Minor } | { readonly buy: number } | { readonly offer: unknown } | { readonly shipping: true }
  >
  /** Set for BUY_X_GET_Y: what has to be bought, and how many of the `scopes` one gets for it. */
  readonly offer?: {
    readonly scopes: readonly RuleScope[]
    readonly buys: { readonly quantity: number } | { readonly spend: Minor }
    readonly gets: number
    readonly limit?: number
  }
  /** Names what is sold in a bundle. */
  readonly bundleId?: string
  readonly tags?: readonly string[]
}

/** What the shop takes off without being asked. */
export interface DiscountSettings {
  readonly rules: readonly RuleSettings[]
}
