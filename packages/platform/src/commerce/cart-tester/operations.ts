import type { ApplicationError, CartTest, Checkout, cartTester, Received } from '@vitrine/contract'
import { minor, type Place, type Quote, toDecimal } from '@vitrine/pricing'
import type { Context } from '../../kernel/db/context.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { keepAddress } from '../selling/addresses.ts'
import { type Delivery, type DeliveryWish, wishOf } from '../selling/delivery.ts'
import type { DeliveryFacts } from '../selling/delivery-facts.ts'
import { addLines, identified, type KnownLine, type StoredLine } from '../selling/line.ts'
import { memberOf, type Offered, type WantedCard } from '../selling/offers.ts'
import type { OpenTill, Till } from '../selling/pricing-context.ts'
import { discountsOf } from '../selling/show-offers.ts'
import type { FindTriggers } from '../selling/triggers.ts'
import { wantedLines } from '../selling/wanted.ts'
import { askedDeliveries, askedRules } from './answers.ts'

/** A cart that nobody has, as a checkout would keep it. */
export interface TestedCart {
  readonly owner: string
  readonly lines: readonly StoredLine[]
  readonly address: ReturnType<typeof keepAddress> | undefined
  readonly delivery: DeliveryWish | undefined
  readonly email: string | undefined
  readonly couponCode: string | undefined
  readonly giftCard: WantedCard | undefined
  readonly taxExemptGroupId: string | undefined
}

/** It, reckoned up as a checkout is. */
export interface TestedReckoning {
  readonly lines: readonly KnownLine[]
  readonly place: Place | null
  readonly delivery: Delivery
  readonly quote: Quote
  readonly offered: Offered
  readonly checkout: Checkout
}

/** A card under a code or an id, with what can be paid from it; or why nothing can. */
export type TestedCard =
  | { readonly id: string; readonly suffix: string; readonly balance: number }
  | { readonly id?: string; readonly suffix?: string; readonly error: ApplicationError }

/** What prices are made with, as of a moment. */
export interface Counter {
  readonly openTill: OpenTill
  readonly findTriggers: FindTriggers
}

export interface CartTesterDeps {
  /** As of now without a moment. */
  readonly counterAt: (at: Date | undefined) => Counter
  readonly reckon: (cart: TestedCart, till: Till, at: Date) => Promise<TestedReckoning>
  readonly findCard: (context: Context, wanted: { readonly code?: string; readonly id?: string }, currency: string) => Promise<TestedCard>
}

type Asked = Received<'POST /vitrine/v1/cart-tester/test'>

/** Nobody who is known: no coupon was used by them, and no membership is theirs. */
const nobody = 'visitor:00000000-0000-4000-8000-000000000000'

export function cartTesterOperations({ counterAt, reckon, findCard }: CartTesterDeps): Handlers<typeof cartTester> {
  return {
    async 'POST /vitrine/v1/cart-tester/test'(input, scope) {
      const { db, site } = scope
      const given = input.at ? new Date(input.at) : undefined
      const at = given ?? scope.now
      const { openTill, findTriggers } = counterAt(given)
      const till = await openTill(db, site)
      const lines = await wanted(input, till)
      if (lines instanceof Refusal) return lines
      const { locale, currency } = till.settings.commerce
      const card = await cardFor(input, { db, site, now: at }, currency)
      const { shippingAddress, selectedCarrierServiceOption: wish, couponCode, email, memberId, taxExemptGroupId } = input
      const cart: TestedCart = {
        owner: memberId ? `member:${memberId}` : nobody,
        lines,
        address: shippingAddress ? keepAddress(shippingAddress, locale) : undefined,
        delivery: wish ? wishOf(wish) : undefined,
        email: email ?? undefined,
        couponCode: couponCode ?? undefined,
        giftCard: card && 'balance' in card ? { id: card.id, suffix: card.suffix, seen: card.balance } : undefined,
        taxExemptGroupId: taxExemptGroupId ?? undefined,
      }
      const first = await reckon(cart, till, at)
      const [usual] = first.delivery.options
      const reckoned = wish === undefined && usual ? await reckon({ ...cart, delivery: wishOf(usual) }, till, at) : first
      const { quote, offered, checkout } = reckoned
      const facts: DeliveryFacts = await till.deliveryFacts(reckoned.lines, cart.address)
      const took = new Map(discountsOf(quote).map(({ id, amount }) => [id, amount]))
      const cartTest: CartTest = {
        at: at.toISOString(),
        checkout,
        due: toDecimal(quote.due, currency),
        rules: askedRules({
          settings: till.settings,
          lines: reckoned.lines,
          offered,
          took,
          at,
          memberId: memberOf(cart),
          triggers: await findTriggers(db, site, till.settings, reckoned.lines),
        }),
        deliveries: askedDeliveries({ settings: till.settings, lines: reckoned.lines, offered }, reckoned.place, facts.calendar),
        ...(card && { giftCard: showCard(card, currency) }),
      }
      return { cartTest }
    },
  }

  async function cardFor({ giftCardCode: code, giftCardId: id }: Asked, context: Context, currency: string) {
    if (id) return findCard(context, { id }, currency)
    return code ? findCard(context, { code }, currency) : undefined
  }
}

async function wanted(input: Asked, till: Till) {
  const wished = wantedLines(input)
  const known = identified(await till.know(wished))
  return known instanceof Refusal ? known : addLines([], known)
}

const showCard = (card: TestedCard, currency: string): NonNullable<CartTest['giftCard']> =>
  'balance' in card ? { id: card.id, suffix: card.suffix, balance: toDecimal(minor(card.balance), currency) } : card
