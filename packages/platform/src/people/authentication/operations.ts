import { type authentication, Email, type IdentityProfileInput, type SignInAnswer, type signIn } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Caller } from '../../kernel/http/caller.ts'
import { type Handlers, type StagedScope, staged } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { hashOf, newSecret } from '../credentials/secrets.ts'
import { type Weakness, weaknessOf } from '../credentials/strength.ts'
import { type Captchas, siteKeyOf } from './captcha.ts'
import { judgeCode, makeCode } from './codes.ts'
import { requestEmail } from './emails.ts'
import type { Passkeys } from './passkeys.ts'
import { aboutPerson, type Person } from './people.ts'
import {
  accountOf,
  askForApproval,
  deviceCookieOf,
  deviceTokenOf,
  faultOf,
  type Proceed,
  policyOf,
  type Showing,
  type SigningInDeps,
  sessionOf,
  setPassword,
  visitorOf,
} from './proceed.ts'
import { findCredential, findRecovery, putRecovery, savePassword, takeCode, takeRecovery } from './store.ts'

export interface AuthenticationDeps extends SigningInDeps {
  readonly origin: string
  readonly captchas: Captchas
  readonly passkeys: Pick<Passkeys, 'works'>
  readonly proceed: Proceed
  readonly identityOf: Showing['identity']
  /** Whether an app of the shop may send browsers there; any app, where none is named. */
  readonly mayRedirect: (db: Db, site: string, clientId: string | undefined, url: string) => Promise<boolean>
  /** Sends emails soon. */
  readonly poke: () => void
}

const recoveryMs = 30 * 60_000
/** So long after a sign-in nobody is asked for the password that they have just typed. */
const freshMs = 60 * 60_000

/** An address as it is kept; undefined where it is none. */
export function addressOf(text: string | null | undefined): string | undefined {
  const trimmed = text?.trim() ?? ''
  return Email.safeParse(trimmed).success ? trimmed : undefined
}

const noAddress = () =>
  refuse('INVALID_ARGUMENT', {
    fieldViolations: [
      { field: 'loginId.email', description: 'is no e-mail address', violatedRule: 'FORMAT', ruleName: 'EMAIL', data: { type: 'EMAIL' } },
    ],
  })

const weak = (reason: Weakness | 'THE_OLD_ONE') => refuse('PASSWORD_TOO_WEAK', { reason })

type Own = Handlers<Omit<typeof authentication, `${string}{factorType}/verify`>> &
  Pick<Handlers<typeof signIn>, 'GET /vitrine/v1/sign-in' | 'GET /vitrine/v1/captcha/challenge'>

export function authenticationOperations(deps: AuthenticationDeps): Own {
  const {
    people,
    sessions,
    secrets,
    steps,
    captchas,
    passkeys,
    limits,
    passwords,
    devices,
    proceed,
    identityOf,
    readSettings,
    mayRedirect,
    clock,
    origin,
  } = deps
  type Scope = Pick<StagedScope, 'db' | 'site' | 'now' | 'from' | 'caller' | 'transact'>

  const arrivalOf = (scope: Scope, meta?: Readonly<Record<string, unknown>> | null) => ({
    from: scope.from,
    visitorId: visitorOf(scope.caller),
    deviceToken: deviceTokenOf(meta),
  })

  /** What is done in one transaction; emails that it asks for go out soon after. */
  async function transacting<T>(scope: Scope, work: (context: Context) => Promise<T>): Promise<T> {
    const done = await scope.transact((db) => work({ db, site: scope.site, now: scope.now }))
    deps.poke()
    return done
  }

  /** The email that leads to a new password; for nobody the same work. */
  async function writeRecovery(
    { db, site }: Context,
    scope: Scope,
    person: Person | undefined,
    kind: 'password-reset' | 'account-activation',
    wish: { readonly language?: string | null | undefined; readonly url: string | undefined; readonly withCode: boolean },
  ): Promise<void> {
    const now = clock.now()
    const token = newSecret()
    await putRecovery(db, site, hashOf(token), person?.id, new Date(now.getTime() + recoveryMs))
    const memberId = person?.id ?? newId()
    const code = wish.withCode ? await makeCode(db, site, secrets, { memberId, purpose: 'SIGN_IN' }, now) : undefined
    const url = withQuery(wish.url ?? `${origin}/reset/new`, { token })
    const about = { url, agent: scope.from.agent, at: now.toISOString(), ...(code && { code }) }
    await requestEmail(db, site, secrets, { kind, memberId: person?.id, about, language: wish.language ?? undefined }, now)
  }

  async function redirectOf(
    scope: Scope,
    redirect: { readonly url?: string | null | undefined; readonly clientId?: string | null | undefined } | null | undefined,
  ): Promise<string | undefined | Refusal<'REDIRECT_URI_NOT_ALLOWED'>> {
    const url = redirect?.url || undefined
    if (url === undefined) return undefined
    return (await mayRedirect(scope.db, scope.site, redirect?.clientId ?? undefined, url))
      ? url
      : refuse('REDIRECT_URI_NOT_ALLOWED', { url })
  }

  /** An address is its owner's; who waited for nothing else gets in. `true` where the shop still has to say yes. */
  async function verified(context: Context, person: Person): Promise<boolean> {
    await people.verifyEmail(context, person.id)
    if (person.status !== 'PENDING') return false
    const { registration } = policyOf(await readSettings(context.db, context.site))
    if (registration === 'APPROVAL') return true
    await people.approve(context, person.id)
    return false
  }

  return {
    'POST /_api/iam/authentication/v2/register': staged(async (input, scope) => {
      const { db, site, from } = scope
      const email = addressOf(input.loginId.email)
      if (email === undefined) return noAddress()
      const settings = await readSettings(db, site)
      const policy = policyOf(settings)
      if (policy.registration === 'CLOSED') return refuse('REGISTRATION_CLOSED')
      const now = clock.now()
      const password = input.password ?? ''
      const profile = input.profile ?? {}
      const weakness = weaknessOf(password, aboutPerson({ email, ...named(profile) }, settings.shop.name))
      if (weakness) return weak(weakness)
      const counted = await limits.email(site, policy, { email, address: from.address }, input.captchaTokens)
      if (counted instanceof Refusal) return counted
      const passwordHash = await passwords.hash(password)
      if (passwordHash instanceof Refusal) {
        await counted.giveBack()
        return passwordHash
      }
      const { visitorId } = arrivalOf(scope)

      const answer = await transacting(scope, async (context): Promise<SignInAnswer | 'EMAIL_TAKEN'> => {
        const inside = context.db
        const awaited = policy.registration === 'APPROVAL' || policy.emailVerification
        const enrolled = await people.enrol(context, {
          email,
          emailVerified: false,
          status: awaited ? 'PENDING' : 'APPROVED',
          isPublic: profile.privacyStatus === 'PUBLIC' || (profile.privacyStatus !== 'PRIVATE' && policy.newMembersArePublic),
          profile,
        })
        if (enrolled === 'EMAIL_TAKEN') {
          const person = await people.findByEmail(inside, site, email)
          if (!policy.emailVerification) {
            await tellOwner(context, person)
            return 'EMAIL_TAKEN'
          }
          // Nobody but the owner of the address learns that it is known: the page asks for a code all the same.
          const memberId = person?.id ?? newId()
          if (person && !person.emailVerified && person.status === 'PENDING') {
            const code = await makeCode(inside, site, secrets, { memberId, purpose: 'VERIFY', passwordHash }, now)
            await requestEmail(inside, site, secrets, { kind: 'verification-code', memberId, about: { code } }, now)
            return waitingForCode(memberId, visitorId)
          }
          await tellOwner(context, person)
          return waitingForCode(newId(), visitorId)
        }
        await savePassword(inside, site, enrolled.id, passwordHash, now)
        if (enrolled.status === 'PENDING' && !policy.emailVerification) await askForApproval(deps, context, enrolled.id)
        return proceed(context, { person: enrolled, by: ['PASSWORD'], ...arrivalOf(scope, input.clientMetaData) })
      })
      return answer === 'EMAIL_TAKEN' ? refuse('-19995') : answer

      async function waitingForCode(memberId: string, visitor: string | undefined): Promise<SignInAnswer> {
        const step = { memberId, next: 'VERIFY_EMAIL' as const, by: ['PASSWORD' as const], ...(visitor && { visitorId: visitor }) }
        return { state: 'REQUIRE_EMAIL_VERIFICATION', stateToken: await steps.begin(site, step) }
      }
      async function tellOwner(context: Context, person: Person | undefined): Promise<void> {
        const about = { agent: from.agent, at: now.toISOString() }
        await requestEmail(context.db, site, secrets, { kind: 'email-known', memberId: person?.id, about }, now)
      }
    }),

    'POST /_api/iam/authentication/v2/login': staged(async (input, scope) => {
      const { db, site, from } = scope
      const email = (input.loginId?.email ?? '').trim()
      const policy = policyOf(await readSettings(db, site))
      const code = input.emailOtp?.code
      if (code && !policy.methods.emailCode) return refuse('SIGN_IN_METHOD_OFF', { method: 'EMAIL_CODE' })
      if (!code && !policy.methods.password) return refuse('SIGN_IN_METHOD_OFF', { method: 'PASSWORD' })
      const person = email === '' ? undefined : await people.findByEmail(db, site, email)
      // Where there is nobody this asks for nobody, so that the work is the same.
      const memberId = person?.id ?? newId()
      const credential = await findCredential(db, site, memberId)
      const device = await devices.find(site, accountOf(memberId, credential), deviceCookieOf(input.clientMetaData))
      const counted = await limits.signIn(site, policy, { email, address: from.address, device }, input.captchaTokens)
      if (counted instanceof Refusal) return counted
      const wrong = refuse('-19976', { triesLeft: counted.triesLeft })
      const arrival = { ...arrivalOf(scope, input.clientMetaData), device }

      if (code) {
        const hash = await judgeCode(db, site, secrets, { memberId, purpose: 'SIGN_IN', code }, clock.now())
        if (hash === undefined || !person) return wrong
        const answer = await transacting(scope, async (context) => {
          if (!(await takeCode(context.db, site, memberId, 'SIGN_IN', hash))) return undefined
          // The code came by email.
          if (!person.emailVerified) await verified(context, person)
          const now = (await people.find(context.db, site, person.id)) ?? person
          return proceed(context, { person: now, by: ['EMAIL_CODE'], ...arrival })
        })
        if (answer) await (answer.state === 'SUCCESS' ? counted.forget() : counted.giveBack())
        return answer ?? wrong
      }

      const right = await passwords.matches(credential?.passwordHash ?? undefined, input.password ?? '')
      if (right instanceof Refusal) {
        await counted.giveBack()
        return right
      }
      if (!right || !person) return wrong
      await counted.giveBack()
      if (credential?.mustChange) return refuse('-19973')
      const answer = await transacting(scope, (context) => proceed(context, { person, by: ['PASSWORD'], ...arrival }))
      if (answer.state === 'SUCCESS') await limits.forgive(site, { email, device })
      return answer
    }),

    'POST /_api/iam/authentication/v2/change-password': staged(async ({ newPassword }, scope) => {
      const { db, site, caller } = scope
      if (caller.kind !== 'member') return refuse('PERMISSION_DENIED')
      const person = await people.find(db, site, caller.memberId)
      if (!person) return refuse('MEMBER_NOT_FOUND')
      const sessionId = sessionOf(caller)
      if (sessionId !== undefined) {
        const session = (await sessions.list(db, site, person.id)).find(({ id }) => id === sessionId)
        if (!session || clock.now().getTime() - session.createdAt.getTime() > freshMs) return refuse('SIGN_IN_TOO_OLD')
      }
      const weakness = await faultOf(db, site, deps, person, newPassword)
      if (weakness instanceof Refusal) return weakness
      if (weakness) return weak(weakness)
      const passwordHash = await passwords.hash(newPassword)
      if (passwordHash instanceof Refusal) return passwordHash
      await transacting(scope, (context) => setPassword(deps, context, { person, passwordHash, agent: scope.from.agent, but: sessionId }))
      return {}
    }),

    'POST /_api/iam/authentication/v2/sign-on': staged(async ({ loginId, profile, verifyEmail }, scope) => {
      const { site, from, caller } = scope
      const email = addressOf(loginId.email)
      if (email === undefined) return noAddress()
      return transacting(scope, async (context) => {
        const { newMembersArePublic } = policyOf(await readSettings(context.db, site))
        const known = await people.findByEmail(context.db, site, email)
        const made =
          known ??
          (await people.enrol(context, {
            email,
            emailVerified: verifyEmail ?? false,
            status: 'APPROVED',
            isPublic: profile?.privacyStatus === 'PUBLIC' || newMembersArePublic,
            profile: profile ?? {},
          }))
        const person = made === 'EMAIL_TAKEN' ? await people.findByEmail(context.db, site, email) : made
        if (!person || person.status === 'BLOCKED') return refuse('MEMBER_BLOCKED')
        if (verifyEmail && !person.emailVerified) await people.verifyEmail(context, person.id)
        if (person.status === 'PENDING') await people.approve(context, person.id)
        await people.noteLogin(context, person.id)
        const visitorId = visitorBeside(caller)
        const { sessionToken } = await sessions.open(context, {
          memberId: person.id,
          ...(visitorId && { visitorId }),
          methods: ['SIGN_ON'],
          agent: from.agent,
          address: from.address,
        })
        const now = (await people.find(context.db, site, person.id)) ?? person
        return { sessionToken, identity: await identityOf(context.db, site, now) }
      })
    }),

    async 'POST /_api/iam/authentication/v2/validate-email'({ email }) {
      const valid = addressOf(email) !== undefined
      return { valid, formatInvalid: !valid, ...(!valid && { failure: { reason: 'INVALID_FORMAT' as const } }) }
    },

    'POST /_api/iam/recovery/v1/send-email': staged(async ({ email, language, redirect, captchaTokens }, scope) => {
      const { db, site, from } = scope
      const url = await redirectOf(scope, redirect)
      if (url instanceof Refusal) return url
      const counted = await limits.email(site, { captcha: 'NEVER' }, { email, address: from.address }, captchaTokens)
      if (counted instanceof Refusal) return counted
      const person = await people.findByEmail(db, site, email.trim())
      const { methods } = policyOf(await readSettings(db, site))
      await transacting(scope, async (context) => {
        const reachable = person?.status === 'BLOCKED' ? undefined : person
        await writeRecovery(context, scope, reachable, 'password-reset', { language, url, withCode: methods.emailCode })
      })
      return {}
    }),

    'POST /_api/iam/recovery/v1/activation-email': staged(async ({ identityId, emailOptions }, scope) => {
      const url = await redirectOf(scope, emailOptions?.redirect)
      if (url instanceof Refusal) return url
      const person = await people.find(scope.db, scope.site, identityId)
      if (!person) return refuse('MEMBER_NOT_FOUND')
      const language = emailOptions?.language
      await transacting(scope, (context) => writeRecovery(context, scope, person, 'account-activation', { language, url, withCode: false }))
      return {}
    }),

    'POST /_api/iam/recovery/v1/recover': staged(async ({ recoveryToken, password, clientMetaData }, scope) => {
      const { db, site, from } = scope
      const hash = hashOf(recoveryToken)
      const owner = await findRecovery(db, site, hash, clock.now())
      const known = owner === undefined ? undefined : await people.find(db, site, owner)
      if (!known) return refuse('RECOVERY_TOKEN_OVER')
      const weakness = password ? await faultOf(db, site, deps, known, password) : undefined
      if (weakness instanceof Refusal) return weakness
      if (weakness) return weak(weakness)
      const passwordHash = password ? await passwords.hash(password) : undefined
      if (passwordHash instanceof Refusal) return passwordHash
      const answer = await transacting(scope, async (context) => {
        const memberId = await takeRecovery(context.db, site, hash, clock.now())
        const person = memberId === undefined ? undefined : await people.lock(context.db, site, memberId)
        if (!person) return undefined
        if (!person.emailVerified) await verified(context, person)
        if (passwordHash) await setPassword(deps, context, { person, passwordHash, agent: from.agent })
        const now = (await people.find(context.db, site, person.id)) ?? person
        return proceed(context, { person: now, by: ['RECOVERY'], ...arrivalOf(scope, clientMetaData) })
      })
      if (!answer) return refuse('RECOVERY_TOKEN_OVER')
      await limits.forgive(site, known)
      return answer
    }),

    'POST /_api/iam/verification/v1/start': staged(async ({ identityId }, scope) => {
      const { db, site, caller } = scope
      const wanted = identityId ?? (caller.kind === 'member' ? caller.memberId : undefined)
      const person = wanted === undefined ? undefined : await people.find(db, site, wanted)
      const memberId = person?.id ?? wanted ?? newId()
      const counted = await limits.emailTo(site, `member ${memberId}`)
      if (counted instanceof Refusal) return counted
      await transacting(scope, (context) => sendVerification(context, memberId, person))
      const visitorId = visitorOf(caller)
      return { verificationId: await steps.begin(site, { memberId, next: 'VERIFY_EMAIL', by: [], ...(visitorId && { visitorId }) }) }
    }),

    'POST /_api/iam/verification/v1/auth/verify': staged(async ({ code, stateToken, clientMetaData }, scope) => {
      const { db, site } = scope
      const step = await steps.open(db, site, stateToken, clock.now())
      if (step?.next !== 'VERIFY_EMAIL') return refuse('SIGN_IN_OVER')
      const hash = await judgeCode(db, site, secrets, { memberId: step.memberId, purpose: 'VERIFY', code }, clock.now())
      if (hash === undefined) return refuse('VERIFICATION_FAILED')
      const answer = await transacting(scope, async (context) => {
        const used = await takeCode(context.db, site, step.memberId, 'VERIFY', hash)
        const person = used && (await people.lock(context.db, site, step.memberId))
        if (!used || !person) return undefined
        if (!(await step.done(context.db))) return undefined
        if (used.passwordHash) await savePassword(context.db, site, person.id, used.passwordHash, clock.now())
        if (await verified(context, person)) await askForApproval(deps, context, person.id)
        const now = (await people.find(context.db, site, person.id)) ?? person
        const { visitorId = step.visitorId, ...arrival } = arrivalOf(scope, clientMetaData)
        const by = step.by.length > 0 ? step.by : (['EMAIL_CODE'] as const)
        return proceed(context, { person: now, by, ...arrival, visitorId })
      })
      return answer ?? refuse('VERIFICATION_FAILED')
    }),

    'POST /_api/iam/verification/v1/auth/resend': staged(async ({ stateToken }, scope) => {
      const { db, site } = scope
      const step = await steps.open(db, site, stateToken, clock.now())
      if (step?.next !== 'VERIFY_EMAIL') return refuse('SIGN_IN_OVER')
      const person = await people.find(db, site, step.memberId)
      const counted = await limits.emailTo(site, `member ${step.memberId}`)
      if (counted instanceof Refusal) return counted
      await transacting(scope, (context) => sendVerification(context, step.memberId, person))
      return { state: 'REQUIRE_EMAIL_VERIFICATION', stateToken }
    }),

    async 'GET /vitrine/v1/sign-in'(_, { db, site }) {
      const { registration, emailVerification, mfa, methods, captcha } = policyOf(await readSettings(db, site))
      const possible = {
        ...methods,
        passkey: methods.passkey && passkeys.works,
        social: methods.social.map(({ connectionId, name }) => ({ connectionId, name })),
      }
      const captchaSiteKeys = { visible: siteKeyOf(site, 'visible'), invisible: siteKeyOf(site, 'invisible') }
      return { signIn: { registration, emailVerification, mfa, methods: possible, captcha, captchaSiteKeys } }
    },

    async 'GET /vitrine/v1/captcha/challenge'({ siteKey }, { site }) {
      return (await captchas.challenge(site, siteKey)) ?? refuse('CAPTCHA_SITE_KEY_NOT_FOUND')
    },
  }

  async function sendVerification({ db, site }: Context, memberId: string, person: Person | undefined): Promise<void> {
    const now = clock.now()
    const code = await makeCode(db, site, secrets, { memberId, purpose: 'VERIFY' }, now)
    await requestEmail(db, site, secrets, { kind: 'verification-code', memberId: person?.id, about: { code } }, now)
  }
}

const visitorBeside = (caller: Caller): string | undefined => (caller.kind === 'app' ? caller.visitor?.visitorId : undefined)

const named = ({ firstName, lastName, nickname }: IdentityProfileInput) => ({
  firstName: firstName ?? undefined,
  lastName: lastName ?? undefined,
  nickname: nickname ?? undefined,
})

function withQuery(url: string, values: Readonly<Record<string, string>>): string {
  const target = new URL(url)
  for (const [name, value] of Object.entries(values)) target.searchParams.set(name, value)
  return target.href
}
