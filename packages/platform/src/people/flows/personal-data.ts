import type { PersonalDataCount } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import { eraseEntries } from '../../shop/index.ts'
import { findMemberByEmail, type StoredMember } from '../members/store.ts'
import { countsOf } from '../privacy/count.ts'
import { type EraseDeps, erasePerson } from '../privacy/erase.ts'
import { exportOf } from '../privacy/export.ts'
import { findPerson } from '../privacy/find.ts'
import type { PersonalDataDeps } from '../privacy/operations.ts'
import type { Wanted } from '../privacy/person.ts'
import { findUnderWay } from '../privacy/under-way.ts'
import type { CommerceFacts } from './commerce-facts.ts'

const erasing = ({ blankOrders, blankSubscriptions, eraseReviews, eraseQuestions }: CommerceFacts): EraseDeps => ({
  blankOrders,
  blankSubscriptions,
  eraseReviews,
  eraseQuestions,
  eraseEntries,
})

/** How guests are looked for and erased. */
export const personalDataDeps = (commerce: CommerceFacts): PersonalDataDeps => ({
  ...erasing(commerce),
  ordersOf: commerce.ordersOf,
  memberOf: async (db, site, email) => (await findMemberByEmail(db, site, email))?.id,
})

/** A member as they are looked for. An address that was never proven to be theirs leads to nothing but the emails that went to it. */
async function wantedOf(db: Db, site: string, { id, loginEmail, loginEmailVerified, document }: StoredMember): Promise<Wanted> {
  const visitors = await db.query<{ id: string }>(sql`
    select visitor_id as id from member_session where site = ${site} and member_id = ${id} and visitor_id is not null
    union select visitor_id from member_grant
    where site = ${site} and session_id in (select member_session.id from member_session where member_session.site = ${site} and member_id = ${id})`)
  const login = loginEmail.toLowerCase()
  const others = document.contact.emails.map((email) => email.toLowerCase()).filter((email) => email !== login)
  return {
    memberId: id,
    emails: loginEmailVerified ? [login] : [],
    recipients: loginEmailVerified ? others : [login, ...others],
    visitorIds: visitors.map((visitor) => visitor.id),
  }
}

/** How many rows of each kind the shop has about a member beside their account, and what erasing does with them. */
export const countMember = async (db: Db, site: string, member: StoredMember): Promise<readonly PersonalDataCount[]> =>
  countsOf(await findPerson(db, site, await wantedOf(db, site, member)))

/** What the shop has about a member beside their account. */
export async function exportMember(
  db: Db,
  site: string,
  member: StoredMember,
  commerce: CommerceFacts,
): Promise<Readonly<Record<string, unknown>>> {
  return exportOf(db, site, await findPerson(db, site, await wantedOf(db, site, member)), commerce)
}

/** Erases a member beside their account: see decision 0066. `false` while something of theirs is under way. */
export async function eraseMember(context: Context, member: StoredMember, commerce: CommerceFacts): Promise<boolean> {
  const { db, site } = context
  const person = await findPerson(db, site, await wantedOf(db, site, member))
  if ((await findUnderWay(db, site, person)).length > 0) return false
  await erasePerson(context, person, erasing(commerce))
  await forgetPhotos(context, member)
  return true
}

/** The pictures of a member. Their bytes are removed after the transaction, by the minute. */
async function forgetPhotos({ db, site, now }: Context, { id }: StoredMember): Promise<void> {
  await db.query(sql`
    with gone as (
      delete from media where site = ${site} and member_id = ${id} and member_id is not null returning digest
    )
    insert into file_to_remove (site, digest, asked_at) select distinct ${site}::uuid, digest, ${now}::timestamptz from gone on conflict do nothing`)
}
