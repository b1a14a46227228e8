import { formatMoney, type Minor } from '@vitrine/pricing'
import { dayOf } from './day-of.ts'
import { type EmailMessage, emailLayout, type Words } from './email.ts'
import type { OrderFacts } from './order-confirmation.ts'
import { oneLine } from './plain.ts'

const why = 'You get this email because you ordered something that comes again; it is not a newsletter.'

export interface FailedCycleFacts {
  readonly title: string
  readonly amount: Minor
  /** The provider's word: `CARD_DECLINED`. */
  readonly reason: string
  /** When it is tried again; absent where it rests now. */
  readonly retryAt?: Date | undefined
  /** Where it can be paid at once. */
  readonly payUrl: string
}

/** The email that the payment for a cycle did not go through. */
export function cycleUnpaid(facts: OrderFacts, { title, amount, reason, retryAt, payUrl }: FailedCycleFacts): EmailMessage {
  const { shop, number, currency, statusUrl, payment } = facts
  const { frame, sums } = emailLayout(shop)
  const sum = formatMoney(amount, currency, shop.locale)
  const method = payment.state === 'free' ? undefined : payment.method
  const bank = method ? `The bank of your ${method}` : 'Your bank'
  const said =
    reason === 'AUTHENTICATION_REQUIRED'
      ? `${bank} wants you to confirm this payment yourself.`
      : reason === 'NO_PAYMENT_METHOD'
        ? 'We have no card of yours to charge.'
        : `${bank} said no.`
  const then = retryAt
    ? `We try again on ${dayOf(retryAt, shop)}; you can also pay now, with another card if you like.`
    : 'It rests for now. Pay, and it goes on.'
  const lead: Words = [`${said} Nothing was charged for `, { strong: oneLine(title) }, `, ${sum}. ${then}`]
  return frame({
    kind: 'subscription-unpaid',
    values: {
      'order.number': oneLine(number),
      'subscription.title': oneLine(title),
      amount: sum,
      'subscription.nextTry': retryAt ? dayOf(retryAt, shop) : '',
    },
    subject: retryAt ? `The payment for ${title} did not go through` : `${title} rests until it is paid`,
    preheader: then,
    headline: retryAt ? ['The payment', 'did not go through.'] : ['It rests,', 'until it is paid.'],
    lead,
    action: { label: `Pay ${sum}`, url: payUrl, under: [{ link: 'See the order, or end it', url: statusUrl }] },
    blocks: [sums([], { label: `Order ${number}`, amount: sum }, [])],
    why,
  })
}

/** The email that something does not come again. */
export function subscriptionEnds(
  facts: OrderFacts,
  { title, at, atOnce }: { readonly title: string; readonly at: Date; readonly atOnce: boolean },
): EmailMessage {
  const { shop, number, statusUrl } = facts
  const { frame } = emailLayout(shop)
  const day = dayOf(at, shop)
  return frame({
    kind: 'subscription-ends',
    values: { 'order.number': oneLine(number), 'subscription.title': oneLine(title), 'subscription.endsOn': day },
    subject: atOnce ? `${title} has ended` : `${title} ends on ${day}`,
    preheader: 'Nothing more is charged.',
    headline: atOnce ? ['It has ended.'] : ['It ends', `on ${day}.`],
    lead: [
      { strong: oneLine(title) },
      `, order ${oneLine(number)}, does not come again. Nothing more is charged${atOnce ? '.' : '; what you paid for is yours until then.'}`,
    ],
    action: { label: 'See the order', url: statusUrl },
    blocks: [],
    why,
  })
}
