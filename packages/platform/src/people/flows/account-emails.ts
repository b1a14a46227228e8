import type { Database } from '../../kernel/db/pool.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import {
  type AccountFacts,
  accountActivation,
  accountApproved,
  approvalAsked,
  approvalWanted,
  type EmailMessage,
  emailBrandingOf,
  emailChanged,
  emailKnown,
  type Mailer,
  newEmailCode,
  newSignIn,
  passwordChanged,
  passwordReset,
  secondStepOff,
  signInCode,
  verificationCode,
} from '../../shop/index.ts'
import type { Asker, RequestedEmail } from '../authentication/emails.ts'
import type { Messenger, PushProvider } from '../authentication/second-proof.ts'
import type { PostmanDeps } from '../credentials/postman.ts'
import { isNewsletterEmail, type NewsletterEmail } from '../newsletter/email.ts'
import { isStaffEmail } from '../staff/emails.ts'
import { people } from './members-who-sign-in.ts'
import { sendToStaff } from './staff-emails.ts'

export interface AccountEmailsDeps {
  readonly database: Database
  readonly origin: string
  readonly mailer: Mailer
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  readonly messenger: Messenger | undefined
  readonly push: PushProvider | undefined
  readonly sendNewsletterEmail: (site: string, key: string, email: NewsletterEmail, subscriberId: string) => Promise<void>
  /** Where emails do not go out: says to whoever runs the server what nobody else may read. */
  readonly tell: ((line: string) => void) | undefined
}

/** Writes and sends an email about an account. */
export const accountEmails =
  ({ database, origin, mailer, readSettings, messenger, push, sendNewsletterEmail, tell }: AccountEmailsDeps): PostmanDeps['send'] =>
  async (site, key, { to, ...sealed }) => {
    if (isStaffEmail(sealed)) return sendToStaff({ database, origin, mailer, readSettings, tell }, site, key, { ...sealed, to })
    if (isNewsletterEmail(sealed)) return sendNewsletterEmail(site, key, sealed, to)
    const message = { ...sealed, memberId: to } as RequestedEmail & { readonly memberId: string }
    if (message.kind === 'text-message') return messenger?.send({ site, key, ...message.about })
    if (message.kind === 'push-question') return push?.ask({ site, memberId: message.memberId, ...message.about })
    const [settings, person] = await Promise.all([readSettings(database, site), people.find(database, site, message.memberId)])
    if (!person) return
    const { from, replyTo } = settings.mail
    const email = otherAddressOf(message) ?? person.email
    const facts: AccountFacts = { shop: emailBrandingOf(settings, origin), email, firstName: person.firstName }
    const toShop = message.kind === 'approval-wanted'
    await mailer.send({
      site,
      key,
      from,
      to: toShop ? replyTo || from : email,
      ...(toShop ? { replyTo: person.email } : replyTo && { replyTo }),
      ...written(message, facts, origin),
    })
  }

/** Where an email goes that is about an address which the member does not sign in with. */
function otherAddressOf(message: RequestedEmail): string | undefined {
  if (message.kind === 'new-email-code') return message.about.email
  return message.kind === 'email-changed' ? message.about.before : undefined
}

const askerOf = ({ agent, at }: Asker) => ({ agent, at: new Date(at) })

function written(
  message: Exclude<RequestedEmail, { readonly kind: 'text-message' | 'push-question' }>,
  facts: AccountFacts,
  origin: string,
): EmailMessage {
  switch (message.kind) {
    case 'verification-code':
      return verificationCode(facts, { ...message.about, url: `${origin}/verify` })
    case 'sign-in-code':
      return signInCode(facts, { ...message.about, url: `${origin}/login/code` })
    case 'password-reset':
      return passwordReset(facts, { ...message.about, codeUrl: `${origin}/login/code`, ...askerOf(message.about) })
    case 'account-activation':
      return accountActivation(facts, message.about)
    case 'approval-asked':
      return approvalAsked(facts)
    case 'approval-wanted':
      return approvalWanted(facts, { url: `${origin}/admin/members/${message.memberId}` })
    case 'account-approved':
      return accountApproved(facts, { url: `${origin}/login` })
    case 'new-sign-in':
      return newSignIn(facts, { url: `${origin}/account/security`, ...askerOf(message.about) })
    case 'password-changed':
      return passwordChanged(facts, { url: `${origin}/reset`, ...askerOf(message.about) })
    case 'second-step-off':
      return secondStepOff(facts, { url: `${origin}/account/security`, resetUrl: `${origin}/reset`, at: new Date(message.about.at) })
    case 'new-email-code':
      return newEmailCode(facts, { ...message.about, url: `${origin}/account/security` })
    case 'email-changed':
      return emailChanged(facts, askerOf(message.about))
    case 'email-known':
      return emailKnown(facts, { loginUrl: `${origin}/login`, resetUrl: `${origin}/reset`, ...askerOf(message.about) })
  }
}
