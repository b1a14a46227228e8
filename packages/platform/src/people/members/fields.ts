import { MemberActivityStatus, MemberPrivacyStatus, MemberStatus } from '@vitrine/contract'
import { join, type Sql, sql } from '../../kernel/db/sql.ts'
import type { Field, Fields } from '../../kernel/query/filter.ts'
import { fold } from '../../kernel/query/fold.ts'
import { literally } from '../../kernel/query/like.ts'

export const memberId = sql`member.id`
const created = sql`member.created_at`
const updated = sql`member.updated_at`
/** Who never signed in was last seen when they came. */
const seen = sql`coalesce(member.last_login_at, member.created_at)`
const next = { column: created, kind: 'instant' } as const
const firstName = sql`member.first_name_key`
const lastName = sql`member.last_name_key`
const nickname = sql`member.nickname_key`

const word = (column: Sql, words: readonly string[]): Field => ({ kind: 'text', column, sort: column, next, words: new Set(words) })

/** What is in the public field set, under the wire's names: nobody learns by a filter what they may not see. */
export const publicFields: Fields = {
  id: { kind: 'id', column: memberId },
  contactId: { kind: 'id', column: sql`member.contact_id` },
  'profile.nickname': { kind: 'text', column: sql`member.nickname`, folded: nickname, sort: nickname },
  'profile.slug': { kind: 'text', column: sql`member.slug`, lowered: sql`lower(member.slug)` },
  privacyStatus: { kind: 'text', column: sql`member.privacy_status`, words: new Set(MemberPrivacyStatus.options) },
  createdDate: { kind: 'instant', column: created, sort: created },
  updatedDate: { kind: 'instant', column: updated, sort: updated },
}

/** By what staff and programs find members. */
export const allFields: Fields = {
  ...publicFields,
  loginEmail: { kind: 'text', column: sql`member.login_email`, lowered: sql`lower(member.login_email)` },
  status: word(sql`member.status`, MemberStatus.options),
  privacyStatus: word(sql`member.privacy_status`, MemberPrivacyStatus.options),
  activityStatus: word(sql`member.activity_status`, MemberActivityStatus.options),
  'contact.firstName': { kind: 'text', column: sql`member.first_name`, folded: firstName, sort: firstName },
  'contact.lastName': { kind: 'text', column: sql`member.last_name`, folded: lastName, sort: lastName },
  lastLoginDate: { kind: 'instant', column: seen, sort: seen },
}

/** At the admin there are also the words of names and addresses, and the trash. */
export const adminFields: Fields = {
  ...allFields,
  words: { kind: 'text', column: sql`member.words`, folded: sql`member.words`, operators: ['$contains'] },
  loginEmailVerified: { kind: 'flag', column: sql`member.login_email_verified` },
  deleted: { kind: 'flag', column: sql`(member.deleted_at is not null)` },
}

/** Where words are looked for, under the names that may be said. */
const places: Readonly<Record<string, Sql>> = {
  'profile.nickname': nickname,
  'profile.slug': sql`lower(member.slug)`,
  'contact.firstName': firstName,
  'contact.lastName': lastName,
  loginEmail: sql`lower(member.login_email)`,
}

export interface Wanted {
  readonly expression?: string | null | undefined
  readonly fields?: readonly string[] | null | undefined
}

/** Every word has to be somewhere in what is looked through; `undefined` where nothing is looked for. Of the public there is the nickname alone. */
export function wordsIn({ expression, fields }: Wanted, seesAll: boolean): Sql | undefined {
  const words = fold(expression ?? '')
    .split(/\s+/)
    .filter(Boolean)
  if (words.length === 0) return undefined
  const allowed = seesAll ? Object.keys(places) : ['profile.nickname', 'profile.slug']
  const named = (fields ?? []).filter((field) => allowed.includes(field))
  const columns = named.length > 0 ? named.map((field) => places[field]!) : seesAll ? [sql`member.words`] : [nickname]
  const found = words.map((one) => {
    const pattern = `%${literally(one)}%`
    return sql`(${join(
      columns.map((column) => sql`${column} like ${pattern}`),
      ' or ',
    )})`
  })
  return join(found, ' and ')
}
