import type { EmailBranding } from './branding.ts'
import { type EmailMessage, emailLayout } from './email.ts'
import { oneLine } from './plain.ts'

/** What the email about an answer says. */
export interface QuestionAnsweredFacts {
  readonly shop: EmailBranding
  readonly firstName?: string
  readonly product: string
  readonly question: string
  readonly answer: string
  /** Who answers, if it is not the shop: such as `Hanna K.`; empty for a member without a name. */
  readonly buyer?: string
  /** 1200 × 840. */
  readonly picture?: { readonly url: string; readonly alt: string }
  /** Where the answer stands. */
  readonly url: string
  readonly askedAt: Date
}

/** The email to somebody whose question was answered. */
export function questionAnswered(facts: QuestionAnsweredFacts): EmailMessage {
  const { shop, firstName, answer, buyer, picture, url, askedAt } = facts
  const { frame, quotation } = emailLayout(shop)
  const product = oneLine(facts.product)
  const question = oneLine(facts.question)
  const who = buyer === undefined ? shop.name : oneLine(buyer) || 'Somebody who bought it'
  const asked = askedAt.toLocaleDateString(shop.locale, { day: 'numeric', month: 'long', timeZone: shop.timeZone })
  return frame({
    kind: 'question-answered',
    values: { 'customer.firstName': oneLine(firstName ?? ''), 'product.name': product, 'question.text': question, 'answer.from': who },
    subject: `Your question about ${product} is answered`,
    preheader: question,
    headline: ['Your question', 'is answered.'],
    lead: ['You asked about ', { strong: product }, `: “${question}” ${who} answers:`],
    action: { label: 'See it with the others', url },
    showsPicture: picture !== undefined,
    ...(picture && { picture: { ...picture, height: 420 } }),
    blocks: [
      quotation(
        answer
          .split(/\n\s*\n/)
          .map(oneLine)
          .filter(Boolean),
      ),
    ],
    why: `You asked on ${asked}. We write when it is answered, and about nothing else.`,
  })
}
