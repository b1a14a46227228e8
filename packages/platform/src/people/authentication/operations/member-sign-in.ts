import { Email } from '@vitrine/contract'
import type { Context } from '../../../kernel/db/context.ts'
import type { Db } from '../../../kernel/db/sql.ts'
import { visitorOf } from '../../../kernel/http/caller.ts'
import type { StagedScope } from '../../../kernel/http/handlers.ts'
import { refuse } from '../../../kernel/refusal.ts'
import type { Sections } from '../../../kernel/settings/sections.ts'
import { type Weakness } from '../../credentials/strength.ts'
import { type Captchas } from '../captcha.ts'
import type { Passkeys } from '../passkeys.ts'
import { type Person } from '../people.ts'
import { deviceTokenOf, type Proceed, policyOf, type Showing, type SigningInDeps } from '../proceed.ts'

export interface AuthenticationDeps extends SigningInDeps {
  readonly origin: string
  readonly captchas: Captchas
  readonly passkeys: Pick<Passkeys, 'works'>
  readonly proceed: Proceed
  readonly identityOf: Showing['identity']
  /** Whether an app of the shop may send browsers there; any app, where none is named. */
  readonly mayRedirect: (db: Db, site: string, clientId: string | undefined, url: string) => Promise<boolean>
  /** Writes down what somebody agrees to by opening an account. */
  readonly agreeAtRegistration: (context: Context, settings: Sections, memberId: string) => Promise<void>
  /** Sends emails soon. */
  readonly poke: () => void
}

/** An address as it is stored; undefined where it is none. */
export function addressOf(text: string | null | undefined): string | undefined {
  const trimmed = text?.trim() ?? ''
  return Email.safeParse(trimmed).success ? trimmed : undefined
}

export const weak = (reason: Weakness | 'THE_OLD_ONE') => refuse('PASSWORD_TOO_WEAK', { reason })

export type Scope = Pick<StagedScope, 'db' | 'site' | 'now' | 'from' | 'caller' | 'transact'>

/** What several steps of signing in ask for. */
export function memberSignIn(deps: AuthenticationDeps) {
  const { people, readSettings, poke } = deps
  const arrivalOf = (scope: Scope, meta?: Readonly<Record<string, unknown>> | null) => ({
    from: scope.from,
    visitorId: visitorOf(scope.caller),
    deviceToken: deviceTokenOf(meta),
  })

  /** What is done in one transaction; emails that it asks for go out soon after. */
  async function transacting<T>(scope: Scope, work: (context: Context) => Promise<T>): Promise<T> {
    const done = await scope.transact((db) => work({ db, site: scope.site, now: scope.now }))
    poke()
    return done
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

  return { arrivalOf, transacting, verified }
}

export type MemberSignIn = ReturnType<typeof memberSignIn>
