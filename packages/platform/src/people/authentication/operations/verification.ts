import { type authentication } from '@vitrine/contract'
import type { Context } from '../../../kernel/db/context.ts'
import { newId } from '../../../kernel/db/id.ts'
import { visitorOf } from '../../../kernel/http/caller.ts'
import type { HandlersAt } from '../../../kernel/http/handlers.ts'
import { staged } from '../../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../../kernel/refusal.ts'
import { judgeCode, makeCode } from '../codes.ts'
import { requestEmail } from '../emails.ts'
import { type Person } from '../people.ts'
import { askForApproval } from '../proceed.ts'
import { savePassword, takeCode } from '../store.ts'
import { type AuthenticationDeps, type MemberSignIn } from './member-sign-in.ts'

/** Proving an address by a code. */
export function verificationOperations(
  deps: AuthenticationDeps,
  { arrivalOf, transacting, verified }: MemberSignIn,
): HandlersAt<typeof authentication, '/_api/iam/verification'> {
  const { people, secrets, steps, limits, proceed, clock } = deps
  async function sendVerification({ db, site }: Context, memberId: string, person: Person | undefined): Promise<void> {
    const now = clock.now()
    const code = await makeCode(db, site, secrets, { memberId, purpose: 'VERIFY' }, now)
    await requestEmail(db, site, secrets, { kind: 'verification-code', memberId: person?.id, about: { code } }, now)
  }

  return {
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
  }
}
