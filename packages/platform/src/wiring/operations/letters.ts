import type { Db } from '../../db/sql.ts'
import { ownApp } from '../../invoices/operations.ts'
import { letterOperations } from '../../mail/letter-operations.ts'
import type { EmailDelivery, Mailer } from '../../mail/mailer.ts'
import { mailOperations } from '../../mail/operations.ts'
import { orderLetterOperations } from '../../mail/order-letter-operations.ts'
import type { LetterFacts, OrderMail } from '../../mail/order-letters.ts'
import type { Sections } from '../../settings/sections.ts'
import { findMail } from '../../staff/store.ts'
import { lettersOfOrders } from '../letters.ts'
import { letterheadOf } from '../order-letter.ts'

export interface LettersDeps {
  readonly origin: string
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  readonly mailer: Mailer
  /** The letter of an order, to somebody in the place of its buyer. */
  readonly findOrderMail: (site: string, orderId: string, to: string) => Promise<OrderMail | undefined>
  readonly letterFacts: LetterFacts
  readonly delivery: EmailDelivery
}

/** Letters as merchants word them, send them again and find them in the inbox. */
export const lettersOperations = ({ origin, readSettings, mailer, findOrderMail, letterFacts, delivery }: LettersDeps) => ({
  ...letterOperations({
    readSettings,
    letterheadOf: (settings) => letterheadOf(settings, origin),
    findFacts: async (site, orderId) => (await findOrderMail(site, orderId, ''))?.facts,
    mailer,
    findStaffMail: findMail,
  }),
  ...orderLetterOperations({ ...letterFacts, ...lettersOfOrders(ownApp) }),
  ...mailOperations({ inboxIsOn: delivery === 'INBOX' }),
})
