import type { EventData, OrderActivity, OrderActivityType } from '@vitrine/contract'
import type { Minor } from '@vitrine/pricing'
import type { Db, Sql } from '../db/sql.ts'
import type { JobDefinition } from '../jobs/jobs.ts'
import { cancellationAsked } from './cancellation-asked.ts'
import type { Mailer } from './mailer.ts'
import type { NewLetter } from './order-letter-store.ts'
import { compose, type LetterAbout, type LetterFacts, type OrderMail, type WrittenKind } from './order-letters.ts'
import { takenBack } from './taken-back.ts'

export interface MailJobsDeps extends LetterFacts {
  readonly db: Db
  readonly mailer: Mailer
  /** What the letter of an order says, whom it goes to and who writes it. Undefined when there is nobody to write to. */
  readonly findOrderMail: (site: string, orderId: string, to?: string) => Promise<OrderMail | undefined>
  /** What notes down, once for its key, what it takes to write a letter again. */
  readonly noteOf: (site: string, letter: NewLetter) => Sql
  /** Writes into the order's story, once for an id, that a letter went out. */
  readonly noteSent: (
    db: Db,
    site: string,
    orderId: string,
    id: string,
    type: OrderActivityType,
    more?: Pick<OrderActivity, 'receiptSent'>,
  ) => Promise<void>
}

/** A letter that somebody asks for: one that went out, or one that every order may have. */
export interface LetterWish {
  readonly kind: WrittenKind
  readonly about: object
  readonly to: string
}

/** Letters that follow from what happened. */
export function mailJobs(deps: MailJobsDeps): JobDefinition[] {
  const { db, mailer, findOrderMail, noteOf, noteSent } = deps

  /** Writes a letter about an order, once for a key, and notes it down; whether it went out, now or before. */
  async function write<Kind extends WrittenKind>(
    site: string,
    orderId: string,
    kind: Kind,
    about: LetterAbout[Kind],
    key: string,
    to?: string,
  ): Promise<boolean> {
    const say = await compose(deps, { db, site, orderId }, kind, about)
    const mail = say && (await findOrderMail(site, orderId, to))
    if (!mail) return false
    const { facts: _, paid: __, ...envelope } = mail
    const letter = say(mail)
    const note = noteOf(site, { orderId, kind, key, about, recipient: mail.to, subject: letter.subject })
    return (await mailer.send({ site, key, ...envelope, ...letter, note })) !== 'refused'
  }

  return [
    {
      queue: 'mail-order-confirmation',
      on: ['wix.ecom.v1.order_approved'],
      when: ({ payload }) => (payload as { tellsBuyer?: boolean }).tellsBuyer !== false,
      async run({ site, entityId, eventId }) {
        await write(site, entityId, 'ORDER_CONFIRMATION', {}, `order-confirmation:${eventId}`)
      },
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
      when: ({ payload }) => 'letter' in payload,
      async run({ site, entityId, eventId, payload }) {
        const { fulfillmentId, letter } = payload as { fulfillmentId: string; letter: keyof typeof notedAs }
        const sent = await write(site, entityId, letter, { fulfillmentId }, `fulfillment:${eventId}`)
        const noted = notedAs[letter]
        if (sent && noted) await noteSent(db, site, entityId, eventId, noted)
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
      queue: 'mail-letter-again',
      on: ['wix.ecom.v1.order_updated'],
      when: ({ payload }) => 'letterWanted' in payload,
      async run({ site, entityId, eventId, payload }) {
        const { kind, about, to } = payload['letterWanted'] as LetterWish
        await write(site, entityId, kind, about as LetterAbout[typeof kind], `wanted:${eventId}`, to)
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
        const letter = cancellationAsked(facts, {
          email: to,
          reason: String(payload['reason'] ?? ''),
          pieces: String(payload['pieces'] ?? ''),
        })
        // To the shop; an answer goes to the buyer.
        await mailer.send({ site, key: `cancellation-asked:${eventId}`, from, to: replyTo ?? from, replyTo: to, ...letter })
      },
    },
    {
      queue: 'mail-payment-asked',
      on: ['wix.ecom.v1.order_updated'],
      when: ({ payload }) => 'paymentAsked' in payload,
      async run({ site, entityId, eventId, payload }) {
        const { collectionId, to, message } = payload['paymentAsked'] as { collectionId: string; to: string; message: string }
        await write(site, entityId, 'PAYMENT_ASKED', { collectionId, message }, `payment-asked:${eventId}`, to)
      },
    },
    {
      queue: 'mail-payment-received',
      on: ['wix.ecom.v1.order_transactions_updated'],
      when: ({ payload }) => 'received' in payload,
      async run({ site, entityId, eventId, payload }) {
        const { paymentId, receiptId } = payload['received'] as { paymentId: string; receiptId?: string }
        const key = `${receiptId ? 'receipt' : 'payment-received'}:${paymentId}`
        const sent = await write(site, entityId, 'PAYMENT_RECEIVED', { paymentId, ...(receiptId && { receiptId }) }, key)
        if (sent && receiptId)
          await noteSent(db, site, entityId, eventId, 'RECEIPT_SENT', { receiptSent: { paymentId, wixReceipt: { receiptId } } })
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
        const letter = takenBack(facts, { amount })
        await mailer.send({ site, key: `taken-back:${chargebackId}`, from, to: replyTo ?? from, replyTo: to, ...letter })
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

/** What an order's story calls the letters about its parcels. */
const notedAs: Readonly<Record<'SHIPPED' | 'TRACKING' | 'PICKUP_READY' | 'DELIVERED', OrderActivityType | undefined>> = {
  SHIPPED: 'SHIPPING_CONFIRMATION_EMAIL_SENT',
  TRACKING: 'SHIPPING_CONFIRMATION_EMAIL_SENT',
  PICKUP_READY: 'PICKUP_READY_EMAIL_SENT',
  DELIVERED: undefined,
}
