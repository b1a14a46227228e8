import type { OrderActivity, OrderActivityType } from '@vitrine/contract'
import type { MailSettings } from '../../kernel/settings/sections.ts'
import { type EmailNote } from './order-email-store.ts'

/** What an order's activities say once an email about it was delivered. */
export interface EmailActivity {
  readonly orderId: string
  /** Of the activity: the same again is written down once. */
  readonly id: string
  readonly type: OrderActivityType
  readonly more?: Pick<OrderActivity, 'receiptSent'>
}

export interface Mail {
  readonly site: string
  /** Which event asked for which email. A key is delivered once; sending it again is a retry and does nothing when it went out. */
  readonly key: string
  readonly from: string
  readonly to: string
  readonly replyTo?: string
  readonly subject: string
  readonly html: string
  readonly text: string
  /** The shop sends none of its kind. */
  readonly off?: boolean
  /** Of an email about an order: noted down once for its key, when it went out now or before. */
  readonly note?: EmailNote
  /** Written into the order's activities when it was delivered. */
  readonly activity?: EmailActivity
  /** Where its reader takes their address off the list, by one `POST` and without signing in (RFC 8058). */
  readonly unsubscribeUrl?: string
  /** What it says is over then: while it waits for a mail server, it is dropped. */
  readonly goodUntil?: Date
}

/** From whom an email of the shop comes, to whom it goes, and where its reader answers. */
export const addressedTo = (
  { from, replyTo }: Pick<MailSettings, 'from' | 'replyTo'>,
  to: string,
): Pick<Mail, 'from' | 'to' | 'replyTo'> => ({
  from,
  to,
  ...(replyTo && { replyTo }),
})

export type MailOfSite = Omit<Mail, 'site'>
