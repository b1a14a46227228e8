import type { Context } from '../../kernel/db/context.ts'
import { type Sql, sql } from '../../kernel/db/sql.ts'
import { append } from '../../kernel/events/outbox.ts'
import { fold } from '../../kernel/query/fold.ts'
import { eraseSentFiles } from '../../shop/index.ts'
import { eraseTraces, type TracesDeps } from './erase-traces.ts'
import type { Person } from './person.ts'

export interface EraseDeps extends TracesDeps {
  /** Takes away who ordered, and the words of and about them; what was sold and for how much stays. */
  readonly blankOrders: (context: Context, orderIds: readonly string[]) => Promise<void>
  /** Takes away whose subscriptions they were. */
  readonly blankSubscriptions: (context: Context, subscriptionIds: readonly string[]) => Promise<void>
  /** Deletes reviews with their pictures, and takes back the votes of these callers. */
  readonly eraseReviews: (context: Context, reviewIds: readonly string[], voters: readonly string[]) => Promise<void>
  /** Deletes questions with their answers, answers, and takes back the votes of these callers. */
  readonly eraseQuestions: (
    context: Context,
    said: { readonly questionIds: readonly string[]; readonly answerIds: readonly string[] },
    voters: readonly string[],
  ) => Promise<void>
}

/** Erases somebody, in one transaction. What has to stay stays without name, address and words: see decision 0066. */
export async function erasePerson(context: Context, person: Person, deps: EraseDeps): Promise<void> {
  const { db, site, now } = context
  await deps.blankOrders(context, person.orderIds)
  await deps.blankSubscriptions(context, person.subscriptionIds)
  await deps.eraseReviews(context, person.reviewIds, person.owners)
  await deps.eraseQuestions(context, person, person.owners)
  for (const statement of statementsFor(site, person, now)) await db.query(statement)
  await append(
    db,
    site,
    now,
    person.checkoutIds.map((entityId) => ({ type: 'wix.ecom.v1.checkout_deleted', entityId, payload: {} })),
  )
  await eraseTraces(context, person, deps)
}

function statementsFor(site: string, person: Person, now: Date): readonly Sql[] {
  const { memberId, emails, orderIds, checkoutIds, cartIds, abandonedIds, draftIds, giftCardIds, consentIds, savedMethodIds } = person
  const byOrder = sql`site = ${site} and order_id = any(${orderIds}::uuid[])`
  return [
    sql`update cancellation_request set reason = '' where ${byOrder}`,
    // What was pictured is theirs.
    eraseSentFiles(
      site,
      now,
      sql`id in (select jsonb_array_elements_text(document -> 'pictures') from order_return where ${byOrder} and document ? 'pictures')`,
    ),
    sql`
      update order_return set document = jsonb_set(document - 'note' - 'message' - 'pictures' #- '{shipping,trackingNumber}' #- '{shipping,labelUrl}' #- '{shipping,code}', '{lines}', (
        select jsonb_agg(line - 'description' || '{"reason": ""}' order by nth) from jsonb_array_elements(document -> 'lines') with ordinality as one (line, nth)))
      where ${byOrder}`,
    // What they sent and showed nowhere. Browsers are shared: what somebody else shows stays.
    eraseSentFiles(
      site,
      now,
      sql`uploaded_by = any(${person.owners}::text[])
        and not exists (select from review where site = ${site} and media_count > 0 and jsonb_path_query_array(review.media, '$[*].id') ? media.id)
        and not exists (select from order_return where site = ${site} and document ? 'pictures' and document -> 'pictures' ? media.id)`,
    ),
    // Which card it was stays, by its brand and last four digits; who held it does not.
    sql`update payment set document = document - 'message' - 'actionUrl' - 'clientSecret' - 'returnUrl' - 'keepFor' - 'keepAgreed' where ${byOrder} and order_id is not null`,
    sql`
      update payment_action set document = case when document ? 'details' then document #- '{details,reason}' else document end where ${byOrder}`,
    sql`
      update sandbox_charge set return_url = '' from payment
      where payment.site = ${site} and payment.order_id = any(${orderIds}::uuid[]) and payment.order_id is not null
        and sandbox_charge.site = ${site} and sandbox_charge.payment_id = payment.id`,
    ...blankedUses(site, person),
    ...blankedCards(site, giftCardIds, orderIds, emails),
    sql`update consent set email = '' where site = ${site} and id = any(${consentIds}::uuid[])`,
    sql`delete from saved_payment_method where site = ${site} and id = any(${savedMethodIds}::uuid[])`,
    sql`delete from back_in_stock_request where site = ${site} and id = any(${person.backInStockIds}::uuid[])`,
    sql`delete from review_request where ${byOrder}`,
    sql`delete from review_guest where ${byOrder} and owner <> ''`,
    sql`delete from review_guest where site = ${site} and owner = any(${person.owners}::text[])`,
    sql`delete from reminder_email_off where site = ${site} and email_key = any(${emails.map(fold)}::text[])`,
    sql`delete from review_email_off where site = ${site} and email_key = any(${emails.map(fold)}::text[])`,
    sql`delete from wishlist where site = ${site} and id = any(${person.wishlistIds}::uuid[])`,
    sql`delete from wishlist_gift where site = ${site} and id = any(${person.giftIds}::uuid[])`,
    sql`delete from newsletter_subscriber where site = ${site} and id = any(${person.subscriberIds}::uuid[])`,
    sql`delete from sign_in_email where site = ${site} and addressee = any(${person.subscriberIds}::uuid[])`,
    sql`delete from draft_order where site = ${site} and id = any(${draftIds}::uuid[])`,
    sql`delete from abandoned_checkout where site = ${site} and id = any(${abandonedIds}::uuid[])`,
    sql`delete from checkout where site = ${site} and id = any(${checkoutIds}::uuid[])`,
    sql`delete from redirect_session where site = ${site} and document ->> 'checkoutId' = any(${checkoutIds}::text[])`,
    sql`delete from cart where site = ${site} and id = any(${cartIds}::uuid[])`,
    ...(memberId === undefined ? [] : ofMember(site, memberId)),
  ]
}

const ofMember = (site: string, memberId: string): readonly Sql[] => [
  sql`delete from member_page where site = ${site} and member_id = ${memberId}`,
  sql`delete from membership where site = ${site} and member_id = ${memberId} and member_id is not null`,
  sql`delete from member_session where site = ${site} and member_id = ${memberId}`,
  sql`delete from sign_in_code where site = ${site} and member_id = ${memberId}`,
  sql`delete from sign_in_email where site = ${site} and addressee = ${memberId}`,
]

/** How often a coupon was used stays, and what it took off; by whom does not. */
const blankedUses = (site: string, { orderIds, emails }: Person): readonly Sql[] => {
  const names = emails.map((email) => `email:${email}`)
  return [
    sql`
      update coupon_use set customer = 'erased:' || named.n
      from (
        select coupon_id, order_id, customer, row_number() over (partition by coupon_id, order_id order by customer) as n from coupon_use
        where site = ${site} and (order_id = any(${orderIds}::uuid[]) or customer = any(${names}::text[]))
      ) named
      where coupon_use.site = ${site} and coupon_use.coupon_id = named.coupon_id and coupon_use.order_id = named.order_id
        and coupon_use.customer = named.customer and coupon_use.customer not like 'erased:%'`,
  ]
}

/** Whoever has the code of a gift card can still pay with it. Whom it is from and for is forgotten, as far as it is about this person. */
const blankedCards = (site: string, ids: readonly string[], orderIds: readonly string[], emails: readonly string[]): readonly Sql[] => {
  const theirs = sql`site = ${site} and id = any(${ids}::uuid[])`
  const is = (email: Sql) => sql`lower(${email}) = any(${emails}::text[])`
  const bought = sql`(order_id is not null and order_id = any(${orderIds}::uuid[]))
    or coalesce(${is(sql`document #>> '{buyer,email}'`)}, false) or coalesce(${is(sql`document #>> '{notification,sender,email}'`)}, false)`
  return [
    // Bought by them: whom it is for was told by them, so it goes with them.
    sql`
      update gift_card set document = document - 'notification' - 'buyer', words = lower(concat_ws(' ', suffix, document ->> 'orderNumber')),
        send_to = null, notify_at = null, copy_at = null
      where ${theirs} and (${bought})`,
    // Bought by somebody else for them.
    sql`
      update gift_card set document = document #- '{notification,recipient}' #- '{notification,personalizedMessage}',
        words = lower(concat_ws(' ', document #>> '{notification,sender,name}', document #>> '{notification,sender,email}', suffix, document ->> 'orderNumber')),
        send_to = null, notify_at = null
      where ${theirs} and (${is(sql`document #>> '{notification,recipient,email}'`)} or ${is(sql`send_to`)})`,
    sql`update gift_card_transaction set note = null where site = ${site} and card_id = any(${ids}::uuid[]) and note is not null`,
  ]
}
