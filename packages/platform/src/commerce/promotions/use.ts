import { type Coupon, type CouponRefusal, couponRefusal } from '@vitrine/pricing'
import type { Context } from '../../kernel/db/context.ts'
import { fold } from '../../kernel/query/fold.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { RefusedCoupon } from '../selling/codes.ts'
import { couponOf } from './coupon.ts'
import { countUse, countUsesBy, findByCode, findCoupon, noteUse } from './store.ts'

/** Who buys, under every name by which they are known again. */
export interface Customer {
  /** The caller's name: `visitor:<id>`, `member:<id>`. */
  readonly owner: string
  readonly email?: string | undefined
  /** An order of theirs whose use counts as none. */
  readonly orderId?: string | null | undefined
}

const namesOf = ({ owner, email }: Customer): string[] => [owner, ...(email ? [`email:${fold(email)}`] : [])]

const no = (code: CouponRefusal, couponCode: string): RefusedCoupon => refuse(code, { couponCode })

/** The coupon under a code, and why this customer cannot use it now, where they cannot. */
export async function findUsable(
  { db, site, now }: Context,
  couponCode: string,
  customer: Customer,
): Promise<{ readonly coupon: Coupon | null; readonly refusal: 'ERROR_COUPON_DOES_NOT_EXIST' | CouponRefusal | null }> {
  const found = await findByCode(db, site, couponCode, namesOf(customer), customer.orderId ?? null)
  if (!found) return { coupon: null, refusal: 'ERROR_COUPON_DOES_NOT_EXIST' }
  const coupon = couponOf(found)
  return { coupon, refusal: couponRefusal(coupon, now.getTime(), { byAll: found.uses - found.held, byCustomer: found.usesByCustomer }) }
}

/** Why this customer cannot use the coupon under a code now; undefined where they can. */
export async function refusedCoupon(context: Context, couponCode: string, customer: Customer): Promise<RefusedCoupon | undefined> {
  const { refusal } = await findUsable(context, couponCode, customer)
  return refusal ? refuse(refusal, { couponCode }) : undefined
}

/**
 * Uses a coupon for an order, in the order's transaction: of fifty who want the last use one gets it. A refusal must undo the transaction.
 */
export async function takeCoupon(
  context: Context,
  { id, code, given }: { readonly id: string; readonly code: string; readonly given: number },
  orderId: string,
  customer: Customer,
): Promise<RefusedCoupon | undefined> {
  const { db, site, now } = context
  const counted = await countUse(context, id, given)
  if (!counted) {
    const coupon = await findCoupon(db, site, id)
    const refused = coupon && couponRefusal(couponOf(coupon), now.getTime(), { byAll: coupon.uses, byCustomer: 0 })
    return refused ? no(refused, code) : refuse('ERROR_COUPON_DOES_NOT_EXIST', { couponCode: code })
  }
  const names = namesOf(customer)
  // The count holds the coupon's row: nobody else uses it until this transaction ends.
  if (counted.limitPerCustomer !== null && (await countUsesBy(db, site, id, names)) >= counted.limitPerCustomer)
    return no('ERROR_COUPON_LIMIT_PER_CUSTOMER_EXCEEDED', code)
  await noteUse(db, site, id, { orderId, customers: names, given })
  return undefined
}
