import type { StaffRole } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import { wantSealed } from '../credentials/postman.ts'
import type { Secrets } from '../credentials/secrets.ts'

/** Where an invitation leads. Behind the #, so that no server on the way writes it down. */
export const joinUrl = (origin: string, token: string): string => `${origin}/admin/join#${token}`

/** Who did it with what browser, and when. */
interface Asker {
  readonly agent: string
  readonly at: string
}

/** What emails to staff say. */
export interface StaffEmailAbouts {
  readonly 'staff-invitation': {
    readonly email: string
    readonly role: StaffRole
    readonly token: string
    readonly invitedBy?: string
    readonly expiresAt: string
  }
  readonly 'staff-recovery': Asker & { readonly token: string }
  readonly 'staff-password-changed': Asker
  /** To the one it was taken from, and to all owners. */
  readonly 'staff-second-step-off': Asker & { readonly whose: string; readonly mine: boolean; readonly by?: string }
}

export type StaffEmail = {
  readonly [K in keyof StaffEmailAbouts]: { readonly kind: K; readonly about: StaffEmailAbouts[K] }
}[keyof StaffEmailAbouts] & {
  /** One of the staff, or an invitation. */
  readonly to: string
}

const kinds: ReadonlySet<string> = new Set<StaffEmail['kind']>([
  'staff-invitation',
  'staff-recovery',
  'staff-password-changed',
  'staff-second-step-off',
])

export const isStaffEmail = (email: { readonly kind: string }): email is StaffEmail => kinds.has(email.kind)

/** Asks for an email, in the transaction that gives a reason for it. */
export const requestStaffEmail = (db: Db, site: string, secrets: Secrets, email: StaffEmail, now: Date): Promise<void> =>
  wantSealed(db, site, secrets, email, now)
