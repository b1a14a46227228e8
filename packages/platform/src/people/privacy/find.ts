import { type Db, type Sql, sql } from '../../kernel/db/sql.ts'
import { fold } from '../../kernel/query/fold.ts'
import { addressPattern, entityIdsOf, type Person, type Traces, type Wanted } from './person.ts'
import { keysWhere } from './walk.ts'

/** Finds every row that is about somebody. */
export async function findPerson(db: Db, site: string, wanted: Wanted): Promise<Person> {
  const { memberId, emails, recipients, visitorIds } = wanted
  const owners = [...(memberId === undefined ? [] : [`member:${memberId}`]), ...visitorIds.map((id) => `visitor:${id}`)]
  const orders = await findOrders(db, site, wanted, owners)
  const orderIds = orders.map(({ id }) => id)
  const ofOrders = orders.flatMap(({ checkoutId }) => (checkoutId === null ? [] : [checkoutId]))
  const member = owners.slice(0, memberId === undefined ? 0 : 1)
  const visitors = owners.slice(member.length)
  /** What its owner made, or what carries the address and is no member's. */
  const theirs = (email: Sql): Sql => sql`(
    owner = any(${member}::text[])
    or (owner = any(${visitors}::text[]) and coalesce(lower(${email}), '') = any(${['', ...emails, ...recipients]}::text[]))
    or (lower(${email}) = any(${emails}::text[]) and owner not like 'member:%'))`

  const checkoutIds = await keysWhere(db, site, 'checkout', sql`id = any(${ofOrders}::uuid[]) or ${theirs(sql`document ->> 'email'`)}`)
  const cartIds = await keysWhere(db, site, 'cart', theirs(sql`document ->> 'email'`))
  const abandonedIds = await keysWhere(
    db,
    site,
    'abandoned_checkout',
    sql`checkout_id = any(${checkoutIds}::uuid[]) or member_id = ${memberId ?? null}
      or (member_id is null and email_key = any(${emails.map(fold)}::text[]))`,
  )
  const draftIds = await keysWhere(
    db,
    site,
    'draft_order',
    sql`order_id = any(${orderIds}::uuid[]) or shown #>> '{buyerDetails,buyerInfo,memberId}' = ${memberId ?? null}::text
      or (shown #>> '{buyerDetails,buyerInfo,memberId}' is null and lower(shown #>> '{buyerDetails,buyerInfo,email}') = any(${emails}::text[]))`,
  )
  const giftCardIds = await keysWhere(
    db,
    site,
    'gift_card',
    sql`order_id = any(${orderIds}::uuid[]) or lower(document #>> '{notification,recipient,email}') = any(${emails}::text[])
      or lower(document #>> '{notification,sender,email}') = any(${emails}::text[]) or lower(document #>> '{buyer,email}') = any(${emails}::text[])
      or lower(send_to) = any(${emails}::text[])`,
  )
  const subscriptionIds = await ids(
    db,
    sql`
    select id from subscription_contract where site = ${site} and owner = any(${member}::text[]) and owner is not null
    union select id from subscription_contract where site = ${site} and order_id = any(${orderIds}::uuid[]) and order_id is not null`,
  )
  const savedMethodIds = await ids(
    db,
    sql`
    select id from saved_payment_method where site = ${site} and owner = any(${member}::text[]) and owner is not null
    union select saved_method_id from subscription_contract
    where site = ${site} and id = any(${subscriptionIds}::uuid[]) and saved_method_id is not null`,
  )
  const reviewIds = await ids(
    db,
    sql`
    select id from review where site = ${site} and member_id = ${memberId ?? null} and member_id is not null
    union select id from review where site = ${site} and visitor_id = any(${visitorIds}::uuid[]) and visitor_id is not null and member_id is null
    union select id from review where site = ${site} and order_id = any(${orderIds}::uuid[]) and order_id is not null and member_id is null`,
  )
  const questionIds = await ids(
    db,
    sql`select id from question where site = ${site} and member_id = ${memberId ?? null} and member_id is not null`,
  )
  const answerIds = await ids(
    db,
    sql`select id from question_answer where site = ${site} and member_id = ${memberId ?? null} and member_id is not null`,
  )
  const consentIds = await ids(
    db,
    sql`
    select id from consent where site = ${site} and order_id = any(${orderIds}::uuid[])
    union select id from consent where site = ${site} and member_id = ${memberId ?? null} and created_at > '-infinity'
    union select id from consent where site = ${site} and member_id is null and lower(email) = any(${emails}::text[]) and created_at > '-infinity'`,
  )

  const backInStockIds = await ids(
    db,
    sql`
    select id from back_in_stock_request where site = ${site} and member_id = ${memberId ?? null} and member_id is not null
    union select id from back_in_stock_request
    where site = ${site} and email_key = any(${emails.map(fold)}::text[]) and email_key is not null and member_id is null
    union select id from back_in_stock_request
    where site = ${site} and visitor_id = any(${visitorIds}::uuid[]) and visitor_id is not null and member_id is null`,
  )
  const visitorsOf = await db.query<{ owner: string }>(sql`
    select owner from orders where site = ${site} and id = any(${orderIds}::uuid[]) and owner like 'visitor:%'
    union select owner from checkout where site = ${site} and id = any(${checkoutIds}::uuid[]) and owner like 'visitor:%'
    union select owner from cart where site = ${site} and id = any(${cartIds}::uuid[]) and owner like 'visitor:%'`)
  const bought = visitorsOf.map(({ owner }) => owner)
  const wishlistIds = await ids(
    db,
    sql`select id from wishlist where site = ${site} and owner = any(${[...owners, ...bought]}::text[]) and owner is not null`,
  )

  const giftIds = await ids(
    db,
    sql`select id from wishlist_gift where site = ${site} and giver = any(${[...owners, ...bought]}::text[]) and giver is not null`,
  )

  // An address that a member has proven is the member's, whoever asks about guests.
  const subscriberIds = await ids(
    db,
    sql`
    select id from newsletter_subscriber subscriber
    where site = ${site} and email_key = any(${emails}::text[]) and email_key is not null and not exists (
      select from member where member.site = ${site} and lower(member.login_email) = subscriber.email_key and member.status <> 'OFFLINE'
        and member.login_email_verified and member.id is distinct from ${memberId ?? null}::uuid)`,
  )

  const found = {
    ...wanted,
    owners: [...member, ...visitors],
    orderIds,
    checkoutIds,
    cartIds,
    abandonedIds,
    draftIds,
    giftCardIds,
    subscriptionIds,
    consentIds,
    savedMethodIds,
    reviewIds,
    questionIds,
    answerIds,
    backInStockIds,
    wishlistIds,
    giftIds,
    subscriberIds,
    visitors: bought,
  }
  return { ...found, ...(await findTraces(db, site, found)) }
}

/** Where other tables speak of somebody. */
async function findTraces(db: Db, site: string, person: Omit<Person, Traces>): Promise<Pick<Person, Traces>> {
  const { emails, recipients, orderIds } = person
  const entityIds = entityIdsOf(person)
  const addresses = [...emails, ...recipients]
  const eventIds = await keysWhere(db, site, 'outbox', sql`entity_id = any(${entityIds}::text[])`)
  const toldIds = await keysWhere(
    db,
    site,
    'webhook_event',
    sql`entity_id = any(${entityIds}::text[]) or payload ~* ${addressPattern(addresses)}`,
  )
  const ofOrders = await db.query<{ key: string }>(
    sql`select key from order_email where site = ${site} and order_id = any(${orderIds}::uuid[]) and order_id is not null`,
  )
  const toOrAbout = sql`lower(recipient) = any(${addresses}::text[]) or string_to_array(key, ':') && ${[...entityIds, ...eventIds]}::text[]`
  const sent = await keysWhere(db, site, 'mail_delivery', toOrAbout)
  const pattern = addressPattern(addresses)
  const waiting = await keysWhere(
    db,
    site,
    'mail_waiting',
    sql`${toOrAbout} or concat_ws(' ', reply_to, subject, html, body, note::text, activity::text) ~* ${pattern}`,
  )
  const auditIds = await keysWhere(
    db,
    site,
    'audit_entry',
    sql`entity_ids && ${entityIds}::text[] or concat_ws(' ', name, first::text, changes::text, before::text) ~* ${pattern}`,
  )
  return {
    eventIds,
    toldIds,
    emailKeys: [...new Set([...sent, ...waiting, ...ofOrders.map(({ key }) => key)])],
    auditIds,
  }
}

interface FoundOrder {
  readonly id: string
  readonly checkoutId: string | null
}

/** Their orders, also those that were never paid for. Of the others' only those that nobody made as a member. */
function findOrders(db: Db, site: string, { memberId, emails }: Wanted, owners: readonly string[]): Promise<readonly FoundOrder[]> {
  const folded = emails.map(fold)
  return db.query<FoundOrder>(sql`
    select id, checkout_id as "checkoutId" from orders
    where site = ${site} and member_id = ${memberId ?? null} and member_id is not null and status <> 'INITIALIZED'
    union select id, checkout_id from orders
    where site = ${site} and email_key = any(${folded}::text[]) and member_id is null and status <> 'INITIALIZED'
    union select id, checkout_id from orders
    where site = ${site} and status = 'INITIALIZED'
      and (member_id = ${memberId ?? null} or (member_id is null and (owner = any(${owners}::text[]) or email_key = any(${folded}::text[]))))
    order by id`)
}

const ids = async (db: Db, statement: Sql): Promise<readonly string[]> => (await db.query<{ id: string }>(statement)).map(({ id }) => id)
