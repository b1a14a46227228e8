import type { Db } from '../../kernel/db/sql.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import type { Counter } from '../cart-tester/operations.ts'
import type { Facts } from '../catalogue/facts.ts'
import { findTaken } from '../delivery/slots.ts'
import type { ServiceCards } from '../gift-cards/elsewhere/cards.ts'
import { findHeldStock } from '../orders/store.ts'
import { withOtherCatalogs } from '../selling/catalogs.ts'
import { deliveryFacts } from '../selling/delivery-facts.ts'
import { openPricing } from '../selling/pricing-context.ts'
import { customTriggers } from '../selling/triggers.ts'
import { benefitsOf } from './benefits.ts'
import { withGiftCards } from './gift-card-sellables.ts'
import { type Outside, outsideMs } from './outside-providers.ts'

export interface CounterDeps {
  readonly catalogue: Facts
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  readonly outside: Pick<
    Outside,
    | 'rates'
    | 'triggers'
    | 'chooseTax'
    | 'findFees'
    | 'validate'
    | 'findListed'
    | 'findServiceDiscounts'
    | 'findServiceMemberships'
    | 'noteProviderHealth'
  >
  readonly cards: Pick<ServiceCards, 'balanceOf'>
  readonly report: (fault: unknown, where: string) => void
}

/** What prices are made with, by a clock: the shop's, or that of a test. */
export const counterBy =
  ({ catalogue, readSettings, outside, cards, report }: CounterDeps) =>
  (now: () => Date): Counter => {
    const { rates, triggers, chooseTax, findFees, validate, findServiceDiscounts, findServiceMemberships, noteProviderHealth } = outside
    const findTriggers = customTriggers({
      providers: triggers,
      timeoutMs: outsideMs,
      now,
      report: (fault) => report(fault, 'provider of discount triggers'),
    })
    const open = openPricing({
      findSellables: withOtherCatalogs(withGiftCards(catalogue, readSettings, now), outside.findListed, readSettings),
      readSettings,
      findBenefits: benefitsOf({ now }, cards),
      findDeliveryFacts: deliveryFacts({
        providers: rates,
        slotsTaken: findTaken,
        timeoutMs: outsideMs,
        now,
        report: (fault) => report(fault, 'provider of delivery rates'),
        noteProviderHealth,
      }),
      findHeld: findHeldStock,
      chooseTax,
      findFees,
      validate,
      findTriggers,
      findServiceDiscounts,
      findServiceMemberships,
      now,
    })
    return { openPricing: open, findTriggers }
  }
