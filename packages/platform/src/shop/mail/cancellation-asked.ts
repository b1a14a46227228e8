import { type EmailMessage, emailLayout } from './email.ts'
import { namesOf, type OrderFacts } from './order-confirmation.ts'
import { oneLine } from './plain.ts'

/** The email to the shop that a buyer asks to have an order cancelled. Answered, it goes to the buyer. */
export function cancellationAsked(
  facts: OrderFacts,
  { email, reason, units }: { readonly email: string; readonly reason: string /** Empty where it is all of it. */; readonly units: string },
): EmailMessage {
  const { shop, number, firstName, statusUrl } = facts
  const { frame, note } = emailLayout(shop)
  const who = firstName ? oneLine(firstName) : 'A buyer'
  return frame({
    kind: 'cancellation-asked',
    values: namesOf(facts),
    subject: units ? `${who} asks to cancel a part of order ${number}` : `${who} asks to cancel order ${number}`,
    preheader: reason ? oneLine(reason) : 'Nothing of it is on its way yet.',
    headline: [`${who} asks`, units ? 'to cancel a part.' : 'to cancel.'],
    lead: [
      ...(units ? ['They do not want ', { strong: oneLine(units) }, ' any more. '] : []),
      `Nothing of order ${oneLine(number)} was on its way when they asked. ${units ? 'Refund it' : 'Cancel it'}, or answer this email: it goes to `,
      { strong: oneLine(email) },
      '.',
    ],
    action: { label: 'See the order', url: statusUrl },
    blocks: reason ? [note([`\u201c${oneLine(reason)}\u201d`])] : [],
    why: 'The shop gets this email because a buyer asked for it on the page of their order.',
  })
}
