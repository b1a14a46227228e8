import type { OrderActivity, orderEmails } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { append } from '../../kernel/events/outbox.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { EmailRequest } from './jobs.ts'
import { findEmail, findEmails } from './order-email-store.ts'
import { compose, type EmailAbout, type EmailFacts, isWritten } from './order-emails.ts'

export interface OrderEmailDeps extends EmailFacts {
  readonly findOrder: (db: Db, site: string, id: string) => Promise<OrderWithEmails | undefined>
  /** Writes into the story of an order. */
  readonly tell: (context: Context, orderId: string, activity: Omit<OrderActivity, 'id' | 'createdDate'>) => Promise<void>
  /** Who tells it. */
  readonly appId: string
}

export interface OrderWithEmails {
  /** Empty where nobody is known to write to. */
  readonly email: string
  /** Whether it has files that can be fetched. */
  readonly hasFiles: boolean
}

const mostListed = 100

export const orderEmailOperations = ({ findOrder, tell, appId, ...facts }: OrderEmailDeps): Handlers<typeof orderEmails> => ({
  async 'GET /vitrine/v1/orders/{orderId}/emails'({ orderId }, { db, site }) {
    if (!(await findOrder(db, site, orderId))) return refuse('ORDER_NOT_FOUND')
    const emails = await findEmails(db, site, orderId, mostListed)
    return {
      emails: emails.map(({ id, kind, about, recipient, subject, sentAt }) => ({
        id,
        kind,
        subject,
        sentTo: recipient,
        sentDate: sentAt.toISOString(),
        ...(typeof about['giftCardId'] === 'string' && { giftCardId: about['giftCardId'] }),
      })),
    }
  },

  async 'POST /vitrine/v1/orders/{orderId}/emails'({ orderId, emailId, kind, email }, context) {
    const { db, site, now } = context
    if (Boolean(emailId) === Boolean(kind)) {
      const said = {
        field: 'emailId',
        description: 'An emailId or a kind, one of the two',
        violatedRule: 'ONE_OF_ALIGNMENT' as const,
        data: {},
      }
      return refuse('INVALID_ARGUMENT', { fieldViolations: [said] })
    }
    const order = await findOrder(db, site, orderId)
    if (!order) return refuse('ORDER_NOT_FOUND')
    const before = emailId ? await findEmail(db, site, orderId, emailId) : undefined
    if (emailId && !before) return refuse('ORDER_EMAIL_NOT_FOUND')
    const wanted = before?.kind ?? kind!
    const about = before?.about ?? {}
    const to = email ?? before?.recipient ?? order.email
    if (!to || !isWritten(wanted)) return refuse('NOTHING_TO_WRITE')
    // Opening files is a write of its own, left to whoever writes the email.
    const says =
      wanted === 'FILES_READY' ? order.hasFiles : await compose(facts, { db, site, orderId }, wanted, about as EmailAbout[typeof wanted])
    if (!says) return refuse('NOTHING_TO_WRITE')
    const emailRequested: EmailRequest = { kind: wanted, about, to }
    await tell(context, orderId, {
      type: 'CUSTOM_ACTIVITY',
      customActivity: {
        appId,
        type: 'EMAIL_SENT_AGAIN',
        additionalData: { kind: wanted, sentTo: to, ...(before && { subject: before.subject }) },
      },
    })
    await append(db, site, now, [{ type: 'wix.ecom.v1.order_updated', entityId: orderId, payload: { emailRequested } }])
    return { sentTo: to }
  },
})
