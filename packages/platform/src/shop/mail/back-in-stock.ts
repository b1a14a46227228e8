import { formatMoney, type Minor } from '@vitrine/pricing'
import type { EmailBranding } from './branding.ts'
import { type EmailMessage, emailLayout } from './email.ts'
import { oneLine } from './plain.ts'

/** What the email about something that is back in stock says. */
export interface BackInStockFacts {
  readonly shop: EmailBranding
  readonly name: string
  /** Such as `Clay, large`. */
  readonly choices?: string
  readonly price: Minor
  readonly currency: string
  /** 1200 × 840. */
  readonly picture?: { readonly url: string; readonly alt: string }
  /** Where it is bought. */
  readonly url: string
  /** Takes the reader off the list, without signing in. */
  readonly stopUrl: string
  readonly askedAt: Date
}

/** The email to somebody who waited for something. */
export function backInStockEmail(facts: BackInStockFacts): EmailMessage {
  const { shop, currency, stopUrl } = facts
  const name = oneLine(facts.name)
  const choices = oneLine(facts.choices ?? '')
  const price = formatMoney(facts.price, currency, shop.locale)
  const asked = facts.askedAt.toLocaleDateString(shop.locale, { day: 'numeric', month: 'long', timeZone: shop.timeZone })
  const { frame, cells } = emailLayout(shop)
  return frame({
    kind: 'back-in-stock',
    values: { 'product.name': name, 'product.choices': choices, 'product.price': price },
    subject: `${name} is back`,
    preheader: `${choices ? `${choices}, ` : ''}${price}. You asked us to tell you.`,
    headline: [name, 'is back.'],
    lead: [
      'What you waited for is in stock again: ',
      { strong: choices ? `${name}, ${choices}` : name },
      '. We do not hold it for you, and others were told with you.',
    ],
    action: { label: `Take it, ${price}`, url: facts.url },
    showsPicture: facts.picture !== undefined,
    ...(facts.picture && { picture: { ...facts.picture, height: 420 } }),
    blocks: [
      cells([
        {
          title: 'Not any more?',
          lines: [['One click and ', { link: 'your address is off the list', url: stopUrl }, '.']],
        },
      ]),
    ],
    why: `You asked for this one email on ${asked}. There is no other about it.`,
  })
}
