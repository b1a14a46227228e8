import type { AuditField, staffRecovery } from '@vitrine/contract'
import { newId } from '../../kernel/db/id.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { type Handlers, staged } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { weaknessOf } from '../credentials/strength.ts'
import type { StaffDeps } from './deps.ts'
import { requestStaffEmail } from './emails.ts'
import { recoveryLinks } from './recovery-link.ts'
import { deleteSecondStep, knownBrowsers } from './second-step-store.ts'
import { endSessions } from './session-store.ts'
import { findOwners, findPersonByEmail, type Person, replacePassword } from './store.ts'
import { forgiveProofs, forgiveSignIns, tryRecovery } from './tries.ts'

/** How the email about it says who took a second step away. */
const onTheServer = 'Whoever runs the server, by a link made there'

/**
 * How staff who have forgotten their password come by another: by a link that only their mail box has, and the second step stays; or, for an
 * owner who has lost that as well, by one that only whoever runs the server can make (people/flows/owner-links.ts).
 */
export function staffRecoveryOperations(deps: StaffDeps): Handlers<typeof staffRecovery> {
  const { clock, database, secrets, passwords, readSettings, noteOwn, poke } = deps
  const links = recoveryLinks(deps.seals)

  /** Takes the second step away, and tells all owners; whether there was one. */
  async function takeSecondStep(db: Db, site: string, person: Person, agent: string, now: Date): Promise<boolean> {
    if (!(await deleteSecondStep(db, site, person.id))) return false
    for (const { id: to } of await findOwners(db, site)) {
      const about = { whose: person.name, mine: to === person.id, by: onTheServer, agent, at: now.toISOString() }
      await requestStaffEmail(db, site, secrets, { kind: 'staff-second-step-off', to, about }, now)
    }
    return true
  }

  return {
    'POST /vitrine/v1/staff/recovery/send': staged(async ({ email, captchaTokens }, { site, from, transact }) => {
      const now = clock.now()
      const solution = captchaTokens?.map(({ InvisibleRecaptcha, Recaptcha }) => InvisibleRecaptcha ?? Recaptcha).find(Boolean) ?? undefined
      const stopped = await tryRecovery(deps, site, { email, address: from.address }, solution)
      if (stopped instanceof Refusal) return stopped
      if (stopped) return refuse(stopped === 'missing' ? '-19971' : '-19970')
      // For nobody all is done as for somebody, and the email thrown away.
      const person = (await findPersonByEmail(database, site, email.trim())) ?? { id: newId(), passwordHash: newId() }
      const token = await links.seal(site, person)
      await transact(async (db) => {
        const about = { token, agent: from.agent, at: now.toISOString() }
        await requestStaffEmail(db, site, secrets, { kind: 'staff-recovery', to: person.id, about }, now)
      })
      poke()
      return {}
    }),

    'POST /vitrine/v1/staff/recovery/reset': staged(async ({ token, password }, { db, site, from, transact }) => {
      const link = await links.open(db, site, token)
      if (!link) return refuse('RECOVERY_TOKEN_OVER')
      const { person, secondStepOff } = link
      const reason = weaknessOf(password, [(await readSettings(db, site)).shop.name, person.email, person.name])
      if (reason) return refuse('PASSWORD_TOO_WEAK', { reason })
      const passwordHash = await passwords.hash(password)
      if (passwordHash instanceof Refusal) return passwordHash
      const done = await transact(async (inside) => {
        const now = clock.now()
        // Of two who come at once one finds the password that the link was made for.
        if (!(await replacePassword(inside, site, person, passwordHash, now))) return refuse('RECOVERY_TOKEN_OVER')
        await knownBrowsers.forgetAll(inside, site, person.id)
        await endSessions(inside, site, person.id, undefined, now)
        const line = 'POST /vitrine/v1/staff/recovery/reset'
        const passwordAt = { ...(person.passwordAt && { before: person.passwordAt.toISOString() }), after: now.toISOString() }
        const fields: AuditField[] = [{ path: ['passwordAt'], ...passwordAt }]
        if (secondStepOff) fields.push({ path: ['linkMadeOnTheServer'], after: true })
        if (secondStepOff && (await takeSecondStep(inside, site, person, from.agent, now)))
          fields.push({ path: ['secondStep'], before: true, after: false })
        await noteOwn(inside, { site, staffId: person.id, name: person.name, line, joined: false, fields, at: now, ...from })
        const about = { agent: from.agent, at: now.toISOString() }
        await requestStaffEmail(inside, site, secrets, { kind: 'staff-password-changed', to: person.id, about }, now)
        return { email: person.email }
      })
      poke()
      if (done instanceof Refusal) return done
      await forgiveSignIns(database, site, person.email)
      if (secondStepOff) await forgiveProofs(database, site, person.id)
      return done
    }),
  }
}
