import { type authentication } from '@vitrine/contract'
import type { Context } from '../../../kernel/db/context.ts'
import { newId } from '../../../kernel/db/id.ts'
import type { HandlersAt } from '../../../kernel/http/handlers.ts'
import { staged } from '../../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../../kernel/refusal.ts'
import { hashOf, newSecret } from '../../credentials/secrets.ts'
import { makeCode } from '../codes.ts'
import { activationDays, requestEmail } from '../emails.ts'
import { type Person } from '../people.ts'
import { faultOf, policyOf, setPassword } from '../proceed.ts'
import { findRecovery, putRecovery, takeRecovery } from '../store.ts'
import { type AuthenticationDeps, type MemberSignIn, type Scope, weak } from './member-sign-in.ts'

/** Who asked for it waits for it; an invitation lies in a mailbox until its reader has time. */
const goodForMs = { 'password-reset': 30 * 60_000, 'account-activation': activationDays * 24 * 60 * 60_000 } as const

function withQuery(url: string, values: Readonly<Record<string, string>>): string {
  const target = new URL(url)
  for (const [name, value] of Object.entries(values)) target.searchParams.set(name, value)
  return target.href
}

/** Choosing another password by a link. */
export function recoveryOperations(
  deps: AuthenticationDeps,
  { arrivalOf, transacting, verified }: MemberSignIn,
): HandlersAt<typeof authentication, '/_api/iam/recovery'> {
  const { people, secrets, limits, passwords, proceed, readSettings, mayRedirect, clock, origin } = deps
  /** The email that leads to a new password; for nobody the same work. */
  async function writeRecovery(
    { db, site }: Context,
    scope: Scope,
    person: Person | undefined,
    kind: 'password-reset' | 'account-activation',
    choice: { readonly language?: string | null | undefined; readonly url: string | undefined; readonly withCode: boolean },
  ): Promise<void> {
    const now = clock.now()
    const token = newSecret()
    await putRecovery(db, site, hashOf(token), person?.id, new Date(now.getTime() + goodForMs[kind]))
    const memberId = person?.id ?? newId()
    const code = choice.withCode ? await makeCode(db, site, secrets, { memberId, purpose: 'SIGN_IN' }, now) : undefined
    const url = withQuery(choice.url ?? `${origin}/reset/new`, { token })
    const about = { url, agent: scope.from.agent, at: now.toISOString(), ...(code && { code }) }
    await requestEmail(db, site, secrets, { kind, memberId: person?.id, about, language: choice.language ?? undefined }, now)
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

  return {
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
  }
}
