import { formatMoney, type Minor } from '@vitrine/pricing'
import { desk, type Letter, type Words } from './letter.ts'
import type { Letterhead } from './look.ts'
import { oneLine } from './plain.ts'

/** Everything that the letter with a gift card says. */
export interface GiftCardFacts {
  readonly shop: Letterhead
  readonly code: string
  readonly value: Minor
  readonly currency: string
  readonly expiresAt?: Date
  readonly recipient?: string
  readonly sender?: string
  /** In the sender's words. */
  readonly message?: string
  /** Set where who reads it bought it. */
  readonly orderNumber?: string
}

/** The letter with a gift card: the one place where its code is written. */
export function giftCardLetter(facts: GiftCardFacts): Letter {
  const { shop, code, value, currency, expiresAt, recipient, sender, message, orderNumber } = facts
  const { frame, sums, note, cells } = desk(shop)
  const worth = formatMoney(value, currency, shop.locale)
  const until = expiresAt && expiresAt.toLocaleDateString(shop.locale, { dateStyle: 'long', timeZone: shop.timeZone })
  const lead: Words = sender
    ? [{ strong: oneLine(sender) }, ` gives you ${worth} to spend at ${shop.name}. Choose something you like.`]
    : orderNumber
      ? [`It is worth ${worth}, for you or for somebody you like: hand on the code below.`]
      : [`${worth} to spend at ${shop.name}. Choose something you like.`]
  return frame({
    subject: sender ? `${oneLine(sender)} gives you ${worth} at ${shop.name}` : `Your gift card of ${worth} for ${shop.name}`,
    preheader: 'The code is in here: keep it like cash.',
    headline: [recipient ? `${oneLine(recipient)},` : 'Hello,', orderNumber ? 'your gift card.' : 'this is for you.'],
    lead,
    action: { label: 'Go to the shop', url: shop.url, under: ['Type the code in at the checkout. What is left of it stays on the card.'] },
    showsPicture: true,
    blocks: [
      ...paragraphs(message).map((paragraph) => note([paragraph])),
      sums(until ? [{ label: 'Good until', amount: until }] : [], { label: 'Gift card', amount: worth }, []),
      note([{ strong: code }]),
      cells([
        {
          title: 'Keep it like cash',
          lines: ['Whoever has the code can spend it. We do not have it any more: this letter is the only place where it is written.'],
        },
        { title: 'As often as you like', lines: ['It pays for a part or for all of an order, until nothing is left on it.'] },
      ]),
    ],
    why: orderNumber
      ? `You get this letter because you bought a gift card with order ${oneLine(orderNumber)}; it is not a newsletter.`
      : 'You get this letter because somebody gave you a gift card; it is not a newsletter.',
  })
}

const paragraphs = (message: string | undefined): string[] =>
  (message ?? '')
    .split(/\n\s*\n/)
    .map(oneLine)
    .filter(Boolean)
