import { minor } from '@vitrine/pricing'
import type { Db } from '../db/sql.ts'
import type { LettersDeps } from '../gift-cards/letters.ts'
import { giftCardLetter } from '../mail/gift-card.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Sections } from '../settings/sections.ts'
import { letterheadOf } from './order-letter.ts'

export interface GiftCardLetterDeps {
  readonly db: Db
  readonly origin: string
  readonly mailer: Mailer
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
}

/** What `sendDueLetters` of the gift cards asks for. */
export const sendGiftCard =
  ({ db, origin, mailer, readSettings }: GiftCardLetterDeps): LettersDeps['send'] =>
  async (site, { id, initial, currency, expiresAt, document }, code) => {
    const { recipient, sender, personalizedMessage } = document.notification ?? {}
    if (!recipient?.email) return
    const settings = await readSettings(db, site)
    const { mail } = settings
    await mailer.send({
      site,
      key: `gift-card:${id}`,
      from: mail.from,
      to: recipient.email,
      ...(mail.replyTo && { replyTo: mail.replyTo }),
      ...giftCardLetter({
        shop: letterheadOf(settings, origin),
        code,
        value: minor(initial),
        currency,
        ...(expiresAt && { expiresAt }),
        ...(recipient.name && { recipient: recipient.name }),
        ...(sender?.name && { sender: sender.name }),
        ...(personalizedMessage && { message: personalizedMessage }),
        ...(document.orderNumber && { orderNumber: document.orderNumber }),
      }),
    })
  }
