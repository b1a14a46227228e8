import { type AddressInput, Cart, type ChannelType, type RefusalCode, type SelectedShippingOptionInput } from '@vitrine/contract'
import type { CouponRefusal, Quote } from '@vitrine/pricing'
import type { Context } from '../../../kernel/db/context.ts'
import { newId } from '../../../kernel/db/id.ts'
import { append } from '../../../kernel/events/outbox.ts'
import { nameOf } from '../../../kernel/http/caller.ts'
import { type Scope } from '../../../kernel/http/handlers.ts'
import { serialiserOf } from '../../../kernel/http/serialise.ts'
import { Prepared } from '../../../kernel/http/wire.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { placeOf } from '../../selling/addresses.ts'
import { type Basis, pricedBy, productsOf } from '../../selling/basis.ts'
import { type MayLeadTo } from '../../selling/checkout-page.ts'
import { identified, type KnownLine, type WantedLine } from '../../selling/line.ts'
import { type Buyer, type BuyerChoices, type Offered } from '../../selling/offers.ts'
import type { OpenPricing, PricingContext } from '../../selling/pricing-context.ts'
import { recent } from '../../selling/recent-writes.ts'
import { nextTurn } from '../../selling/rules.ts'
import { tooLarge } from '../../selling/size.ts'
import { wantedLines } from '../../selling/wanted.ts'
import { shownCarts } from '../cached-carts.ts'
import { showCart } from '../show.ts'
import { type CartDocument, findCartToChange, type StoredCart, saveCart } from '../store.ts'

export interface CartDeps {
  readonly openPricing: OpenPricing
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
    choices: CheckoutChoices,
    pricing: PricingContext,
  ) => Promise<{ readonly checkoutId: string } | Refusal<'SELECTED_CARRIER_SERVICE_OPTION_NOT_FOUND' | 'INVALID_ARGUMENT'>>
}

export interface CheckoutChoices {
  readonly channelType?: ChannelType | undefined
  readonly shippingAddress?: AddressInput | null | undefined
  readonly billingAddress?: AddressInput | null | undefined
  readonly selectedShippingOption?: SelectedShippingOptionInput | null | undefined
  readonly email?: string | null | undefined
}

/** A change of the document that keeps the rest of the cart. */
export type Change<C extends RefusalCode> = (document: CartDocument, pricing: PricingContext) => CartDocument | Refusal<C>

const megabyte = 1024 * 1024

/** Only members that the contract names are stored, because the stored document is sent as the answer unchanged. */
const write = serialiserOf(Cart)

export const buyerChoicesOf = ({ couponCode, memberships, discounts }: CartDocument): BuyerChoices => ({
  couponCode,
  memberships,
  merchant: discounts,
})

interface Priced {
  readonly offered: Offered
  readonly quote: Quote
}

/** A cart that was just written, with what it comes to. */
export interface WrittenCart {
  readonly after: StoredCart
  readonly lines: readonly KnownLine[]
  readonly priced: Priced
}

/** A cart at the prices of now, before its delivery. */
export async function priced(
  { owner, document }: Pick<StoredCart, 'owner' | 'document'>,
  lines: readonly KnownLine[],
  pricing: PricingContext,
): Promise<Priced> {
  const offered = await pricing.offered(lines, buyerChoicesOf(document), { owner, email: document.email })
  return { offered, quote: pricing.quote(lines, { place: placeOf(document.contactInfo?.address), shipping: null, offered }) }
}

/** Whether a shown cart holds as long as its basis does: a coupon may be used up meanwhile, a membership may end. */
const holds = ({ document }: Pick<StoredCart, 'document'>, { memberships }: Offered): boolean =>
  document.couponCode === undefined && memberships.eligible.length === 0 && memberships.invalid.length === 0

/** Finds the caller's cart, changes it and shows it. */
export function cartChanges({ openPricing, origin, basis }: CartDeps) {
  const written = recent<StoredCart>(basis, 16 * megabyte)

  const shown = shownCarts(32 * megabyte)

  /** The cart's answer. It is sent again as long as all that it was made from is the same. */
  function show(
    site: string,
    now: Date,
    cart: StoredCart,
    lines: readonly KnownLine[],
    { offered, quote }: Priced,
    pricing: PricingContext,
  ) {
    const { id, owner, revision } = cart
    const answer = `{"cart":${write(showCart(cart, lines, quote, offered, pricing, origin))}}`
    const keep = () => {
      if (!holds(cart, offered)) return
      const freshUntil = nextTurn(pricing.settings.discounts, now)
      shown.keep(site, { id, owner, revision, answer, basis: pricedBy(lines, pricing), freshUntil })
    }
    return { answer: new Prepared(answer), keep }
  }

  /** Prices the changed cart, writes it and says that it changed. */
  async function writeCart<C extends RefusalCode>(
    { db, site, now }: Scope<'visitor'>,
    before: StoredCart,
    work: Change<C>,
    pricing: PricingContext,
  ): Promise<WrittenCart | Refusal<C | 'INVALID_ARGUMENT'>> {
    const document = work(before.document, pricing)
    if (document instanceof Refusal) return document
    const large = tooLarge(document, before.document)
    if (large) return large
    const after = { ...before, revision: before.revision + 1, document, updatedAt: now }
    const lines = await pricing.know(document.lines)
    const totals = await priced(after, lines, pricing)
    await saveCart(db, site, after)
    written.put(db, site, after.owner, after, lines, pricing)
    const type = before.revision === 0 ? 'wix.ecom.v1.cart_created' : 'wix.ecom.v1.cart_updated'
    await append(db, site, now, [{ type, entityId: after.id, payload: { revision: after.revision } }])
    return { after, lines, priced: totals }
  }

  /** Writes the changed cart, and answers it. */
  async function keep<C extends RefusalCode>(
    scope: Scope<'visitor'>,
    before: StoredCart,
    work: Change<C>,
    pricing: PricingContext,
  ): Promise<Prepared | Refusal<C | 'INVALID_ARGUMENT'>> {
    const done = await writeCart(scope, before, work, pricing)
    if (done instanceof Refusal) return done
    const { answer, keep } = show(scope.site, scope.now, done.after, done.lines, done.priced, pricing)
    scope.db.whenCommitted?.(keep)
    return answer
  }

  async function findWithPricing({ db, site, caller }: Scope<'visitor'>, wanted: readonly WantedLine[] = []) {
    const found = await findCartToChange(db, site, nameOf(caller), productsOf(wanted), basis, written)
    return [found, await openPricing(db, site)] as const
  }

  /** The caller's cart, or a new one, with the lines of a request as the catalogue knows them. */
  async function startWith(scope: Scope<'visitor'>, input: Parameters<typeof wantedLines>[0]) {
    const { caller, now } = scope
    const selected = wantedLines(input)
    const [found, pricing] = await findWithPricing(scope, selected)
    const start = found ?? { id: newId(), owner: nameOf(caller), revision: 0, document: { lines: [] }, createdAt: now, updatedAt: now }
    const known = await pricing.know([...selected, ...start.document.lines])
    const wanted = identified(known.slice(0, selected.length))
    return wanted instanceof Refusal ? wanted : { start, wanted, pricing }
  }

  /** Changes the caller's cart, or a new one, with the lines of a request. */
  async function changeOrMake<C extends RefusalCode>(
    scope: Scope<'visitor'>,
    input: Parameters<typeof wantedLines>[0],
    work: (document: CartDocument, wanted: readonly WantedLine[], pricing: PricingContext) => CartDocument | Refusal<C>,
  ) {
    const begun = await startWith(scope, input)
    if (begun instanceof Refusal) return begun
    const { start, wanted, pricing } = begun
    return keep(scope, start, (document) => work(document, wanted, pricing), pricing)
  }

  return { written, shown, show, writeCart, keep, findWithPricing, startWith, changeOrMake }
}

export type CartChanges = ReturnType<typeof cartChanges>
