import { timingSafeEqual } from 'node:crypto'
import type { mySecurity } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import { type Handlers, type Scope, staged } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { violation } from '../../kernel/violation.ts'
import { newFigures } from '../credentials/secrets.ts'
import { dropEmailChange, dropEmails, putEmailChange, tryEmailChange } from './email-change-store.ts'
import { requestEmail } from './emails.ts'
import { knownDevices } from './factor-store.ts'
import type { Person } from './people.ts'
import { type SigningInDeps, sessionOf } from './proceed.ts'

const goodMs = 15 * 60_000
/** Then another one has to be sent. */
const mostTries = 5

type Asking = Pick<Scope, 'db' | 'site' | 'caller' | 'from'>

export interface EmailChangeDeps extends SigningInDeps {
  readonly poke: () => void
  readonly me: (scope: Asking) => Promise<Person | Refusal<'PERMISSION_DENIED' | 'MEMBER_NOT_FOUND'>>
  /** Somebody at a device that was left signed in cannot change anything that would lock its owner out. */
  readonly sure: (
    scope: Asking,
    memberId: string,
    password: string | null | undefined,
  ) => Promise<Refusal<'-19976' | 'SIGN_IN_TOO_OLD' | 'TOO_MANY_REQUESTS'> | undefined>
  /** Whom the tries of such a proof are counted for. */
  readonly prover: (caller: Scope['caller'], memberId: string) => string
}

type EmailChangeContract = {
  [R in keyof typeof mySecurity as R extends `${string}/login-email${string}` ? R : never]: (typeof mySecurity)[R]
}

/** Another address to sign in with: proved by a code that is sent there, told to the one before. */
export function emailChangeOperations(deps: EmailChangeDeps): Handlers<EmailChangeContract> {
  const { people, sessions, secrets, clock, limits, poke, me, sure, prover } = deps
  const digest = (db: Db, site: string, memberId: string, email: string, code: string) =>
    secrets.digest(db, site, `NEW_EMAIL:${memberId}:${email.toLowerCase()}:${code}`)

  return {
    'POST /vitrine/v1/members/my/login-email': staged(async ({ email, password }, scope) => {
      const { site } = scope
      const person = await me(scope)
      if (person instanceof Refusal) return person
      if (email.toLowerCase() === person.email.toLowerCase()) return violation('email', 'is the one that you sign in with')
      const unsure = await sure(scope, person.id, password)
      if (unsure) return unsure
      // Neither one member nor one mailbox is troubled with emails without end; for an address that nobody has the same.
      for (const whom of [`proof ${person.id}`, email]) {
        const counted = await limits.emailTo(site, whom)
        if (counted instanceof Refusal) return counted
      }
      await scope.transact(async (inside) => {
        const now = clock.now()
        const code = newFigures()
        const hash = await digest(inside, site, person.id, email, code)
        await putEmailChange(inside, site, { memberId: person.id, email, hash, expiresAt: new Date(now.getTime() + goodMs) })
        const taken = await people.findByEmail(inside, site, email)
        const memberId = taken ? undefined : person.id
        await requestEmail(inside, site, secrets, { kind: 'new-email-code', memberId, about: { code, email } }, now)
      })
      poke()
      return {}
    }),

    'POST /vitrine/v1/members/my/login-email/confirm': staged(async ({ code }, scope) => {
      const { site, caller, from } = scope
      const known = await me(scope)
      if (known instanceof Refusal) return known
      const counted = await limits.proof(site, prover(caller, known.id))
      if (counted instanceof Refusal) return counted
      let done: string | Refusal<'VERIFICATION_FAILED' | '-19995'> | undefined
      try {
        done = await scope.transact(async (db) => {
          const now = clock.now()
          const person = await people.lock(db, site, known.id)
          const change = person && (await tryEmailChange(db, site, person.id, mostTries, now))
          const right = change && timingSafeEqual(change.hash, await digest(db, site, person.id, change.email, code.replace(/\s/g, '')))
          if (!right) return undefined
          // Whoever tells the code reads the emails there: that they have another account with it is no news to them.
          if (await people.findByEmail(db, site, change.email)) return refuse('-19995')
          const context = { db, site, now: scope.now }
          await people.changeEmail(context, person.id, change.email)
          await dropEmailChange(db, site, person.id)
          await dropEmails(db, site, person.id)
          await knownDevices.forgetAll(db, site, person.id)
          await sessions.endAll(context, person.id, sessionOf(caller))
          const about = { agent: from.agent, at: now.toISOString(), before: person.email }
          await requestEmail(db, site, secrets, { kind: 'email-changed', memberId: person.id, about }, now)
          return change.email
        })
      } catch (error) {
        // Somebody else proved the same address in this moment.
        if ((error as { readonly code?: string }).code !== '23505') throw error
        return refuse('-19995')
      }
      if (done === undefined) return refuse('VERIFICATION_FAILED')
      await counted.giveBack()
      if (done instanceof Refusal) return done
      poke()
      return { loginEmail: done }
    }),
  }
}
