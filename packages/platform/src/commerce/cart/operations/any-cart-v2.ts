import {
  CartV2Input,
  type EstimateV2,
  type FormsToUpdate,
  type GiftCardByCode,
  type LinesToAddV2,
  type LinesToUpdate,
  type NewCartV2,
  type RefusalCode,
} from '@vitrine/contract'
import type { Scope } from '../../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../../kernel/refusal.ts'
import { mayTakePlace } from '../../selling/checkout-page.ts'
import { locksOf, settledFor } from '../../selling/custom-settings.ts'
import { deliveryChoiceOf } from '../../selling/delivery.ts'
import { addLines, removeLines, setQuantities, type WantedLine } from '../../selling/line.ts'
import { masked } from '../../selling/mask.ts'
import type { PricingContext } from '../../selling/pricing-context.ts'
import { withFormsAnswered } from '../forms.ts'
import { linesOf, membershipOf, writeInfoV2 } from '../input-v2.ts'
import { withMemberships } from '../memberships.ts'
import { refusedCouponV2 } from '../refusals-v2.ts'
import { showCartV2 } from '../show-v2.ts'
import { type CartDocument, type StoredCart } from '../store.ts'
import { cardReasons, showSummaryV2, type Validations } from '../summary-v2.ts'
import { upsellsOf } from '../upsells.ts'
import { type CalculationOptions, calculate } from './calculation.ts'
import { type CartChanges, type CartDeps, type Change, priced } from './cart-changes.ts'
import { drop } from './drop.ts'
import type { TargetToChange, TargetToRead, TargetToStart } from './target.ts'

const everything: CalculationOptions = { withDelivery: true, withTax: true, withFees: true, withGiftCards: true }

/** The operations on any cart in the second version of the wire. */
export function anyCartV2Operations(deps: CartDeps, { writeCart, findWithPricing, startWith }: CartChanges) {
  const { openPricing, origin, refusedCoupon, findGiftCard, mayLeadTo, plansOf } = deps

  async function written<C extends RefusalCode>(scope: Scope<'visitor'>, before: StoredCart, work: Change<C>, pricing: PricingContext) {
    const done = await writeCart(scope, before, work, pricing)
    if (done instanceof Refusal) return done
    return { cart: showCartV2(done.after, done.lines, done.priced, pricing, origin) }
  }

  async function change<G extends RefusalCode, C extends RefusalCode = never>(
    scope: Scope<'visitor'>,
    target: TargetToChange<G>,
    work: Change<C>,
  ) {
    const found = await findWithPricing(scope, target)
    return found instanceof Refusal ? found : written(scope, found[0], work, found[1])
  }

  /** Changes lines, all of which have to be in the cart. */
  const changeLines = <G extends RefusalCode>(
    scope: Scope<'visitor'>,
    target: TargetToChange<G>,
    ids: readonly string[],
    work: (document: CartDocument) => CartDocument | Refusal<'LINE_ITEM_NOT_FOUND'>,
  ) =>
    change<G, 'LINE_ITEM_NOT_FOUND_IN_CART'>(scope, target, (document) => {
      const there = new Set(document.lines.map(({ id }) => id))
      const lineItemIds = ids.filter((id) => !there.has(id))
      const changed = lineItemIds.length > 0 ? undefined : work(document)
      return changed === undefined || changed instanceof Refusal ? refuse('LINE_ITEM_NOT_FOUND_IN_CART', { lineItemIds }) : changed
    })

  /** The coupon of a cart; null if the shop has deleted it since. */
  async function couponOf(cart: StoredCart, pricing: PricingContext) {
    if (cart.document.couponCode === undefined) return null
    const lines = await pricing.know(cart.document.lines)
    return (await priced(cart, lines, pricing)).offered.coupon?.coupon ?? null
  }

  /** Why a coupon is refused; undefined if it is accepted. */
  async function couponRefusal(
    scope: Scope<'visitor'>,
    { id, revision, owner, document }: Pick<StoredCart, 'id' | 'revision' | 'owner' | 'document'>,
    code: string,
  ) {
    const refused = await refusedCoupon(
      scope,
      code,
      { owner, email: document.email, ...(revision > 0 && { purchaseFlowId: id }) },
      document.lines,
    )
    return refused && refusedCouponV2(refused.code, code)
  }

  /** The gift card with a code, if it can pay. */
  async function cardFor(scope: Scope<'visitor'>, { owner }: Pick<StoredCart, 'owner'>, { code, redeemAmount }: GiftCardByCode) {
    const card = await findGiftCard(scope, code, { owner })
    if (!(card instanceof Refusal)) return { ...card, ...(redeemAmount && { wanted: redeemAmount.amount }) }
    const reason = cardReasons[card.code]
    return reason
      ? refuse('INVALID_GIFT_CARD_STATUS', { giftCardCode: code, reason })
      : refuse('INVALID_GIFT_CARD_CODE', { giftCardCode: code })
  }

  /** The delivery method with a code, in the form that a cart stores. */
  async function methodFor(
    cart: StoredCart,
    { code, appId }: { readonly code: string; readonly appId?: string | null | undefined },
    pricing: PricingContext,
  ) {
    if (cart.document.lines.length === 0) return refuse('DELIVERY_METHOD_MISSING_LINE_ITEMS')
    if (!cart.document.contactInfo?.address?.country) return refuse('DELIVERY_METHOD_MISSING_ADDRESS')
    const selected = { code, ...(appId && { carrierId: appId }) }
    const options = { withDelivery: true, withTax: false, withFees: false, withGiftCards: false, withValidations: false }
    const { delivery } = await calculate(cart, pricing, { choice: deliveryChoiceOf(selected), ...options })
    return delivery?.chosen && !delivery.choiceRefused ? selected : refuse('DELIVERY_METHOD_NOT_FOUND', { code, ...(appId && { appId }) })
  }

  /** Adds lines of the second version to a cart, with the memberships that pay for them. */
  function withLines(document: CartDocument, { catalogItems }: LinesToAddV2, wanted: readonly WantedLine[]) {
    const lines = addLines(document.lines, wanted)
    if (lines instanceof Refusal) return lines
    const chosen = (catalogItems ?? []).flatMap((item, i) => {
      const membership = membershipOf(item)
      const line = membership && lines.find(({ same }) => same === wanted[i]!.same)
      return line ? [{ lineId: line.id, membership }] : []
    })
    return { ...document, lines, ...(chosen.length > 0 && { memberships: withMemberships(document.memberships, chosen) }) }
  }

  async function calculation<G extends RefusalCode>(
    scope: Scope<'visitor'>,
    target: TargetToRead<G>,
    options: CalculationOptions,
    validations: Validations,
  ) {
    const found = await target.toRead(scope)
    if (found instanceof Refusal) return found
    const pricing = await openPricing(scope.db, scope.site)
    const all = await calculate(found, pricing, options)
    return {
      cart: showCartV2(found, all.lines, all, pricing, origin),
      summary: showSummaryV2(found, all, pricing, validations, options.withTax),
    }
  }

  return {
    async read<G extends RefusalCode>(scope: Scope<'visitor'>, target: TargetToRead<G>) {
      const found = await target.toRead(scope)
      if (found instanceof Refusal) return found
      const pricing = await openPricing(scope.db, scope.site)
      const lines = await pricing.know(found.document.lines)
      return { cart: showCartV2(found, lines, await priced(found, lines, pricing), pricing, origin) }
    },

    async create<G extends RefusalCode>(scope: Scope<'visitor'>, target: TargetToStart<G>, input: NewCartV2) {
      const { cart, coupons, giftCards, deliveryMethod } = input
      const { settings, ...info } = cart ?? {}
      const url = info.customCheckoutUrl
      if (url && !(await mayTakePlace(scope, url, mayLeadTo))) return refuse('REDIRECT_URI_NOT_ALLOWED', { url })
      const begun = await startWith(scope, target, linesOf(input))
      if (begun instanceof Refusal) return begun
      const { start, wanted, pricing } = begun
      const filled = withLines(start.document, input, wanted)
      if (filled instanceof Refusal) return filled
      const document = {
        ...writeInfoV2(filled, info, pricing.settings.commerce.locale),
        ...(settings && {
          customSettings: {
            lockGiftCard: settings.lockGiftCard ?? false,
            lockCouponCode: settings.lockCouponCode ?? false,
            disabledPolicyAgreementCheckbox: settings.policyAgreementCheckboxDisabled ?? false,
            disabledManualPayment: settings.manualPaymentDisabled ?? false,
          },
        }),
      }
      const made = { ...start, document }
      const locks = locksOf(scope, pricing.settings, {})
      const [coupon] = coupons ?? []
      if (coupon && locks.coupon) return refuse('COUPON_LOCKED')
      const refused = coupon && (await couponRefusal(scope, made, coupon.code))
      if (refused) return refused
      const [wantedCard] = giftCards ?? []
      if (wantedCard && locks.giftCard) return refuse('GIFT_CARD_LOCKED')
      const card = wantedCard && (await cardFor(scope, made, wantedCard))
      if (card instanceof Refusal) return card
      const method = deliveryMethod ? await methodFor(made, deliveryMethod, pricing) : undefined
      if (method instanceof Refusal) return method
      return written<never>(
        scope,
        start,
        () => ({
          ...document,
          ...(coupon && { couponCode: coupon.code }),
          ...(card && { giftCard: card }),
          ...(method && { selectedShippingOption: method }),
        }),
        pricing,
      )
    },

    async update<G extends RefusalCode>(
      scope: Scope<'visitor'>,
      target: TargetToChange<G>,
      cart: CartV2Input,
      fieldMask: string | null | undefined,
    ) {
      const sent = masked(CartV2Input, cart, fieldMask)
      if (sent instanceof Refusal) return sent
      const url = sent.customCheckoutUrl
      const pageAllowed = await mayTakePlace(scope, url, mayLeadTo)
      return change<G, 'REDIRECT_URI_NOT_ALLOWED'>(scope, target, (document, { settings }) => {
        if (url && !pageAllowed && url !== document.checkoutPage) return refuse('REDIRECT_URI_NOT_ALLOWED', { url })
        return writeInfoV2(document, sent, settings.commerce.locale)
      })
    },

    drop,

    async add<G extends RefusalCode>(scope: Scope<'visitor'>, target: TargetToStart<G>, input: LinesToAddV2) {
      if ((input.catalogItems ?? []).length + (input.customItems ?? []).length === 0) return refuse('NO_LINE_ITEMS_TO_ADD')
      const begun = await startWith(scope, target, linesOf(input))
      if (begun instanceof Refusal) return begun
      const { start, wanted, pricing } = begun
      return written(scope, start, (document) => withLines(document, input, wanted), pricing)
    },

    updateLines: <G extends RefusalCode>(scope: Scope<'visitor'>, target: TargetToChange<G>, { lineItems }: LinesToUpdate) =>
      changeLines(
        scope,
        target,
        lineItems.map(({ lineItemId }) => lineItemId),
        (document) => {
          const updates = lineItems.flatMap(({ lineItemId, quantity }) =>
            quantity ? [{ id: lineItemId, quantity: quantity.newQuantity }] : [],
          )
          const chosen = lineItems.flatMap(({ lineItemId: lineId, selectedMembership, membershipPayment }) => {
            const membership = membershipOf({ selectedMembership: selectedMembership?.newMembership, membershipPayment })
            return membership || selectedMembership ? [{ lineId, membership }] : []
          })
          const lines = setQuantities(document.lines, updates)
          if (lines instanceof Refusal) return lines
          return { ...document, lines, ...(chosen.length > 0 && { memberships: withMemberships(document.memberships, chosen) }) }
        },
      ),

    removeLines: <G extends RefusalCode>(scope: Scope<'visitor'>, target: TargetToChange<G>, lineItemIds: readonly string[]) =>
      changeLines(scope, target, lineItemIds, (document) => {
        const lines = removeLines(document.lines, lineItemIds)
        return lines instanceof Refusal ? lines : { ...document, lines }
      }),

    async addCoupon<G extends RefusalCode>(scope: Scope<'visitor'>, target: TargetToChange<G>, code: string) {
      const known = await findWithPricing(scope, target)
      if (known instanceof Refusal) return known
      const [before, pricing] = known
      if (locksOf(scope, pricing.settings, before.document).coupon) return refuse('COUPON_LOCKED')
      const already = await couponOf(before, pricing)
      if (already?.code.toLowerCase() === code.toLowerCase()) return refuse('COUPON_ALREADY_EXISTS', { couponCode: code })
      if (already) return refuse('MAX_COUPONS_PER_CART_EXCEEDED')
      const refused = await couponRefusal(scope, before, code)
      return refused ?? written<never>(scope, before, (document) => ({ ...document, couponCode: code }), pricing)
    },

    async removeCoupon<G extends RefusalCode>(scope: Scope<'visitor'>, target: TargetToChange<G>, couponId: string) {
      const known = await findWithPricing(scope, target)
      if (known instanceof Refusal) return known
      const [before, pricing] = known
      if (settledFor(scope, before.document)?.lockCouponCode) return refuse('COUPON_LOCKED')
      if ((await couponOf(before, pricing))?.id !== couponId) return refuse('COUPON_NOT_FOUND_IN_CART', { couponId })
      return written<never>(scope, before, (document) => ({ ...document, couponCode: undefined }), pricing)
    },

    async addGiftCard<G extends RefusalCode>(scope: Scope<'visitor'>, target: TargetToChange<G>, sent: GiftCardByCode) {
      const known = await findWithPricing(scope, target)
      if (known instanceof Refusal) return known
      const [before, pricing] = known
      if (locksOf(scope, pricing.settings, before.document).giftCard) return refuse('GIFT_CARD_LOCKED')
      const card = await cardFor(scope, before, sent)
      if (card instanceof Refusal) return card
      const already = before.document.giftCard
      if (already?.id === card.id) return refuse('GIFT_CARD_ALREADY_EXISTS', { giftCardCode: sent.code })
      if (already) return refuse('MAX_GIFT_CARDS_PER_CART_EXCEEDED')
      return written<never>(scope, before, (document) => ({ ...document, giftCard: card }), pricing)
    },

    removeGiftCard: <G extends RefusalCode>(scope: Scope<'visitor'>, target: TargetToChange<G>, giftCardId: string) =>
      change<G, 'GIFT_CARD_LOCKED' | 'GIFT_CARD_NOT_FOUND_IN_CART'>(scope, target, (document) => {
        if (settledFor(scope, document)?.lockGiftCard) return refuse('GIFT_CARD_LOCKED')
        if (document.giftCard?.id !== giftCardId) return refuse('GIFT_CARD_NOT_FOUND_IN_CART', { giftCardId })
        return { ...document, giftCard: undefined }
      }),

    async setDeliveryMethod<G extends RefusalCode>(
      scope: Scope<'visitor'>,
      target: TargetToChange<G>,
      deliveryMethod: { readonly code: string; readonly appId?: string | null | undefined },
    ) {
      const known = await findWithPricing(scope, target)
      if (known instanceof Refusal) return known
      const [before, pricing] = known
      const selectedShippingOption = await methodFor(before, deliveryMethod, pricing)
      if (selectedShippingOption instanceof Refusal) return selectedShippingOption
      return written<never>(scope, before, (document) => ({ ...document, selectedShippingOption }), pricing)
    },

    removeDeliveryMethod: <G extends RefusalCode>(scope: Scope<'visitor'>, target: TargetToChange<G>) =>
      change(scope, target, (document) => ({ ...document, selectedShippingOption: undefined })),

    updateForms: <G extends RefusalCode>(scope: Scope<'visitor'>, target: TargetToChange<G>, { formSubmissions }: FormsToUpdate) =>
      change(scope, target, (document) => ({ ...document, forms: withFormsAnswered(document.forms ?? [], formSubmissions) })),

    async upsells<G extends RefusalCode>(scope: Scope<'visitor'>, target: TargetToRead<G>) {
      const found = await target.toRead(scope)
      if (found instanceof Refusal) return found
      const pricing = await openPricing(scope.db, scope.site)
      return {
        itemsUpsells: await upsellsOf(await pricing.know(found.document.lines), pricing, (ids) => plansOf(scope.db, scope.site, ids)),
      }
    },

    calculate: <G extends RefusalCode>(scope: Scope<'visitor'>, target: TargetToRead<G>) =>
      calculation(scope, target, everything, 'CHECKOUT_VALIDATIONS'),

    estimate: <G extends RefusalCode>(
      scope: Scope<'visitor'>,
      target: TargetToRead<G>,
      { calculateDelivery, calculateTax, calculateAdditionalFees, calculateGiftCards, validationConfig }: EstimateV2,
    ) =>
      calculation(
        scope,
        target,
        {
          withDelivery: calculateDelivery ?? false,
          withTax: calculateTax ?? false,
          withFees: calculateAdditionalFees ?? false,
          withGiftCards: calculateGiftCards ?? false,
        },
        validationConfig ?? 'PRE_CHECKOUT_VALIDATIONS',
      ),

    change,
  }
}
