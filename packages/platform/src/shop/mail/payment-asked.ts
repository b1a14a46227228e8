import { formatMoney, type Minor } from '@vitrine/pricing'
import { type EmailMessage, emailLayout } from './email.ts'
import { namesOf, type OrderFacts } from './order-confirmation.ts'
import { ownWords } from './order-news.ts'
import { oneLine } from './plain.ts'
import { becauseOrdered } from './why.ts'

export interface AskedFacts {
  readonly amount: Minor
  /** Where it is paid. */
  readonly url: string
  /** In the shop's own words. */
  readonly message?: string | undefined
}

/** The email with the link at which something is paid. Whoever gets it may be somebody else than who ordered. */
export function paymentAsked(facts: OrderFacts, { amount, url, message }: AskedFacts): EmailMessage {
  const { shop, number, currency } = facts
  const { frame, sums, note } = emailLayout(shop)
  const sum = formatMoney(amount, currency, shop.locale)
  return frame({
    kind: 'payment-asked',
    values: { ...namesOf(facts), amount: sum },
    subject: `${sum} to pay for order ${number}`,
    preheader: `${oneLine(shop.name)} asks for it; the link leads to the page to pay at.`,
    headline: [`${sum}`, 'to pay.'],
    lead: [`It is for order ${oneLine(number)} at ${oneLine(shop.name)}. On its page you see what it is made of, and pay by card.`],
    action: { label: `Pay ${sum}`, url },
    blocks: [...ownWords(note, message), sums([], { label: `Order ${number}, to pay`, amount: sum }, [])],
    why: `You get this email because ${oneLine(shop.name)} sent you the link; it is not a newsletter.`,
  })
}

export interface ReceivedFacts {
  readonly amount: Minor
  /** What people call it: `Visa ending 4242`. */
  readonly method?: string | undefined
  /** What is still to come. */
  readonly rest: Minor
  /** The receipt's id, where one was written. */
  readonly receipt?: string | undefined
}

/** The email that money has come; with a receipt it is that. */
export function paymentReceived(facts: OrderFacts, { amount, method, rest, receipt }: ReceivedFacts): EmailMessage {
  const { shop, number, currency, statusUrl } = facts
  const { frame, sums } = emailLayout(shop)
  const money = (minor: Minor) => formatMoney(minor, currency, shop.locale)
  const sum = money(amount)
  return frame({
    kind: receipt ? 'receipt' : 'payment-received',
    values: { ...namesOf(facts), amount: sum, 'amount.left': rest > 0 ? money(rest) : '' },
    subject: receipt ? `Your receipt for ${sum}, order ${number}` : `${sum} for order ${number} is with us`,
    preheader: rest > 0 ? `${money(rest)} is still to come.` : 'Nothing more is due.',
    headline: receipt ? ['Your receipt.'] : ['It is with us.', 'Thank you.'],
    lead: [
      'We have got ',
      { strong: sum },
      `${method ? ` from your ${method}` : ''} for order ${oneLine(number)}. `,
      rest > 0 ? `${money(rest)} is still to come.` : 'Nothing more is due.',
    ],
    action: { label: 'See the order', url: statusUrl },
    blocks: [
      sums(
        receipt ? [{ label: 'Receipt', amount: receipt }] : [],
        { label: `Paid, order ${number}`, amount: sum },
        rest > 0 ? [{ label: 'Still to come', amount: money(rest) }] : [],
      ),
    ],
    why: becauseOrdered,
  })
}
