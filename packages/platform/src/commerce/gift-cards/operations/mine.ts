import type { giftCards } from '@vitrine/contract'
import { minor } from '@vitrine/pricing'
import { nameOf } from '../../../kernel/http/caller.ts'
import type { HandlersAt } from '../../../kernel/http/handlers.ts'
import { amounts } from '../../selling/amounts.ts'
import { statusOf } from '../redeem.ts'
import { listUsedBy } from '../store.ts'
import type { GiftCardDeps } from './card-changes.ts'

const mostListed = 20

/** Gift cards that a member has paid with. */
export const memberOperations = ({ commerce }: GiftCardDeps): HandlersAt<typeof giftCards, '/vitrine/v1/members/my/gift-cards'> => ({
  async 'GET /vitrine/v1/members/my/gift-cards'(_, { db, site, caller, now }) {
    const { locale } = await commerce(db, site)
    const cards = await listUsedBy(db, site, nameOf(caller), now, mostListed)
    return {
      giftCards: cards.map((card) => ({
        codeSuffix: card.suffix,
        balance: amounts(card.currency, locale).plain(minor(card.balance)),
        currency: card.currency,
        status: statusOf(card, now),
        ...(card.expiresAt && { expirationDate: card.expiresAt.toISOString() }),
      })),
    }
  },
})
