import type { memberSecurity } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { requestEmail } from './emails.ts'
import { deleteSecondStep, findFactors, findPasskeys } from './factor-store.ts'
import type { Person } from './people.ts'
import type { SigningInDeps } from './proceed.ts'
import { showSession } from './show.ts'
import { findCredential, wantNewPassword } from './store.ts'

export function memberSecurityOperations({
  people,
  sessions,
  secrets,
  clock,
}: Pick<SigningInDeps, 'people' | 'sessions' | 'secrets' | 'clock'>): Handlers<typeof memberSecurity> {
  const find = async (db: Db, site: string, id: string): Promise<Person | Refusal<'MEMBER_NOT_FOUND'>> =>
    (await people.find(db, site, id)) ?? refuse('MEMBER_NOT_FOUND')

  return {
    async 'GET /vitrine/v1/members/{id}/security'({ id }, { db, site }) {
      const person = await find(db, site, id)
      if (person instanceof Refusal) return person
      const [open, credential, passkeys, factors] = await Promise.all([
        sessions.list(db, site, id),
        findCredential(db, site, id),
        findPasskeys(db, site, id),
        findFactors(db, site, id),
      ])
      return {
        sessions: open.map(showSession),
        passwordSet: Boolean(credential?.passwordHash),
        newPasswordWanted: credential?.mustChange ?? false,
        passkeys: passkeys.length,
        factors: factors.map(({ type }) => type),
      }
    },

    async 'DELETE /vitrine/v1/members/{id}/sessions/{sessionId}'({ id, sessionId }, { db, site, now }) {
      const person = await find(db, site, id)
      if (person instanceof Refusal) return person
      return (await sessions.end({ db, site, now }, id, sessionId)) ? {} : refuse('SESSION_NOT_FOUND')
    },

    async 'DELETE /vitrine/v1/members/{id}/sessions'({ id }, { db, site, now }) {
      const person = await find(db, site, id)
      return person instanceof Refusal ? person : { ended: await sessions.endAll({ db, site, now }, id) }
    },

    async 'PUT /vitrine/v1/members/{id}/new-password'({ id, wanted, signOut }, { db, site, now }) {
      const person = await find(db, site, id)
      if (person instanceof Refusal) return person
      if (!(await wantNewPassword(db, site, id, wanted))) return refuse('MEMBER_HAS_NO_PASSWORD')
      return { newPasswordWanted: wanted, ended: signOut ? await sessions.endAll({ db, site, now }, id) : 0 }
    },

    async 'POST /vitrine/v1/members/{id}/remove-second-step'({ id }, { db, site, now }) {
      const person = await find(db, site, id)
      if (person instanceof Refusal) return person
      if (!(await deleteSecondStep(db, site, id))) return refuse('SECOND_STEP_OFF')
      const at = clock.now()
      await requestEmail(db, site, secrets, { kind: 'second-step-off', memberId: id, about: { at: at.toISOString() } }, at)
      return { ended: await sessions.endAll({ db, site, now }, id) }
    },
  }
}
