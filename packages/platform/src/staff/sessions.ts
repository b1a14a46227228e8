import { createHash, randomBytes } from 'node:crypto'
import { type Right, rightsOf } from '@vitrine/contract'
import type { Clock } from '../clock/clock.ts'
import { isPassword } from '../credentials/passwords.ts'
import { forgottenAfterMs, freeTries, pausedUntil, triesLeft } from '../credentials/pauses.ts'
import { newId } from '../db/id.ts'
import type { Database } from '../db/pool.ts'
import type { Db } from '../db/sql.ts'
import type { User } from '../http/caller.ts'
import {
  addFailure,
  deleteSession,
  findFailures,
  findPersonByEmail,
  forgetFailures,
  insertSession,
  type Person,
  useSession,
} from './store.ts'

export interface StaffSessionsDeps {
  readonly database: Database
  readonly clock: Clock
  /** Signs a statement of who calls, good for a few minutes. */
  readonly accessToken: (user: User) => Promise<{ readonly accessToken: string; readonly expiresIn: number }>
  /** Writes a visit down, in the transaction that makes it one. */
  readonly noteVisit: (db: Db, visit: Visit) => Promise<void>
}

/** Somebody came, left, or did not get in: for the audit log. */
export interface Visit {
  readonly site: string
  readonly act: 'SIGNED_IN' | 'SIGNED_OUT' | 'SIGN_IN_FAILED'
  /** Whose account it is; absent where there is none under the address that was typed. */
  readonly staffId?: string
  readonly at: Date
  readonly agent: string
  readonly address: string
}

/** Somebody who is signed in, and the token they call the API with for now. */
export interface SignedIn {
  readonly accessToken: string
  /** Seconds. */
  readonly expiresIn: number
  readonly person: Person
  readonly rights: readonly Right[]
}

export interface Attempt {
  readonly site: string
  readonly email: string
  readonly password: string
  /** Whether the session outlives the browser's. */
  readonly stays: boolean
  readonly agent: string
  readonly address: string
}

export type Signed =
  | { readonly ok: true; readonly secret: string; readonly seconds: number | undefined; readonly signedIn: SignedIn }
  /** The same for an address that is unknown and for a password that is wrong. */
  | { readonly ok: false; readonly reason: 'wrong'; readonly triesLeft: number }
  | { readonly ok: false; readonly reason: 'paused'; readonly seconds: number }

export interface StaffSessions {
  signIn(attempt: Attempt): Promise<Signed>
  /** A token for whoever holds the secret of a session that still lasts. */
  renew(site: string, secret: string): Promise<SignedIn | undefined>
  /** Who holds the secret of a session that still lasts. */
  holder(site: string, secret: string): Promise<Person | undefined>
  signOut(site: string, secret: string, from: Pick<Visit, 'agent' | 'address'>): Promise<void>
}

const stayingSeconds = 30 * 24 * 3600
const browserSeconds = 12 * 3600

/** Staff sign in with a password and hold a session, whose secret the browser keeps where no script reads it; the platform keeps its hash alone. */
export function staffSessions({ database, clock, accessToken, noteVisit }: StaffSessionsDeps): StaffSessions {
  async function signedIn(site: string, { id, email, name, role }: Person): Promise<SignedIn> {
    const user: User = { kind: 'user', site, userId: id, role }
    return { ...(await accessToken(user)), person: { id, email, name, role }, rights: [...rightsOf[role]] }
  }

  return {
    async signIn({ site, email, password, stays, agent, address }) {
      const now = clock.now()
      const tried = { account: `mail:${email.toLowerCase()}`, address: `address:${address}` }
      const [ofAccount, ofAddress] = await Promise.all([
        findFailures(database, site, tried.account),
        findFailures(database, site, tried.address),
      ])
      const until = pausedUntil(ofAccount, freeTries.account, now) ?? pausedUntil(ofAddress, freeTries.address, now)
      if (until) return { ok: false, reason: 'paused', seconds: Math.ceil((until.getTime() - now.getTime()) / 1000) }
      const person = await findPersonByEmail(database, site, email)
      if (!(await isPassword(person?.passwordHash, password)) || !person) {
        const count = await database.transact(async (db) => {
          const [failures] = await Promise.all([
            addFailure(db, site, tried.account, now, forgottenAfterMs),
            addFailure(db, site, tried.address, now, forgottenAfterMs),
          ])
          const known = person && { staffId: person.id }
          await noteVisit(db, { site, act: 'SIGN_IN_FAILED', ...known, at: now, agent, address })
          return failures
        })
        return { ok: false, reason: 'wrong', triesLeft: triesLeft(count, freeTries.account) }
      }
      const secret = randomBytes(32).toString('base64url')
      const seconds = stays ? stayingSeconds : browserSeconds
      await database.transact(async (db) => {
        await forgetFailures(db, site, tried.account)
        const expiresAt = new Date(now.getTime() + seconds * 1000)
        await insertSession(db, { site, id: newId(), staffId: person.id, hash: hashOf(secret), agent, address, expiresAt }, now)
        await noteVisit(db, { site, act: 'SIGNED_IN', staffId: person.id, at: now, agent, address })
      })
      return { ok: true, secret, seconds: stays ? seconds : undefined, signedIn: await signedIn(site, person) }
    },

    async renew(site, secret) {
      const person = await useSession(database, site, hashOf(secret), clock.now())
      return person && signedIn(site, person)
    },

    holder: (site, secret) => useSession(database, site, hashOf(secret), clock.now()),

    signOut: (site, secret, from) =>
      database.transact(async (db) => {
        const staffId = await deleteSession(db, site, hashOf(secret))
        if (staffId !== undefined) await noteVisit(db, { site, act: 'SIGNED_OUT', staffId, at: clock.now(), ...from })
      }),
  }
}

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()
