import type { JobDefinition } from '../kernel/jobs/jobs.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { ShopServices } from './build-services.ts'
import { contrastBetween } from './look/colors.ts'
import { emailBrandingOf } from './mail/branding.ts'
import { type EmailDeps, emailOperations } from './mail/email-operations.ts'
import { type MailJobsDeps, mailJobs } from './mail/jobs.ts'
import { mailOperations } from './mail/operations.ts'
import { type OrderEmailDeps, orderEmailOperations } from './mail/order-email-operations.ts'
import type { EmailFacts } from './mail/order-emails.ts'
import { type ReturnMailDeps, returnMail } from './mail/return-jobs.ts'
import { inboxPages } from './mail/routes.ts'
import { type SubscriptionMailDeps, subscriptionMail } from './mail/subscription-jobs.ts'

/** What emails tell of orders and subscriptions. */
export interface OrderEmailFacts
  extends EmailFacts,
    Pick<MailJobsDeps, 'findOrderMails'>,
    Pick<OrderEmailDeps, 'findOrder' | 'tell' | 'appId'>,
    Pick<ReturnMailDeps, 'findReturn'>,
    Pick<SubscriptionMailDeps, 'findSubscriptionEmail'> {}

/** Emails as merchants word them, send them again and find them in the inbox, and those that follow from what happened. */
export function buildEmails(
  { database, clock, origin, readSettings, commerce }: Kernel,
  { mailer, delivery }: ShopServices,
  { findOrderMails, findReturn, findSubscriptionEmail, ...facts }: OrderEmailFacts,
  findStaffMail: EmailDeps['findStaffMail'],
) {
  const findOrderMail = async (site: string, orderId: string, to?: string) => (await findOrderMails(site, [orderId], to)).get(orderId)
  const { findOrder: _, tell: __, appId: ___, ...emailFacts } = facts
  return {
    operations: {
      ...emailOperations({
        readSettings,
        emailBrandingOf: (settings) => emailBrandingOf(settings, origin),
        findFacts: async (site, orderId) => (await findOrderMail(site, orderId, ''))?.facts,
        mailer,
        findStaffMail,
        contrastBetween,
      }),
      ...orderEmailOperations(facts),
      ...mailOperations({ inboxIsOn: delivery === 'INBOX' }),
    },
    jobs: [
      ...mailJobs({ db: database, mailer, findOrderMail, findOrderMails, ...emailFacts }),
      returnMail({ mailer, findOrderMail, findReturn }),
      subscriptionMail({ mailer, findOrderMail, findSubscriptionEmail }),
    ] satisfies JobDefinition[],
    inbox:
      delivery === 'INBOX'
        ? inboxPages({ db: database, origin, timeZone: async (site) => (await commerce(database, site)).timeZone, now: () => clock.now() })
        : undefined,
  }
}
