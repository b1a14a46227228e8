import type { Address } from '@vitrine/contract'
import type { MembershipChoice } from '@vitrine/pricing'
import type { Db } from '../../kernel/db/sql.ts'
import type { DeliveryChoice } from '../selling/delivery.ts'
import type { StoredLine } from '../selling/line.ts'
import type { MerchantDiscount } from '../selling/offers.ts'

/** What somebody put into a cart or bought of late. */
export interface RecentCart {
  readonly kind: 'ORDER' | 'CHECKOUT' | 'CART'
  readonly id: string
  readonly number?: string
  readonly at: Date
  readonly owner: string
  /** By name, or by mail. */
  readonly buyer?: string
  /** Those of an order name the prices they were sold at. */
  readonly lines: readonly StoredLine[]
  readonly couponCode?: string
  readonly memberships?: readonly MembershipChoice[]
  readonly merchant?: readonly MerchantDiscount[]
  readonly to?: Address
  readonly billing?: Address
  readonly choice?: DeliveryChoice
  /** What the delivery of an order cost, where its way is offered no more. */
  readonly delivery?: { readonly title: string; readonly price: string }
}

/** The carts, checkouts and orders of late, the newest first. */
export type FindRecentCarts = (db: Db, site: string, limit: number) => Promise<readonly RecentCart[]>
