import { CheckoutInfo, type checkout, type RefusalCode } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import { append } from '../../kernel/events/outbox.ts'
import { type Caller, nameOf } from '../../kernel/http/caller.ts'
import { type Handlers, optimistic, type Scope } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { type Basis, productsOf } from '../selling/basis.ts'
import { type MayLeadTo, mayTakePlace } from '../selling/checkout-page.ts'
import type { CodeChecks } from '../selling/codes.ts'
import { locksOf, settledFor } from '../selling/custom-settings.ts'
import { addLines, identified, removeLines, setQuantities, type WantedLine } from '../selling/line.ts'
import { masked } from '../selling/mask.ts'
import type { NewOrder, OrderChoices } from '../selling/new-order.ts'
import type { OpenPricing, PricingContext } from '../selling/pricing-context.ts'
import { tooLarge } from '../selling/size.ts'
import { wantedLines } from '../selling/wanted.ts'
import { type RefusedChoice, type SentChoices, writeChoices } from './choices.ts'
import { makeCheckout } from './make.ts'
import { changesSettled, mayUse, opens, refusedOption, writeInfo } from './rules.ts'
import { showCheckout } from './show.ts'
import {
  type CheckoutDocument,
  findCheckout,
  findCheckoutOfCart,
  findCheckoutToChange,
  lockCheckout,
  type StoredCheckout,
  saveCheckout,
} from './store.ts'
import { calculate, withServicesSeen } from './totals.ts'

export interface CheckoutDeps extends CodeChecks {
  readonly openPricing: OpenPricing
  /** The shop's own address, without a slash at its end. */
  readonly origin: string
  /** What a checkout is priced by. */
  readonly basis: Basis
  readonly mayLeadTo: MayLeadTo
  /** Whether a cart is there for a caller to make a checkout of. */
  readonly ownsCart: (db: Db, site: string, cartId: string, caller: Caller) => Promise<boolean>
  /** Makes the order of a checkout: see the orders slice. */
  readonly createOrder: CreateOrder
}

export type CreateOrder = (scope: Scope<'visitor'>, checkout: StoredCheckout, choices: OrderChoices) => Promise<NewOrder>

type Change<C extends RefusalCode> = (
  document: CheckoutDocument,
  pricing: PricingContext,
  wanted: readonly WantedLine[],
) => CheckoutDocument | Refusal<C>
/** What only comes of wishes. */
type ChoiceRefusal = RefusedChoice['code']
type LinesInput = Parameters<typeof wantedLines>[0]

const ownCheckoutUrl = (origin: string, { id, secret }: StoredCheckout): string => `${origin}/checkout/${id}?key=${secret}`

export const checkoutUrl = (origin: string, checkout: StoredCheckout): string =>
  checkout.document.checkoutPage ?? ownCheckoutUrl(origin, checkout)

export function checkoutOperations(deps: CheckoutDeps): Handlers<typeof checkout> {
  const { openPricing, origin, basis, ownsCart, createOrder, mayLeadTo, ...choices } = deps

  async function usable(
    scope: Scope<'visitor'>,
    find: typeof findCheckout,
    id: string,
  ): Promise<StoredCheckout | Refusal<'CHECKOUT_NOT_FOUND'>> {
    const found = await find(scope.db, scope.site, id)
    return found && mayUse(scope, found) ? found : refuse('CHECKOUT_NOT_FOUND')
  }

  async function shown({ db, site }: Scope<'visitor'>, found: StoredCheckout) {
    const pricing = await openPricing(db, site)
    return { checkout: showCheckout(found, await calculate(found, pricing), pricing, origin) }
  }

  /** Changes a checkout with the lines of a request, if there are any, as the catalogue knows them. */
  async function change<C extends RefusalCode = never>(
    scope: Scope<'visitor'>,
    id: string,
    input: LinesInput,
    work: Change<C>,
    choice: SentChoices & { readonly info?: CheckoutInfo } = {},
  ) {
    const { db, site, now } = scope
    const selected = wantedLines(input)
    const before = await usable(scope, (...at) => findCheckoutToChange(...at, productsOf(selected), basis), id)
    if (before instanceof Refusal) return before
    if (before.completed) return refuse('CHECKOUT_IS_COMPLETE')
    const pricing = await openPricing(db, site)
    const wanted = identified(await pricing.know(selected))
    if (wanted instanceof Refusal) return wanted
    const changed = work(before.document, pricing, wanted)
    if (changed instanceof Refusal) return changed
    const locks = locksOf(scope, pricing.settings, before.document)
    const document = await writeChoices(scope, { ...before, document: changed }, choice, choice.info ?? {}, locks, choices)
    if (document instanceof Refusal) return document
    const large = tooLarge(document, before.document)
    if (large) return large
    const totals = await calculate({ ...before, document }, pricing)
    const refused = refusedOption(before.document, document, totals)
    if (refused) return refused
    const after = { ...before, document: withServicesSeen(document, totals), revision: before.revision + 1, updatedAt: now }
    await saveCheckout(db, site, after)
    await append(db, site, now, [{ type: 'wix.ecom.v1.checkout_updated', entityId: id, payload: { revision: after.revision } }])
    return { checkout: showCheckout(after, totals, pricing, origin) }
  }

  /** Only changes that bring no lines and cannot meet the choice of delivery: what `change` refuses beyond them does not occur. */
  const changeRest = async <C extends RefusalCode = never>(scope: Scope<'visitor'>, id: string, work: Change<C>) => {
    const changed = await change(scope, id, {}, work)
    return changed as Exclude<
      typeof changed,
      Refusal<'SELECTED_CARRIER_SERVICE_OPTION_NOT_FOUND' | 'ITEM_NOT_FOUND_IN_CATALOG' | ChoiceRefusal>
    >
  }

  return {
    'POST /ecom/v1/checkouts': optimistic(async (input, scope) => {
      const { db, site, caller } = scope
      const selected = wantedLines(input)
      if (selected.length === 0) return refuse('EMPTY_CHECKOUT')
      const pricing = await openPricing(db, site)
      const wanted = identified(await pricing.know(selected))
      if (wanted instanceof Refusal) return wanted
      const info = input.checkoutInfo ?? {}
      if (info.cartId && !(await ownsCart(db, site, info.cartId, caller))) return refuse('CART_NOT_FOUND')
      const lines = addLines([], wanted)
      if (lines instanceof Refusal) return lines
      const url = input.overrideCheckoutUrl
      if (url && !(await mayTakePlace(scope, url, mayLeadTo))) return refuse('REDIRECT_URI_NOT_ALLOWED', { url })
      const empty: CheckoutDocument = { lines, channelType: input.channelType }
      const settled = {
        ...empty,
        ...(url && { checkoutPage: url }),
        ...(info.customSettings && {
          customSettings: {
            lockGiftCard: info.customSettings.lockGiftCard ?? false,
            lockCouponCode: info.customSettings.lockCouponCode ?? false,
            disabledPolicyAgreementCheckbox: info.customSettings.disabledPolicyAgreementCheckbox ?? false,
            disabledManualPayment: info.customSettings.disabledManualPayment ?? false,
          },
        }),
        ...(info.customContentReference && { customContentReference: info.customContentReference }),
        ...(info.externalReference && {
          externalReference: {
            appId: info.externalReference.appId,
            ...(info.externalReference.resourceId && { resourceId: info.externalReference.resourceId }),
          },
        }),
      }
      const owner = nameOf(caller)
      const written = { owner, document: writeInfo(settled, info, pricing.settings.commerce.locale) }
      const document = await writeChoices(scope, written, input, info, locksOf(scope, pricing.settings, empty), choices)
      if (document instanceof Refusal) return document
      const large = tooLarge(document)
      if (large) return large
      const totals = await calculate({ owner, document }, pricing)
      const refused = refusedOption(empty, document, totals)
      if (refused) return refused
      const made = await makeCheckout(scope, { cartId: info.cartId ?? null, owner, document: withServicesSeen(document, totals) })
      return { checkout: showCheckout(made, totals, pricing, origin) }
    }),

    async 'GET /ecom/v1/checkouts/{id}'({ id }, scope) {
      const found = await usable(scope, findCheckout, id)
      return found instanceof Refusal ? found : shown(scope, found)
    },

    async 'GET /ecom/v1/checkouts/by-cart-id/{id}'({ id }, scope) {
      const found = await usable(scope, findCheckoutOfCart, id)
      return found instanceof Refusal ? found : shown(scope, found)
    },

    async 'GET /ecom/v1/checkouts/{id}/checkout-url'({ id }, scope) {
      const found = await usable(scope, findCheckout, id)
      return found instanceof Refusal ? found : { checkoutUrl: checkoutUrl(origin, found) }
    },

    async 'GET /ecom/v1/checkouts/{id}/wix-checkout-url'({ id }, scope) {
      const found = await usable(scope, findCheckout, id)
      return found instanceof Refusal ? found : { checkoutUrl: ownCheckoutUrl(origin, found) }
    },

    'PATCH /ecom/v1/checkouts/{checkout.id}': optimistic(async (input, scope) => {
      const { id, ...sent } = input.checkout
      const info = masked(CheckoutInfo, sent, input.fieldMask)
      if (info instanceof Refusal) return info
      const url = input.overrideCheckoutUrl
      const pageAllowed = await mayTakePlace(scope, url, mayLeadTo)
      return change(
        scope,
        id,
        input,
        (document, { settings }, wanted) => {
          if (url && !pageAllowed && url !== document.checkoutPage) return refuse('REDIRECT_URI_NOT_ALLOWED', { url })
          const lines = addLines(document.lines, wanted)
          if (lines instanceof Refusal) return lines
          const written = writeInfo({ ...document, lines }, info, settings.commerce.locale)
          if (!scope.merchant && changesSettled(document, written)) return refuse('PERMISSION_DENIED')
          return { ...written, ...(url && { checkoutPage: url }) }
        },
        { ...input, info },
      )
    }),

    'POST /ecom/v1/checkouts/{id}/remove-coupon': optimistic(({ id }, scope) =>
      changeRest(scope, id, (document) =>
        settledFor(scope, document)?.lockCouponCode ? refuse('COUPON_LOCKED') : { ...document, couponCode: undefined },
      ),
    ),

    'POST /ecom/v1/checkouts/{id}/remove-gift-card': optimistic(({ id }, scope) =>
      changeRest(scope, id, (document) =>
        settledFor(scope, document)?.lockGiftCard ? refuse('GIFT_CARD_LOCKED') : { ...document, giftCard: undefined },
      ),
    ),

    'POST /ecom/v1/checkouts/{id}/remove-override-checkout-url': optimistic(({ id }, scope) =>
      changeRest(scope, id, (document) => ({ ...document, checkoutPage: undefined })),
    ),

    'POST /ecom/v1/checkouts/{id}/add-to-checkout': optimistic(async (input, scope) => {
      const changed = await change(
        scope,
        input.id,
        input,
        withLines((lines, wanted) => addLines(lines, wanted)),
      )
      return changed as Exclude<typeof changed, Refusal<'SELECTED_CARRIER_SERVICE_OPTION_NOT_FOUND' | ChoiceRefusal>>
    }),

    'POST /ecom/v1/checkouts/{id}/remove-line-items': optimistic(({ id, lineItemIds }, scope) =>
      changeRest(
        scope,
        id,
        withLines((lines) => removeLines(lines, lineItemIds)),
      ),
    ),

    'POST /ecom/v1/checkouts/{id}/update-line-items-quantity': optimistic(({ id, lineItems }, scope) =>
      changeRest(
        scope,
        id,
        withLines((lines) => setQuantities(lines, lineItems)),
      ),
    ),

    async 'POST /ecom/v1/checkouts/{id}/create-order'({ id, delayCapture, savePaymentMethod, policiesAgreed, subscribed }, scope) {
      const found = await usable(scope, lockCheckout, id)
      if (found instanceof Refusal) return found
      const said = { policiesAgreed: policiesAgreed ?? false, subscribed: subscribed ?? false }
      return createOrder(scope, found, {
        delayCapture: delayCapture ?? false,
        savePaymentMethod: savePaymentMethod ?? false,
        ...said,
      })
    },

    async 'POST /ecom/v1/checkouts/{id}/mark-as-completed'({ id, orderId }, scope) {
      const { db, site, now } = scope
      const found = await lockCheckout(db, site, id)
      if (!found) return refuse('CHECKOUT_NOT_FOUND')
      if (found.completed) return refuse('CHECKOUT_IS_COMPLETE')
      await saveCheckout(db, site, {
        ...found,
        completed: true,
        orderId: orderId ?? found.orderId,
        revision: found.revision + 1,
        updatedAt: now,
      })
      await append(db, site, now, [{ type: 'wix.ecom.v1.checkout_completed', entityId: id, payload: {} }])
      return {}
    },

    async 'POST /vitrine/v1/checkouts/{id}/open'({ id, key }, scope) {
      const { db, site, caller, now } = scope
      const found = await lockCheckout(db, site, id)
      if (!found || !opens(found, key)) return refuse('CHECKOUT_NOT_FOUND')
      if (mayUse(scope, found)) return shown(scope, found)
      const guests = [...found.guests, nameOf(caller)].slice(-guestsAtMost)
      const opened = { ...found, guests, revision: found.revision + 1, updatedAt: now }
      await saveCheckout(db, site, opened)
      return shown(scope, opened)
    },
  }
}

/** A link that is passed around works only for its latest holders. */
const guestsAtMost = 20

const withLines =
  <C extends RefusalCode>(
    work: (lines: CheckoutDocument['lines'], wanted: readonly WantedLine[]) => CheckoutDocument['lines'] | Refusal<C>,
  ): Change<C> =>
  (document, _, wanted) => {
    const lines = work(document.lines, wanted)
    return lines instanceof Refusal ? lines : { ...document, lines }
  }
