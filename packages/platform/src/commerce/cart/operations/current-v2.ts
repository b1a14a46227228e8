import { type CartV2, CartV2Input, type cartV2, type RefusalCode } from '@vitrine/contract'
import { append } from '../../../kernel/events/outbox.ts'
import { nameOf } from '../../../kernel/http/caller.ts'
import { type Handlers, optimistic, type Scope } from '../../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../../kernel/refusal.ts'
import { acceptedCodes } from '../../../kernel/settings/checkout-form.ts'
import { mayTakePlace } from '../../selling/checkout-page.ts'
import { deliveryChoiceOf } from '../../selling/delivery.ts'
import { addLines, removeLines, setQuantities } from '../../selling/line.ts'
import { masked } from '../../selling/mask.ts'
import type { PricingContext } from '../../selling/pricing-context.ts'
import { writeInfo } from '../rules.ts'
import { showCartV2 } from '../show-v2.ts'
import { dropCart, findCart, type StoredCart } from '../store.ts'
import { couponReasons, showSummaryV2, type Validations } from '../summary-v2.ts'
import { type CalculationOptions, calculate } from './calculation.ts'
import { type CartChanges, type CartDeps, type Change, priced } from './cart-changes.ts'

const everything: CalculationOptions = { withDelivery: true, withTax: true, withFees: true }

/** The current cart in the second version of the wire. */
export function cartV2Operations(
  { openPricing, origin, refusedCoupon, mayLeadTo }: CartDeps,
  { writeCart, findWithPricing, startWith }: CartChanges,
): Handlers<typeof cartV2> {
  type Answer = { readonly cart: CartV2 }

  async function read({ db, site, caller }: Scope<'visitor'>): Promise<Answer | Refusal<'OWNED_CART_NOT_FOUND'>> {
    const found = await findCart(db, site, nameOf(caller))
    if (!found) return refuse('OWNED_CART_NOT_FOUND')
    const pricing = await openPricing(db, site)
    const lines = await pricing.know(found.document.lines)
    return { cart: showCartV2(found, lines, await priced(found, lines, pricing), pricing, origin) }
  }

  async function written<C extends RefusalCode>(
    scope: Scope<'visitor'>,
    before: StoredCart,
    work: Change<C>,
    pricing: PricingContext,
  ): Promise<Answer | Refusal<C | 'INVALID_ARGUMENT'>> {
    const done = await writeCart(scope, before, work, pricing)
    if (done instanceof Refusal) return done
    return { cart: showCartV2(done.after, done.lines, done.priced, pricing, origin) }
  }

  async function change<C extends RefusalCode = never>(
    scope: Scope<'visitor'>,
    work: Change<C>,
  ): Promise<Answer | Refusal<C | 'OWNED_CART_NOT_FOUND' | 'INVALID_ARGUMENT'>> {
    const [before, pricing] = await findWithPricing(scope)
    return before ? written(scope, before, work, pricing) : refuse('OWNED_CART_NOT_FOUND')
  }

  /** A change of the lines, which have to be there. */
  const changeLines = (
    scope: Scope<'visitor'>,
    ids: readonly string[],
    work: (lines: StoredCart['document']['lines']) => StoredCart['document']['lines'] | Refusal<'LINE_ITEM_NOT_FOUND'>,
  ) =>
    change<'LINE_ITEM_NOT_FOUND_IN_CART'>(scope, (document) => {
      const there = new Set(document.lines.map(({ id }) => id))
      const lineItemIds = ids.filter((id) => !there.has(id))
      const lines = work(document.lines)
      return lines instanceof Refusal ? refuse('LINE_ITEM_NOT_FOUND_IN_CART', { lineItemIds }) : { ...document, lines }
    })

  /** The coupon that a cart shows; none where the shop has deleted it meanwhile. */
  async function couponOf(cart: StoredCart, pricing: PricingContext) {
    if (cart.document.couponCode === undefined) return null
    const lines = await pricing.know(cart.document.lines)
    return (await priced(cart, lines, pricing)).offered.coupon?.coupon ?? null
  }

  async function calculation({ db, site, caller }: Scope<'visitor'>, options: CalculationOptions, validations: Validations) {
    const found = await findCart(db, site, nameOf(caller))
    if (!found) return refuse('OWNED_CART_NOT_FOUND')
    const pricing = await openPricing(db, site)
    const all = await calculate(found, pricing, options)
    return {
      cart: showCartV2(found, all.lines, all, pricing, origin),
      summary: showSummaryV2(found, all, pricing, validations, options.withTax),
    }
  }

  return {
    'GET /ecom/v2/carts/current': (_, scope) => read(scope),

    'POST /ecom/v2/carts/current/refresh': (_, scope) => read(scope),

    'PATCH /ecom/v2/carts/current': optimistic(async ({ cart, fieldMask }, scope) => {
      const sent = masked(CartV2Input, cart, fieldMask)
      if (sent instanceof Refusal) return sent
      const url = sent.customCheckoutUrl
      const pageAllowed = await mayTakePlace(scope, url, mayLeadTo)
      return change<'REDIRECT_URI_NOT_ALLOWED'>(scope, (document, { settings }) => {
        if (url && !pageAllowed && url !== document.checkoutPage) return refuse('REDIRECT_URI_NOT_ALLOWED', { url })
        return writeInfo(document, infoOf(sent), settings.commerce.locale)
      })
    }),

    'DELETE /ecom/v2/carts/current': optimistic(async (_, { db, site, caller, now }) => {
      const found = await findCart(db, site, nameOf(caller))
      if (!found) return refuse('OWNED_CART_NOT_FOUND')
      await dropCart(db, site, found)
      await append(db, site, now, [{ type: 'wix.ecom.v1.cart_deleted', entityId: found.id, payload: {} }])
      return {}
    }),

    'POST /ecom/v2/carts/current/add-line-items': optimistic(async ({ catalogItems }, scope) => {
      if (!catalogItems || catalogItems.length === 0) return refuse('NO_LINE_ITEMS_TO_ADD')
      const begun = await startWith(scope, {
        lineItems: catalogItems.map(({ catalogReference, quantity }) => ({ catalogReference, quantity })),
      })
      if (begun instanceof Refusal) return begun
      const { start, wanted, pricing } = begun
      return written(
        scope,
        start,
        (document) => {
          const lines = addLines(document.lines, wanted)
          return lines instanceof Refusal ? lines : { ...document, lines }
        },
        pricing,
      )
    }),

    'POST /ecom/v2/carts/current/update-line-items': optimistic(({ lineItems }, scope) => {
      const updates = lineItems.map(({ lineItemId, quantity }) => ({ id: lineItemId, quantity: quantity.newQuantity }))
      return changeLines(
        scope,
        updates.map(({ id }) => id),
        (lines) => setQuantities(lines, updates),
      )
    }),

    'POST /ecom/v2/carts/current/remove-line-items': optimistic(({ lineItemIds }, scope) =>
      changeLines(scope, lineItemIds, (lines) => removeLines(lines, lineItemIds)),
    ),

    'POST /ecom/v2/carts/current/add-coupon': optimistic(async ({ coupon: { code } }, scope) => {
      const refused = await refusedCoupon(scope, code, { owner: nameOf(scope.caller) })
      const [before, pricing] = await findWithPricing(scope)
      if (!before) return refuse('OWNED_CART_NOT_FOUND')
      if (!acceptedCodes(pricing.settings).coupons) return refuse('COUPON_LOCKED')
      const already = await couponOf(before, pricing)
      if (already?.code.toLowerCase() === code.toLowerCase()) return refuse('COUPON_ALREADY_EXISTS', { couponCode: code })
      if (already) return refuse('MAX_COUPONS_PER_CART_EXCEEDED')
      if (!refused) return written(scope, before, (document) => ({ ...document, couponCode: code }), pricing)
      const reason = couponReasons[refused.code]
      return reason ? refuse('INVALID_COUPON_STATUS', { couponCode: code, reason }) : refuse('INVALID_COUPON_CODE', { couponCode: code })
    }),

    'POST /ecom/v2/carts/current/remove-coupon': optimistic(async ({ couponId }, scope) => {
      const [before, pricing] = await findWithPricing(scope)
      if (!before) return refuse('OWNED_CART_NOT_FOUND')
      if ((await couponOf(before, pricing))?.id !== couponId) return refuse('COUPON_NOT_FOUND_IN_CART', { couponId })
      return written(scope, before, (document) => ({ ...document, couponCode: undefined }), pricing)
    }),

    'POST /ecom/v2/carts/current/set-delivery-method': optimistic(async ({ deliveryMethod: { code, appId } }, scope) => {
      const [before, pricing] = await findWithPricing(scope)
      if (!before) return refuse('OWNED_CART_NOT_FOUND')
      if (before.document.lines.length === 0) return refuse('DELIVERY_METHOD_MISSING_LINE_ITEMS')
      if (!before.document.contactInfo?.address?.country) return refuse('DELIVERY_METHOD_MISSING_ADDRESS')
      const selectedShippingOption = { code, ...(appId && { carrierId: appId }) }
      const { delivery } = await calculate(before, pricing, {
        choice: deliveryChoiceOf(selectedShippingOption),
        withDelivery: true,
        withTax: false,
        withFees: false,
      })
      if (!delivery?.chosen || delivery.choiceRefused) return refuse('DELIVERY_METHOD_NOT_FOUND', { code, ...(appId && { appId }) })
      return written(scope, before, (document) => ({ ...document, selectedShippingOption }), pricing)
    }),

    'POST /ecom/v2/carts/current/remove-delivery-method': optimistic((_, scope) =>
      change(scope, (document) => ({ ...document, selectedShippingOption: undefined })),
    ),

    'POST /ecom/v2/carts/current/calculate': (_, scope) => calculation(scope, everything, 'CHECKOUT_VALIDATIONS'),

    'POST /ecom/v2/carts/current/estimate': ({ calculateDelivery, calculateTax, calculateAdditionalFees, validationConfig }, scope) =>
      calculation(
        scope,
        { withDelivery: calculateDelivery ?? false, withTax: calculateTax ?? false, withFees: calculateAdditionalFees ?? false },
        validationConfig ?? 'PRE_CHECKOUT_VALIDATIONS',
      ),
  }
}

/** The fields of the second version, as the first names them. */
function infoOf({ note, customerInfo, deliveryInfo, businessInfo, customCheckoutUrl }: CartV2Input): Parameters<typeof writeInfo>[1] {
  const { contactId, email, ...contactDetails } = customerInfo ?? {}
  const address = deliveryInfo === null ? null : deliveryInfo?.address
  const contactInfo = {
    ...(address !== undefined && { address }),
    ...(customerInfo !== undefined && { contactDetails: customerInfo === null ? null : contactDetails }),
  }
  return {
    buyerNote: note,
    buyerInfo: customerInfo === null ? null : { contactId, email },
    ...(Object.keys(contactInfo).length > 0 && { contactInfo }),
    overrideCheckoutUrl: customCheckoutUrl,
    businessLocationId: businessInfo === null ? null : businessInfo?.locationId,
  }
}
