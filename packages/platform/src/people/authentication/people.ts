import type { IdentityProfileInput } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import type { Db } from '../../kernel/db/sql.ts'

/** A member, as far as signing in is concerned. */
export interface Person {
  readonly id: string
  readonly email: string
  readonly emailVerified: boolean
  readonly status: 'PENDING' | 'APPROVED' | 'BLOCKED' | 'OFFLINE' | 'UNKNOWN'
  readonly isPublic: boolean
  readonly slug: string
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly nickname?: string | undefined
  readonly picture?: string | undefined
  readonly company?: string | undefined
  readonly position?: string | undefined
  readonly birthdate?: string | undefined
  readonly language?: string | undefined
  readonly phones: readonly string[]
  readonly emails: readonly string[]
  readonly revision: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface NewPerson {
  readonly email: string
  readonly emailVerified: boolean
  readonly status: 'PENDING' | 'APPROVED'
  readonly isPublic: boolean
  readonly profile: IdentityProfileInput
}

/** Who the members are, asked of the slice that stores them. Nobody in the trash is among them. */
export interface People {
  find(db: Db, site: string, id: string): Promise<Person | undefined>
  findByEmail(db: Db, site: string, email: string): Promise<Person | undefined>
  /** Reads somebody to change them: nobody else does until the transaction ends. */
  lock(db: Db, site: string, id: string): Promise<Person | undefined>
  enrol(context: Context, person: NewPerson): Promise<Person | 'EMAIL_TAKEN'>
  approve(context: Context, id: string): Promise<void>
  verifyEmail(context: Context, id: string): Promise<void>
  /** Another address to sign in with, which is proved. */
  changeEmail(context: Context, id: string, email: string): Promise<void>
  noteLogin(context: Context, id: string): Promise<void>
}

/** What a guesser of somebody's password would try. */
export const aboutPerson = (
  person: Pick<Person, 'email' | 'firstName' | 'lastName' | 'nickname'> | undefined,
  shopName: string,
): string[] =>
  [shopName, person?.email, person?.firstName, person?.lastName, person?.nickname].filter((word): word is string => Boolean(word))
