import { refusals } from '@vitrine/contract'
import { Refusal as No, type Refusal, refuse } from '../../kernel/refusal.ts'
import type { CartTesterDeps, Counter, TestedCard } from '../cart-tester/operations.ts'
import { showCheckout } from '../checkout/show.ts'
import { calculate } from '../checkout/totals.ts'
import type { CodeKeys } from '../gift-cards/code.ts'
import { spoiltNow } from '../gift-cards/redeem.ts'
import { findCard } from '../gift-cards/store.ts'
import { usableCard } from '../gift-cards/usable.ts'

const noId = '00000000-0000-4000-8000-000000000000'

/** Carts that nobody has go through the checkout's own calculation, and are shown as it shows itself. */
export const cartTesting = ({
  origin,
  keys,
  counterAt,
}: {
  readonly origin: string
  readonly keys: CodeKeys
  readonly counterAt: (at: Date | undefined) => Counter
}): CartTesterDeps => ({
  counterAt,

  async calculate({ owner, lines, address, delivery, ...options }, pricing, at) {
    const document = {
      lines,
      channelType: 'WEB' as const,
      ...options,
      shippingDestination: address && { address },
      selectedOption: delivery,
    }
    const calculated = await calculate({ owner, document }, pricing)
    const stored = {
      id: noId,
      cartId: null,
      owner,
      guests: [],
      secret: '',
      revision: 1,
      document,
      orderId: null,
      completed: false,
      createdAt: at,
      updatedAt: at,
    }
    const {
      id: _,
      createdBy: __,
      buyerInfo: ___,
      purchaseFlowId: ____,
      createdDate: _____,
      updatedDate: ______,
      ...checkout
    } = showCheckout(stored, calculated, pricing, origin)
    return { ...calculated, checkout }
  },

  async findCard(context, { code, id }, currency) {
    if (code !== undefined) return shown(await usableCard(context, keys, code, currency))
    const card = await findCard(context.db, context.site, id ?? noId)
    if (!card || card.currency !== currency) return shown(refuse('GIFT_CARD_NOT_FOUND'))
    const { suffix } = card
    const none = spoiltNow(card, context.now) ?? (card.balance > 0 ? undefined : refuse('GIFT_CARD_IS_EMPTY'))
    return none ? { ...shown(none), id: card.id, suffix } : shown(card)
  },
})

function shown(card: { readonly id: string; readonly suffix: string; readonly balance: number } | Refusal): TestedCard {
  if (card instanceof No) return { error: { code: card.code, description: refusals[card.code].description, data: {} } }
  return { id: card.id, suffix: card.suffix, balance: card.balance }
}
