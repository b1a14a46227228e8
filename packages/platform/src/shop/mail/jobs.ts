import type { EventData, OrderActivityType } from '@vitrine/contract'
import type { Minor } from '@vitrine/pricing'
import type { Db } from '../../kernel/db/sql.ts'
import type { JobDefinition, Task } from '../../kernel/jobs/jobs.ts'
import { cancellationAsked } from './cancellation-asked.ts'
import type { EmailActivity } from './mail.ts'
import type { Mailer } from './mailer.ts'
import { compose, type EmailAbout, type EmailFacts, type OrderMail, type WrittenKind } from './order-emails.ts'
import { takenBack } from './taken-back.ts'

export interface MailJobsDeps extends EmailFacts {
  readonly db: Db
  readonly mailer: Mailer
  /** What the email of an order says, whom it goes to and who writes it. Undefined when there is nobody to write to. */
  readonly findOrderMail: (site: string, orderId: string) => Promise<OrderMail | undefined>
  /** The same of several orders, by their ids: to `to` where that is given, and without those that have nobody to write to. */
  readonly findOrderMails: (site: string, orderIds: readonly string[], to?: string) => Promise<ReadonlyMap<string, OrderMail>>
}

/** An email that somebody asks for: one that went out, or one that every order may have. */
export interface EmailRequest {
  readonly kind: WrittenKind
  readonly about: object
  readonly to: string
}

/** Emails that follow from what happened. */
export function mailJobs(deps: MailJobsDeps): JobDefinition[] {
  const { db, mailer, findOrderMail, findOrderMails } = deps

  /** Writes emails of one kind about orders, each once for its key, and notes them down once they are delivered. */
  async function writeAll<Kind extends WrittenKind>(
    site: string,
    kind: Kind,
    wanted: readonly {
      readonly orderId: string
      readonly about: EmailAbout[Kind]
      readonly key: string
      readonly activity?: EmailActivity | undefined
    }[],
    to?: string,
  ): Promise<void> {
    const composed = await Promise.all(
      wanted.map(async (one) => ({ ...one, say: await compose(deps, { db, site, orderId: one.orderId }, kind, one.about) })),
    )
    const orderIds = composed.flatMap(({ orderId, say }) => (say ? orderId : []))
    const mails = await findOrderMails(site, orderIds, to)
    const emails = composed.flatMap(({ orderId, about, key, activity, say }) => {
      const mail = mails.get(orderId)
      if (!say || !mail) return []
      const { facts: _, paid: __, pendingRefund: ___, refunded: ____, ...envelope } = mail
      return { key, ...envelope, ...say(mail), note: { orderId, kind, about }, ...(activity && { activity }) }
    })
    await mailer.sendAll(site, emails)
  }

  const write = <Kind extends WrittenKind>(
    site: string,
    orderId: string,
    kind: Kind,
    about: EmailAbout[Kind],
    key: string,
    more: { readonly to?: string; readonly activity?: EmailActivity | undefined } = {},
  ): Promise<void> => writeAll(site, kind, [{ orderId, about, key, activity: more.activity }], more.to)

  async function confirm(tasks: readonly Task[]): Promise<void> {
    for (const [site, ofSite] of Map.groupBy(tasks, (task) => task.site)) {
      const wanted = ofSite.map(({ entityId, eventId }) => ({ orderId: entityId, about: {}, key: `order-confirmation:${eventId}` }))
      await writeAll(site, 'ORDER_CONFIRMATION', wanted)
    }
  }

  return [
    {
      queue: 'mail-order-confirmation',
      on: ['wix.ecom.v1.order_approved'],
      when: ({ payload }) => (payload as { tellsBuyer?: boolean }).tellsBuyer !== false,
      run: (task) => confirm([task]),
      runAll: confirm,
    },
    {
      queue: 'mail-order-canceled',
      on: ['wix.ecom.v1.order_canceled'],
      when: ({ payload }) => payload['sendOrderCanceledEmail'] === true,
      async run({ site, entityId, eventId, payload }) {
        const { customMessage: message } = payload as Partial<EventData<'wix.ecom.v1.order_canceled'>>
        await write(site, entityId, 'ORDER_CANCELED', { ...(message && { message }) }, `order-canceled:${eventId}`)
      },
    },
    {
      queue: 'mail-order-refunded',
      on: ['wix.ecom.v1.order_transactions_refund_completed'],
      async run({ site, entityId, eventId, payload }) {
        const { refund, sideEffects } = payload as EventData<'wix.ecom.v1.order_transactions_refund_completed'>
        if (!sideEffects?.sendOrderRefundedEmail) return
        const { customMessage: message } = sideEffects
        await write(site, entityId, 'ORDER_REFUNDED', { refund, ...(message && { message }) }, `order-refunded:${refund.id ?? eventId}`)
      },
    },
    {
      queue: 'mail-fulfillment',
      on: ['wix.ecom.v1.fulfillments_updated'],
      when: ({ payload }) => 'email' in payload,
      async run({ site, entityId, eventId, payload }) {
        const { fulfillmentId, email } = payload as { fulfillmentId: string; email: keyof typeof notedAs }
        const type = notedAs[email]
        const activity = type && { orderId: entityId, id: eventId, type }
        await write(site, entityId, email, { fulfillmentId }, `fulfillment:${eventId}`, { activity })
      },
    },
    {
      queue: 'mail-files-ready',
      // One that waited for its approval may have been paid for before.
      on: ['wix.ecom.v1.order_payment_status_updated', 'wix.ecom.v1.order_approved'],
      when: ({ payload }) => payload['files'] === true,
      async run({ site, entityId }) {
        await write(site, entityId, 'FILES_READY', {}, `files-ready:${entityId}`)
      },
    },
    {
      queue: 'mail-order-changed',
      on: ['wix.ecom.v1.order_updated'],
      when: ({ payload }) => 'edited' in payload,
      async run({ site, entityId, eventId, payload }) {
        const { total } = payload['edited'] as { readonly total: number }
        await write(site, entityId, 'ORDER_CHANGED', { total }, `order-changed:${eventId}`)
      },
    },
    {
      queue: 'mail-email-again',
      on: ['wix.ecom.v1.order_updated'],
      when: ({ payload }) => 'emailRequested' in payload,
      async run({ site, entityId, eventId, payload }) {
        const { kind, about, to } = payload['emailRequested'] as EmailRequest
        await write(site, entityId, kind, about as EmailAbout[typeof kind], `wanted:${eventId}`, { to })
      },
    },
    {
      queue: 'mail-cancellation-asked',
      on: ['wix.ecom.v1.order_updated'],
      when: ({ payload }) => payload['cancellationRequested'] === true,
      async run({ site, entityId, eventId, payload }) {
        const mail = await findOrderMail(site, entityId)
        if (!mail) return
        const { to, from, replyTo, facts } = mail
        const email = cancellationAsked(facts, {
          email: to,
          reason: String(payload['reason'] ?? ''),
          units: String(payload['units'] ?? ''),
        })
        // To the shop; an answer goes to the buyer.
        await mailer.send({ site, key: `cancellation-asked:${eventId}`, from, to: replyTo ?? from, replyTo: to, ...email })
      },
    },
    {
      queue: 'mail-payment-asked',
      on: ['wix.ecom.v1.order_updated'],
      when: ({ payload }) => 'paymentAsked' in payload,
      async run({ site, entityId, eventId, payload }) {
        const { collectionId, to, message } = payload['paymentAsked'] as { collectionId: string; to: string; message: string }
        await write(site, entityId, 'PAYMENT_ASKED', { collectionId, message }, `payment-asked:${eventId}`, { to })
      },
    },
    {
      queue: 'mail-payment-received',
      on: ['wix.ecom.v1.order_transactions_updated'],
      when: ({ payload }) => 'received' in payload,
      async run({ site, entityId, eventId, payload }) {
        const { paymentId, receiptId } = payload['received'] as { paymentId: string; receiptId?: string }
        const key = `${receiptId ? 'receipt' : 'payment-received'}:${paymentId}`
        const activity: EmailActivity | undefined = receiptId
          ? { orderId: entityId, id: eventId, type: 'RECEIPT_SENT', more: { receiptSent: { paymentId, wixReceipt: { receiptId } } } }
          : undefined
        await write(site, entityId, 'PAYMENT_RECEIVED', { paymentId, ...(receiptId && { receiptId }) }, key, { activity })
      },
    },
    {
      queue: 'mail-taken-back',
      on: ['wix.ecom.v1.order_transactions_updated'],
      when: ({ payload }) => 'disputed' in payload,
      async run({ site, entityId, payload }) {
        const { chargebackId, amount } = payload['disputed'] as { chargebackId: string; amount: Minor }
        const mail = await findOrderMail(site, entityId)
        if (!mail) return
        const { to, from, replyTo, facts } = mail
        const email = takenBack(facts, { amount })
        await mailer.send({ site, key: `taken-back:${chargebackId}`, from, to: replyTo ?? from, replyTo: to, ...email })
      },
    },
    {
      queue: 'mail-payment-failed',
      on: ['wix.ecom.v1.order_transactions_updated'],
      when: ({ payload }) => 'failedLate' in payload,
      async run({ site, entityId, payload }) {
        const { failedLate: paymentId } = payload as { failedLate: string }
        await write(site, entityId, 'PAYMENT_FAILED', { paymentId }, `payment-failed:${paymentId}`)
      },
    },
  ]
}

/** What an order's story calls the emails about its shipments. */
const notedAs: Readonly<Record<'SHIPPED' | 'TRACKING' | 'PICKUP_READY' | 'DELIVERED', OrderActivityType | undefined>> = {
  SHIPPED: 'SHIPPING_CONFIRMATION_EMAIL_SENT',
  TRACKING: 'SHIPPING_CONFIRMATION_EMAIL_SENT',
  PICKUP_READY: 'PICKUP_READY_EMAIL_SENT',
  DELIVERED: undefined,
}
