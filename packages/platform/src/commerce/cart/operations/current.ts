import { CartInfo, type cart } from '@vitrine/contract'
import { newId } from '../../../kernel/db/id.ts'
import { append } from '../../../kernel/events/outbox.ts'
import { nameOf } from '../../../kernel/http/caller.ts'
import { type Handlers, optimistic } from '../../../kernel/http/handlers.ts'
import { Prepared } from '../../../kernel/http/wire.ts'
import { Refusal, refuse } from '../../../kernel/refusal.ts'
import { acceptedCodes } from '../../../kernel/settings/checkout-form.ts'
import { mayTakePlace } from '../../selling/checkout-page.ts'
import { addLines } from '../../selling/line.ts'
import { masked } from '../../selling/mask.ts'
import { sentOrBefore } from '../../selling/sent-field.ts'
import { writeInfo } from '../rules.ts'
import { dropCart, findCart, isStill } from '../store.ts'
import { type CartChanges, type CartDeps, priced } from './cart-changes.ts'

/** The cart as a whole. */
export const currentCartOperations = (
  { openPricing, basis, refusedCoupon, mayLeadTo }: CartDeps,
  { shown, show, changeOrMake }: CartChanges,
): Handlers<Pick<typeof cart, 'GET /ecom/v1/carts/current' | 'PATCH /ecom/v1/carts/current' | 'DELETE /ecom/v1/carts/current'>> => ({
  async 'GET /ecom/v1/carts/current'(_, { db, site, caller, now }) {
    const owner = nameOf(caller)
    const before = shown.find(site, owner, now)
    if (before && (await isStill(db, site, before, basis))) return new Prepared(before.answer)
    const found = await findCart(db, site, owner)
    if (!found) return refuse('OWNED_CART_NOT_FOUND')
    const pricing = await openPricing(db, site)
    const lines = await pricing.know(found.document.lines)
    const { answer, keep } = show(site, now, found, lines, await priced(found, lines, pricing), pricing)
    keep()
    return answer
  },

  'PATCH /ecom/v1/carts/current': optimistic(async (input, scope) => {
    const info = masked(CartInfo, input.cartInfo ?? {}, input.cartFieldmask)
    if (info instanceof Refusal) return info
    const { couponCode } = input
    const buyer = { owner: nameOf(scope.caller), email: info.buyerInfo?.email ?? undefined }
    const refused = couponCode ? await refusedCoupon(scope, couponCode, buyer) : undefined
    if (refused) return refused
    const url = info.overrideCheckoutUrl
    const pageAllowed = await mayTakePlace(scope, url, mayLeadTo)
    return changeOrMake(scope, input, (document, wanted, { settings }) => {
      if (url && !pageAllowed && url !== document.checkoutPage) return refuse('REDIRECT_URI_NOT_ALLOWED', { url })
      if (couponCode && !acceptedCodes(settings).coupons) return refuse('COUPON_LOCKED')
      const lines = addLines(document.lines, wanted)
      if (lines instanceof Refusal) return lines
      const discounts = input.merchantDiscounts?.map(({ amount, lineItemIds }) => ({ id: newId(), amount, lineIds: lineItemIds ?? null }))
      return {
        ...writeInfo({ ...document, lines }, info, settings.commerce.locale),
        ...(discounts && { discounts }),
        couponCode: sentOrBefore(document.couponCode, couponCode),
      }
    })
  }),

  'DELETE /ecom/v1/carts/current': optimistic(async (_, { db, site, caller, now }) => {
    const found = await findCart(db, site, nameOf(caller))
    if (!found) return refuse('OWNED_CART_NOT_FOUND')
    await dropCart(db, site, found)
    await append(db, site, now, [{ type: 'wix.ecom.v1.cart_deleted', entityId: found.id, payload: {} }])
    return {}
  }),
})
