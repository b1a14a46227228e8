import { minor } from '@vitrine/pricing'
import type { Db } from '../../kernel/db/sql.ts'
import type { RecipientLimit } from '../../kernel/http/limiter.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { addressedTo, emailBrandingOf, giftCardCopy, giftCardEmail, type Mailer } from '../../shop/index.ts'
import type { EmailsDeps } from '../gift-cards/emails.ts'
import type { DueEmail } from '../gift-cards/store.ts'

export interface GiftCardEmailDeps extends Omit<EmailsDeps, 'send' | 'takeOfRecipient'> {
  readonly origin: string
  readonly mailer: Mailer
  /** Undefined where emails to one address are not limited. */
  readonly recipients: Pick<RecipientLimit, 'take'> | undefined
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
}

/** What `sendDueEmails` of the gift cards asks for. */
export const giftCardEmails = ({ db, clock, real, keys, sites, recipients, ...deps }: GiftCardEmailDeps): EmailsDeps => ({
  db,
  clock,
  real,
  keys,
  sites,
  async takeOfRecipient(site, email) {
    const to = addressOf(email)
    // What a merchant issues, or has mailed again, is the shop's own work.
    return to && email.card.source === 'ORDER' && email.again === 0 ? recipients?.take(site, to) : undefined
  },
  send: sendGiftCard({ db, ...deps }),
})

const sendGiftCard =
  ({ db, origin, mailer, readSettings }: Pick<GiftCardEmailDeps, 'db' | 'origin' | 'mailer' | 'readSettings'>): EmailsDeps['send'] =>
  async (site, email, code) => {
    const { card, kind, again } = email
    const { id, initial, currency, expiresAt, document, source, orderId } = card
    const { recipient, sender, personalizedMessage, notificationDate } = document.notification ?? {}
    const to = addressOf(email)
    if (!to) return
    const settings = await readSettings(db, site)
    const { mail } = settings
    const facts = {
      shop: emailBrandingOf(settings, origin),
      code,
      value: minor(initial),
      currency,
      ...(expiresAt && { expiresAt }),
      ...(recipient?.name && { recipient: recipient.name }),
      ...(sender?.name && { sender: sender.name }),
      ...(personalizedMessage && { message: personalizedMessage }),
      ...(document.picture && { picture: cut(document.picture) }),
    }
    const { orderNumber } = document
    const key = `gift-card:${id}${kind === 'COPY' ? ':copy' : again > 0 ? `:${again}` : ''}`
    const written =
      kind === 'COPY'
        ? giftCardCopy({
            ...facts,
            orderNumber: orderNumber ?? '',
            to: recipient?.email ?? '',
            ...(notificationDate && { goesAt: new Date(notificationDate) }),
          })
        : // Who reads it bought it, where nobody was named.
          giftCardEmail({ ...facts, ...(orderNumber && !document.buyer && { orderNumber }) })
    const note = source === 'ORDER' && orderId ? { orderId, kind: 'GIFT_CARD' as const, about: { giftCardId: id } } : undefined
    await mailer.send({ site, key, ...addressedTo(mail, to), ...written, ...(note && { note }) })
  }

const addressOf = ({ card: { document }, kind, sendTo }: DueEmail): string | undefined =>
  kind === 'COPY' ? document.buyer?.email : (sendTo ?? document.notification?.recipient?.email)

/** Wide, in a format that every mail programme shows. */
const cut = ({ url, alt }: { readonly url: string; readonly alt: string }) => ({
  url: url.includes('/media/') ? `${url}/fill/w_1200,h_800,enc_jpg/card.jpg` : url,
  alt,
})
