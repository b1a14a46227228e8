import type { EmailBranding } from './branding.ts'
import { type EmailMessage, emailLayout } from './email.ts'
import { oneLine } from './plain.ts'

export interface NewsletterConfirmFacts {
  readonly shop: EmailBranding
  readonly email: string
  /** What stood beside the field. */
  readonly words: string
  readonly url: string
  readonly askedAt: Date
}

/** The one email to an address that was given for the newsletter. */
export function newsletterConfirm({ shop, email, words, url, askedAt }: NewsletterConfirmFacts): EmailMessage {
  const { frame, cells } = emailLayout(shop)
  const day = askedAt.toLocaleDateString(shop.locale, { day: 'numeric', month: 'long', timeZone: shop.timeZone })
  return frame({
    kind: 'newsletter-confirm',
    values: { 'account.email': oneLine(email) },
    subject: `Confirm your subscription to ${oneLine(shop.name)}`,
    preheader: 'One click, and we write to you. Without it we do not.',
    headline: ['One click', 'and you are in.'],
    lead: [`Someone, we think you, gave ${oneLine(email)} for our newsletter on ${day}. Confirm it, and we write to you.`],
    action: { label: 'Yes, write to me', url },
    blocks: [
      cells([
        { title: 'What you agree to', lines: [oneLine(words)] },
        {
          title: 'It was not you?',
          lines: ['Do nothing. Without the click we do not write again, and forget the address after thirty days.'],
        },
      ]),
    ],
    why: 'We write this once because someone typed your address in.',
  })
}
