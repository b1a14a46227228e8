import { CheckoutInfo, type checkout, type RefusalCode } from '@vitrine/contract'
import { newId } from '../db/id.ts'
import type { Db } from '../db/sql.ts'
import { append } from '../events/outbox.ts'
import { type Caller, nameOf } from '../http/caller.ts'
import type { Handlers, Scope } from '../http/handlers.ts'
import { Refusal, refuse } from '../refusal.ts'
import { addLines, identified, removeLines, setQuantities } from '../selling/line.ts'
import { masked } from '../selling/mask.ts'
import { newSecret } from '../selling/secret.ts'
import type { OpenTill, Till } from '../selling/till.ts'
import { wantedLines } from '../selling/wanted.ts'
import { reckon } from './reckon.ts'
import { mayUse, opens, refusedOption, writeInfo } from './rules.ts'
import { showCheckout } from './show.ts'
import {
  type CheckoutDocument,
  findCheckout,
  findCheckoutOfCart,
  insertCheckout,
  lockCheckout,
  type StoredCheckout,
  saveCheckout,
} from './store.ts'

export interface CheckoutDeps {
  readonly openTill: OpenTill
  /** The shop's own address, without a slash at its end. */
  readonly origin: string
  /** Whether a cart is there for a caller to make a checkout of. */
  readonly ownsCart: (db: Db, site: string, cartId: string, caller: Caller) => Promise<boolean>
  /** Makes the order of a checkout: see the orders slice. */
  readonly createOrder: CreateOrder
}

export type CreateOrder = (
  scope: Scope<'visitor'>,
  checkout: StoredCheckout,
) => Promise<
  | { readonly orderId: string; readonly paymentGatewayOrderId?: string }
  | Refusal<
      | 'CHECKOUT_ALREADY_PAID'
      | 'CHECKOUT_PAYMENT_ALREADY_IN_PROGRESS'
      | 'EMPTY_CHECKOUT'
      | 'CHECKOUT_CHANGED'
      | 'NO_SELECTED_CARRIER_SERVICE_OPTION'
      | 'SELECTED_CARRIER_SERVICE_OPTION_NO_LONGER_AVAILABLE'
      | 'CALCULATION_ERROR'
      | 'PARTIAL_OUT_OF_STOCK'
      | 'FULL_OUT_OF_STOCK'
    >
>

type Change<C extends RefusalCode> = (document: CheckoutDocument, till: Till) => CheckoutDocument | Refusal<C>

export const checkoutUrl = (origin: string, { id, secret, document }: StoredCheckout): string =>
  document.overrideCheckoutUrl ?? `${origin}/checkout/${id}?key=${secret}`

export function checkoutOperations({ openTill, origin, ownsCart, createOrder }: CheckoutDeps): Handlers<typeof checkout> {
  async function usable(
    { db, site, caller }: Scope<'visitor'>,
    find: typeof findCheckout,
    id: string,
  ): Promise<StoredCheckout | Refusal<'CHECKOUT_NOT_FOUND'>> {
    const found = await find(db, site, id)
    return found && mayUse(caller, found) ? found : refuse('CHECKOUT_NOT_FOUND')
  }

  async function shown({ db, site }: Scope<'visitor'>, found: StoredCheckout) {
    const till = await openTill(db, site)
    return { checkout: showCheckout(found, await reckon(found.document, till), till, origin) }
  }

  async function change<C extends RefusalCode = never>(scope: Scope<'visitor'>, id: string, work: Change<C>) {
    const { db, site, now } = scope
    const [before, till] = await Promise.all([usable(scope, lockCheckout, id), openTill(db, site)])
    if (before instanceof Refusal) return before
    if (before.completed) return refuse('CHECKOUT_IS_COMPLETE')
    const document = work(before.document, till)
    if (document instanceof Refusal) return document
    const reckoning = await reckon(document, till)
    const refused = refusedOption(before.document, document, reckoning)
    if (refused) return refused
    const after = { ...before, document, revision: before.revision + 1, updatedAt: now }
    await saveCheckout(db, site, after)
    await append(db, site, now, [{ type: 'wix.ecom.v1.checkout_updated', entityId: id, payload: { revision: after.revision } }])
    return { checkout: showCheckout(after, reckoning, till, origin) }
  }

  /** Only changes that cannot meet the choice of delivery: what `change` refuses beyond them does not occur. */
  const changeLines = async <C extends RefusalCode = never>(scope: Scope<'visitor'>, id: string, work: Change<C>) => {
    const changed = await change(scope, id, work)
    return changed as Exclude<typeof changed, Refusal<'SELECTED_CARRIER_SERVICE_OPTION_NOT_FOUND'>>
  }

  /** The lines of a request as the catalogue knows them. */
  async function wantedOf({ db, site, caller }: Scope<'visitor'>, input: Parameters<typeof wantedLines>[1]) {
    const wanted = wantedLines(caller, input)
    if (wanted instanceof Refusal || wanted.length === 0) return wanted
    return identified(await (await openTill(db, site)).know(wanted))
  }

  return {
    async 'POST /ecom/v1/checkouts'(input, scope) {
      const { db, site, caller, now } = scope
      const wanted = await wantedOf(scope, input)
      if (wanted instanceof Refusal) return wanted
      if (wanted.length === 0) return refuse('EMPTY_CHECKOUT')
      if (input.couponCode) return refuse('ERROR_COUPON_DOES_NOT_EXIST', { couponCode: input.couponCode })
      if (input.giftCardCode) return refuse('GIFT_CARD_NOT_FOUND')
      const info = input.checkoutInfo ?? {}
      if (info.cartId && !(await ownsCart(db, site, info.cartId, caller))) return refuse('CART_NOT_FOUND')
      const till = await openTill(db, site)
      const lines = addLines([], wanted)
      if (lines instanceof Refusal) return lines
      const empty: CheckoutDocument = { lines, channelType: input.channelType }
      const settled = {
        ...empty,
        ...(input.overrideCheckoutUrl && { overrideCheckoutUrl: input.overrideCheckoutUrl }),
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
      const document = writeInfo(settled, info, till.settings.commerce.locale)
      const reckoning = await reckon(document, till)
      const refused = refusedOption(empty, document, reckoning)
      if (refused) return refused
      const made: StoredCheckout = {
        id: newId(),
        cartId: info.cartId ?? null,
        owner: nameOf(caller),
        guests: [],
        secret: newSecret(),
        revision: 1,
        document,
        orderId: null,
        completed: false,
        createdAt: now,
        updatedAt: now,
      }
      await insertCheckout(db, site, made)
      await append(db, site, now, [{ type: 'wix.ecom.v1.checkout_created', entityId: made.id, payload: { revision: 1 } }])
      return { checkout: showCheckout(made, reckoning, till, origin) }
    },

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

    async 'PATCH /ecom/v1/checkouts/{checkout.id}'(input, scope) {
      const wanted = await wantedOf(scope, input)
      if (wanted instanceof Refusal) return wanted
      if (input.couponCode) return refuse('ERROR_COUPON_DOES_NOT_EXIST', { couponCode: input.couponCode })
      if (input.giftCardCode) return refuse('GIFT_CARD_NOT_FOUND')
      const { id, ...sent } = input.checkout
      const info = masked(CheckoutInfo, sent, input.fieldMask)
      if (info instanceof Refusal) return info
      return change(scope, id, (document, { settings }) => {
        const lines = addLines(document.lines, wanted)
        if (lines instanceof Refusal) return lines
        return {
          ...writeInfo({ ...document, lines }, info, settings.commerce.locale),
          ...(input.overrideCheckoutUrl && { overrideCheckoutUrl: input.overrideCheckoutUrl }),
        }
      })
    },

    async 'POST /ecom/v1/checkouts/{id}/remove-coupon'({ id }, scope) {
      return changeLines(scope, id, (document) => document)
    },

    async 'POST /ecom/v1/checkouts/{id}/remove-gift-card'({ id }, scope) {
      return changeLines(scope, id, (document) => document)
    },

    async 'POST /ecom/v1/checkouts/{id}/remove-override-checkout-url'({ id }, scope) {
      return changeLines(scope, id, (document) => ({ ...document, overrideCheckoutUrl: undefined }))
    },

    async 'POST /ecom/v1/checkouts/{id}/add-to-checkout'(input, scope) {
      const wanted = await wantedOf(scope, input)
      if (wanted instanceof Refusal) return wanted
      return changeLines(
        scope,
        input.id,
        withLines((lines) => addLines(lines, wanted)),
      )
    },

    async 'POST /ecom/v1/checkouts/{id}/remove-line-items'({ id, lineItemIds }, scope) {
      return changeLines(
        scope,
        id,
        withLines((lines) => removeLines(lines, lineItemIds)),
      )
    },

    async 'POST /ecom/v1/checkouts/{id}/update-line-items-quantity'({ id, lineItems }, scope) {
      return changeLines(
        scope,
        id,
        withLines((lines) => setQuantities(lines, lineItems)),
      )
    },

    async 'POST /ecom/v1/checkouts/{id}/create-order'({ id }, scope) {
      const found = await usable(scope, lockCheckout, id)
      return found instanceof Refusal ? found : createOrder(scope, found)
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
      if (mayUse(caller, found)) return shown(scope, found)
      const guests = [...found.guests, nameOf(caller)].slice(-guestsAtMost)
      const opened = { ...found, guests, revision: found.revision + 1, updatedAt: now }
      await saveCheckout(db, site, opened)
      return shown(scope, opened)
    },
  }
}

/** A link that goes round keeps only its latest holders. */
const guestsAtMost = 20

const withLines =
  <C extends RefusalCode>(work: (lines: CheckoutDocument['lines']) => CheckoutDocument['lines'] | Refusal<C>): Change<C> =>
  (document) => {
    const lines = work(document.lines)
    return lines instanceof Refusal ? lines : { ...document, lines }
  }
