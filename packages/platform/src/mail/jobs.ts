import type { EventData, OrderActivity, OrderActivityType } from '@vitrine/contract'
import { type Minor, minor, parseDecimal, sum } from '@vitrine/pricing'
import type { Db } from '../db/sql.ts'
import type { JobDefinition } from '../jobs/jobs.ts'
import { cancellationAsked } from './cancellation-asked.ts'
import { filesReady, type ReadyFile } from './files-ready.ts'
import type { Letter } from './letter.ts'
import type { Mailer } from './mailer.ts'
import { orderChanged } from './order-changed.ts'
import { type OrderFacts, orderConfirmation } from './order-confirmation.ts'
import { orderCanceled, orderRefunded } from './order-news.ts'
import { orderDelivered, orderShipped, type ParcelFacts, pickupReady } from './order-on-its-way.ts'
import { paymentAsked, paymentReceived, type ReceivedFacts } from './payment-asked.ts'
import { paymentFailed } from './payment-failed.ts'
import { takenBack } from './taken-back.ts'

export interface MailJobsDeps {
  readonly db: Db
  readonly mailer: Mailer
  /** What the letter of an order says, whom it goes to and who writes it. Undefined when there is nobody to write to. */
  readonly findOrderMail: (site: string, orderId: string, to?: string) => Promise<OrderMail | undefined>
  /** What was asked for, and where it is paid; undefined where it was paid since, or is no longer due. */
  readonly findAsked: (db: Db, site: string, collectionId: string) => Promise<{ readonly amount: Minor; readonly url: string } | undefined>
  /** A payment that came. */
  readonly findReceived: (db: Db, site: string, orderId: string, paymentId: string) => Promise<ReceivedFacts | undefined>
  /** What left together; undefined where it was taken back since. */
  readonly findParcel: (db: Db, site: string, orderId: string, fulfillmentId: string) => Promise<ParcelFacts | undefined>
  /** Opens the files of an order that is paid for, and answers those that can be fetched. */
  readonly openFiles: (site: string, orderId: string) => Promise<readonly ReadyFile[]>
  /** A payment that came to nothing, and where its buyer can try again; undefined where something was paid since. */
  readonly findFailed: (
    db: Db,
    site: string,
    orderId: string,
    paymentId: string,
  ) => Promise<{ readonly amount: Minor; readonly method?: string; readonly payUrl?: string } | undefined>
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

export interface OrderMail {
  readonly to: string
  readonly from: string
  readonly replyTo?: string
  readonly facts: OrderFacts
  /** What was paid and has not gone back, in minor units. */
  readonly paid: Minor
}

/** Letters that follow from what happened. */
export function mailJobs(deps: MailJobsDeps): JobDefinition[] {
  const { db, mailer, findOrderMail, findParcel, openFiles, findFailed, findAsked, findReceived, noteSent } = deps

  /** Writes a letter about an order, once for a key; whether it went out, now or before. */
  async function write(site: string, orderId: string, key: string, letter: (mail: OrderMail) => Letter, to?: string): Promise<boolean> {
    const mail = await findOrderMail(site, orderId, to)
    if (!mail) return false
    const { facts: _, paid: __, ...envelope } = mail
    return (await mailer.send({ site, key, ...envelope, ...letter(mail) })) !== 'refused'
  }

  return [
    {
      queue: 'mail-order-confirmation',
      on: ['wix.ecom.v1.order_approved'],
      when: ({ payload }) => (payload as { tellsBuyer?: boolean }).tellsBuyer !== false,
      async run({ site, entityId, eventId }) {
        await write(site, entityId, `order-confirmation:${eventId}`, ({ facts }) => orderConfirmation(facts))
      },
    },
    {
      queue: 'mail-order-canceled',
      on: ['wix.ecom.v1.order_canceled'],
      when: ({ payload }) => payload['sendOrderCanceledEmail'] === true,
      async run({ site, entityId, eventId, payload }) {
        const said = payload as Partial<EventData<'wix.ecom.v1.order_canceled'>>
        await write(site, entityId, `order-canceled:${eventId}`, ({ facts, paid }) =>
          orderCanceled(facts, { message: said.customMessage, paid }),
        )
      },
    },
    {
      queue: 'mail-order-refunded',
      on: ['wix.ecom.v1.order_transactions_refund_completed'],
      async run({ site, entityId, eventId, payload }) {
        const { refund, sideEffects } = payload as EventData<'wix.ecom.v1.order_transactions_refund_completed'>
        if (!sideEffects?.sendOrderRefundedEmail) return
        const transactions = (refund.transactions ?? []).filter(({ refundStatus }) => refundStatus === 'SUCCEEDED')
        await write(site, entityId, `order-refunded:${refund.id ?? eventId}`, ({ facts }) =>
          orderRefunded(facts, {
            amount: sum(transactions.map(({ amount }) => parseDecimal(amount?.amount ?? '0', facts.currency))),
            byHand: transactions.every(({ externalRefund }) => externalRefund),
            reason: refund.details?.reason,
            message: sideEffects.customMessage ?? undefined,
          }),
        )
      },
    },
    {
      queue: 'mail-fulfillment',
      on: ['wix.ecom.v1.fulfillments_updated'],
      when: ({ payload }) => 'letter' in payload,
      async run({ site, entityId, eventId, payload }) {
        const { fulfillmentId, letter } = payload as { fulfillmentId: string; letter: keyof typeof aboutParcels }
        const parcel = await findParcel(db, site, entityId, fulfillmentId)
        if (!parcel) return
        const { say, noted }: AboutParcel = aboutParcels[letter]
        const sent = await write(site, entityId, `fulfillment:${eventId}`, ({ facts }) => say(facts, parcel))
        if (sent && noted) await noteSent(db, site, entityId, eventId, noted)
      },
    },
    {
      queue: 'mail-files-ready',
      // One that waited for its approval may have been paid for before.
      on: ['wix.ecom.v1.order_payment_status_updated', 'wix.ecom.v1.order_approved'],
      when: ({ payload }) => payload['files'] === true,
      async run({ site, entityId }) {
        const [first, ...rest] = await openFiles(site, entityId)
        if (first) await write(site, entityId, `files-ready:${entityId}`, ({ facts }) => filesReady(facts, [first, ...rest]))
      },
    },
    {
      queue: 'mail-order-changed',
      on: ['wix.ecom.v1.order_updated'],
      when: ({ payload }) => 'edited' in payload,
      async run({ site, entityId, eventId, payload }) {
        const { total } = payload['edited'] as { readonly total: number }
        await write(site, entityId, `order-changed:${eventId}`, ({ facts, paid }) => orderChanged(facts, { total: minor(total), paid }))
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
        const asked = await findAsked(db, site, collectionId)
        if (asked) await write(site, entityId, `payment-asked:${eventId}`, ({ facts }) => paymentAsked(facts, { ...asked, message }), to)
      },
    },
    {
      queue: 'mail-payment-received',
      on: ['wix.ecom.v1.order_transactions_updated'],
      when: ({ payload }) => 'received' in payload,
      async run({ site, entityId, eventId, payload }) {
        const { paymentId, receiptId } = payload['received'] as { paymentId: string; receiptId?: string }
        const received = await findReceived(db, site, entityId, paymentId)
        if (!received) return
        const key = `${receiptId ? 'receipt' : 'payment-received'}:${paymentId}`
        const sent = await write(site, entityId, key, ({ facts }) => paymentReceived(facts, { ...received, receipt: receiptId }))
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
        const { failedLate } = payload as { failedLate: string }
        const failed = await findFailed(db, site, entityId, failedLate)
        if (failed) await write(site, entityId, `payment-failed:${failedLate}`, ({ facts }) => paymentFailed(facts, failed))
      },
    },
  ]
}

interface AboutParcel {
  readonly say: (facts: OrderFacts, parcel: ParcelFacts) => Letter
  readonly noted?: OrderActivityType
}

const aboutParcels = {
  SHIPPED: { say: (facts, parcel) => orderShipped(facts, parcel, { again: false }), noted: 'SHIPPING_CONFIRMATION_EMAIL_SENT' },
  TRACKING: { say: (facts, parcel) => orderShipped(facts, parcel, { again: true }), noted: 'SHIPPING_CONFIRMATION_EMAIL_SENT' },
  PICKUP_READY: { say: pickupReady, noted: 'PICKUP_READY_EMAIL_SENT' },
  DELIVERED: { say: orderDelivered },
} as const satisfies Record<string, AboutParcel>
