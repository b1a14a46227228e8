import type { Address } from '@vitrine/contract'
import { type ChosenShipping, type Place, type Quote, quote, type TaxChoice, taxAt } from '@vitrine/pricing'
import type { Db } from '../../kernel/db/sql.ts'
import { Refused } from '../../kernel/refusal.ts'
import { acceptedCodes } from '../../kernel/settings/checkout-form.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { violation } from '../../kernel/violation.ts'
import { type Amounts, amounts } from './amounts.ts'
import { isElsewhere } from './apps.ts'
import type { DeliveryFacts, FindDeliveryFacts } from './delivery-facts.ts'
import { type FindServiceDiscounts, noServiceDiscounts } from './discount-services.ts'
import { type FeesAnswer, type FeeTerms, type FindFees, ownFees } from './fees.ts'
import { type FindHeld, withHeld } from './held-stock.ts'
import { itemOf, type KnownLine, type WantedLine } from './line.ts'
import { linesToPrice } from './lines-to-price.ts'
import { type FindServiceMemberships, noServiceMemberships } from './membership-services.ts'
import { type Benefits, type Buyer, type BuyerChoices, type FindBenefits, memberOf, type Offered, offeredFor } from './offers.ts'
import type { FindSellables, Sellable, WantedReference } from './sellable.ts'
import type { ChooseTax } from './taxation.ts'
import type { FindTriggers } from './triggers.ts'
import type { Purchase, Validate, Validated } from './validations.ts'

/** What cart, checkout and order need to make a price: the catalogue and the settings, as they are now. */
export interface PricingContext {
  readonly settings: Sections
  readonly money: Amounts
  /** Amounts of what was agreed on in a currency, which does not change with the one that the shop sells in now. */
  moneyIn(currency: string): Amounts
  /** The lines with their catalogue data, which is read once for each item. Units held by an order are available to that order. */
  know<Line extends WantedLine>(
    lines: readonly Line[],
    orderId?: string | null,
  ): Promise<readonly (Line & { readonly item: Sellable | undefined })[]>
  /** What is taken off lines: by rules, and by what this buyer wishes for. */
  offered(lines: readonly KnownLine[], choices: BuyerChoices, buyer: Buyer): Promise<Offered>
  /** What a delivery of these lines depends on beside the shop's own rules. An order that is about to be made anew is no reason for a slot to be full. */
  deliveryFacts(lines: readonly KnownLine[], to: Address | undefined, orderId?: string | null): Promise<DeliveryFacts>
  /** What is charged beside goods and delivery, by the shop and by whoever else is asked. */
  fees(lines: readonly KnownLine[], terms: FeeTerms): Promise<FeesAnswer>
  /** What stands in the way of an order, by whoever else is asked. */
  validate(purchase: Purchase): Promise<Validated>
  /** The taxes of a place, from whoever knows them; the shop's own rates where it sells to an exempt buyer, or nobody else answers. */
  taxes(lines: readonly KnownLine[], at: TaxedAt): Promise<TaxChoice>
  /** The totals of those lines that count, taxed where the goods go (the shop's own country while nothing is known). */
  quote(lines: readonly KnownLine[], terms?: Terms): Quote
}

/** What a price depends on beside the lines. */
export interface Terms {
  readonly place?: Place | null
  /** What `taxes` said of the place; without it the shop's own rates are. */
  readonly tax?: TaxChoice
  readonly shipping?: ChosenShipping | null
  readonly offered?: Offered
  /** `false` where they are not wanted yet; what `fees` said of them, without it the shop's own are. */
  readonly fees?: FeesAnswer | false
}

export interface TaxedAt {
  readonly place: Place | null
  readonly shipping?: ChosenShipping | null
  readonly fees?: FeesAnswer | false
  readonly exemptGroupId?: string | undefined
}

export interface PricingDeps {
  readonly findSellables: FindSellables
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  readonly findBenefits: FindBenefits
  readonly findDeliveryFacts: FindDeliveryFacts
  readonly findHeld: FindHeld
  readonly chooseTax: ChooseTax
  readonly findFees: FindFees
  readonly validate: Validate
  readonly findTriggers: FindTriggers
  readonly findServiceDiscounts: FindServiceDiscounts
  readonly findServiceMemberships: FindServiceMemberships
  /** When it is: rules begin and end. */
  readonly now: () => Date
}

export type OpenPricing = (db: Db, site: string) => Promise<PricingContext>

export const openPricing =
  ({
    findSellables,
    readSettings,
    findBenefits,
    findDeliveryFacts,
    findHeld,
    chooseTax,
    findFees,
    validate,
    findTriggers,
    findServiceDiscounts,
    findServiceMemberships,
    now,
  }: PricingDeps): OpenPricing =>
  async (db, site) => {
    const settings = await readSettings(db, site)
    const { currency, locale, country } = settings.commerce
    const money = amounts(currency, locale)
    const asked = new Map<string, Sellable | undefined>()

    async function ask(references: readonly WantedReference[]): Promise<void> {
      const missing = new Map(
        references.map((reference) => [JSON.stringify(reference), reference] as const).filter(([key]) => !asked.has(key)),
      )
      if (missing.size === 0) return
      const found = await findSellables(db, site, [...missing.values()])
      for (const [i, key] of [...missing.keys()].entries()) asked.set(key, found[i])
    }

    return {
      settings,
      money,
      moneyIn: (agreed) => (agreed === currency ? money : amounts(agreed, locale)),
      know: (lines, orderId) =>
        calculable(async () => {
          await ask(lines.flatMap((line) => wantedOf(line) ?? []))
          const known = lines.map((line) => ({
            ...line,
            item: itemOf(line, line.reference && asked.get(JSON.stringify(wantedOf(line))), currency),
          }))
          return withHeld(known, orderId ? await findHeld(db, site, orderId) : [])
        }),
      offered: async (lines, selected, buyer) => {
        const taken = acceptedCodes(settings)
        const { couponCode, giftCard } = {
          couponCode: taken.coupons ? selected.couponCode : undefined,
          giftCard: taken.giftCards ? selected.giftCard : undefined,
        }
        const choices = { ...selected, couponCode, giftCard }
        const memberId = memberOf(buyer)
        const asks = couponCode !== undefined || giftCard !== undefined || memberId !== null
        const benefits: Benefits = asks ? await findBenefits(db, site, { couponCode, giftCard, buyer, memberId }) : {}
        const triggers = await findTriggers(db, site, settings, lines)
        // A code that is none of the shop's own may be one of a service's.
        const unknown = benefits.coupon?.coupon === null ? couponCode : undefined
        const services = selected.withoutServices
          ? noServiceDiscounts
          : await calculable(() => findServiceDiscounts(db, site, settings, lines, { couponCode: unknown, buyer }))
        const serviceMemberships =
          selected.withoutServices || memberId === null
            ? noServiceMemberships
            : await findServiceMemberships(db, site, settings, lines, { memberId, choices: selected.memberships ?? [] })
        return withinBounds(() =>
          offeredFor(lines, choices, buyer, {
            rules: settings.discounts,
            triggers,
            services,
            serviceMemberships,
            benefits,
            currency,
            now: now(),
          }),
        )
      },
      deliveryFacts: (lines, to, orderId) => findDeliveryFacts(db, site, settings, lines, to, orderId),
      fees: (lines, terms) => calculable(() => findFees(db, site, settings, lines, terms)),
      validate: (purchase) => validate(db, site, settings, money, purchase),
      taxes: (lines, { place, shipping, fees, exemptGroupId }) =>
        chooseTax(db, site, settings, {
          place,
          taxGroupIds: [
            ...lines.map(({ item }) => item?.taxGroupId),
            shipping?.taxGroupId,
            ...(fees ? fees.fees.map(({ taxGroupId }) => taxGroupId) : []),
          ].flatMap((id) => id ?? []),
          exemptGroupId,
        }),
      quote: (lines, { place, tax, shipping, offered, fees } = {}) =>
        withinBounds(() => {
          const charged = fees ?? { fees: ownFees(settings, lines, { place: place ?? null, ...(offered && { offered }) }) }
          return quote(linesToPrice(lines), {
            currency,
            tax: tax ?? taxAt(settings.taxes, place ?? { country }),
            shipping: shipping ?? null,
            discounts: offered?.discounts ?? [],
            fees: charged ? charged.fees : [],
            giftCard: offered?.giftCard?.offer ?? null,
          })
        }),
    }
  }

/** What a line asks a catalogue for: how many are wanted is asked of other apps only, the shop's own price does not depend on it. */
const wantedOf = ({ reference, quantity }: WantedLine): WantedReference | undefined =>
  reference && isElsewhere(reference) ? { ...reference, quantity } : reference

const beyondBounds = () => new Refused(violation('lineItems', 'The amounts are too large to be reckoned', 'MAX'))

/** Money is counted in safe integers; what leaves them is the caller's to mend, not a wrong sum. */
export function withinBounds<T>(calculate: () => T): T {
  try {
    return calculate()
  } catch (error) {
    throw error instanceof RangeError ? beyondBounds() : error
  }
}

async function calculable<T>(calculate: () => Promise<T>): Promise<T> {
  try {
    return await calculate()
  } catch (error) {
    throw error instanceof RangeError ? beyondBounds() : error
  }
}
