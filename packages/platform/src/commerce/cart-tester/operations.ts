import type { ApplicationError, CartTest, Checkout, cartTester, Received } from '@vitrine/contract'
import { minor, type Place, type Quote, toDecimal } from '@vitrine/pricing'
import type { Context } from '../../kernel/db/context.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { keepAddress } from '../selling/addresses.ts'
import { type Delivery, type DeliveryChoice, deliveryChoiceOf } from '../selling/delivery.ts'
import type { DeliveryFacts } from '../selling/delivery-facts.ts'
import { addLines, identified, type KnownLine, type StoredLine } from '../selling/line.ts'
import { memberOf, type Offered, type WantedCard } from '../selling/offers.ts'
import type { OpenPricing, PricingContext } from '../selling/pricing-context.ts'
import { discountsOf } from '../selling/show-offers.ts'
import type { FindTriggers } from '../selling/triggers.ts'
import { wantedLines } from '../selling/wanted.ts'
import { askedDeliveries, askedRules } from './answers.ts'

/** A cart that belongs to nobody, as a checkout would store it. */
export interface TestedCart {
  readonly owner: string
  readonly lines: readonly StoredLine[]
  readonly address: ReturnType<typeof keepAddress> | undefined
  readonly delivery: DeliveryChoice | undefined
  readonly email: string | undefined
  readonly couponCode: string | undefined
  readonly giftCard: WantedCard | undefined
  readonly taxExemptGroupId: string | undefined
}

/** It, calculated as a checkout is. */
export interface TestedTotals {
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
  readonly openPricing: OpenPricing
  readonly findTriggers: FindTriggers
}

export interface CartTesterDeps {
  /** As of now without a moment. */
  readonly counterAt: (at: Date | undefined) => Counter
  readonly calculate: (cart: TestedCart, pricing: PricingContext, at: Date) => Promise<TestedTotals>
  readonly findCard: (context: Context, wanted: { readonly code?: string; readonly id?: string }, currency: string) => Promise<TestedCard>
}

type Asked = Received<'POST /vitrine/v1/cart-tester/test'>

/** Nobody who is known: no coupon was used by them, and no membership is theirs. */
const nobody = 'visitor:00000000-0000-4000-8000-000000000000'

export function cartTesterOperations({ counterAt, calculate, findCard }: CartTesterDeps): Handlers<typeof cartTester> {
  return {
    async 'POST /vitrine/v1/cart-tester/test'(input, scope) {
      const { db, site } = scope
      const given = input.at ? new Date(input.at) : undefined
      const at = given ?? scope.now
      const { openPricing, findTriggers } = counterAt(given)
      const pricing = await openPricing(db, site)
      const lines = await wanted(input, pricing)
      if (lines instanceof Refusal) return lines
      const { locale, currency } = pricing.settings.commerce
      const card = await cardFor(input, { db, site, now: at }, currency)
      const { shippingAddress, selectedCarrierServiceOption: choice, couponCode, email, memberId, taxExemptGroupId } = input
      const cart: TestedCart = {
        owner: memberId ? `member:${memberId}` : nobody,
        lines,
        address: shippingAddress ? keepAddress(shippingAddress, locale) : undefined,
        delivery: choice ? deliveryChoiceOf(choice) : undefined,
        email: email ?? undefined,
        couponCode: couponCode ?? undefined,
        giftCard: card && 'balance' in card ? { id: card.id, suffix: card.suffix, seen: card.balance } : undefined,
        taxExemptGroupId: taxExemptGroupId ?? undefined,
      }
      const first = await calculate(cart, pricing, at)
      const [usual] = first.delivery.options
      const calculated =
        choice === undefined && usual ? await calculate({ ...cart, delivery: deliveryChoiceOf(usual) }, pricing, at) : first
      const { quote, offered, checkout } = calculated
      const facts: DeliveryFacts = await pricing.deliveryFacts(calculated.lines, cart.address)
      const took = new Map(discountsOf(quote).map(({ id, amount }) => [id, amount]))
      const cartTest: CartTest = {
        at: at.toISOString(),
        checkout,
        due: toDecimal(quote.due, currency),
        rules: askedRules({
          settings: pricing.settings,
          lines: calculated.lines,
          offered,
          took,
          at,
          memberId: memberOf(cart),
          triggers: await findTriggers(db, site, pricing.settings, calculated.lines),
        }),
        deliveries: askedDeliveries({ settings: pricing.settings, lines: calculated.lines, offered }, calculated.place, facts.calendar),
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

async function wanted(input: Asked, pricing: PricingContext) {
  const selected = wantedLines(input)
  const known = identified(await pricing.know(selected))
  return known instanceof Refusal ? known : addLines([], known)
}

const showCard = (card: TestedCard, currency: string): NonNullable<CartTest['giftCard']> =>
  'balance' in card ? { id: card.id, suffix: card.suffix, balance: toDecimal(minor(card.balance), currency) } : card
