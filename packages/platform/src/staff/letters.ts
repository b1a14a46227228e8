import type { StaffRole } from '@vitrine/contract'
import { wantSealed } from '../credentials/postman.ts'
import type { Secrets } from '../credentials/secrets.ts'
import type { Db } from '../db/sql.ts'

/** Where an invitation leads. Behind the #, so that no server on the way writes it down. */
export const joinUrl = (origin: string, token: string): string => `${origin}/admin/join#${token}`

/** Who did it with what browser, and when. */
interface Asker {
  readonly agent: string
  readonly at: string
}

/** What letters to staff say. */
export interface StaffLetterAbouts {
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

export type StaffLetter = {
  readonly [K in keyof StaffLetterAbouts]: { readonly kind: K; readonly about: StaffLetterAbouts[K] }
}[keyof StaffLetterAbouts] & {
  /** One of the staff, or an invitation. */
  readonly to: string
}

const kinds: ReadonlySet<string> = new Set<StaffLetter['kind']>([
  'staff-invitation',
  'staff-recovery',
  'staff-password-changed',
  'staff-second-step-off',
])

export const isStaffLetter = (letter: { readonly kind: string }): letter is StaffLetter => kinds.has(letter.kind)

/** Asks for a letter, in the transaction that gives a reason for it. */
export const wantStaffLetter = (db: Db, site: string, secrets: Secrets, letter: StaffLetter, now: Date): Promise<void> =>
  wantSealed(db, site, secrets, letter, now)
