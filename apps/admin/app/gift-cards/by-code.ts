import { Refused } from '@vitrine/client'
import type { IssuedGiftCard } from '@vitrine/contract'
import { client } from '../client.ts'

/** A code as it is typed in: letters and digits in groups, at least eight of them. */
const looksLikeCode = (text: string): boolean =>
  /^[a-z0-9]{3,}([- ]?[a-z0-9]{2,})+$/i.test(text) && text.replace(/[^a-z0-9]/gi, '').length >= 8

/** The card under a whole code, for somebody who holds it in the hand. */
export async function cardUnder(code: string): Promise<IssuedGiftCard | undefined> {
  if (!looksLikeCode(code)) return undefined
  try {
    const { giftCard } = await client.giftVouchers.getGiftCard({ code })
    return giftCard.externalId ? (await client.giftCards.getGiftCard({ giftCardId: giftCard.externalId })).giftCard : undefined
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }
}
