import type { StaffMember, staffAccount } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import type { App, User } from '../../kernel/http/caller.ts'
import { type Handlers, type Scope, staged } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { stepsOf } from '../credentials/steps.ts'
import { weaknessOf } from '../credentials/strength.ts'
import { newTotp, stepOf } from '../credentials/totp.ts'
import { type StaffDeps, settingsOf } from './deps.ts'
import { requestStaffEmail } from './emails.ts'
import { proveByPassword, proverOf } from './proof.ts'
import { demandsSecondStep } from './rules.ts'
import { deleteSecondStep, findTotp, knownBrowsers, putTotp, recoveryCodes } from './second-step-store.ts'
import { endSession, endSessions, findSessions } from './session-store.ts'
import { showBrowser, showMember, showSession } from './show.ts'
import { changePerson, findListed, findPerson, lockStaff, type Person, savePassword } from './store.ts'
import { tryProof } from './tries.ts'

const mostSessions = 100

interface Setup {
  readonly staffId: string
  /** The secret, sealed. */
  readonly sealed: string
}

type Admin = Pick<Scope<'user'>, 'db' | 'site' | 'caller'>

/** What staff see and change of themselves. */
export function staffAccountOperations(deps: StaffDeps): Handlers<typeof staffAccount> {
  const { database, clock, secrets, passwords, readSettings, poke } = deps
  const setups = stepsOf<Setup>(deps.seals, 'staff-second-step')

  const idOf = (caller: User | App): string | undefined => (caller.kind === 'user' ? caller.userId : undefined)

  /** Who asks. A program is nobody, and so is whoever was taken off the staff a moment ago. */
  async function me({ db, site, caller }: Admin): Promise<(Person & { readonly revision: number }) | Refusal<'PERMISSION_DENIED'>> {
    const id = idOf(caller)
    return (id === undefined ? undefined : await findPerson(db, site, id)) ?? refuse('PERMISSION_DENIED')
  }

  async function show(db: Db, site: string, id: string): Promise<StaffMember> {
    const [person, settings] = await Promise.all([findListed(db, site, id, clock.now()), settingsOf(deps, db, site)])
    return showMember(person!, settings)
  }

  const prover = ({ caller }: Pick<Admin, 'caller'>, { id }: Person) => ({
    staffId: id,
    sessionId: caller.kind === 'user' ? caller.sessionId : undefined,
  })
  const sure = (scope: Pick<Admin, 'site' | 'caller'>, person: Person, password: string) =>
    proveByPassword(deps, scope.site, prover(scope, person), password)

  return {
    async 'GET /vitrine/v1/me'(_, scope) {
      const { db, site, caller } = scope
      const person = await me(scope)
      if (person instanceof Refusal) return person
      const now = clock.now()
      const [staffMember, sessions, browsers] = await Promise.all([
        show(db, site, person.id),
        findSessions(db, site, { staffId: person.id, limit: mostSessions }, now),
        knownBrowsers.find(db, site, person.id, now),
      ])
      const current = caller.kind === 'user' ? caller.sessionId : undefined
      return { staffMember, sessions: sessions.map((session) => showSession(session, current)), browsers: browsers.map(showBrowser) }
    },

    async 'PATCH /vitrine/v1/me'({ staffMember: { revision, name } }, scope) {
      const { db, site } = scope
      await lockStaff(db, site)
      const person = await me(scope)
      if (person instanceof Refusal) return person
      if (revision && revision !== String(person.revision)) return refuse('STALE_REVISION')
      if (name.trim() !== person.name) await changePerson(db, site, person.id, { name: name.trim() }, clock.now())
      return { staffMember: await show(db, site, person.id) }
    },

    'POST /vitrine/v1/me/password': staged(async ({ oldPassword, newPassword }, scope) => {
      const { db, site, caller, from } = scope
      const person = await me(scope)
      if (person instanceof Refusal) return person
      const unsure = await sure(scope, person, oldPassword)
      if (unsure) return unsure
      const reason = weaknessOf(newPassword, [(await readSettings(db, site)).shop.name, person.email, person.name])
      if (reason) return refuse('PASSWORD_TOO_WEAK', { reason })
      const passwordHash = await passwords.hash(newPassword)
      if (passwordHash instanceof Refusal) return passwordHash
      await scope.transact(async (inside) => {
        const now = clock.now()
        await savePassword(inside, site, person.id, passwordHash, now)
        await knownBrowsers.forgetAll(inside, site, person.id)
        await endSessions(inside, site, person.id, caller.kind === 'user' ? caller.sessionId : undefined, now)
        const about = { agent: from.agent, at: now.toISOString() }
        await requestStaffEmail(inside, site, secrets, { kind: 'staff-password-changed', to: person.id, about }, now)
      })
      poke()
      return {}
    }),

    'POST /vitrine/v1/me/second-step': staged(async ({ password }, scope) => {
      const { db, site } = scope
      const person = await me(scope)
      if (person instanceof Refusal) return person
      const unsure = await sure(scope, person, password)
      if (unsure) return unsure
      const { secret, uri } = newTotp((await readSettings(db, site)).shop.name, person.email)
      const setup: Setup = { staffId: person.id, sealed: (await secrets.seal(database, site, secret)).toString('base64url') }
      return { secret, uri, setupToken: await setups.begin(site, setup) }
    }),

    'POST /vitrine/v1/me/second-step/confirm': staged(async ({ setupToken, code }, scope) => {
      const { site } = scope
      const person = await me(scope)
      if (person instanceof Refusal) return person
      const now = clock.now()
      const setup = await setups.open(scope.db, site, setupToken, now)
      if (setup?.staffId !== person.id) return refuse('SIGN_IN_OVER')
      const counted = await tryProof(deps, site, proverOf(prover(scope, person)))
      if (counted instanceof Refusal) return counted
      const secret = await secrets.open(scope.db, site, Buffer.from(setup.sealed, 'base64url'))
      const lastStep = stepOf(secret, code, now)
      if (lastStep === undefined) return refuse('VERIFICATION_FAILED')
      await counted.giveBack()
      return scope.transact(async (db) => {
        if (!(await setup.done(db))) return refuse('SIGN_IN_OVER')
        await putTotp(db, site, { staffId: person.id, sealed: await secrets.seal(db, site, secret), lastStep }, now)
        const codes = await recoveryCodes.renew(db, site, person.id)
        return { staffMember: await show(db, site, person.id), recoveryCodes: codes }
      })
    }),

    'POST /vitrine/v1/me/second-step/remove': staged(async ({ password }, scope) => {
      const { db, site, from } = scope
      const person = await me(scope)
      if (person instanceof Refusal) return person
      if ((await findTotp(db, site, person.id)) === undefined) return refuse('SECOND_STEP_OFF')
      if (demandsSecondStep(await settingsOf(deps, db, site), person.role, clock.now())) return refuse('SECOND_STEP_DEMANDED')
      const unsure = await sure(scope, person, password)
      if (unsure) return unsure
      const staffMember = await scope.transact(async (inside) => {
        const now = clock.now()
        await deleteSecondStep(inside, site, person.id)
        const about = { whose: person.name, mine: true, by: person.name, agent: from.agent, at: now.toISOString() }
        await requestStaffEmail(inside, site, secrets, { kind: 'staff-second-step-off', to: person.id, about }, now)
        return show(inside, site, person.id)
      })
      poke()
      return { staffMember }
    }),

    'POST /vitrine/v1/me/recovery-codes': staged(async ({ password }, scope) => {
      const { db, site } = scope
      const person = await me(scope)
      if (person instanceof Refusal) return person
      if ((await findTotp(db, site, person.id)) === undefined) return refuse('SECOND_STEP_OFF')
      const unsure = await sure(scope, person, password)
      if (unsure) return unsure
      return { recoveryCodes: await scope.transact((inside) => recoveryCodes.renew(inside, site, person.id)) }
    }),

    async 'DELETE /vitrine/v1/me/browsers/{browserId}'({ browserId }, { db, site, caller }) {
      const id = idOf(caller)
      if (id === undefined) return refuse('PERMISSION_DENIED')
      return (await knownBrowsers.forget(db, site, id, browserId)) ? {} : refuse('DEVICE_NOT_FOUND')
    },

    async 'DELETE /vitrine/v1/me/sessions/{sessionId}'({ sessionId }, { db, site, caller }) {
      const id = idOf(caller)
      if (id === undefined) return refuse('PERMISSION_DENIED')
      return (await endSession(db, site, { id: sessionId, staffId: id }, clock.now())) ? {} : refuse('SESSION_NOT_FOUND')
    },

    async 'DELETE /vitrine/v1/me/sessions'(_, { db, site, caller }) {
      if (caller.kind !== 'user') return refuse('PERMISSION_DENIED')
      return { ended: await endSessions(db, site, caller.userId, caller.sessionId, clock.now()) }
    },
  }
}
