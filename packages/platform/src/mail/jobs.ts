import type { Db } from '../db/sql.ts'
import type { JobDefinition } from '../jobs/jobs.ts'
import type { Mailer } from './mailer.ts'
import { type OrderFacts, orderConfirmation } from './order-confirmation.ts'

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
}

/** Letters that follow from what happened. */
export const mailJobs = ({ db, mailer, findOrderMail }: MailJobsDeps): JobDefinition[] => [
  {
    queue: 'mail-order-confirmation',
    on: ['wix.ecom.v1.order_approved'],
    async run({ site, entityId, eventId }) {
      const mail = await findOrderMail(db, site, entityId)
      if (!mail) return
      const { facts, ...envelope } = mail
      await mailer.send({ site, key: `order-confirmation:${eventId}`, ...envelope, ...orderConfirmation(facts) })
    },
  },
]
