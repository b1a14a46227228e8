import { formatMoney, type Minor } from '@vitrine/pricing'
import type { EmailBranding } from './branding.ts'
import { type EmailMessage, emailLayout } from './email.ts'
import type { OrderLine } from './order-confirmation.ts'
import { ownWords } from './order-news.ts'
import { oneLine } from './plain.ts'

/** What the email about a checkout that was left says. */
export interface RecoveryFacts {
  readonly shop: EmailBranding
  readonly firstName?: string
  readonly currency: string
  readonly lines: readonly OrderLine[]
  readonly subtotal: Minor
  readonly total: Minor
  /** The signed link that brings everything back. */
  readonly url: string
  readonly linkDays: number
  /** Where its reader stops such emails. */
  readonly stopUrl: string
  /** Left on that day, in the shop's own time. */
  readonly leftAt: Date
  /** What comes with the link. */
  readonly coupon?: string
  /** In the shop's own words. */
  readonly message?: string
  /** The number of this email about the checkout, and how many there may be. */
  readonly turn: { readonly nth: number; readonly of: number }
}

/** An email about a bag that was left. */
export function recoveryEmail(facts: RecoveryFacts): EmailMessage {
  const { shop, currency, lines, linkDays, stopUrl, coupon, message, turn } = facts
  const money = (amount: Minor) => formatMoney(amount, currency, shop.locale)
  const { frame, lines: block, sums, note, cells } = emailLayout(shop)
  const count = lines.reduce((all, { quantity }) => all + quantity, 0)
  const day = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: shop.timeZone }).format(facts.leftAt)
  const units = `${inWords(count)} ${count === 1 ? 'piece' : 'pieces'}`
  return frame({
    kind: 'recovery',
    values: {
      'customer.firstName': oneLine(facts.firstName ?? ''),
      'bag.total': money(facts.total),
      'bag.leftOn': day,
      coupon: oneLine(coupon ?? ''),
    },
    subject: turn.nth === 1 ? 'Your bag is still here' : 'Your bag, once more',
    preheader: `${units}, as you left ${count === 1 ? 'it' : 'them'}.`,
    headline: [facts.firstName ? `${oneLine(facts.firstName)}, your bag` : 'Your bag', 'is still here.'],
    lead: [
      `${units}, as you left ${count === 1 ? 'it' : 'them'} on ${day}. We keep ${count === 1 ? 'it' : 'them'} on the list for ${linkDays} ${linkDays === 1 ? 'day' : 'days'}, not on the shelf.`,
    ],
    action: {
      label: 'Open the bag',
      url: facts.url,
      under: [
        coupon
          ? `The link brings the code ${oneLine(coupon)} with it: what it takes off you see in the bag.`
          : 'Nothing is reduced for waiting. The price is the price.',
      ],
    },
    blocks: [
      ...ownWords(note, message),
      block(
        'What is in it',
        lines.map(({ name, description, quantity, amount, picture }) => ({
          name,
          details: [[description, quantity > 1 && `\u00d7 ${quantity}`].filter(Boolean).join(' ')].filter(Boolean),
          amount: money(amount),
          ...(picture && { picture }),
        })),
      ),
      sums(
        facts.subtotal === facts.total ? [] : [{ label: 'Pieces', amount: money(facts.subtotal) }],
        { label: 'Together', amount: money(facts.total) },
        [],
      ),
      cells([
        { title: 'Something in the way?', lines: ['A size, a date, a question: answer this email.'] },
        {
          title: 'No more of these?',
          lines: [['One click and ', { link: 'we do not write about your bag any more', url: stopUrl }, '.']],
        },
      ]),
    ],
    why: `You get this email because you began an order with us. ${turn.of === 1 ? 'It is the only one about this bag.' : turn.nth >= turn.of ? 'It is the last one about this bag.' : `There are ${turn.of} about this bag at the most.`}`,
  })
}

const numbers = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve']
const inWords = (count: number): string => numbers[count] ?? String(count)
