import { attempt } from '@vitrine/client'
import { type PayWay, savedMethodPrefix } from '../checkout/checkout.ts'
import { cardName } from '../orders/read.server.ts'
import type { Visit } from '../shop.server.ts'
import type { SavedCard } from './saved-cards.ts'

/** The cards that are saved for the member, the first choice first. */
export async function listCards({ client }: Visit, now: Date): Promise<readonly SavedCard[]> {
  const { savedPaymentMethods } = await client.payments.listSavedPaymentMethods({ siteMemberId: 'me' })
  return savedPaymentMethods.map(({ id, primary, paymentMethod: { typeId, cardInfo }, agreement }) => {
    const { brand, lastFourDigits, expirationMonth: month, expirationYear: year } = cardInfo ?? {}
    return {
      id,
      name: brand && lastFourDigits ? cardName({ brand, last4: lastFourDigits }) : 'A card',
      until: month && year ? `${String(month).padStart(2, '0')} / ${String(year % 100).padStart(2, '0')}` : undefined,
      over: month !== undefined && year !== undefined && year * 12 + month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1,
      first: primary,
      provider: typeId,
      agreement,
    }
  })
}

/** The cards that a member has saved for other orders, as far as their bank is asked here; those that have expired come last. */
export async function savedMethodsOf(here: Visit, methods: readonly Pick<PayWay, 'id'>[]): Promise<readonly PayWay[]> {
  const cards = await listCards(here, new Date())
  return cards
    .filter(({ agreement, provider }) => agreement && methods.some((method) => method.id === provider))
    .map(
      ({ id, name, until, over }): PayWay => ({
        id: `${savedMethodPrefix}${id}`,
        kind: 'KEPT',
        name,
        hint: until && (over ? `Ran out in ${until}` : `Good until ${until}`),
        over,
      }),
    )
    .sort((one, other) => Number(one.over) - Number(other.over))
}

/** Saved cards come before the other ways to pay. */
export const withSaved = (saved: readonly PayWay[], methods: readonly PayWay[]): readonly PayWay[] => [
  ...saved,
  ...methods.map((method) => (saved.length > 0 && method.kind === 'CARD' ? { ...method, name: 'Another card' } : method)),
]

/** Offers a card before the others; `false` where it is none of the member's. */
export async function makeFirst({ client }: Visit, savedPaymentMethodId: string): Promise<boolean> {
  const [refused] = await attempt(client.payments.markSavedPaymentMethodPrimary({ savedPaymentMethodId }))
  if (!refused) return true
  if (refused.code === 'SAVED_PAYMENT_METHOD_NOT_FOUND' || refused.code === 'INVALID_ARGUMENT') return false
  throw refused
}

/** Takes a card out, here and with its bank; `false` where it is none of the member's. */
export async function takeOut({ client }: Visit, savedPaymentMethodId: string): Promise<boolean> {
  const [refused] = await attempt(client.payments.deleteSavedPaymentMethod({ savedPaymentMethodId }))
  if (!refused) return true
  if (refused.code === 'SAVED_PAYMENT_METHOD_NOT_FOUND' || refused.code === 'INVALID_ARGUMENT') return false
  throw refused
}
