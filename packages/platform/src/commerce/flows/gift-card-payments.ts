import type { Clock } from '../../kernel/clock/clock.ts'
import type { Database } from '../../kernel/db/pool.ts'
import type { PutBack } from '../gift-cards/elsewhere/put-back.ts'
import { refund, undo } from '../gift-cards/redeem.ts'
import type { PaymentProvider } from '../payments/provider.ts'
import { byGiftCard } from '../payments/store.ts'

export { byGiftCard }

const approved = (reference: string | null) => ({ state: 'APPROVED' as const, reference: reference ?? '' })
const declined = (reason: string, message: string) => ({ state: 'DECLINED' as const, reason, message, retryable: false })

/** Gift cards as payments see them: one is paid with where the order is made, and nowhere else; money goes back onto it. */
export const giftCardProvider = (database: Database, clock: Clock, putBack: PutBack): PaymentProvider => ({
  id: byGiftCard,
  asks: 'HERE',
  takesPayments: () => false,
  read: async () => undefined,
  authorize: async () => declined('NOT_SUPPORTED', 'A gift card is given with the checkout.'),
  capture: async ({ reference }) => approved(reference),
  async void({ site, reference }) {
    if (!reference || (await putBack(site, reference)) !== 'NONE') return
    await database.transact((db) => undo({ db, site, now: clock.now() }, reference))
  },
  async refund({ site, reference, amount, refundId }) {
    const elsewhere = await putBack(site, reference ?? '', amount)
    if (elsewhere === 'PART')
      return declined('PARTIAL_REFUND_NOT_SUPPORTED', 'The service of this gift card takes back all of it, or nothing.')
    if (elsewhere === 'LOST') return declined('NOT_SUPPORTED', 'The service of this gift card does not take it back.')
    if (elsewhere === 'VOIDED') return approved(refundId)
    const done = await database.transact((db) => refund({ db, site, now: clock.now() }, reference ?? '', amount, refundId))
    return done ? approved(refundId) : declined('INSUFFICIENT_FUNDS', 'Less than that was paid with this gift card.')
  },
  find: async ({ reference }) => approved(reference),
  confirm: async () => undefined,
})
