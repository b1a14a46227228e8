import { formatMoney, type Minor } from '@vitrine/pricing'
import { type EmailMessage, emailLayout } from './email.ts'
import { namesOf, type OrderFacts } from './order-confirmation.ts'
import { oneLine } from './plain.ts'
import { becauseOrdered } from './why.ts'

/** The email that money did not come, to somebody who is no longer before the screen. `payUrl`: where it can be tried again. */
export function paymentFailed(
  facts: OrderFacts,
  { amount, method, payUrl }: { readonly amount: Minor; readonly method?: string | undefined; readonly payUrl?: string | undefined },
): EmailMessage {
  const { shop, number, currency, statusUrl, firstName } = facts
  const { frame, sums } = emailLayout(shop)
  const sum = formatMoney(amount, currency, shop.locale)
  return frame({
    kind: 'payment-failed',
    values: { ...namesOf(facts), amount: sum, 'payment.method': method ?? '' },
    subject: `The payment for order ${number} did not go through`,
    preheader: `Nothing was charged. ${payUrl ? 'Try another card, or another way.' : 'Answer this email, and we find another way.'}`,
    headline: [`${firstName ? `${oneLine(firstName)}, the` : 'The'} payment`, 'did not go through.'],
    lead: [
      `${method ? `The bank of your ${method}` : 'The bank'} said no to `,
      { strong: sum },
      `. Nothing was charged. ${payUrl ? 'Your order waits a little; try another card, or another way to pay.' : 'Answer this email, and we find another way.'}`,
    ],
    action: payUrl
      ? { label: 'Pay again', url: payUrl, under: [{ link: 'See the order', url: statusUrl }] }
      : { label: 'See the order', url: statusUrl },
    blocks: [sums([], { label: `Order ${number}`, amount: sum }, [])],
    why: becauseOrdered,
  })
}
