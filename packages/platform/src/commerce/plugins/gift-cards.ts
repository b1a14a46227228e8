import { minor, roundDecimal, toDecimal } from '@vitrine/pricing'
import type { PluginSettings } from '../../kernel/settings/plugin-settings.ts'
import { type CardRefused, cardRefusals, type GiftCardService } from '../selling/gift-card-services.ts'
import { NoAnswer } from '../selling/outside-calls.ts'
import { isObject, type Said, stateOf, text } from './answers.ts'
import type { CallPlugin } from './call.ts'

/** The most that the published form has on a card. */
const mostOnCard = 999_999_999.99
const longestTransactionId = 100

/** Asks what is on a gift card, takes money off it and puts it back. Amounts are numbers in the published form. */
export function giftCardsOf(plugin: PluginSettings, call: CallPlugin): GiftCardService {
  const unusable = () => new NoAnswer(`What ${plugin.name} said cannot be used.`, { code: 'UNUSABLE_ANSWER' })
  const said = (answer: unknown): Said => {
    if (isObject(answer)) return answer
    throw unusable()
  }

  return {
    id: plugin.id,
    name: plugin.name,
    active: plugin.active,
    state: stateOf(plugin),
    balanceOf: (asked, signal) =>
      orRefused(async () => {
        const { balance, currencyCode } = said(await call(plugin, asked, { code: asked.code }, signal))
        if (typeof balance !== 'number' || !(balance >= 0 && balance <= mostOnCard)) throw unusable()
        if (text(currencyCode) !== undefined && currencyCode !== asked.currency) return { refused: 'CURRENCY_NOT_SUPPORTED' as const }
        return { balance: unitsWithin(balance, asked.currency) }
      }),
    redeem: ({ code, amount, orderId, ...asked }, signal) =>
      orRefused(async () => {
        const request = { code, amount: Number(toDecimal(minor(amount), asked.currency)), currencyCode: asked.currency, orderId }
        const { transactionId } = said(await call(plugin, asked, request, signal, 'REDEEM_GIFT_CARD'))
        if (typeof transactionId !== 'string' || transactionId === '' || transactionId.length > longestTransactionId) throw unusable()
        return { transactionId }
      }),
    void: ({ transactionId, ...asked }, signal) =>
      orRefused(async () => {
        await call(plugin, asked, { transactionId }, signal, 'VOID_GIFT_CARD')
        return undefined
      }),
  }
}

/** What a number comes to in whole units: what is less than one of them cannot be paid with. */
function unitsWithin(amount: number, currency: string): number {
  const units = roundDecimal(amount.toFixed(6), currency)
  return Number(toDecimal(units, currency)) > amount ? units - 1 : units
}

async function orRefused<T>(ask: () => Promise<T>): Promise<T | CardRefused> {
  try {
    return await ask()
  } catch (error) {
    const refused = error instanceof NoAnswer && cardRefusals.find((code) => code === error.code)
    if (refused) return { refused }
    throw error
  }
}
