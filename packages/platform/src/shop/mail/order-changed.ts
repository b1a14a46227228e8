import { formatMoney, type Minor } from '@vitrine/pricing'
import { type EmailMessage, emailLayout, type Words } from './email.ts'
import { namesOf, type OrderFacts } from './order-confirmation.ts'
import { oneLine } from './plain.ts'
import { becauseOrdered } from './why.ts'

/** The email that an order is another one now. `paid`: what was paid and has not gone back. */
export function orderChanged(facts: OrderFacts, { total, paid }: { readonly total: Minor; readonly paid: Minor }): EmailMessage {
  const { shop, number, currency, firstName } = facts
  const money = (amount: number) => formatMoney(amount as Minor, currency, shop.locale)
  const { frame, lines, sums } = emailLayout(shop)
  const due = total - paid
  const lead: Words =
    due > 0
      ? ['It comes to ', { strong: money(total) }, ' now; ', { strong: money(due) }, ' of it is still due.']
      : due < 0
        ? [
            'It comes to ',
            { strong: money(total) },
            ' now. You paid ',
            { strong: money(-due) },
            ' more than that: it goes back, and we write when it does.',
          ]
        : ['It comes to ', { strong: money(total) }, ' now, and all of it is paid.']
  return frame({
    kind: 'order-changed',
    values: { ...namesOf(facts), 'order.total': money(total), 'order.due': due > 0 ? money(due) : '' },
    subject: `Order ${number} has changed`,
    preheader: due > 0 ? `${money(due)} is still due.` : due < 0 ? `${money(-due)} goes back to you.` : 'Nothing more is due.',
    headline: [firstName ? `${oneLine(firstName)}, your order` : 'Your order', 'has changed.'],
    lead,
    action: { label: 'See the order', url: facts.statusUrl },
    blocks: [
      lines(
        `Order ${number}`,
        facts.lines.map(({ name, description, quantity, amount, picture }) => ({
          name,
          details: [[description, quantity > 1 && `\u00d7 ${quantity}`].filter(Boolean).join(' ')].filter(Boolean),
          amount: money(amount),
          ...(picture && { picture }),
        })),
      ),
      sums([], { label: 'Total', amount: money(total) }, []),
    ],
    why: becauseOrdered,
  })
}
