import { type authentication, type IdentityProfileInput, type SignInAnswer } from '@vitrine/contract'
import type { Context } from '../../../kernel/db/context.ts'
import { newId } from '../../../kernel/db/id.ts'
import type { Caller } from '../../../kernel/http/caller.ts'
import { type Handlers, staged } from '../../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../../kernel/refusal.ts'
import { weaknessOf } from '../../credentials/strength.ts'
import { judgeCode, makeCode } from '../codes.ts'
import { requestEmail } from '../emails.ts'
import { aboutPerson, type Person } from '../people.ts'
import { accountOf, askForApproval, deviceCookieOf, faultOf, policyOf, sessionOf, setPassword } from '../proceed.ts'
import { findCredential, savePassword, takeCode } from '../store.ts'
import { type AuthenticationDeps, addressOf, type MemberSignIn, weak } from './member-sign-in.ts'

/** So long after a sign-in nobody is asked for the password that they have just typed. */
const freshMs = 60 * 60_000

const noAddress = () =>
  refuse('INVALID_ARGUMENT', {
    fieldViolations: [
      { field: 'loginId.email', description: 'is no e-mail address', violatedRule: 'FORMAT', ruleName: 'EMAIL', data: { type: 'EMAIL' } },
    ],
  })

const visitorBeside = (caller: Caller): string | undefined => (caller.kind === 'app' ? caller.visitor?.visitorId : undefined)

const named = ({ firstName, lastName, nickname }: IdentityProfileInput) => ({
  firstName: firstName ?? undefined,
  lastName: lastName ?? undefined,
  nickname: nickname ?? undefined,
})

/** Signing up and signing in with a password, and changing it. */
export function signInOperations(
  deps: AuthenticationDeps,
  { arrivalOf, transacting, verified }: MemberSignIn,
): Handlers<
  Pick<
    typeof authentication,
    | 'POST /_api/iam/authentication/v2/register'
    | 'POST /_api/iam/authentication/v2/login'
    | 'POST /_api/iam/authentication/v2/change-password'
    | 'POST /_api/iam/authentication/v2/sign-on'
    | 'POST /_api/iam/authentication/v2/validate-email'
  >
> {
  const { people, sessions, secrets, steps, limits, passwords, devices, proceed, identityOf, readSettings, clock, agreeAtRegistration } =
    deps

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
        await agreeAtRegistration(context, settings, enrolled.id)
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
  }
}
