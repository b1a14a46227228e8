import type { EventData } from '@vitrine/contract'
import { type Minor, parseDecimal, sum } from '@vitrine/pricing'
import type { Db } from '../db/sql.ts'
import type { JobDefinition } from '../jobs/jobs.ts'
import type { Mailer } from './mailer.ts'
import { type OrderFacts, orderConfirmation } from './order-confirmation.ts'
import { orderCanceled, orderRefunded } from './order-news.ts'

export interface MailJobsDeps {
  readonly db: Db
  readonly mailer: Mailer
  /** What the letter of an order says, whom it goes to and who writes it. Undefined when there is nobody to write to. */
  readonly findOrderMail: (db: Db, site: string, orderId: string) => Promise<OrderMail | undefined>
}

export interface OrderMail {
  readonly to: string
  readonly from: string
  readonly replyTo?: string
  readonly facts: OrderFacts
  /** What was paid and has not gone back, in minor units. */
  readonly paid: Minor
}

/** Letters that follow from what happened. */
export const mailJobs = ({ db, mailer, findOrderMail }: MailJobsDeps): JobDefinition[] => [
  {
    queue: 'mail-order-confirmation',
    on: ['wix.ecom.v1.order_approved'],
    async run({ site, entityId, eventId, payload }) {
      if ((payload as { tellsBuyer?: boolean }).tellsBuyer === false) return
      const mail = await findOrderMail(db, site, entityId)
      if (!mail) return
      const { facts, paid: _, ...envelope } = mail
      await mailer.send({ site, key: `order-confirmation:${eventId}`, ...envelope, ...orderConfirmation(facts) })
    },
  },
  {
    queue: 'mail-order-canceled',
    on: ['wix.ecom.v1.order_canceled'],
    async run({ site, entityId, eventId, payload }) {
      const said = payload as Partial<EventData<'wix.ecom.v1.order_canceled'>>
      if (!said.sendOrderCanceledEmail) return
      const mail = await findOrderMail(db, site, entityId)
      if (!mail) return
      const { facts, paid, ...envelope } = mail
      const letter = orderCanceled(facts, { message: said.customMessage, paid })
      await mailer.send({ site, key: `order-canceled:${eventId}`, ...envelope, ...letter })
    },
  },
  {
    queue: 'mail-order-refunded',
    on: ['wix.ecom.v1.order_transactions_refund_completed'],
    async run({ site, entityId, eventId, payload }) {
      const { refund, sideEffects } = payload as EventData<'wix.ecom.v1.order_transactions_refund_completed'>
      if (!sideEffects?.sendOrderRefundedEmail) return
      const mail = await findOrderMail(db, site, entityId)
      if (!mail) return
      const { facts, paid: _, ...envelope } = mail
      const transactions = refund.transactions ?? []
      const letter = orderRefunded(facts, {
        amount: sum(transactions.map(({ amount }) => parseDecimal(amount?.amount ?? '0', facts.currency))),
        byHand: transactions.every(({ externalRefund }) => externalRefund),
        reason: refund.details?.reason,
        message: sideEffects.customMessage ?? undefined,
      })
      await mailer.send({ site, key: `order-refunded:${eventId}`, ...envelope, ...letter })
    },
  },
]
