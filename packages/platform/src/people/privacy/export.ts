import type { Order } from '@vitrine/contract'
import { type Db, type Sql, sql } from '../../kernel/db/sql.ts'
import type { Person } from './person.ts'

export interface ExportDeps {
  /** Orders as their buyers see them, the newest first. */
  readonly ordersOf: (db: Db, site: string, orderIds: readonly string[]) => Promise<readonly Order[]>
}

/** So many rows of a kind are exported. */
const most = 1000

/** What the shop has about somebody, as it is stored. Codes of gift cards and names that providers have for cards open doors and are left out. */
export async function exportOf(db: Db, site: string, person: Person, { ordersOf }: ExportDeps): Promise<Record<string, unknown>> {
  const rows = (ids: readonly string[], columns: Sql, table: Sql, order: Sql = sql`created_at desc`) =>
    db.query(sql`select ${columns} from ${table} where site = ${site} and id = any(${ids}::uuid[]) order by ${order} limit ${most}`)
  const dates = sql`created_at as "createdDate", updated_at as "updatedDate"`
  return {
    orders: await ordersOf(db, site, person.orderIds),
    cancellationRequests: await db.query(sql`
      select order_id as "orderId", reason, lines, asked_at as "createdDate" from cancellation_request
      where site = ${site} and order_id = any(${person.orderIds}::uuid[]) limit ${most}`),
    returns: await db.query(sql`
      select id, order_id as "orderId", status, document as return, ${dates} from order_return
      where site = ${site} and order_id = any(${person.orderIds}::uuid[]) limit ${most}`),
    checkouts: await rows(person.checkoutIds, sql`id, document as checkout, order_id as "orderId", ${dates}`, sql`checkout`),
    carts: await rows(person.cartIds, sql`id, document as cart, ${dates}`, sql`cart`),
    abandonedCheckouts: await rows(
      person.abandonedIds,
      sql`id, document as "abandonedCheckout", status, emails_sent as "emailsSent", ${dates}`,
      sql`abandoned_checkout`,
    ),
    draftOrders: await rows(person.draftIds, sql`id, shown as "draftOrder", status, ${dates}`, sql`draft_order`),
    giftCards: await rows(
      person.giftCardIds,
      sql`id, suffix as "codeSuffix", initial as "initialValue", balance, currency, document - 'picture' as "giftCard", ${dates}`,
      sql`gift_card`,
    ),
    subscriptions: await rows(
      person.subscriptionIds,
      sql`id, status, document -> 'mirror' as subscription, ${dates}`,
      sql`subscription_contract`,
    ),
    savedCards: await rows(person.savedMethodIds, sql`id, provider, card, ${dates}`, sql`saved_payment_method`),
    consentsAtCheckout: await rows(
      person.consentIds,
      sql`type, words, email, order_id as "orderId", created_at as "createdDate"`,
      sql`consent`,
    ),
    reviews: await rows(
      person.reviewIds,
      sql`id, entity_id as "entityId", title, body, rating, media, author_name as "authorName", status, reply, review_date as "reviewDate", ${dates}`,
      sql`review`,
    ),
    questions: await rows(
      person.questionIds,
      sql`id, product_id as "productId", body as text, author_name as "authorName", status, ${dates}`,
      sql`question`,
    ),
    answers: await rows(
      person.answerIds,
      sql`id, question_id as "questionId", body as text, author_name as "authorName", order_id as "orderId", status, helpful, ${dates}`,
      sql`question_answer`,
    ),
    backInStockRequests: await rows(
      person.backInStockIds,
      sql`id, reference as "catalogReference", email, status, sent_at as "sentDate", ${dates}`,
      sql`back_in_stock_request`,
    ),
    wishlists: await rows(
      person.wishlistIds,
      sql`id, name, note, kind, (select jsonb_agg(jsonb_build_object('catalogReference', item.reference, 'quantity', item.quantity, 'note', item.note,
        'addedDate', item.created_at) order by item.created_at) from wishlist_item item where item.site = wishlist.site and item.wishlist_id = wishlist.id) as items,
        ${dates}`,
      sql`wishlist`,
    ),
    wishlistGifts: await rows(
      person.giftIds,
      sql`(select jsonb_build_object('catalogReference', item.reference, 'name', item.name) from wishlist_item item
        where item.site = wishlist_gift.site and item.id = wishlist_gift.item_id) as item, quantity, given_at as "givenDate"`,
      sql`wishlist_gift`,
      sql`given_at desc`,
    ),
    newsletter: await rows(
      person.subscriberIds,
      sql`email, state, words, place, page, asked_at as "askedDate", confirmed_at as "confirmedDate", unsubscribed_at as "unsubscribedDate", (
        select jsonb_agg(jsonb_build_object('given', said.given, 'words', said.words, 'place', said.place, 'page', said.page,
          'askedDate', said.asked_at, 'saidDate', said.said_at) order by said.id)
        from newsletter_consent said where said.site = newsletter_subscriber.site and said.subscriber_id = newsletter_subscriber.id) as consents, ${dates}`,
      sql`newsletter_subscriber`,
    ),
    emails: await db.query(sql`
      select recipient, subject, state, created_at as "createdDate" from mail_delivery
      where site = ${site} and key = any(${person.emailKeys}::text[]) order by created_at desc limit ${most}`),
  }
}
