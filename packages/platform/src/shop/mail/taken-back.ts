import { formatMoney, type Minor } from '@vitrine/pricing'
import { type EmailMessage, emailLayout } from './email.ts'
import { namesOf, type OrderFacts } from './order-confirmation.ts'
import { oneLine } from './plain.ts'

/** The email to the shop that a buyer's bank took money back: answers to banks are due within days. */
export function takenBack(facts: OrderFacts, { amount }: { readonly amount: Minor }): EmailMessage {
  const { shop, number, currency, statusUrl } = facts
  const { frame, sums } = emailLayout(shop)
  const sum = formatMoney(amount, currency, shop.locale)
  return frame({
    kind: 'money-taken-back',
    values: { ...namesOf(facts), amount: sum },
    subject: `A bank took back ${sum} of order ${number}`,
    preheader: 'It wants an answer within some days.',
    headline: ['A buyer’s bank', 'took money back.'],
    lead: [
      `Somebody told their bank that the payment of order ${oneLine(number)} is not right, and it took back `,
      { strong: sum },
      '. Answer it on your payment provider’s pages: it wants that within some days. Until then nothing more of this order is collected.',
    ],
    action: { label: 'See the order', url: statusUrl },
    blocks: [sums([], { label: `Taken back, order ${number}`, amount: sum }, [])],
    why: 'The shop gets this email because a payment was disputed.',
  })
}
