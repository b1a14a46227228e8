import { timingSafeEqual } from 'node:crypto'
import type { staffRecovery } from '@vitrine/contract'
import { hashPassword } from '../credentials/passwords.ts'
import { forgottenAfterMs, freeTries, pausedUntil } from '../credentials/pauses.ts'
import { hashOf } from '../credentials/secrets.ts'
import { weaknessOf } from '../credentials/strength.ts'
import { newId } from '../db/id.ts'
import type { Db } from '../db/sql.ts'
import { type Handlers, staged } from '../http/handlers.ts'
import { refuse } from '../refusal.ts'
import type { StaffDeps } from './deps.ts'
import { wantStaffLetter } from './letters.ts'
import { deleteBrowsers } from './second-step-store.ts'
import { endSessions } from './session-store.ts'
import { addFailure, findFailures, findPassword, findPersonByEmail, forgetFailures, replacePassword } from './store.ts'

/** What the link of a letter carries: for whom it is, and the password that it is to replace. Once that is another one, the link is over. */
interface Statement {
  readonly staffId: string
  readonly instead: string
}

const kind = 'staff-recovery'
const minutes = 30

const digestOf = (passwordHash: string): string => hashOf(`staff-recovery ${passwordHash}`).toString('base64url')
const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** How staff who have forgotten their password come by another: by a link that only their mail box has. The second step stays. */
export function staffRecoveryOperations(deps: StaffDeps): Handlers<typeof staffRecovery> {
  const { clock, database, secrets, seals, readSettings, noteOwn, poke } = deps

  /** Whose link it is, as long as they have the password that they had then. */
  async function holderOf(db: Db, site: string, token: string) {
    const { staffId, instead } = ((await seals.open(site, kind, token)) ?? {}) as Partial<Statement>
    if (typeof staffId !== 'string' || typeof instead !== 'string') return undefined
    const person = await findPassword(db, site, staffId)
    return person && isSame(digestOf(person.passwordHash), instead) ? person : undefined
  }

  return {
    'POST /vitrine/v1/staff/recovery/send': staged(async ({ email }, { site, from, transact }) => {
      const now = clock.now()
      const asked = [
        { who: `recovery:${email.trim().toLowerCase()}`, free: freeTries.account },
        { who: `recovery-address:${from.address}`, free: freeTries.address },
      ]
      for (const { who, free } of asked) {
        const until = pausedUntil(await findFailures(database, site, who), free, now)
        if (until) return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil((until.getTime() - now.getTime()) / 1000) })
      }
      // For nobody all is done as for somebody, and the letter thrown away.
      const person = await findPersonByEmail(database, site, email.trim())
      const statement: Statement = { staffId: person?.id ?? newId(), instead: digestOf(person?.passwordHash ?? newId()) }
      const token = await seals.seal(site, kind, { ...statement }, minutes * 60)
      await transact(async (db) => {
        for (const { who } of asked) await addFailure(db, site, who, now, forgottenAfterMs)
        const about = { token, agent: from.agent, at: now.toISOString() }
        await wantStaffLetter(db, site, secrets, { kind, to: statement.staffId, about }, now)
      })
      poke()
      return {}
    }),

    'POST /vitrine/v1/staff/recovery/reset': staged(async ({ token, password }, { db, site, from, transact }) => {
      const person = await holderOf(db, site, token)
      if (!person) return refuse('RECOVERY_TOKEN_OVER')
      const reason = weaknessOf(password, [(await readSettings(db, site)).shop.name, person.email, person.name])
      if (reason) return refuse('PASSWORD_TOO_WEAK', { reason })
      const passwordHash = await hashPassword(password)
      const done = await transact(async (inside) => {
        const now = clock.now()
        // Of two who come at once one finds the password that the link was made for.
        if (!(await replacePassword(inside, site, person, passwordHash, now))) return refuse('RECOVERY_TOKEN_OVER')
        await deleteBrowsers(inside, site, person.id)
        await endSessions(inside, site, person.id, undefined, now)
        await forgetFailures(inside, site, `mail:${person.email.toLowerCase()}`)
        const line = 'POST /vitrine/v1/staff/recovery/reset'
        const fields = [
          { path: ['passwordAt'], ...(person.passwordAt && { before: person.passwordAt.toISOString() }), after: now.toISOString() },
        ]
        await noteOwn(inside, { site, staffId: person.id, name: person.name, line, joined: false, fields, at: now, ...from })
        const about = { agent: from.agent, at: now.toISOString() }
        await wantStaffLetter(inside, site, secrets, { kind: 'staff-password-changed', to: person.id, about }, now)
        return { email: person.email }
      })
      poke()
      return done
    }),
  }
}
