import type { Db } from '../../db/sql.ts'
import { ownApp } from '../../invoices/operations.ts'
import { emailOperations } from '../../mail/email-operations.ts'
import type { EmailDelivery, Mailer } from '../../mail/mailer.ts'
import { mailOperations } from '../../mail/operations.ts'
import { orderEmailOperations } from '../../mail/order-email-operations.ts'
import type { EmailFacts, OrderMail } from '../../mail/order-emails.ts'
import type { Sections } from '../../settings/sections.ts'
import { findMail } from '../../staff/store.ts'
import { emailsOfOrders } from '../emails.ts'
import { emailBrandingOf } from '../order-emails.ts'

export interface EmailsDeps {
  readonly origin: string
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  readonly mailer: Mailer
  /** The email of an order, to somebody in the place of its buyer. */
  readonly findOrderMail: (site: string, orderId: string, to: string) => Promise<OrderMail | undefined>
  readonly emailFacts: EmailFacts
  readonly delivery: EmailDelivery
}

/** Emails as merchants word them, send them again and find them in the inbox. */
export const emailsOperations = ({ origin, readSettings, mailer, findOrderMail, emailFacts, delivery }: EmailsDeps) => ({
  ...emailOperations({
    readSettings,
    emailBrandingOf: (settings) => emailBrandingOf(settings, origin),
    findFacts: async (site, orderId) => (await findOrderMail(site, orderId, ''))?.facts,
    mailer,
    findStaffMail: findMail,
  }),
  ...orderEmailOperations({ ...emailFacts, ...emailsOfOrders(ownApp) }),
  ...mailOperations({ inboxIsOn: delivery === 'INBOX' }),
})
