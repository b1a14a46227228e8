import { type CartChange, CartInfo, type EstimateOptions, type NewCheckoutOfCart, type RefusalCode } from '@vitrine/contract'
import type * as z from 'zod'
import { newId } from '../../../kernel/db/id.ts'
import { nameOf } from '../../../kernel/http/caller.ts'
import type { Scope } from '../../../kernel/http/handlers.ts'
import type { Prepared } from '../../../kernel/http/wire.ts'
import { Refusal, refuse } from '../../../kernel/refusal.ts'
import { mayTakePlace } from '../../selling/checkout-page.ts'
import { locksOf, settledFor } from '../../selling/custom-settings.ts'
import { deliveryChoiceOf } from '../../selling/delivery.ts'
import { addLines, removeLines, setQuantities } from '../../selling/line.ts'
import { masked } from '../../selling/mask.ts'
import { choicesOf } from '../../selling/offers.ts'
import { sentOrBefore } from '../../selling/sent-field.ts'
import { writeInfo } from '../rules.ts'
import { showEstimate } from '../show-estimate.ts'
import type { CartDocument } from '../store.ts'
import { calculate } from './calculation.ts'
import { type CartChanges, type CartDeps, type Change, priced } from './cart-changes.ts'
import { drop } from './drop.ts'
import type { TargetToChange, TargetToRead, TargetToStart } from './target.ts'

type ChangeInput = Omit<z.output<typeof CartChange>, 'cartInfo'> & {
  readonly cartInfo?: CartInfo | null | undefined
  readonly cartFieldmask?: string | null | undefined
}

const withLines =
  <C extends RefusalCode>(work: (lines: CartDocument['lines']) => CartDocument['lines'] | Refusal<C>): Change<C> =>
  (document) => {
    const lines = work(document.lines)
    return lines instanceof Refusal ? lines : { ...document, lines }
  }

/** The operations on any cart in the first version of the wire. */
export function anyCartOperations({ openPricing, origin, refusedCoupon, mayLeadTo }: CartDeps, changes: CartChanges) {
  const { keep, show, findWithPricing, startWith, changeOrMake, makeCheckout } = changes

  async function change<G extends RefusalCode, C extends RefusalCode = never>(
    scope: Scope<'visitor'>,
    target: TargetToChange<G>,
    work: Change<C>,
  ): Promise<Prepared | Refusal<C | G | 'INVALID_ARGUMENT'>> {
    const found = await findWithPricing(scope, target)
    return found instanceof Refusal ? found : keep(scope, found[0], work, found[1])
  }

  return {
    async read<G extends RefusalCode>(scope: Scope<'visitor'>, target: TargetToRead<G>) {
      const found = await target.toRead(scope)
      if (found instanceof Refusal) return found
      const pricing = await openPricing(scope.db, scope.site)
      const lines = await pricing.know(found.document.lines)
      return show(scope.site, scope.now, found, lines, await priced(found, lines, pricing), pricing)
    },

    async update<G extends RefusalCode>(scope: Scope<'visitor'>, target: TargetToStart<G>, input: ChangeInput) {
      const info = masked(CartInfo, input.cartInfo ?? {}, input.cartFieldmask)
      if (info instanceof Refusal) return info
      const { couponCode } = input
      const buyer = { owner: nameOf(scope.caller), email: info.buyerInfo?.email ?? undefined }
      const url = info.overrideCheckoutUrl
      const pageAllowed = await mayTakePlace(scope, url, mayLeadTo)
      const begun = await startWith(scope, target, input)
      if (begun instanceof Refusal) return begun
      const { start, wanted, pricing } = begun
      if (couponCode) {
        const bought = addLines(start.document.lines, wanted)
        const lines = bought instanceof Refusal ? [] : bought
        const refused = await refusedCoupon(scope, couponCode, { ...buyer, ...(start.revision > 0 && { purchaseFlowId: start.id }) }, lines)
        if (refused) return refused
      }
      const { settings } = pricing
      const write = (document: CartDocument) => {
        if (url && !pageAllowed && url !== document.checkoutPage) return refuse('REDIRECT_URI_NOT_ALLOWED', { url })
        if (couponCode && locksOf(scope, settings, document).coupon) return refuse('COUPON_LOCKED')
        if (couponCode === null && settledFor(scope, document)?.lockCouponCode) return refuse('COUPON_LOCKED')
        const lines = addLines(document.lines, wanted)
        if (lines instanceof Refusal) return lines
        const discounts = input.merchantDiscounts?.map(({ amount, lineItemIds }) => ({ id: newId(), amount, lineIds: lineItemIds ?? null }))
        return {
          ...writeInfo({ ...document, lines }, info, settings.commerce.locale),
          ...(discounts && { discounts }),
          couponCode: sentOrBefore(document.couponCode, couponCode),
        }
      }
      return keep(scope, start, write, pricing)
    },

    drop,

    add: <G extends RefusalCode>(
      scope: Scope<'visitor'>,
      target: TargetToStart<G>,
      input: Parameters<typeof changeOrMake>[2] & { readonly businessLocationId?: string | null | undefined },
    ) =>
      changeOrMake(scope, target, input, (document, wanted) => {
        const lines = addLines(document.lines, wanted)
        if (lines instanceof Refusal) return lines
        return { ...document, lines, ...(input.businessLocationId && { businessLocationId: input.businessLocationId }) }
      }),

    removeLines: <G extends RefusalCode>(scope: Scope<'visitor'>, target: TargetToChange<G>, lineItemIds: readonly string[]) =>
      change(
        scope,
        target,
        withLines((lines) => removeLines(lines, lineItemIds)),
      ),

    setQuantities: <G extends RefusalCode>(
      scope: Scope<'visitor'>,
      target: TargetToChange<G>,
      lineItems: Parameters<typeof setQuantities>[1],
    ) =>
      change(
        scope,
        target,
        withLines((lines) => setQuantities(lines, lineItems)),
      ),

    removeCoupon: <G extends RefusalCode>(scope: Scope<'visitor'>, target: TargetToChange<G>) =>
      change(scope, target, (document) =>
        settledFor(scope, document)?.lockCouponCode ? refuse('COUPON_LOCKED') : { ...document, couponCode: undefined },
      ),

    removeBusinessLocation: <G extends RefusalCode>(scope: Scope<'visitor'>, target: TargetToChange<G>) =>
      change(scope, target, (document) => ({ ...document, businessLocationId: undefined })),

    async estimate<G extends RefusalCode>(scope: Scope<'visitor'>, target: TargetToRead<G>, input: EstimateOptions) {
      const found = await target.toRead(scope)
      if (found instanceof Refusal) return found
      const pricing = await openPricing(scope.db, scope.site)
      const withTax = input.calculateTax ?? true
      const calculation = await calculate(found, pricing, {
        shippingAddress: input.shippingAddress,
        billingAddress: input.billingAddress,
        ...(input.selectedShippingOption && { choice: deliveryChoiceOf(input.selectedShippingOption) }),
        ...(input.selectedMemberships && { memberships: choicesOf(input.selectedMemberships) }),
        withDelivery: input.calculateShipping ?? true,
        withTax,
        withFees: input.calculateAdditionalFees ?? true,
        withGiftCards: true,
      })
      return showEstimate(found, calculation, pricing, origin, withTax)
    },

    createCheckout: <G extends RefusalCode>(scope: Scope<'visitor'>, target: TargetToChange<G>, input: NewCheckoutOfCart) =>
      makeCheckout(scope, target, input, keep),
  }
}
