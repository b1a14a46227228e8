import { attempt } from '@vitrine/client'
import { cardName } from '../orders/read.server.ts'
import type { Visit } from '../shop.server.ts'
import type { KeptCard } from './kept-cards.ts'

/** The cards that are kept for the member, the first choice first. */
export async function listCards({ client }: Visit, now: Date): Promise<readonly KeptCard[]> {
  const { savedPaymentMethods } = await client.payments.listSavedPaymentMethods({ siteMemberId: 'me' })
  return savedPaymentMethods.map(({ id, paymentMethod: { typeId, cardInfo }, agreement }) => {
    const { brand, lastFourDigits, expirationMonth: month, expirationYear: year } = cardInfo ?? {}
    return {
      id,
      name: brand && lastFourDigits ? cardName({ brand, last4: lastFourDigits }) : 'A card',
      until: month && year ? `${String(month).padStart(2, '0')} / ${String(year % 100).padStart(2, '0')}` : undefined,
      over: month !== undefined && year !== undefined && year * 12 + month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1,
      provider: typeId,
      agreement,
    }
  })
}

/** Takes a card out, here and with its bank; `false` where it is none of the member's. */
export async function takeOut({ client }: Visit, savedPaymentMethodId: string): Promise<boolean> {
  const [refused] = await attempt(client.payments.deleteSavedPaymentMethod({ savedPaymentMethodId }))
  if (!refused) return true
  if (refused.code === 'SAVED_PAYMENT_METHOD_NOT_FOUND' || refused.code === 'INVALID_ARGUMENT') return false
  throw refused
}
