import type { Db } from '../../kernel/db/sql.ts'
import { wantSealed } from '../credentials/postman.ts'
import type { Secrets } from '../credentials/secrets.ts'

/** How long the link to a first password is good for. */
export const activationDays = 7

/** What emails about signing in say. */
export interface EmailAbouts {
  /** Six figures that verify an address. */
  readonly 'verification-code': { readonly code: string }
  /** Six figures that sign in, or are a second proof. */
  readonly 'sign-in-code': { readonly code: string }
  readonly 'password-reset': LinkAbout
  /** A first password for an account that somebody else made. */
  readonly 'account-activation': LinkAbout
  readonly 'approval-asked': object
  /** To the shop. */
  readonly 'approval-wanted': object
  readonly 'account-approved': object
  readonly 'new-sign-in': Asker
  readonly 'password-changed': Asker
  /** The shop took the second step away. */
  readonly 'second-step-off': { readonly at: string }
  /** Six figures that prove an address which is to be signed in with; to that one. */
  readonly 'new-email-code': { readonly code: string; readonly email: string }
  /** Another address is signed in with; to the one before. */
  readonly 'email-changed': Asker & { readonly before: string }
  /** Somebody registers with an address that has an account. */
  readonly 'email-known': Asker
  /** Six figures to a telephone. */
  readonly 'text-message': { readonly code: string; readonly to: string; readonly kind: 'SMS' | 'CALL' }
  /** To a device of the member's. */
  readonly 'push-question': { readonly transactionId: string; readonly agent: string }
}
export type SignInEmailKind = keyof EmailAbouts

interface LinkAbout extends Asker {
  readonly url: string
  /** To type in, in the place of the link. */
  readonly code?: string
}

/** Who asked, and when. */
export interface Asker {
  readonly agent: string
  readonly at: string
}

export type RequestedEmail = { readonly [K in SignInEmailKind]: { readonly kind: K; readonly about: EmailAbouts[K] } }[SignInEmailKind] & {
  /** Nobody is written to where there is nobody; the work is the same. */
  readonly memberId: string | undefined
  /** BCP 47, where another one is wished for than the member's. */
  readonly language?: string | undefined
}

/** Asks for an email, in the transaction that gives a reason for it. */
export const requestEmail = (db: Db, site: string, secrets: Secrets, { memberId, ...email }: RequestedEmail, now: Date): Promise<void> =>
  wantSealed(db, site, secrets, { ...email, to: memberId }, now)
