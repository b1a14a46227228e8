import { chosenLines, referenceWithoutTexts, withoutBuyer } from '../commerce/orders/blanked.ts'
import { blankOrders } from '../commerce/orders/erase.ts'
import { showOrder } from '../commerce/orders/show.ts'
import { findOrders } from '../commerce/orders/store.ts'
import { blankSubscriptions, type WithoutBuyer } from '../commerce/subscriptions/erase.ts'
import type { Context } from '../kernel/db/context.ts'
import { type Db, sql } from '../kernel/db/sql.ts'
import { findMemberByEmail, type StoredMember } from '../people/members/store.ts'
import { type EraseDeps, erasePerson } from '../people/privacy/erase.ts'
import { type ExportDeps, exportOf } from '../people/privacy/export.ts'
import { findPerson } from '../people/privacy/find.ts'
import type { PersonalDataDeps } from '../people/privacy/operations.ts'
import type { Wanted } from '../people/privacy/person.ts'
import { findUnderWay } from '../people/privacy/under-way.ts'
import { eraseEntries } from '../shop/audit/forget.ts'

const ofContracts: WithoutBuyer = {
  mirror: withoutBuyer,
  line: ({ item, reference, ...line }) => ({
    ...line,
    item: { ...item, descriptionLines: chosenLines(item.descriptionLines, reference) },
    ...(reference && { reference: referenceWithoutTexts(reference) }),
  }),
}

const erasing: EraseDeps = {
  blankOrders,
  blankSubscriptions: (context, ids) => blankSubscriptions(context, ids, ofContracts),
  eraseEntries,
}

const batch = 100
const mostOrders = 5000

const exporting: ExportDeps = {
  async ordersOf(db, site, orderIds) {
    const newest = [...orderIds].sort().reverse().slice(0, mostOrders)
    const shown = []
    for (let at = 0; at < newest.length; at += batch) {
      const ids = newest.slice(at, at + batch)
      const orders = new Map((await findOrders(db, site, ids)).map((order) => [order.id, order]))
      for (const id of ids) {
        const order = orders.get(id)
        if (order) shown.push(showOrder(order, order.activities))
      }
    }
    return shown
  },
}

/** How members and guests are looked for and erased. */
export const personalDataDeps: PersonalDataDeps = {
  ...erasing,
  ...exporting,
  memberOf: async (db, site, email) => (await findMemberByEmail(db, site, email))?.id,
}

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

/** What the shop has about a member beside their account. */
export async function exportMember(db: Db, site: string, member: StoredMember): Promise<Readonly<Record<string, unknown>>> {
  return exportOf(db, site, await findPerson(db, site, await wantedOf(db, site, member)), exporting)
}

/** Erases a member beside their account: see decision 0066. `false` while something of theirs is under way. */
export async function eraseMember(context: Context, member: StoredMember): Promise<boolean> {
  const { db, site } = context
  const person = await findPerson(db, site, await wantedOf(db, site, member))
  if ((await findUnderWay(db, site, person)).length > 0) return false
  await erasePerson(context, person, erasing)
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
