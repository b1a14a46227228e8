import { formatMoney, type Minor } from '@vitrine/pricing'
import type { EmailBranding } from './branding.ts'
import { type Block, type EmailMessage, emailLayout, type Words } from './email.ts'
import { oneLine } from './plain.ts'

/** Everything that the email with a gift card says. */
export interface GiftCardFacts {
  readonly shop: EmailBranding
  readonly code: string
  readonly value: Minor
  readonly currency: string
  readonly expiresAt?: Date
  readonly recipient?: string
  readonly sender?: string
  /** In the sender's words. */
  readonly message?: string
  /** How the card looks, 1200 × 800. */
  readonly picture?: { readonly url: string; readonly alt: string }
  /** Set where who reads it bought it. */
  readonly orderNumber?: string
}

/** The email with a gift card. */
export function giftCardEmail(facts: GiftCardFacts): EmailMessage {
  const { shop, recipient, sender, message, orderNumber } = facts
  const { frame, cells } = emailLayout(shop)
  const { worth, card, keep } = partsOf(facts)
  const lead: Words | undefined =
    message || sender
      ? undefined
      : orderNumber
        ? [`It is worth ${worth}, for you or for somebody you like: hand on the code below.`]
        : [`${worth} to spend at ${shop.name}. Choose something you like.`]
  return frame({
    kind: 'gift-card',
    values: { 'recipient.name': oneLine(recipient ?? ''), 'sender.name': oneLine(sender ?? ''), amount: worth },
    subject: sender
      ? `${oneLine(sender)} has something for you`
      : orderNumber
        ? `Your gift card of ${worth} for ${shop.name}`
        : `${worth} for you at ${shop.name}`,
    preheader: `${worth} at ${shop.name}${message ? ', and a few lines' : ''}.`,
    headline: sender
      ? [`${oneLine(sender)} has`, `something for you${recipient ? `, ${oneLine(recipient)}` : ''}.`]
      : [recipient ? `${oneLine(recipient)},` : 'Hello,', orderNumber ? 'your gift card.' : 'this is for you.'],
    ...(lead && { lead }),
    showsPicture: true,
    ...(facts.picture && { picture: { ...facts.picture, height: 400 } }),
    blocks: [...card, cells(keep)],
    last: {
      label: 'Look around',
      url: shop.url,
      under: ['Type the code in at the last step of the checkout. It pays in as many portions as you like.'],
    },
    why: orderNumber
      ? `You get this email because you bought a gift card with order ${oneLine(orderNumber)}; it is not a newsletter.`
      : sender
        ? `You get this email because ${oneLine(sender)} asked us to bring it. We do not keep your address for anything else.`
        : 'You get this email because somebody gave you a gift card. We do not keep your address for anything else.',
  })
}

/** What is told to those who buy a gift card for somebody else. */
export interface GiftCardCopyFacts extends GiftCardFacts {
  readonly orderNumber: string
  /** Where it goes. */
  readonly to: string
  /** When; absent where it has gone. */
  readonly goesAt?: Date
}

/** The copy for who bought it: the same card, and when it reaches whom. */
export function giftCardCopy(facts: GiftCardCopyFacts): EmailMessage {
  const { shop, recipient, to, goesAt, orderNumber } = facts
  const { frame, cells } = emailLayout(shop)
  const { worth, card, keep } = partsOf(facts)
  const whom = recipient ? oneLine(recipient) : oneLine(to)
  const when =
    goesAt &&
    goesAt.toLocaleString(shop.locale, { dateStyle: 'full', timeStyle: 'short', timeZone: shop.timeZone }).replace(/ at /, ', at ')
  return frame({
    kind: 'gift-card-copy',
    values: { 'recipient.name': whom, amount: worth, 'order.number': oneLine(orderNumber) },
    subject: `Your copy: a gift card of ${worth} for ${whom}`,
    preheader: when ? `It goes out on ${when}.` : 'It is on its way.',
    headline: ['Your gift', `for ${whom}.`],
    lead: when
      ? [`We bring it to `, { strong: oneLine(to) }, ` on ${when}. This is your copy, in case you want to hand it over yourself.`]
      : [`It has gone to `, { strong: oneLine(to) }, '. This is your copy, in case it gets lost on the way.'],
    showsPicture: true,
    ...(facts.picture && { picture: { ...facts.picture, height: 400 } }),
    blocks: [...card, cells(keep)],
    why: `You get this email because you bought a gift card with order ${oneLine(orderNumber)}; it is not a newsletter.`,
  })
}

function partsOf({ shop, code, value, currency, expiresAt, message }: GiftCardFacts) {
  const { quotation, voucher } = emailLayout(shop)
  const worth = formatMoney(value, currency, shop.locale)
  const until = expiresAt && expiresAt.toLocaleDateString(shop.locale, { dateStyle: 'long', timeZone: shop.timeZone })
  const card: Block[] = [...(message ? [quotation(paragraphs(message))] : []), voucher(worth, code)]
  return {
    worth,
    card,
    keep: [
      {
        title: until ? `Good until ${until}` : 'It never ends',
        lines: ['It pays for a part or for all of an order, until nothing is left on it.'],
      },
      { title: 'Keep it like cash', lines: ['Whoever has the code can spend it.'] },
    ],
  }
}

const paragraphs = (message: string): string[] =>
  message
    .split(/\n\s*\n/)
    .map(oneLine)
    .filter(Boolean)
