import type { OrderActivity, orderLetters } from '@vitrine/contract'
import type { Moment } from '../db/moment.ts'
import type { Db } from '../db/sql.ts'
import { append } from '../events/outbox.ts'
import type { Handlers } from '../http/handlers.ts'
import { refuse } from '../refusal.ts'
import type { LetterWish } from './jobs.ts'
import { findLetter, findLetters } from './order-letter-store.ts'
import { compose, isWritten, type LetterAbout, type LetterFacts } from './order-letters.ts'

export interface OrderLetterDeps extends LetterFacts {
  readonly findOrder: (db: Db, site: string, id: string) => Promise<OrderWithLetters | undefined>
  /** Writes into the story of an order. */
  readonly tell: (moment: Moment, orderId: string, activity: Omit<OrderActivity, 'id' | 'createdDate'>) => Promise<void>
  /** Who tells it. */
  readonly appId: string
}

export interface OrderWithLetters {
  /** Empty where nobody is known to write to. */
  readonly email: string
  /** Whether it has files that can be fetched. */
  readonly hasFiles: boolean
}

const mostListed = 100

export const orderLetterOperations = ({ findOrder, tell, appId, ...facts }: OrderLetterDeps): Handlers<typeof orderLetters> => ({
  async 'GET /vitrine/v1/orders/{orderId}/letters'({ orderId }, { db, site }) {
    if (!(await findOrder(db, site, orderId))) return refuse('ORDER_NOT_FOUND')
    const letters = await findLetters(db, site, orderId, mostListed)
    return {
      letters: letters.map(({ id, kind, about, recipient, subject, sentAt }) => ({
        id,
        kind,
        subject,
        sentTo: recipient,
        sentDate: sentAt.toISOString(),
        ...(typeof about['giftCardId'] === 'string' && { giftCardId: about['giftCardId'] }),
      })),
    }
  },

  async 'POST /vitrine/v1/orders/{orderId}/letters'({ orderId, letterId, kind, email }, moment) {
    const { db, site, now } = moment
    if (Boolean(letterId) === Boolean(kind)) {
      const said = {
        field: 'letterId',
        description: 'A letterId or a kind, one of the two',
        violatedRule: 'ONE_OF_ALIGNMENT' as const,
        data: {},
      }
      return refuse('INVALID_ARGUMENT', { fieldViolations: [said] })
    }
    const order = await findOrder(db, site, orderId)
    if (!order) return refuse('ORDER_NOT_FOUND')
    const before = letterId ? await findLetter(db, site, orderId, letterId) : undefined
    if (letterId && !before) return refuse('ORDER_LETTER_NOT_FOUND')
    const wanted = before?.kind ?? kind!
    const about = before?.about ?? {}
    const to = email ?? before?.recipient ?? order.email
    if (!to || !isWritten(wanted)) return refuse('NOTHING_TO_WRITE')
    // Opening files is a write of its own, left to whoever writes the letter.
    const says =
      wanted === 'FILES_READY' ? order.hasFiles : await compose(facts, { db, site, orderId }, wanted, about as LetterAbout[typeof wanted])
    if (!says) return refuse('NOTHING_TO_WRITE')
    const letterWanted: LetterWish = { kind: wanted, about, to }
    await tell(moment, orderId, {
      type: 'CUSTOM_ACTIVITY',
      customActivity: {
        appId,
        type: 'LETTER_SENT_AGAIN',
        additionalData: { kind: wanted, sentTo: to, ...(before && { subject: before.subject }) },
      },
    })
    await append(db, site, now, [{ type: 'wix.ecom.v1.order_updated', entityId: orderId, payload: { letterWanted } }])
    return { sentTo: to }
  },
})
