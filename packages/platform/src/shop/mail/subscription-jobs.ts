import type { JobDefinition } from '../../kernel/jobs/jobs.ts'
import type { MailJobsDeps } from './jobs.ts'
import { cycleUnpaid, type FailedCycleFacts, subscriptionEnds } from './subscription.ts'

/** What a change of a subscription asks to be written of. */
export type SubscriptionEmailRequest =
  | {
      readonly about: 'PAYMENT_FAILED'
      readonly orderId: string
      readonly collectionId: string
      readonly reason: string
      readonly retryAt: string | null
    }
  | { readonly about: 'ENDS'; readonly at: string; readonly atOnce: boolean }

export type SubscriptionEmailFacts =
  | ({ readonly about: 'PAYMENT_FAILED'; readonly orderId: string } & FailedCycleFacts)
  | { readonly about: 'ENDS'; readonly orderId: string; readonly title: string; readonly at: Date; readonly atOnce: boolean }

export interface SubscriptionMailDeps extends Pick<MailJobsDeps, 'mailer' | 'findOrderMail'> {
  /** Undefined where it has been paid, or is over, since. */
  readonly findSubscriptionEmail: (
    site: string,
    contractId: string,
    choice: SubscriptionEmailRequest,
  ) => Promise<SubscriptionEmailFacts | undefined>
}

/** Emails about what is bought again and again. */
export const subscriptionMail = ({ mailer, findOrderMail, findSubscriptionEmail }: SubscriptionMailDeps): JobDefinition => ({
  queue: 'mail-subscription',
  on: ['wix.ecom.subscription_contracts.v1.subscription_contract_updated'],
  when: ({ payload }) => 'email' in payload,
  async run({ site, entityId, eventId, payload }) {
    const said = await findSubscriptionEmail(site, entityId, payload['email'] as SubscriptionEmailRequest)
    const mail = said && (await findOrderMail(site, said.orderId))
    if (!mail) return
    const { facts, paid: _, pendingRefund: __, refunded: ___, ...envelope } = mail
    const email = said.about === 'ENDS' ? subscriptionEnds(facts, said) : cycleUnpaid(facts, said)
    await mailer.send({ site, key: `subscription:${eventId}`, ...envelope, ...email })
  },
})
