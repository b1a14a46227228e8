import { createHmac } from 'node:crypto'
import { type Minor, minor, zero } from '@vitrine/pricing'
import type { Context } from '../../../kernel/db/context.ts'
import type { Db } from '../../../kernel/db/sql.ts'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import type { Sections } from '../../../kernel/settings/sections.ts'
import type { CardQuestion, CardRefused, GiftCardService } from '../../selling/gift-card-services.ts'
import type { Buyer, WantedCard } from '../../selling/offers.ts'
import { NoAnswer, outside } from '../../selling/outside-calls.ts'
import { type CodeKeys, openCode, sealCode, suffixOf } from '../code.ts'
import { findNamedCard, findServiceCard, keepCard, redemptionsOfCard, type StoredRedemption } from './store.ts'

export interface ServiceCardsDeps {
  readonly keys: CodeKeys
  readonly services: (settings: Pick<Sections, 'plugins'>) => readonly GiftCardService[]
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  readonly timeoutMs: number
  readonly report: (fault: unknown) => void
}

type Spoilt = Refusal<'GIFT_CARD_DISABLED' | 'GIFT_CARD_EXPIRED' | 'GIFT_CARD_IS_EMPTY'>

/** What is known of a card by its code. */
export interface CardElsewhere {
  readonly service: Pick<GiftCardService, 'id'>
  readonly balance: number
  readonly refused?: 'GIFT_CARD_DISABLED' | 'GIFT_CARD_EXPIRED'
}

/** Gift cards of the services that a shop has for them. */
export interface ServiceCards {
  /** The card under a code, by the first service that knows it. */
  lookUp(db: Db, site: string, code: string, appId?: string): Promise<CardElsewhere | undefined>
  /** Stores the card for a cart or a checkout, if it can pay. */
  name(context: Context, code: string): Promise<WantedCard | Spoilt | undefined>
  /** What can be paid with it now; nothing while its service does not answer. */
  balanceOf(db: Db, site: string, card: WantedCard, buyer: Buyer): Promise<Minor>
}

/** A balance holds for as long as nothing of the card was spent here; elsewhere it may be spent at any time. */
const cacheMs = 15_000
const failedMs = 5000
const [shortest, longest] = [8, 20]

interface BalanceQuestion extends CardQuestion {
  readonly serviceId: string
  /** What was taken here so far. */
  readonly taken: readonly string[]
}

export function serviceCards({ keys, services, readSettings, timeoutMs, report }: ServiceCardsDeps): ServiceCards {
  const { answer } = outside<BalanceQuestion, { readonly balance: number } | CardRefused, GiftCardService>({
    ask: ({ site, currency, language, code }, signal, service) => service.balanceOf({ site, currency, language, code }, signal),
    timeoutMs,
    cacheMs,
    failedMs,
    report,
  })

  const askedIn = async (db: Db, site: string) => {
    const settings = await readSettings(db, site)
    const { currency, locale } = settings.commerce
    return { all: services(settings), asked: { site, currency, language: locale.slice(0, 2) } }
  }

  async function lookUp(db: Db, site: string, code: string, appId?: string): Promise<CardElsewhere | undefined> {
    const { all, asked } = await askedIn(db, site)
    const wanted = code.trim()
    if (wanted.length < shortest || wanted.length > longest) return undefined
    const key = await keys.find(db, site)
    for (const service of all) {
      if (!service.active || (appId && service.id !== appId.toLowerCase())) continue
      const id = key && (await findNamedCard(db, site, service.id, exactHash(key, service.id, wanted)))
      const taken = id ? (await redemptionsOfCard(db, site, id)).map(spent) : []
      const said = await answer(db, { ...asked, code: wanted, serviceId: service.id, taken }, service)
      if (said instanceof NoAnswer) continue
      if ('balance' in said) return { service, balance: said.balance }
      if (said.refused === 'GIFT_CARD_DISABLED' || said.refused === 'GIFT_CARD_EXPIRED')
        return { service, balance: 0, refused: said.refused }
    }
    return undefined
  }

  return {
    lookUp,

    async name(context, code) {
      const { db, site } = context
      const found = await lookUp(db, site, code)
      if (!found) return undefined
      if (found.refused) return refuse(found.refused)
      if (found.balance === 0) return refuse('GIFT_CARD_IS_EMPTY')
      const key = await keys.get(db, site)
      const [pluginId, wanted] = [found.service.id, code.trim()]
      const suffix = suffixOf(wanted)
      const id = await keepCard(context, { pluginId, hash: exactHash(key, pluginId, wanted), sealed: sealCode(key, wanted), suffix })
      return { id, appId: pluginId, suffix, seen: found.balance }
    },

    async balanceOf(db, site, { id, seen }, buyer) {
      const [card, { all, asked }] = [await findServiceCard(db, site, id), await askedIn(db, site)]
      const service = all.find((one) => one.active && one.id === card?.pluginId)
      if (!card || !service) return zero
      const redemptions = await redemptionsOfCard(db, site, id)
      const code = openCode(await keys.get(db, site), card.sealed)
      const said = await answer(db, { ...asked, code, serviceId: service.id, taken: redemptions.map(spent) }, service)
      if (said instanceof NoAnswer || !('balance' in said)) return zero
      const held = redemptions.filter((one) => isTheirs(one, buyer)).reduce((sum, { amount }) => sum + amount, 0)
      return minor(Math.min(said.balance + held, Math.max(said.balance, seen)))
    },
  }
}

/** Codes of others are told apart by each of their characters. */
const exactHash = (key: Buffer, pluginId: string, code: string): Buffer => createHmac('sha256', key).update(`${pluginId} ${code}`).digest()

const taken: ReadonlySet<string> = new Set(['REDEEMED', 'USED', 'RELEASED'])

/** What a redemption means for what is on the card. */
const spent = ({ id, state }: StoredRedemption): string => `${id} ${taken.has(state) ? 'TAKEN' : state}`

/** Whether it was taken for what this buyer is about to order: then it is theirs to pay with. */
const isTheirs = ({ state, usedAt, owner, orderId }: StoredRedemption, buyer: Buyer): boolean =>
  usedAt === null
    ? owner === buyer.owner && (state === 'REDEEMED' || state === 'UNKNOWN' || state === 'LOST')
    : orderId === buyer.orderId && (state === 'USED' || state === 'RELEASED')
