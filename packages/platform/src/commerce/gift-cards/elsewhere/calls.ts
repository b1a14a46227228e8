import type { Clock } from '../../../kernel/clock/clock.ts'
import type { Database } from '../../../kernel/db/pool.ts'
import type { CardRefused, GiftCardService } from '../../selling/gift-card-services.ts'
import { NoAnswer } from '../../selling/outside-calls.ts'
import { openCode } from '../code.ts'
import type { ServiceCardsDeps } from './cards.ts'
import { findServiceCard, type ServiceCard, type StoredRedemption, stepRedemption } from './store.ts'

/** It did not say whether it did what it was asked. */
interface Silent {
  readonly silent: string
}

/** What services of gift cards are told to do, outside of every transaction. */
export interface CardCalls {
  redeem(
    site: string,
    wanted: Pick<StoredRedemption, 'id' | 'cardId' | 'orderId' | 'amount' | 'currency'>,
  ): Promise<{ readonly transactionId: string } | CardRefused | Silent>
  /** Puts back what is marked for it. What the service does not take back now is tried again later, and after a week given up. */
  putBack(site: string, voiding: StoredRedemption): Promise<'VOIDED' | 'LOST' | 'LATER'>
  /** Whether it was taken is unknown, or it cannot go back: somebody has to look at it. */
  lose(site: string, redemption: StoredRedemption, why: string): Promise<void>
}

export interface CardCallsDeps extends Pick<ServiceCardsDeps, 'keys' | 'services' | 'readSettings' | 'report'> {
  readonly database: Database
  /** Real time. */
  readonly clock: Clock
}

const givenUpMs = 7 * 24 * 60 * 60 * 1000

/** Where the service was never called nothing was taken either. */
export const surelyNotAsked = (code: string): boolean => code === 'CIRCUIT_OPEN' || code === 'OUTBOUND_ADDRESS_NOT_ALLOWED'

export function cardCalls({ database, clock, keys, services, readSettings, report }: CardCallsDeps): CardCalls {
  async function asking<T>(site: string, cardId: string, currency: string, ask: Ask<T>): Promise<T | Silent> {
    const [card, settings] = [await findServiceCard(database, site, cardId), await readSettings(database, site)]
    const service = services(settings).find(({ id }) => id === card?.pluginId)
    if (!card || !service) return { silent: 'CIRCUIT_OPEN' }
    const asked = { site, currency, language: settings.commerce.locale.slice(0, 2) }
    try {
      return await ask(service, asked, card)
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      report(error)
      return { silent: error.code }
    }
  }

  const lose: CardCalls['lose'] = async (site, { id, cardId, amount, currency }, why) => {
    await stepRedemption({ db: database, site, now: clock.now() }, id, { from: ['ASKED', 'UNKNOWN', 'VOIDING'], to: 'LOST' })
    report(new Error(`${amount} ${currency} of the gift card ${cardId} of a service may have been taken for no order: ${why}`))
  }

  return {
    lose,
    redeem: (site, { cardId, orderId, amount, currency }) =>
      asking(site, cardId, currency, async (service, asked, card) => {
        if (!service.active) return { silent: 'CIRCUIT_OPEN' }
        const code = openCode(await keys.get(database, site), card.sealed)
        return service.redeem({ ...asked, code, orderId, amount }, new AbortController().signal)
      }),

    async putBack(site, voiding) {
      const { id, cardId, currency, transactionId, createdAt } = voiding
      const lost = async (why: string) => {
        await lose(site, voiding, why)
        return 'LOST' as const
      }
      if (transactionId === null) return lost('its service never said what it calls the redemption')
      const told = await asking(site, cardId, currency, (service, asked) =>
        service.void({ ...asked, transactionId }, new AbortController().signal),
      )
      if (told === undefined || ('refused' in told && told.refused === 'ALREADY_VOIDED')) {
        await stepRedemption({ db: database, site, now: clock.now() }, id, { from: ['VOIDING'], to: 'VOIDED' })
        return 'VOIDED'
      }
      if ('refused' in told) return lost(`its service says ${told.refused}`)
      return clock.now().getTime() - createdAt.getTime() > givenUpMs ? lost('its service is silent') : 'LATER'
    },
  }
}

type Ask<T> = (
  service: GiftCardService,
  asked: { readonly site: string; readonly currency: string; readonly language: string },
  card: ServiceCard,
) => Promise<T | Silent>
