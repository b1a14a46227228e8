import type { Context } from '../../kernel/db/context.ts'
import { wantSealed } from '../credentials/postman.ts'
import type { Secrets } from '../credentials/secrets.ts'

/** The email with the link, as it waits to be sent. */
export interface NewsletterEmail {
  readonly kind: 'newsletter-confirm'
  readonly about: { readonly askedAt: string }
}

export const isNewsletterEmail = (email: { readonly kind: string; readonly about: object }): email is NewsletterEmail =>
  email.kind === 'newsletter-confirm'

/** Asks for the email with the link, in the transaction in which the address was given; real time is what it is due by. */
export const wantNewsletterLink =
  (secrets: Secrets, realNow: () => Date) =>
  ({ db, site }: Context, subscriberId: string, askedAt: Date): Promise<void> =>
    wantSealed(db, site, secrets, { kind: 'newsletter-confirm', to: subscriberId, about: { askedAt: askedAt.toISOString() } }, realNow())
