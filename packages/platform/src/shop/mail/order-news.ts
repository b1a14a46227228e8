import { formatMoney, type Minor, minor } from '@vitrine/pricing'
import { type Block, type EmailMessage, emailLayout, type Words } from './email.ts'
import { namesOf, type OrderFacts } from './order-confirmation.ts'
import { oneLine } from './plain.ts'
import { becauseOrdered } from './why.ts'

const greeting = ({ firstName }: OrderFacts): string => (firstName ? `${oneLine(firstName)}, ` : '')
const sentence = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** What the shop adds in its own words, as it was written: a paragraph a block. */
export const ownWords = (note: (words: Words) => Block, message: string | undefined): Block[] =>
  (message ?? '')
    .split(/\n\s*\n/)
    .map(oneLine)
    .filter(Boolean)
    .map((paragraph) => note([paragraph]))

interface CancelFacts {
  readonly message?: string | undefined
  /** How much of what was paid has not gone back yet. */
  readonly paid: Minor
  /** How much of it is on its way back. */
  readonly pendingRefund: Minor
  readonly refunded: Minor
}

/** The email that an order is cancelled, and what becomes of the money. */
export function orderCanceled(facts: OrderFacts, { message, paid, pendingRefund, refunded }: CancelFacts): EmailMessage {
  const { shop, number, currency } = facts
  const money = (amount: Minor) => formatMoney(amount, currency, shop.locale)
  const { frame, lines, note } = emailLayout(shop)
  const stays = minor(paid - pendingRefund)
  /** All of the money in this state, the rest beside what was refunded, or a part of it. */
  const amountOf = (amount: Minor): Words =>
    amount < paid
      ? [' ', { strong: money(amount) }, ' of what you paid ']
      : [refunded > 0 ? ' The rest of what you paid, ' : ' What you paid, ', { strong: money(amount) }, ', ']
  const lead: Words =
    refunded > 0 || paid > 0
      ? [
          'Nothing of it will be sent.',
          ...(refunded > 0 ? [' We refunded ', { strong: money(refunded) }, '.'] : []),
          ...(pendingRefund > 0 ? [...amountOf(pendingRefund), 'goes back the way it came; we write once more when it does.'] : []),
          ...(stays > 0 ? [...amountOf(stays), 'has not been refunded.'] : []),
        ]
      : ['Nothing of it will be sent, and nothing is due.']
  const inShort = (): string => {
    if (pendingRefund > 0) return `${money(pendingRefund)} goes back the way it came.`
    if (refunded > 0) return `We refunded ${money(refunded)}.`
    return stays > 0 ? `${money(stays)} has not been refunded.` : 'Nothing is due.'
  }
  return frame({
    kind: 'order-canceled',
    values: { ...namesOf(facts), amount: money(pendingRefund > 0 ? pendingRefund : refunded) },
    subject: `Order ${number} is cancelled`,
    preheader: inShort(),
    headline: [sentence(`${greeting(facts)}your order`), 'is cancelled.'],
    lead,
    action: { label: 'See the order', url: facts.statusUrl },
    blocks: [...ownWords(note, message), linesOf(facts, lines)],
    why: becauseOrdered,
  })
}

export interface RefundFacts {
  readonly amount: Minor
  /** Money that came by hand goes back by hand. */
  readonly byHand: boolean
  readonly reason?: string | undefined
  readonly message?: string | undefined
}

/** The email that money goes back. */
export function orderRefunded(facts: OrderFacts, { amount, byHand, reason, message }: RefundFacts): EmailMessage {
  const { shop, number, currency, payment } = facts
  const sum = formatMoney(amount, currency, shop.locale)
  const { frame, sums, note } = emailLayout(shop)
  const method = payment.state === 'free' ? undefined : payment.method
  const way = byHand
    ? 'It goes back by hand, as it was agreed.'
    : `It goes back to ${method ?? 'where it came from'}; banks take up to ten days to show it.`
  return frame({
    kind: 'order-refunded',
    values: { ...namesOf(facts), amount: sum },
    subject: `${sum} of order ${number} goes back to you`,
    preheader: way,
    headline: [sentence(`${greeting(facts)}your money`), 'is on its way back.'],
    lead: [way],
    action: { label: 'See the order', url: facts.statusUrl },
    blocks: [
      ...ownWords(note, message),
      sums(reason ? [{ label: 'Why', amount: oneLine(reason) }] : [], { label: `Refunded, order ${number}`, amount: sum }, []),
    ],
    why: becauseOrdered,
  })
}

function linesOf({ number, lines, currency, shop }: OrderFacts, block: ReturnType<typeof emailLayout>['lines']): Block {
  return block(
    `Order ${number}`,
    lines.map(({ name, description, quantity, amount, picture }) => ({
      name,
      details: [[description, quantity > 1 && `\u00d7 ${quantity}`].filter(Boolean).join(' ')].filter(Boolean),
      amount: formatMoney(amount, currency, shop.locale),
      ...(picture && { picture }),
    })),
  )
}
