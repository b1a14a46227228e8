import { emailsOfOrders } from '../../commerce/flows/order-email-facts.ts'
import { ownApp } from '../../commerce/invoices/operations.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { findMail } from '../../people/staff/store.ts'
import { emailBrandingOf } from '../../shop/mail/branding.ts'
import { emailOperations } from '../../shop/mail/email-operations.ts'
import type { EmailDelivery, Mailer } from '../../shop/mail/mailer.ts'
import { mailOperations } from '../../shop/mail/operations.ts'
import { orderEmailOperations } from '../../shop/mail/order-email-operations.ts'
import type { EmailFacts, OrderMail } from '../../shop/mail/order-emails.ts'

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
