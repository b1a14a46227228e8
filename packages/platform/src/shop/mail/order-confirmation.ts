import { formatMoney, type Minor } from '@vitrine/pricing'
import type { EmailBranding } from './branding.ts'
import { dayOf } from './day-of.ts'
import { type Cell, type EmailMessage, emailLayout, type SumRow, type Words } from './email.ts'
import { oneLine } from './plain.ts'
import { becauseOrdered } from './why.ts'

/** Everything an order confirmation says, as it was when the order was placed. */
export interface OrderFacts {
  readonly shop: EmailBranding
  readonly number: string
  readonly placedAt: Date
  /** Of the buyer; left out when not known. */
  readonly firstName?: string
  readonly currency: string
  readonly lines: readonly OrderLine[]
  readonly sums: OrderSums
  readonly payment: Payment
  readonly delivery: Delivery
  /** Lines of the billing address, where it is not the one things go to. */
  readonly billedTo?: readonly string[]
  /** What the buyer wrote beside the order. */
  readonly note?: string
  /** What the shop asked, and the buyer answered. */
  readonly answers?: readonly { readonly title: string; readonly answer: string }[]
  readonly statusUrl: string
  /** Something of it comes again: whether this is not the first time, and when the next payment is due. */
  readonly again?: { readonly renewed: boolean; readonly nextAt?: Date }
  /** How to change one's mind, in the shop's words. */
  readonly afterwards?: { readonly title: string; readonly words: Words }
}

export interface OrderLine {
  /** Of the line in its order; shipments name it. */
  readonly id?: string
  /** `false` for what goes by itself, as files do. */
  readonly sent?: boolean
  readonly name: string
  /** What was chosen, such as `Sage, large`. */
  readonly description?: string
  readonly quantity: number
  /** Of all its units, before discounts of the whole order. */
  readonly amount: Minor
  /** JPEG of 144 × 180 by absolute URL. */
  readonly picture?: { readonly url: string; readonly alt: string }
}

export interface OrderSums {
  readonly subtotal: Minor
  /** What comes off, as positive amounts. */
  readonly discounts: readonly { readonly title: string; readonly amount: Minor }[]
  readonly delivery?: { readonly title: string; readonly amount: Minor }
  readonly fees?: readonly { readonly title: string; readonly amount: Minor }[]
  /** What gift cards paid, as positive amounts. */
  readonly giftCards?: readonly { readonly title: string; readonly amount: Minor }[]
  /** What is paid some time after the order: behind a deposit, at the counter, after a trial. */
  readonly later?: Minor
  /** One a rate; `percent` such as `19` or `8.875`. */
  readonly taxes: readonly { readonly name: string; readonly percent?: string; readonly amount: Minor }[]
  /** Whether the taxes are part of the amounts above or come on top. */
  readonly taxIncluded: boolean
  /** What is left to pay, or was paid. */
  readonly total: Minor
}

/** `method` as people call it: `Visa ending 4242`. */
export type Payment =
  | { readonly state: 'paid'; readonly method?: string }
  /** `instructions` say how to pay by hand; `onCollection`: at the counter, when it is collected. */
  | { readonly state: 'open'; readonly method?: string; readonly instructions?: string; readonly onCollection?: boolean }
  | { readonly state: 'free' }

export type Delivery =
  /** `leaves`: `Berlin on Monday`; `arrives`: `Tue 24 to Wed 25 November`. */
  | { readonly kind: 'shipping'; readonly to: readonly string[]; readonly leaves?: string; readonly arrives?: string }
  | { readonly kind: 'pickup'; readonly at: readonly string[]; readonly ready?: string }
  | { readonly kind: 'none' }

/** What the words of every email about an order may name. */
export const namesOf = ({ firstName, number }: Pick<OrderFacts, 'firstName' | 'number'>) => ({
  'customer.firstName': oneLine(firstName ?? ''),
  'order.number': oneLine(number),
})

/** When something comes again, and where it is ended. */
const comesAgain = ({ again, shop, statusUrl }: OrderFacts): Words => [
  again?.nextAt ? `The next payment is on ${dayOf(again.nextAt, shop)}. ` : 'No further payment comes. ',
  { link: 'Change or end it', url: statusUrl },
  '.',
]

/** The email that follows an order. */
export function orderConfirmation(facts: OrderFacts): EmailMessage {
  const { shop, number, currency, sums, delivery, payment } = facts
  const money = (amount: Minor) => formatMoney(amount, currency, shop.locale).replace('-', '\u2212')
  const off = (amount: Minor) => `\u2212${money(amount)}`
  const { frame, lines, sums: sumsBlock, cells, note } = emailLayout(shop)
  const headline = facts.again?.renewed
    ? ['It goes on.', doing(facts)]
    : [facts.firstName ? `Thank you, ${oneLine(facts.firstName)}.` : 'Thank you.', doing(facts)]

  const taxes = sums.taxes
    .filter(({ amount }) => amount !== 0)
    .map(({ name, percent, amount }) => ({
      label: [name, percent && `${percent} %`, sums.taxIncluded && 'within it'].filter(Boolean).join(' '),
      amount: money(amount),
    }))
  const rows: SumRow[] = [
    { label: 'Pieces', amount: money(sums.subtotal) },
    ...sums.discounts.map(({ title, amount }) => ({ label: title, amount: off(amount) })),
    ...(sums.delivery ? [{ label: sums.delivery.title, amount: sums.delivery.amount === 0 ? 'Free' : money(sums.delivery.amount) }] : []),
    ...(sums.fees ?? []).map(({ title, amount }) => ({ label: title, amount: money(amount) })),
    ...(sums.taxIncluded ? [] : taxes),
    ...(sums.giftCards ?? []).map(({ title, amount }) => ({ label: title, amount: off(amount) })),
    ...(sums.later ? [{ label: 'To be paid later', amount: off(sums.later) }] : []),
  ]

  return frame({
    kind: 'order-placed',
    values: {
      ...namesOf(facts),
      'order.total': money(sums.total),
      'delivery.arrives': delivery.kind === 'shipping' ? (delivery.arrives ?? '') : '',
    },
    subject: `${headline.join(' ')} Order ${number}`,
    preheader: preheader(facts),
    headline,
    lead: lead(facts, money),
    action: { label: delivery.kind === 'none' ? 'See your order' : 'Follow the order', url: facts.statusUrl },
    showsPicture: true,
    blocks: [
      lines(
        `Order ${number}, ${placed(facts.placedAt, shop)}`,
        facts.lines.map(({ name, description, quantity, amount, picture }) => ({
          name,
          details: [[description, quantity > 1 && `\u00d7 ${quantity}`].filter(Boolean).join(' ')].filter(Boolean),
          amount: money(amount),
          ...(picture ? { picture } : {}),
        })),
      ),
      sumsBlock(rows, { label: paid(payment), amount: money(sums.total) }, sums.taxIncluded ? taxes : []),
      ...(facts.again ? [note(comesAgain(facts))] : []),
      ...(facts.note ? [note([`\u201c${oneLine(facts.note)}\u201d`])] : []),
      ...(places(facts).length > 0 ? [cells(places(facts))] : []),
    ],
    why: becauseOrdered,
  })
}

function doing({ delivery: { kind }, payment, sums }: OrderFacts): string {
  if (payment.state === 'open' && !payment.onCollection) return 'It is noted.'
  if (kind === 'none' && sums.later) return 'It is noted.'
  return kind === 'shipping' ? 'We are wrapping.' : kind === 'pickup' ? 'We set it aside.' : 'It is all yours.'
}

function lead({ delivery, payment, sums }: OrderFacts, money: (amount: Minor) => string): Words {
  if (payment.state === 'open' && payment.onCollection) return ['We write once more when it is ready. You pay when you collect it.']
  if (payment.state === 'open') {
    return [`As soon as the payment${payment.method ? ` by ${inside(payment.method)}` : ''} is with us we go on, and write again.`]
  }
  if (delivery.kind === 'none' && sums.later) return ['The rest, ', { strong: money(sums.later) }, ', comes later, as agreed.']
  if (delivery.kind === 'none') return ['There is nothing to send: what you ordered waits behind the button.']
  if (delivery.kind === 'pickup') {
    return delivery.ready
      ? ['It waits for you from ', { strong: delivery.ready }, ' on. We write once more when it is ready.']
      : ['We write once more when it is ready to be collected.']
  }
  const { leaves, arrives } = delivery
  const once = 'We write once more, with the tracking number.'
  if (arrives)
    return [leaves ? `Your order leaves ${leaves} and reaches you ` : 'Your order reaches you ', { strong: arrives }, `. ${once}`]
  return [leaves ? `Your order leaves ${leaves}. ${once}` : 'We write once more when it leaves, with the tracking number.']
}

function preheader({ lines, delivery, payment, sums }: OrderFacts): string {
  const count = lines.reduce((all, { quantity }) => all + quantity, 0)
  const units = `${inWords(count)} ${count === 1 ? 'piece' : 'pieces'}`
  const one = count === 1
  if (payment.state === 'open' && !payment.onCollection) return `${units}, kept for you until the payment is with us.`
  if (delivery.kind === 'none') return sums.later ? `${units}, of which a part is paid.` : `${units}, ready behind the button.`
  if (delivery.kind === 'pickup')
    return delivery.ready ? `${units}, ready ${delivery.ready}.` : `${units}. We write when ${one ? 'it is' : 'they are'} ready.`
  const { leaves, arrives } = delivery
  if (leaves && arrives) return `${units} ${one ? 'leaves' : 'leave'} ${leaves} and ${one ? 'reaches' : 'reach'} you ${arrives}.`
  if (arrives) return `${units} ${one ? 'reaches' : 'reach'} you ${arrives}.`
  return `${units}. We write when ${one ? 'it leaves' : 'they leave'}.`
}

function paid(payment: Payment): string {
  if (payment.state === 'free') return 'Nothing to pay'
  if (payment.state === 'open') return 'To pay'
  return payment.method ? `Paid by ${payment.method}` : 'Paid'
}

function places({ delivery, billedTo, answers = [], afterwards, payment }: OrderFacts): Cell[] {
  const how = payment.state === 'open' ? payment.instructions : undefined
  return [
    ...(how ? [{ title: 'How to pay', lines: how.split(/\r?\n/).filter(Boolean) }] : []),
    ...(delivery.kind === 'shipping' ? [{ title: 'Goes to', lines: delivery.to }] : []),
    ...(delivery.kind === 'pickup' ? [{ title: 'Waits at', lines: delivery.at }] : []),
    ...(billedTo ? [{ title: 'Billed to', lines: billedTo }] : []),
    ...(answers.length > 0
      ? [{ title: 'What you told us', lines: answers.map(({ title, answer }) => oneLine(`${title.replace(/[?:]$/, '')}: ${answer}`)) }]
      : []),
    ...(afterwards ? [{ title: afterwards.title, lines: [afterwards.words] }] : []),
  ]
}

/** `Bank transfer` within a sentence; abbreviations stay as they are. */
const inside = (name: string): string => (/^\p{Lu}\p{Ll}/u.test(name) ? name.slice(0, 1).toLowerCase() + name.slice(1) : name)

const numbers = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve']
export const inWords = (count: number): string => numbers[count] ?? String(count)

/** `Saturday 21 November 2026, 11:54`, in the shop's own time. The email speaks English, whatever its figures do. */
function placed(at: Date, { timeZone }: EmailBranding): string {
  const { day, time } = formatsIn(timeZone)
  return `${day.format(at).replace(',', '')}, ${time.format(at)}`
}

const formats = new Map<string, { readonly day: Intl.DateTimeFormat; readonly time: Intl.DateTimeFormat }>()

/** Made once for each time zone: making them takes longer than the rest of an email. */
function formatsIn(timeZone: string) {
  const known = formats.get(timeZone)
  if (known) return known
  const made = {
    day: new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone }),
    time: new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }),
  }
  formats.set(timeZone, made)
  return made
}
