import type { Db } from '../kernel/db/sql.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { Seals } from '../kernel/seals.ts'
import type { OrderEmailFacts, ShopServices } from '../shop/index.ts'
import { abandonedDeps, recoveryOf, reminderDeps } from './flows/abandoned-checkouts.ts'
import { giftCardEmails } from './flows/gift-card-emails.ts'
import type { Downloading } from './flows/order-downloads.ts'
import { emails, emailsOfOrders } from './flows/order-email-facts.ts'
import { findOrderMails } from './flows/order-emails.ts'
import type { OrderProofs } from './flows/order-proofs.ts'
import type { PaymentLinks } from './flows/payment-links.ts'
import { returnEmails } from './flows/return-emails.ts'
import { nextPayment, subscriptionEmails } from './flows/subscription-emails.ts'
import type { CodeKeys } from './gift-cards/code.ts'
import { ownApp } from './invoices/operations.ts'

export interface EmailParts extends Pick<PaymentLinks, 'paymentLink'>, Pick<OrderProofs, 'statusToken'> {
  readonly sealing: Seals
  readonly cardKeys: CodeKeys
  readonly downloads: Downloading
}

/** What emails tell of orders, gift cards and checkouts that were left. */
export function buildEmails(
  kernel: Kernel,
  { mailer }: ShopServices,
  { sealing, cardKeys, downloads, paymentLink, statusToken }: EmailParts,
) {
  const { database, clock, real, origin, sites, readSettings, commerce, limits } = kernel
  const { recipients } = limits
  const recovery = async (db: Db, site: string) => recoveryOf(await readSettings(db, site))
  const abandoned = abandonedDeps({ origin, seal: sealing.seal, open: sealing.open, commerce, recovery }, database)
  const { linkOf } = abandoned
  const orderEmails: OrderEmailFacts = {
    ...emails({ database, clock, origin, downloads, paymentLink }),
    ...emailsOfOrders(ownApp),
    ...subscriptionEmails(database, paymentLink),
    ...returnEmails(database, origin),
    findOrderMails: findOrderMails({ database, clock, origin, readSettings, statusToken, nextPayment: nextPayment(database) }),
  }
  return {
    orderEmails,
    abandoned,
    giftCards: giftCardEmails({ db: database, clock, real, keys: cardKeys, sites, origin, mailer, readSettings, recipients }),
    reminders: {
      ...reminderDeps({ database, clock, origin, mailer, readSettings, linkOf, commerce, recovery, recipients, sealing }),
      open: sealing.open,
    },
  }
}

export type CommerceEmails = ReturnType<typeof buildEmails>
