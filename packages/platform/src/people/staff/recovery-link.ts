import { timingSafeEqual } from 'node:crypto'
import type { Db } from '../../kernel/db/sql.ts'
import type { Seals } from '../../kernel/seals.ts'
import { hashOf } from '../credentials/secrets.ts'
import { findPassword, type WithPassword } from './store.ts'

/** For whom a link is, and the password that it is to replace. Once that is another one, the link is over. */
interface Statement {
  readonly staffId: string
  readonly instead: string
  /** Made on the server, for an owner who has lost their second step, too. */
  readonly secondStepOff?: boolean
}

export interface RecoveryLink {
  readonly person: WithPassword
  readonly secondStepOff: boolean
}

const kind = 'staff-recovery'
export const recoveryMinutes = 30

/** Behind the #, so that no server on the way writes it down. */
export const recoveryUrl = (origin: string, token: string): string => `${origin}/admin/new-password#${token}`

/** What leads one of the staff to another password, for half an hour and once. */
export function recoveryLinks(seals: Seals) {
  return {
    seal(site: string, { id, passwordHash }: Pick<WithPassword, 'id' | 'passwordHash'>, secondStepOff = false): Promise<string> {
      const statement: Statement = { staffId: id, instead: digestOf(passwordHash), ...(secondStepOff && { secondStepOff }) }
      return seals.seal(site, kind, { ...statement }, recoveryMinutes * 60)
    },

    /** Whose link it is, as long as they have the password that they had then; of one made on the server, as long as they own the shop. */
    async open(db: Db, site: string, token: string): Promise<RecoveryLink | undefined> {
      const { staffId, instead, secondStepOff = false } = ((await seals.open(site, kind, token)) ?? {}) as Partial<Statement>
      if (typeof staffId !== 'string' || typeof instead !== 'string') return undefined
      const person = await findPassword(db, site, staffId)
      if (!person || !isSame(digestOf(person.passwordHash), instead)) return undefined
      return secondStepOff && person.role !== 'OWNER' ? undefined : { person, secondStepOff }
    },
  }
}

const digestOf = (passwordHash: string): string => hashOf(`staff-recovery ${passwordHash}`).toString('base64url')
const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
