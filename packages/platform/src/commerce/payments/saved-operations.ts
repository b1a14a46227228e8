import type { MembersPaymentMethod, savedPaymentMethods } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import { type Actor, nameOf } from '../../kernel/http/caller.ts'
import { type Handlers, staged } from '../../kernel/http/handlers.ts'
import { refuse } from '../../kernel/refusal.ts'
import { ownerOf } from '../selling/owner.ts'
import { answerOf, type CardFace, type Providers } from './provider.ts'
import { deleteSavedMethods, eachOnce, findSavedMethod, findSavedMethods, isSameCard, makeFirst, type SavedMethod } from './saved.ts'

/** A card of the caller's, or of any member where the shop asks. */
async function findTheirs(
  { db, site, caller, merchant }: Actor & { readonly db: Db; readonly site: string },
  id: string,
): Promise<SavedMethod | undefined> {
  const saved = await findSavedMethod(db, site, id)
  return saved && ownerOf(saved.owner).memberId && (merchant || saved.owner === nameOf(caller)) ? saved : undefined
}

export const savedMethodOperations = ({ providers }: { readonly providers: Providers }): Handlers<typeof savedPaymentMethods> => ({
  async 'GET /_api/payments/saved-payment-methods/v1/saved-payment-methods'({ siteMemberId }, { db, site, caller, merchant }) {
    const owner = siteMemberId && siteMemberId !== 'me' && merchant ? `member:${siteMemberId.toLowerCase()}` : nameOf(caller)
    const found = ownerOf(owner).memberId ? await findSavedMethods(db, site, owner) : []
    return { savedPaymentMethods: eachOnce(found).map(show) }
  },

  async 'GET /_api/payments/saved-payment-methods/v1/saved-payment-methods/{savedPaymentMethodId}'({ savedPaymentMethodId }, scope) {
    const saved = await findTheirs(scope, savedPaymentMethodId)
    return saved ? { savedPaymentMethod: show(saved) } : refuse('SAVED_PAYMENT_METHOD_NOT_FOUND')
  },

  async 'POST /_api/payments/saved-payment-methods/v1/saved-payment-methods/{savedPaymentMethodId}/mark-primary'(
    { savedPaymentMethodId },
    scope,
  ) {
    const saved = await findTheirs(scope, savedPaymentMethodId)
    if (!saved) return refuse('SAVED_PAYMENT_METHOD_NOT_FOUND')
    await makeFirst(scope, saved)
    return {}
  },

  'DELETE /_api/payments/saved-payment-methods/v1/saved-payment-methods/{savedPaymentMethodId}': staged(
    async ({ savedPaymentMethodId: id }, scope) => {
      const { db, site, transact } = scope
      const saved = await findTheirs(scope, id)
      if (!saved) return refuse('SAVED_PAYMENT_METHOD_NOT_FOUND')
      const same = (await findSavedMethods(db, site, saved.owner)).filter((one) => isSameCard(one, saved))
      // The provider first: a card that is not in our table any more could not be found there again.
      for (const { provider, reference } of same) {
        const keeping = providers.get(provider)?.keeping
        if (keeping) await answerOf((signal) => keeping.forget(site, reference, signal))
      }
      await transact((inside) =>
        deleteSavedMethods(
          inside,
          site,
          saved.owner,
          same.map((one) => one.id),
        ),
      )
      return {}
    },
  ),
})

const show = ({
  id,
  owner,
  provider,
  card,
  primary,
  agreedAt,
  agreedText,
  revision,
  createdAt,
  updatedAt,
}: SavedMethod): MembersPaymentMethod => ({
  id,
  revision: String(revision),
  createdDate: createdAt.toISOString(),
  updatedDate: updatedAt.toISOString(),
  siteMemberId: ownerOf(owner).memberId ?? '',
  primary,
  paymentMethod: { typeId: provider, ...(card && { cardInfo: { brand: card.brand, lastFourDigits: card.last4, ...expiryOf(card) } }) },
  ...(agreedAt && agreedText !== null && { agreement: { date: agreedAt.toISOString(), text: agreedText } }),
})

function expiryOf({ goodUntil }: CardFace): { expirationMonth?: number; expirationYear?: number } {
  const [year, month] = goodUntil?.split('-').map(Number) ?? []
  return year && month ? { expirationMonth: month, expirationYear: year } : {}
}
