import type { Clock } from '../../kernel/clock/clock.ts'
import type { Database } from '../../kernel/db/pool.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { JobDefinition } from '../../kernel/jobs/jobs.ts'
import type { KeyWrap } from '../../kernel/key-wrap/key-wrap.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { codeKeys } from '../gift-cards/code.ts'
import { cardCalls } from '../gift-cards/elsewhere/calls.ts'
import { type ServiceCards, serviceCards } from '../gift-cards/elsewhere/cards.ts'
import { type PutBack, putBack } from '../gift-cards/elsewhere/put-back.ts'
import { redeemFirst } from '../gift-cards/elsewhere/redeem.ts'
import { tidyRedemptions } from '../gift-cards/elsewhere/tidy.ts'
import { giveUp } from '../orders/approve.ts'
import type { RedeemFirst } from '../orders/place.ts'
import { lockOrder } from '../orders/store.ts'
import type { GiftCardService } from '../selling/gift-card-services.ts'
import { outsideMs } from './outside-providers.ts'
import { paymentUnderWay, stock } from './place-order.ts'
import { perks } from './redemptions.ts'

export interface ServiceCardDeps {
  readonly database: Database
  readonly clock: Clock
  /** The outside world goes by real time. */
  readonly real: Clock
  readonly wrap: KeyWrap
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  readonly services: (settings: Pick<Sections, 'plugins'>) => readonly GiftCardService[]
  readonly report: (fault: unknown, where: string) => void
}

/** Gift cards of somebody else's, as carts, checkouts, orders and payments use them. */
export interface GiftCardsOfServices {
  readonly cards: ServiceCards
  readonly redeemFirst: RedeemFirst
  readonly putBack: PutBack
  readonly tidy: (sites: () => Promise<readonly string[]>) => Promise<void>
}

export function giftCardsOfServices({ database, clock, real, wrap, readSettings, services, report }: ServiceCardDeps): GiftCardsOfServices {
  const asking = {
    database,
    clock: real,
    keys: codeKeys(wrap),
    services,
    readSettings,
    timeoutMs: outsideMs,
    report: (fault: unknown) => report(fault, 'service for gift cards'),
  }
  const calls = cardCalls(asking)
  return {
    cards: serviceCards(asking),
    redeemFirst: redeemFirst({
      ...asking,
      calls,
      giveUp: (site, orderId) =>
        database.transact(async (db) => {
          const order = await lockOrder(db, site, orderId)
          if (order?.status !== 'INITIALIZED' || (await paymentUnderWay(db, site, orderId))) return
          await giveUp({ db, site, now: clock.now() }, order, { stock, perks })
        }),
    }),
    putBack: putBack({ ...asking, calls }),
    tidy: (sites) => tidyRedemptions({ ...asking, calls, sites }),
  }
}

/** What an order let go of goes back as soon as the order is no more. */
export const serviceCardJobs = ({ tidy }: Pick<GiftCardsOfServices, 'tidy'>): JobDefinition[] => [
  {
    queue: 'gift-cards-of-services-back',
    on: ['wix.ecom.v1.order_canceled'],
    run: ({ site }) => tidy(async () => [site]),
  },
]
