import type { IdentityProfileInput } from '@vitrine/contract'
import type { Clock } from '../kernel/clock/clock.ts'
import type { Context } from '../kernel/db/context.ts'
import type { Database } from '../kernel/db/pool.ts'
import type { Db } from '../kernel/db/sql.ts'
import type { KeyWrap } from '../kernel/key-wrap/key-wrap.ts'
import type { Outbound } from '../kernel/outbound/outbound.ts'
import type { Seals } from '../kernel/seals.ts'
import type { Sections } from '../kernel/settings/sections.ts'
import { captchas } from '../people/authentication/captcha.ts'
import { type Asker, type RequestedEmail, requestEmail, type SignInEmailKind } from '../people/authentication/emails.ts'
import { factorOperations } from '../people/authentication/factors.ts'
import { signInLimits } from '../people/authentication/limits.ts'
import { memberSecurityOperations } from '../people/authentication/member-security.ts'
import { mySecurityOperations } from '../people/authentication/my-security.ts'
import { authenticationOperations } from '../people/authentication/operations.ts'
import { passkeysOf } from '../people/authentication/passkeys.ts'
import type { People, Person } from '../people/authentication/people.ts'
import { proceeding, type Sessions, type Showing, type SigningInDeps } from '../people/authentication/proceed.ts'
import { identityFactors, type Messenger, type PushProvider, secondProofs } from '../people/authentication/second-proof.ts'
import { signInSettingsOperations } from '../people/authentication/settings.ts'
import { showIdentity } from '../people/authentication/show.ts'
import { callbackPath, socialLogins } from '../people/authentication/social.ts'
import { findConnections } from '../people/authentication/social-store.ts'
import { steps } from '../people/authentication/steps.ts'
import { deviceCookies } from '../people/credentials/device-cookies.ts'
import type { PasswordChecks } from '../people/credentials/password-checks.ts'
import { type PostmanDeps, postman } from '../people/credentials/postman.ts'
import { secrets as newSecrets } from '../people/credentials/secrets.ts'
import { changeLoginEmail, enrol, noteLogin, setStatus, verifyEmail } from '../people/members/register.ts'
import { findMember, findMemberByEmail, lockMember, type StoredMember } from '../people/members/store.ts'
import { isStaffEmail, type StaffEmail } from '../people/staff/emails.ts'
import { recoveryMinutes } from '../people/staff/recovery-link.ts'
import { emailBrandingOf } from '../shop/mail/branding.ts'
import type { EmailMessage } from '../shop/mail/email.ts'
import type { EmailDelivery, Mailer } from '../shop/mail/mailer.ts'
import { html } from '../shop/mail/markup.ts'
import {
  type AccountFacts,
  accountActivation,
  accountApproved,
  approvalAsked,
  approvalWanted,
  emailChanged,
  emailKnown,
  newEmailCode,
  newSignIn,
  passwordChanged,
  passwordReset,
  secondStepOff,
  signInCode,
  verificationCode,
} from '../shop/mail/sign-in-emails.ts'
import { sendToStaff } from './staff-emails.ts'

/** A member as signing in knows them. Who closed the account comes back by signing in; whom the shop has deleted is nobody. */
function personOf(member: StoredMember | undefined): Person | undefined {
  if (!member || member.deletedBy === 'STAFF') return undefined
  const { id, loginEmail, loginEmailVerified, status, privacyStatus, slug, revision, createdAt, updatedAt, document } = member
  const { contact, profile, language } = document
  return {
    id,
    email: loginEmail,
    emailVerified: loginEmailVerified,
    status,
    isPublic: privacyStatus === 'PUBLIC',
    slug,
    firstName: contact.firstName,
    lastName: contact.lastName,
    nickname: profile.nickname,
    picture: profile.photo?.url,
    company: contact.company,
    position: contact.jobTitle,
    birthdate: contact.birthdate,
    language,
    phones: contact.phones,
    emails: contact.emails,
    revision,
    createdAt,
    updatedAt,
  }
}

/** The members, for those who sign them in. */
export const people: People = {
  find: async (db, site, id) => personOf(await findMember(db, site, id)),
  findByEmail: async (db, site, email) => personOf(await findMemberByEmail(db, site, email)),
  lock: async (db, site, id) => personOf(await lockMember(db, site, id)),
  async enrol(context, { email, emailVerified, status, isPublic, profile }) {
    const enrolled = await enrol(context, {
      email,
      emailVerified,
      status,
      privacyStatus: isPublic ? 'PUBLIC' : 'PRIVATE',
      contact: contactOf(profile),
      profile: { ...(profile.nickname && { nickname: profile.nickname }) },
      ...(profile.language && { language: profile.language }),
    })
    return enrolled === 'EMAIL_TAKEN' ? enrolled : personOf(enrolled)!
  },
  approve: async (context, id) => void (await setStatus(context, id, 'APPROVED')),
  verifyEmail: async (context, id) => void (await verifyEmail(context, id)),
  changeEmail: async (context, id, email) => void (await changeLoginEmail(context, id, email)),
  noteLogin,
}

function contactOf(profile: IdentityProfileInput): NonNullable<Parameters<typeof enrol>[1]['contact']> {
  const { firstName, lastName, company, position, birthdate, phones, phonesV2, addresses } = profile
  return {
    ...(firstName && { firstName }),
    ...(lastName && { lastName }),
    ...(company && { company }),
    ...(position && { jobTitle: position }),
    ...(birthdate && { birthdate }),
    phones: [...(phones ?? []), ...(phonesV2 ?? []).map(({ phone }) => phone)],
    addresses: (addresses ?? []).flatMap(({ address }) => {
      if (!address) return []
      const { country, subdivision, city, postalCode, addressLine, addressLine2, streetName, streetNumber } = address
      return [
        {
          ...(country && { country }),
          ...(subdivision && { subdivision }),
          ...(city && { city }),
          ...(postalCode && { postalCode }),
          ...(addressLine && { addressLine }),
          ...(addressLine2 && { addressLine2 }),
          ...(streetName && { streetAddress: { name: streetName, number: streetNumber ?? '', apt: '' } }),
        },
      ]
    }),
  }
}

export interface SigningInWiring {
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
}

const minuteMs = 60_000

/** Codes and links are over then (`authentication/codes.ts`, `authentication/operations.ts`, `staff/recovery-link.ts`). */
const goodForMs: Readonly<Partial<Record<SignInEmailKind | StaffEmail['kind'], number>>> = {
  'verification-code': 15 * minuteMs,
  'sign-in-code': 15 * minuteMs,
  'new-email-code': 15 * minuteMs,
  'text-message': 15 * minuteMs,
  'push-question': 15 * minuteMs,
  'password-reset': 30 * minuteMs,
  'account-activation': 30 * minuteMs,
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
export function signingIn(wiring: SigningInWiring) {
  const { database, clock, origin, sealing, sessions, mailer, passwords, readSettings, mayRedirect, push, outbound, delivery, report } =
    wiring
  const messenger = wiring.messenger ?? (delivery === 'INBOX' ? inboxMessenger({ database, mailer, readSettings }) : undefined)
  const secrets = newSecrets(wiring.wrap)
  const send = sender({ database, origin, mailer, readSettings, messenger, push, tell: delivery === 'SMTP' ? undefined : wiring.tell })
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

/** Writes and sends an email about an account. */
const sender =
  ({
    database,
    origin,
    mailer,
    readSettings,
    messenger,
    push,
    tell,
  }: Pick<SigningInWiring, 'database' | 'origin' | 'mailer' | 'readSettings' | 'messenger' | 'push'> & {
    readonly tell: SigningInWiring['tell'] | undefined
  }): PostmanDeps['send'] =>
  async (site, key, { to, ...sealed }) => {
    if (isStaffEmail(sealed)) return sendToStaff({ database, origin, mailer, readSettings, tell }, site, key, { ...sealed, to })
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

/** Telephones of a shop that only tries itself out: what they would ring with lies in the inbox. */
const inboxMessenger = ({ database, mailer, readSettings }: Pick<SigningInWiring, 'database' | 'mailer' | 'readSettings'>): Messenger => ({
  kinds: new Set(['SMS', 'CALL']),
  async send({ site, key, kind, to, code }) {
    const { mail, shop } = await readSettings(database, site)
    const says =
      kind === 'SMS'
        ? `${code} is your code for ${shop.name}.`
        : `A voice says: your code for ${shop.name} is ${Array.from(code).join(', ')}.`
    const text = `${kind === 'SMS' ? 'Text message' : 'Call'} to ${to}\n\n${says}\n`
    await mailer.send({ site, key, from: mail.from, to, subject: says, text, html: String(html`<p>${text}</p>`) })
  },
})
