import type { Clock } from '../../kernel/clock/clock.ts'
import type { Context } from '../../kernel/db/context.ts'
import type { Database } from '../../kernel/db/pool.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { KeyWrap } from '../../kernel/key-wrap/key-wrap.ts'
import type { Outbound } from '../../kernel/outbound/outbound.ts'
import type { Seals } from '../../kernel/seals.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import type { EmailDelivery, Mailer } from '../../shop/index.ts'
import { captchas } from '../authentication/captcha.ts'
import { activationDays, requestEmail, type SignInEmailKind } from '../authentication/emails.ts'
import { factorOperations } from '../authentication/factors.ts'
import { signInLimits } from '../authentication/limits.ts'
import { memberSecurityOperations } from '../authentication/member-security.ts'
import { mySecurityOperations } from '../authentication/my-security.ts'
import type { AuthenticationDeps } from '../authentication/operations/member-sign-in.ts'
import { authenticationOperations } from '../authentication/operations.ts'
import { passkeysOf } from '../authentication/passkeys.ts'
import { proceeding, type Sessions, type Showing, type SigningInDeps } from '../authentication/proceed.ts'
import { identityFactors, type Messenger, type PushProvider, secondProofs } from '../authentication/second-proof.ts'
import { signInSettingsOperations } from '../authentication/settings.ts'
import { showIdentity } from '../authentication/show.ts'
import { callbackPath, socialLogins } from '../authentication/social.ts'
import { findConnections } from '../authentication/social-store.ts'
import { steps } from '../authentication/steps.ts'
import { deviceCookies } from '../credentials/device-cookies.ts'
import type { PasswordChecks } from '../credentials/password-checks.ts'
import { postman } from '../credentials/postman.ts'
import { secrets as newSecrets } from '../credentials/secrets.ts'
import type { StaffEmail } from '../staff/emails.ts'
import { recoveryMinutes } from '../staff/recovery-link.ts'
import { type AccountEmailsDeps, accountEmails } from './account-emails.ts'
import { inboxMessenger } from './inbox-messenger.ts'
import { people } from './members-who-sign-in.ts'

export interface SignInDeps {
  readonly database: Database
  /** Real time. */
  readonly clock: Clock
  readonly origin: string
  readonly sealing: Seals
  readonly sessions: Sessions
  readonly mailer: Mailer
  readonly passwords: PasswordChecks
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  /** Where an app of the shop, or any of them, may send browsers. */
  readonly mayRedirect: (db: Db, site: string, clientId: string | undefined, url: string) => Promise<boolean>
  /** Brings figures to telephones; the inbox shows them, where there is one and nobody else does. */
  readonly messenger?: Messenger | undefined
  readonly push?: PushProvider | undefined
  /** How providers of sign-ins that a merchant has set up are reached. */
  readonly outbound: Outbound
  /** How keys lie in the database. */
  readonly wrap: KeyWrap
  /** Where emails do not go out, what nobody else may read is told to whoever runs the server. */
  readonly delivery: EmailDelivery
  readonly tell: (line: string) => void
  readonly report: (fault: unknown, where: string) => void
  readonly agreeAtRegistration: AuthenticationDeps['agreeAtRegistration']
  readonly sendNewsletterEmail: AccountEmailsDeps['sendNewsletterEmail']
}

const minuteMs = 60_000

/** Codes and links are over then (`authentication/codes.ts`, `authentication/operations/recovery.ts`, `staff/recovery-link.ts`). */
const goodForMs: Readonly<Partial<Record<SignInEmailKind | StaffEmail['kind'], number>>> = {
  'verification-code': 15 * minuteMs,
  'sign-in-code': 15 * minuteMs,
  'new-email-code': 15 * minuteMs,
  'text-message': 15 * minuteMs,
  'push-question': 15 * minuteMs,
  'password-reset': 30 * minuteMs,
  'account-activation': activationDays * 24 * 60 * minuteMs,
  'staff-recovery': recoveryMinutes * minuteMs,
}

/** These are told to whoever runs the server, or go to a telephone or a device. */
const withoutEmail: readonly (SignInEmailKind | StaffEmail['kind'])[] = [
  'staff-recovery',
  'staff-invitation',
  'text-message',
  'push-question',
]

/** How members sign in, put together. */
export function signIn(given: SignInDeps) {
  const { database, clock, origin, sealing, sessions, mailer, passwords, readSettings, mayRedirect, push, outbound, delivery, report } =
    given
  const messenger = given.messenger ?? (delivery === 'INBOX' ? inboxMessenger({ database, mailer, readSettings }) : undefined)
  const secrets = newSecrets(given.wrap)
  const send = accountEmails({
    database,
    origin,
    mailer,
    readSettings,
    messenger,
    push,
    sendNewsletterEmail: given.sendNewsletterEmail,
    tell: delivery === 'SMTP' ? undefined : given.tell,
  })
  const onlyKinds = delivery === 'WAITING' ? withoutEmail : undefined
  const post = postman({ database, secrets, now: () => clock.now(), send, report, goodForMs, onlyKinds })
  const puzzles = captchas({ database, clock, secrets })
  const deps: SigningInDeps = {
    database,
    clock,
    people,
    sessions,
    secrets,
    steps: steps(sealing),
    passwords,
    limits: signInLimits({ database, clock, captchas: puzzles }),
    devices: deviceCookies(sealing, 'member-device'),
    readSettings,
  }
  const second = { ...deps, passkeys: passkeysOf({ origin, secrets }), messenger, push }
  const identityOf: Showing['identity'] = async (db, site, person) => {
    const [factors, connections] = await Promise.all([identityFactors(db, site, person.id), findConnections(db, site, person.id)])
    const shown = connections.map(({ connectionId, subject }) => ({ idpConnection: { idpConnectionId: connectionId, idpUserId: subject } }))
    return showIdentity(person, factors, shown)
  }
  const proceed = proceeding(deps, secondProofs(second), identityOf)
  const { poke } = post
  const social = socialLogins({ ...deps, origin, proceed, poke, outbound, report })
  return {
    /** Where browsers go to sign in with somebody else, and come back. */
    social: social.route,
    operations: {
      ...social.operations,
      ...authenticationOperations({
        ...deps,
        origin,
        captchas: puzzles,
        passkeys: second.passkeys,
        proceed,
        identityOf,
        mayRedirect,
        agreeAtRegistration: given.agreeAtRegistration,
        poke,
      }),
      ...factorOperations({ ...second, proceed, poke }),
      ...memberSecurityOperations(deps),
      ...mySecurityOperations({ ...second, seals: sealing, poke }),
      ...signInSettingsOperations({ secrets, socialRedirectUri: `${origin}${callbackPath}`, outbound }),
    },
    /** Emails that are due, and those that are being written. */
    post,
    secrets,
    captchas: puzzles,
    /** Tells a member that the shop has let them in. In the transaction that does. */
    tellApproved: ({ db, site }: Context, memberId: string) =>
      requestEmail(db, site, secrets, { kind: 'account-approved', memberId, about: {} }, clock.now()),
  }
}
