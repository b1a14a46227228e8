import {
  type AddressInput,
  Cart,
  type CartEstimate,
  CartInfo,
  type ChannelType,
  type cart,
  type RefusalCode,
  type SelectedShippingOptionInput,
} from '@vitrine/contract'
import type { CouponRefusal, Quote } from '@vitrine/pricing'
import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import { append } from '../../kernel/events/outbox.ts'
import { nameOf } from '../../kernel/http/caller.ts'
import { type Handlers, optimistic, type Scope } from '../../kernel/http/handlers.ts'
import { serialiserOf } from '../../kernel/http/serialise.ts'
import { Prepared } from '../../kernel/http/wire.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { acceptedCodes } from '../../kernel/settings/checkout-form.ts'
import { keepAddress, placeOf } from '../selling/addresses.ts'
import { type Basis, pricedBy, productsOf } from '../selling/basis.ts'
import { type MayLeadTo, mayTakePlace } from '../selling/checkout-page.ts'
import { type Delivery, deliveryErrors, deliveryFor, showDelivery, wishOf } from '../selling/delivery.ts'
import { addLines, identified, type KnownLine, removeLines, setQuantities, type WantedLine } from '../selling/line.ts'
import { masked } from '../selling/mask.ts'
import { type Buyer, choicesOf, type Offered, type Wishes } from '../selling/offers.ts'
import type { OpenTill, Terms, Till } from '../selling/pricing-context.ts'
import { recent } from '../selling/recent-writes.ts'
import { nextTurn } from '../selling/rules.ts'
import { kept } from '../selling/sent-field.ts'
import { paymentOptionOf } from '../selling/show-line.ts'
import { appliedDiscounts, showMemberships } from '../selling/show-offers.ts'
import { itemTax, priceSummary, showFee, taxError, taxSummary } from '../selling/show-quote.ts'
import { showReasons } from '../selling/show-reasons.ts'
import { tooLarge } from '../selling/size.ts'
import { taxPlaceOf } from '../selling/tax-place.ts'
import { tooLittle, unsaidFees, violationsOf } from '../selling/violations.ts'
import { wantedLines } from '../selling/wanted.ts'
import { shownCarts } from './cached-carts.ts'
import { writeInfo } from './rules.ts'
import { showCart } from './show.ts'
import { type CartDocument, dropCart, findCart, findCartToChange, isStill, type StoredCart, saveCart, unchanged } from './store.ts'

export interface CartDeps {
  readonly openTill: OpenTill
  readonly origin: string
  /** What a cart is priced by. */
  readonly basis: Basis
  readonly mayLeadTo: MayLeadTo
  /** Why a buyer cannot use a coupon; undefined where they can. */
  readonly refusedCoupon: (
    context: Context,
    code: string,
    buyer: Buyer,
  ) => Promise<Refusal<'ERROR_COUPON_DOES_NOT_EXIST' | CouponRefusal> | undefined>
  /** Makes the checkout of a cart, or brings the one it has up to date. */
  readonly checkoutFor: (
    scope: Scope<'visitor'>,
    cart: StoredCart,
    wishes: CheckoutWishes,
    till: Till,
  ) => Promise<{ readonly checkoutId: string } | Refusal<'SELECTED_CARRIER_SERVICE_OPTION_NOT_FOUND' | 'INVALID_ARGUMENT'>>
}

export interface CheckoutWishes {
  readonly channelType?: ChannelType | undefined
  readonly shippingAddress?: AddressInput | null | undefined
  readonly billingAddress?: AddressInput | null | undefined
  readonly selectedShippingOption?: SelectedShippingOptionInput | null | undefined
  readonly email?: string | null | undefined
}

/** A change of the document that keeps the rest of the cart. */
type Change<C extends RefusalCode> = (document: CartDocument, till: Till) => CartDocument | Refusal<C>

const megabyte = 1024 * 1024

export function cartOperations({ openTill, origin, basis, refusedCoupon, mayLeadTo, checkoutFor }: CartDeps): Handlers<typeof cart> {
  const written = recent<StoredCart>(basis, 16 * megabyte)
  const shown = shownCarts(32 * megabyte)

  /** The cart's answer. It is sent again as long as all that it was made from is the same. */
  function show(site: string, now: Date, cart: StoredCart, lines: readonly KnownLine[], { offered, quote }: Priced, till: Till) {
    const { id, owner, revision } = cart
    const answer = `{"cart":${write(showCart(cart, lines, quote, offered, till, origin))}}`
    const keep = () => {
      if (!holds(cart, offered)) return
      const freshUntil = nextTurn(till.settings.discounts, now)
      shown.keep(site, { id, owner, revision, answer, basis: pricedBy(lines, till), freshUntil })
    }
    return { answer: new Prepared(answer), keep }
  }

  /** Prices the changed cart, keeps it and says that it changed. */
  async function keep<C extends RefusalCode>(
    { db, site, now }: Scope<'visitor'>,
    before: StoredCart,
    work: Change<C>,
    till: Till,
  ): Promise<Prepared | Refusal<C | 'INVALID_ARGUMENT'>> {
    const document = work(before.document, till)
    if (document instanceof Refusal) return document
    const large = tooLarge(document, before.document)
    if (large) return large
    const after = { ...before, revision: before.revision + 1, document, updatedAt: now }
    const lines = await till.know(document.lines)
    const { answer, keep } = show(site, now, after, lines, await priced(after, lines, till), till)
    await saveCart(db, site, after)
    db.whenKept?.(keep)
    written.put(db, site, after.owner, after, lines, till)
    const type = before.revision === 0 ? 'wix.ecom.v1.cart_created' : 'wix.ecom.v1.cart_updated'
    await append(db, site, now, [{ type, entityId: after.id, payload: { revision: after.revision } }])
    return answer
  }

  async function change<C extends RefusalCode = never>(
    scope: Scope<'visitor'>,
    work: Change<C>,
  ): Promise<Prepared | Refusal<C | 'OWNED_CART_NOT_FOUND' | 'INVALID_ARGUMENT'>> {
    const [before, till] = await findWithTill(scope)
    return before ? keep(scope, before, work, till) : refuse('OWNED_CART_NOT_FOUND')
  }

  async function findWithTill({ db, site, caller }: Scope<'visitor'>, wanted: readonly WantedLine[] = []) {
    const found = await findCartToChange(db, site, nameOf(caller), productsOf(wanted), basis, written)
    return [found, await openTill(db, site)] as const
  }

  /** Changes the caller's cart, or a new one, with the lines of a request as the catalogue knows them. */
  async function changeOrMake<C extends RefusalCode>(
    scope: Scope<'visitor'>,
    input: Parameters<typeof wantedLines>[0],
    work: (document: CartDocument, wanted: readonly WantedLine[], till: Till) => CartDocument | Refusal<C>,
  ) {
    const { caller, now } = scope
    const wished = wantedLines(input)
    const [found, till] = await findWithTill(scope, wished)
    const start = found ?? { id: newId(), owner: nameOf(caller), revision: 0, document: { lines: [] }, createdAt: now, updatedAt: now }
    const known = await till.know([...wished, ...start.document.lines])
    const wanted = identified(known.slice(0, wished.length))
    return wanted instanceof Refusal ? wanted : keep(scope, start, (document) => work(document, wanted, till), till)
  }

  return {
    async 'GET /ecom/v1/carts/current'(_, { db, site, caller, now }) {
      const owner = nameOf(caller)
      const before = shown.find(site, owner, now)
      if (before && (await isStill(db, site, before, basis))) return new Prepared(before.answer)
      const found = await findCart(db, site, owner)
      if (!found) return refuse('OWNED_CART_NOT_FOUND')
      const till = await openTill(db, site)
      const lines = await till.know(found.document.lines)
      const { answer, keep } = show(site, now, found, lines, await priced(found, lines, till), till)
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
          couponCode: kept(document.couponCode, couponCode),
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

    'POST /ecom/v1/carts/current/add-to-cart': optimistic((input, scope) =>
      changeOrMake(scope, input, (document, wanted) => {
        const lines = addLines(document.lines, wanted)
        if (lines instanceof Refusal) return lines
        return { ...document, lines, ...(input.businessLocationId && { businessLocationId: input.businessLocationId }) }
      }),
    ),

    'POST /ecom/v1/carts/current/remove-line-items': optimistic(({ lineItemIds }, scope) =>
      change(
        scope,
        withLines((lines) => removeLines(lines, lineItemIds)),
      ),
    ),

    'POST /ecom/v1/carts/current/update-line-items-quantity': optimistic(({ lineItems }, scope) =>
      change(
        scope,
        withLines((lines) => setQuantities(lines, lineItems)),
      ),
    ),

    'POST /ecom/v1/carts/current/remove-coupon': optimistic((_, scope) =>
      change(scope, (document) => ({ ...document, couponCode: undefined })),
    ),

    async 'POST /ecom/v1/carts/current/estimate-totals'(input, { db, site, caller }) {
      const found = await findCart(db, site, nameOf(caller))
      if (!found) return refuse('OWNED_CART_NOT_FOUND')
      const till = await openTill(db, site)
      const { document } = found
      const locale = till.settings.commerce.locale
      const address = input.shippingAddress ? keepAddress(input.shippingAddress, locale) : document.contactInfo?.address
      const billing = input.billingAddress ? keepAddress(input.billingAddress, locale) : undefined
      const lines = await till.know(document.lines)
      const to = address?.country ? address : billing
      const place = placeOf(to)
      const wish = input.selectedShippingOption ?? document.selectedShippingOption
      const memberships = input.selectedMemberships ? choicesOf(input.selectedMemberships) : document.memberships
      const offered = await till.offered(lines, wishesOf({ ...document, memberships }), { owner: found.owner, email: document.email })
      const delivery =
        input.calculateShipping === false
          ? undefined
          : deliveryFor(lines, place, wish && wishOf(wish), till, offered.discounts, await till.deliveryFacts(lines, to))
      const shipping = delivery?.chosen ?? null
      const withTax = input.calculateTax ?? true
      const taxedAt = taxPlaceOf(lines, shipping?.pickup?.address ?? place, placeOf(billing), till.settings.commerce)
      const at = shipping?.pickup?.address ?? place
      const fees = (input.calculateAdditionalFees ?? true) && (await till.fees(lines, { place: at, to, shipping, offered }))
      const tax = withTax ? await till.taxes(lines, { place: taxedAt, shipping, fees }) : undefined
      return estimateOf(found, lines, { place, shipping, offered, fees, ...(tax && { tax }) }, delivery, till, withTax)
    },

    'POST /ecom/v1/carts/current/create-checkout': optimistic(async (input, scope) => {
      const [found, till] = await findWithTill(scope)
      if (!found) return refuse('OWNED_CART_NOT_FOUND')
      if (found.document.lines.length === 0) return refuse('EMPTY_CHECKOUT')
      const made = await checkoutFor(scope, found, input, till)
      if (made instanceof Refusal) return made
      if (found.document.checkoutId === made.checkoutId) {
        scope.db.assume?.(unchanged(scope.site, found))
        return made
      }
      const changed = await keep<never>(scope, found, (document) => ({ ...document, checkoutId: made.checkoutId }), till)
      return changed instanceof Refusal ? changed : made
    }),
  }

  function estimateOf(
    found: StoredCart,
    lines: readonly KnownLine[],
    terms: Terms & { readonly offered: Offered },
    delivery: Delivery | undefined,
    till: Till,
    withTax: boolean,
  ): CartEstimate {
    const { money, settings } = till
    const { offered } = terms
    const quoted = till.quote(lines, terms)
    const options = new Map(lines.map((line) => [line.id, paymentOptionOf(line, offered)]))
    return {
      cart: showCart(found, lines, quoted, offered, till, origin),
      calculatedLineItems: quoted.lines.map((line) => ({
        lineItemId: line.id,
        paymentOption: options.get(line.id) ?? 'FULL_PAYMENT_ONLINE',
        pricesBreakdown: {
          price: money.price(line.price),
          fullPrice: money.price(line.fullPrice),
          priceBeforeDiscounts: money.price(line.priceBeforeDiscounts),
          lineItemPrice: money.price(line.subtotal),
          totalDiscount: money.price(line.discount),
          totalPriceBeforeTax: money.price(line.totalBeforeTax),
          totalPriceAfterTax: money.price(line.totalAfterTax),
          taxDetails: itemTax(line.tax, money),
          ...(line.deposit !== null && { depositAmount: money.price(line.deposit) }),
        },
      })),
      priceSummary: priceSummary(quoted, money),
      payNow: priceSummary(quoted.payNow, money),
      payLater: priceSummary(quoted.payLater, money),
      ...(withTax && { taxSummary: taxSummary(quoted, money) }),
      ...(delivery && { shippingInfo: showDelivery(delivery, quoted, money) }),
      appliedDiscounts: appliedDiscounts(quoted, offered, money),
      calculationErrors: {
        orderValidationErrors: [],
        ...(offered.coupon?.error && { couponCalculationError: { applicationError: offered.coupon.error } }),
        ...(delivery && deliveryErrors(delivery)),
        ...(withTax && taxError(quoted)),
      },
      weightUnit: settings.commerce.weightUnit,
      currency: settings.commerce.currency,
      membershipOptions: showMemberships(offered),
      additionalFees: quoted.fees.map((fee) => showFee(fee, money)),
      violations: [...violationsOf(lines, offered), ...unsaidFees(terms.fees), ...tooLittle(settings, quoted, money)],
      reasons: showReasons(quoted),
    }
  }
}

/** Only what the contract names is kept, because what is kept is answered as it stands. */
const write = serialiserOf(Cart)

const withLines =
  <C extends RefusalCode>(work: (lines: CartDocument['lines']) => CartDocument['lines'] | Refusal<C>): Change<C> =>
  (document) => {
    const lines = work(document.lines)
    return lines instanceof Refusal ? lines : { ...document, lines }
  }

const wishesOf = ({ couponCode, memberships, discounts }: CartDocument): Wishes => ({ couponCode, memberships, merchant: discounts })

interface Priced {
  readonly offered: Offered
  readonly quote: Quote
}

/** A cart at the prices of now, before its delivery. */
async function priced(
  { owner, document }: Pick<StoredCart, 'owner' | 'document'>,
  lines: readonly KnownLine[],
  till: Till,
): Promise<Priced> {
  const offered = await till.offered(lines, wishesOf(document), { owner, email: document.email })
  return { offered, quote: till.quote(lines, { place: placeOf(document.contactInfo?.address), shipping: null, offered }) }
}

/** Whether a shown cart holds as long as its basis does: a coupon may be used up meanwhile, a membership may end. */
const holds = ({ document }: Pick<StoredCart, 'document'>, { memberships }: Offered): boolean =>
  document.couponCode === undefined && memberships.eligible.length === 0 && memberships.invalid.length === 0
