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

/** The same about something that costs less. */
export interface PriceDropFacts extends BackInStockFacts {
  /** What it cost when they asked. */
  readonly before: Minor
}

/** The email to somebody who waited for something. */
export function backInStockEmail(facts: BackInStockFacts): EmailMessage {
  const { name, choices, price } = textsOf(facts)
  return emailLayout(facts.shop).frame({
    ...alike(facts),
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
  })
}

/** The email to somebody who waited for a lower price. */
export function priceDropEmail(facts: PriceDropFacts): EmailMessage {
  const { name, choices, price } = textsOf(facts)
  const before = formatMoney(facts.before, facts.currency, facts.shop.locale)
  return emailLayout(facts.shop).frame({
    ...alike(facts),
    kind: 'price-drop',
    values: { 'product.name': name, 'product.choices': choices, 'product.price': price, 'product.before': before },
    subject: `${name} costs less now`,
    preheader: `${choices ? `${choices}, ` : ''}${price} instead of ${before}. You asked us to tell you.`,
    headline: [name, 'costs less.'],
    lead: [
      { strong: choices ? `${name}, ${choices}` : name },
      ` costs ${price} now. It was ${before} when you asked. We do not hold the price for you.`,
    ],
  })
}

const textsOf = ({ name, choices, price, currency, shop }: BackInStockFacts) => ({
  name: oneLine(name),
  choices: oneLine(choices ?? ''),
  price: formatMoney(price, currency, shop.locale),
})

/** What emails to those who wait have in common. */
function alike(facts: BackInStockFacts) {
  const { shop, picture, url, stopUrl, askedAt } = facts
  const asked = askedAt.toLocaleDateString(shop.locale, { day: 'numeric', month: 'long', timeZone: shop.timeZone })
  return {
    action: { label: `Take it, ${textsOf(facts).price}`, url },
    showsPicture: picture !== undefined,
    ...(picture && { picture: { ...picture, height: 420 } }),
    blocks: [
      emailLayout(shop).cells([
        {
          title: 'Not any more?',
          lines: [['One click and ', { link: 'your address is off the list', url: stopUrl }, '.']],
        },
      ]),
    ],
    why: `You asked for this one email on ${asked}. There is no other about it.`,
  }
}
