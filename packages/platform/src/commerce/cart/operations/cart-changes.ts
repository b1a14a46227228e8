import { Cart, type RefusalCode } from '@vitrine/contract'
import type { Quote } from '@vitrine/pricing'
import type { Db } from '../../../kernel/db/sql.ts'
import { append } from '../../../kernel/events/outbox.ts'
import { type Scope } from '../../../kernel/http/handlers.ts'
import { serialiserOf } from '../../../kernel/http/serialise.ts'
import { Prepared } from '../../../kernel/http/wire.ts'
import { Refusal, refuse } from '../../../kernel/refusal.ts'
import { placeOf } from '../../selling/addresses.ts'
import { isElsewhere } from '../../selling/apps.ts'
import { type Basis, pricedBy, productsOf } from '../../selling/basis.ts'
import type { CheckoutChoices } from '../../selling/checkout-choices.ts'
import { type MayLeadTo } from '../../selling/checkout-page.ts'
import type { CodeChecks } from '../../selling/codes.ts'
import { identified, type KnownLine, type WantedLine } from '../../selling/line.ts'
import type { NewOrder, OrderChoices } from '../../selling/new-order.ts'
import { type BuyerChoices, type Offered } from '../../selling/offers.ts'
import type { Plan } from '../../selling/plans.ts'
import type { OpenPricing, PricingContext } from '../../selling/pricing-context.ts'
import { nextTurn } from '../../selling/rules.ts'
import { tooLarge } from '../../selling/size.ts'
import { wantedLines } from '../../selling/wanted.ts'
import { shownCarts } from '../cached-carts.ts'
import { showCart } from '../show.ts'
import { type CartDocument, type CartKey, findCartToChange, type StoredCart, saveCart, unchanged } from '../store.ts'
import type { TargetToChange, TargetToStart } from './target.ts'

export interface CartDeps extends CodeChecks {
  readonly openPricing: OpenPricing
  readonly origin: string
  /** What a cart is priced by. */
  readonly basis: Basis
  readonly mayLeadTo: MayLeadTo
  /** The subscription plans of products, as buyers see them. */
  readonly plansOf: (db: Db, site: string, productIds: readonly string[]) => Promise<ReadonlyMap<string, readonly Plan[]>>
  /** The page where a checkout is paid for. */
  readonly checkoutPageOf: (scope: Scope<'visitor'>, checkoutId: string) => Promise<string>
  readonly findCouponCode: (db: Db, site: string, couponId: string) => Promise<string | undefined>
  /** Places the order of a checkout that was just made from a cart. */
  readonly placeOrder: (scope: Scope<'visitor'>, checkoutId: string, choices: OrderChoices) => Promise<NewOrder>
  /** Makes the checkout of a cart, or brings the one it has up to date. */
  readonly checkoutFor: (
    scope: Scope<'visitor'>,
    cart: StoredCart,
    choices: CheckoutChoices,
    pricing: PricingContext,
  ) => Promise<{ readonly checkoutId: string } | Refusal<'SELECTED_CARRIER_SERVICE_OPTION_NOT_FOUND' | 'INVALID_ARGUMENT'>>
}

/** A change of the document that leaves the rest of the cart unchanged. */
export type Change<C extends RefusalCode> = (document: CartDocument, pricing: PricingContext) => CartDocument | Refusal<C>

const megabyte = 1024 * 1024

/** Only members that the contract names are stored, because the stored document is sent as the answer unchanged. */
const write = serialiserOf(Cart)

/** The buyer's choices, without payment. */
export const buyerChoicesOf = ({
  couponCode,
  memberships,
  discounts,
}: Pick<CartDocument, 'couponCode' | 'memberships' | 'discounts'>): BuyerChoices => ({
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
  { id, revision, owner, document }: Pick<StoredCart, 'id' | 'revision' | 'owner' | 'document'>,
  lines: readonly KnownLine[],
  pricing: PricingContext,
): Promise<Priced> {
  const offered = await pricing.offered(lines, buyerChoicesOf(document), {
    owner,
    email: document.email,
    // A cart that is about to be made has another id in each try of its write.
    ...(revision > 1 && { purchaseFlowId: id }),
  })
  return { offered, quote: pricing.quote(lines, { place: placeOf(document.contactInfo?.address), shipping: null, offered }) }
}

/**
 * Whether a shown cart holds as long as its basis does: a coupon may be used up meanwhile, a membership may end, a service may have another
 * discount, another app may change its price.
 */
const holds = ({ document }: Pick<StoredCart, 'document'>, { memberships, services }: Offered): boolean =>
  !services.asked &&
  document.couponCode === undefined &&
  memberships.eligible.length === 0 &&
  memberships.invalid.length === 0 &&
  memberships.services.appIds.size === 0 &&
  !document.lines.some(({ reference }) => reference && isElsewhere(reference))

/** Finds the caller's cart, changes it and shows it. */
export function cartChanges({ openPricing, origin, basis, checkoutFor }: CartDeps) {
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
    const { id, owner, current, revision } = cart
    const answer = `{"cart":${write(showCart(cart, lines, quote, offered, pricing, origin))}}`
    const keep = () => {
      if (!current || !holds(cart, offered)) return
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
    // An ordered cart is no longer a current cart.
    const current = before.current && document.ordered === undefined
    const after = { ...before, current, revision: before.revision + 1, document, updatedAt: now }
    const lines = await pricing.know(document.lines)
    const totals = await priced(after, lines, pricing)
    await saveCart(db, site, after)
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

  const find = ({ db, site }: Scope<'visitor'>, key: CartKey, wanted: readonly WantedLine[] = []) =>
    findCartToChange(db, site, key, productsOf(wanted), basis)

  /** A cart to change, with its pricing context. */
  async function findWithPricing<G extends RefusalCode>(scope: Scope<'visitor'>, target: TargetToChange<G>) {
    const found = await target.toChange(scope, find)
    return found instanceof Refusal ? found : ([found, await openPricing(scope.db, scope.site)] as const)
  }

  /** Finds or begins a cart, with the lines of a request as the catalogue has them. */
  async function startWith<G extends RefusalCode>(
    scope: Scope<'visitor'>,
    target: TargetToStart<G>,
    input: Parameters<typeof wantedLines>[0],
  ) {
    const selected = wantedLines(input)
    const start = await target.toStart(scope, find, selected)
    if (start instanceof Refusal) return start
    const pricing = await openPricing(scope.db, scope.site)
    const known = await pricing.know([...selected, ...start.document.lines])
    const wanted = identified(known.slice(0, selected.length))
    return wanted instanceof Refusal ? wanted : { start, wanted, pricing }
  }

  /** Changes a found or new cart with the lines of a request. */
  async function changeOrMake<C extends RefusalCode, G extends RefusalCode>(
    scope: Scope<'visitor'>,
    target: TargetToStart<G>,
    input: Parameters<typeof wantedLines>[0],
    work: (document: CartDocument, wanted: readonly WantedLine[], pricing: PricingContext) => CartDocument | Refusal<C>,
  ) {
    const begun = await startWith(scope, target, input)
    if (begun instanceof Refusal) return begun
    const { start, wanted, pricing } = begun
    return keep(scope, start, (document) => work(document, wanted, pricing), pricing)
  }

  /** Creates or updates the checkout of a cart. */
  async function makeCheckout<G extends RefusalCode>(
    scope: Scope<'visitor'>,
    target: TargetToChange<G>,
    choices: CheckoutChoices,
    write: typeof keep<never> | typeof writeCart<never>,
  ) {
    const known = await findWithPricing(scope, target)
    if (known instanceof Refusal) return known
    const [found, pricing] = known
    if (found.document.lines.length === 0) return refuse('EMPTY_CHECKOUT')
    const made = await checkoutFor(scope, found, choices, pricing)
    if (made instanceof Refusal) return made
    if (found.document.checkoutId === made.checkoutId) {
      scope.db.assume?.(unchanged(scope.site, found))
      return made
    }
    const changed = await write(scope, found, (document) => ({ ...document, checkoutId: made.checkoutId }), pricing)
    return changed instanceof Refusal ? changed : made
  }

  return { shown, show, writeCart, keep, findWithPricing, startWith, changeOrMake, makeCheckout }
}

export type CartChanges = ReturnType<typeof cartChanges>
