import type { Order } from '@vitrine/contract'
import { minor } from '@vitrine/pricing'
import { forgetSubject } from '../audit/forget.ts'
import type { Moment } from '../db/moment.ts'
import { type Db, raw, sql } from '../db/sql.ts'
import type { MemberSessions } from '../identity/sessions.ts'
import type { MemberDeps } from '../members/deps.ts'
import type { StoredMember } from '../members/store.ts'
import { showOrder } from '../orders/show.ts'
import { findOrders, lockOrder, type StoredOrder, saveOrder } from '../orders/store.ts'
import { findSavedMethods } from '../payments/saved.ts'
import { amounts } from '../selling/amounts.ts'
import type { Settings } from '../settings/settings.ts'
import { findMail } from '../staff/store.ts'
import { isOver } from '../subscriptions/rules.ts'
import { findContracts } from '../subscriptions/store.ts'

/** What still comes again to a member, as their contracts' statuses say. */
const goingOn = ['ACTIVE', 'PAST_DUE', 'SUSPENDED']
const ordersPacked = 5000
const batch = 100

const ownerOf = (memberId: string) => `member:${memberId}`

export interface MembersWiring {
  readonly sessions: MemberSessions
  readonly readSettings: Settings['read']
  readonly tellApproved: MemberDeps['tellApproved']
}

/** What members have to do with the rest of the shop. */
export function memberDeps({ sessions, readSettings, tellApproved }: MembersWiring): MemberDeps {
  const countOf = async (db: Db, site: string, memberId: string): Promise<number> => {
    const [row] = await db.query<{ count: number }>(sql`
      select count(*)::integer as count from subscription_contract
      where site = ${site} and owner = ${ownerOf(memberId)} and status = any(${goingOn}::text[])`)
    return row!.count
  }
  return {
    tellApproved,
    endSessions: async (moment, memberId) => void (await sessions.endAll(moment, memberId)),
    countSessions: async (db, site, memberId) => (await sessions.list(db, site, memberId)).length,
    owning: (site) =>
      sql`exists (select 1 from staff where staff.site = ${site} and staff.role = 'OWNER' and staff.removed_at is null and lower(staff.email) = lower(member.login_email))`,
    staffing: (site) =>
      sql`exists (select 1 from staff where staff.site = ${site} and staff.removed_at is null and lower(staff.email) = lower(member.login_email))`,
    subscribing: (site) => sql`exists (
      select 1 from subscription_contract contract
      where contract.site = ${site} and contract.owner = 'member:' || member.id and contract.status = any(${goingOn}::text[]))`,
    mailOf: findMail,

    async purchasesOf(db, site, memberIds) {
      const { commerce } = await readSettings(db, site)
      const money = amounts(commerce.currency, commerce.locale)
      const rows =
        memberIds.length === 0
          ? []
          : await db.query<{ memberId: string; orders: number; spent: number; underWay: number }>(sql`
              select member_id as "memberId", count(*)::integer as orders,
                coalesce(sum(total) filter (where status = 'APPROVED' and currency = ${commerce.currency}), 0)::bigint as spent,
                (count(*) filter (where status = 'APPROVED' and fulfillment_status in ('NOT_FULFILLED', 'PARTIALLY_FULFILLED')))::integer as "underWay"
              from orders where site = ${site} and member_id = any(${memberIds}::uuid[]) and member_id is not null and status <> 'INITIALIZED'
              group by member_id`)
      const found = new Map(rows.map((row) => [row.memberId, row]))
      return (memberId) => {
        const { orders = 0, spent = 0, underWay = 0 } = found.get(memberId) ?? {}
        return { orders, spent: money.plain(minor(Number(spent))), underWay }
      }
    },

    countSubscriptions: countOf,
    countCards: async (db, site, memberId) => (await findSavedMethods(db, site, ownerOf(memberId))).length,
    fieldsOf: async (db, site) => (await readSettings(db, site)).memberFields?.fields ?? [],

    async packed(db, site, { id }) {
      const contracts = await db.query<{ id: string }>(
        sql`select id from subscription_contract where site = ${site} and owner = ${ownerOf(id)} order by created_at desc limit 1000`,
      )
      const consents = await db.query(sql`
        select type, words, email, order_id as "orderId", created_at as "createdDate" from consent
        where site = ${site} and member_id = ${id} and created_at > '-infinity' order by created_at desc limit 1000`)
      return {
        orders: await ordersOf(db, site, id),
        subscriptions: (
          await findContracts(
            db,
            site,
            contracts.map((contract) => contract.id),
          )
        ).map(({ id: contractId, status, createdAt, document }) => ({
          id: contractId,
          status,
          over: isOver({ status }),
          createdDate: createdAt,
          lineItems: document.mirror.lineItems,
        })),
        cards: (await findSavedMethods(db, site, ownerOf(id))).map(({ card, provider, createdAt }) => ({
          card,
          provider,
          createdDate: createdAt,
        })),
        consentsAtCheckout: consents,
        sessions: await sessions.list(db, site, id),
      }
    },
  }
}

/** All that somebody ordered, the newest first. */
async function ordersOf(db: Db, site: string, memberId: string): Promise<Order[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from orders where site = ${site} and member_id = ${memberId} and member_id is not null and status <> 'INITIALIZED'
    order by created_at desc, id desc limit ${raw(String(ordersPacked))}`)
  const found: Order[] = []
  for (let at = 0; at < rows.length; at += batch) {
    const ids = rows.slice(at, at + batch).map(({ id }) => id)
    const orders = new Map((await findOrders(db, site, ids)).map((order) => [order.id, order]))
    for (const id of ids) {
      const order = orders.get(id)
      if (order) found.push(showOrder(order, order.activities))
    }
  }
  return found
}

/**
 * Forgets who a member was. Goes: carts, cards, sign-ins, drafts of checkouts. Stays, because the law says so: orders and their papers, the orders
 * without name and address; a paper that is issued never changes. `false` while an order of theirs is on its way.
 */
export async function forgetMember(moment: Moment, { id }: StoredMember): Promise<boolean> {
  const { db, site } = moment
  const owner = ownerOf(id)
  const [open] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count from orders
    where site = ${site} and member_id = ${id} and member_id is not null and status = 'APPROVED' and fulfillment_status in ('NOT_FULFILLED', 'PARTIALLY_FULFILLED')`)
  const [contract] = await db.query(sql`
    select 1 from subscription_contract where site = ${site} and owner = ${owner} and status = any(${goingOn}::text[]) limit 1`)
  if (open!.count > 0 || contract) return false
  const orders = await db.query<{ id: string }>(sql`
    select id from orders where site = ${site} and member_id = ${id} and member_id is not null and status <> 'INITIALIZED' order by id`)
  for (const { id: orderId } of orders) {
    const order = await lockOrder(db, site, orderId)
    if (order) await saveOrder(db, site, blanked(order, moment.now))
  }
  await db.query(sql`delete from saved_payment_method where site = ${site} and owner = ${owner}`)
  await db.query(sql`delete from cart where site = ${site} and owner = ${owner}`)
  await db.query(sql`update consent set email = '' where site = ${site} and member_id = ${id} and created_at > '-infinity'`)
  await db.query(sql`delete from member_session where site = ${site} and member_id = ${id}`)
  await forgetSubject(db, site, 'member', id)
  return true
}

/** An order without whoever ordered: what was sold, for how much, to which country. */
export function blanked(order: StoredOrder, now: Date): StoredOrder {
  const { buyerInfo: _, buyerNote: _note, billingInfo, recipientInfo, shippingInfo, ...kept } = order.document
  const destination = shippingInfo?.logistics?.shippingDestination
  return {
    ...order,
    email: '',
    guests: [],
    document: {
      ...kept,
      buyerInfo: {},
      customFields: [],
      ...(billingInfo && { billingInfo: { ...billingInfo, ...nowhere(billingInfo) } }),
      ...(recipientInfo && { recipientInfo: nowhere(recipientInfo) }),
      ...(shippingInfo && {
        shippingInfo: destination
          ? { ...shippingInfo, logistics: { ...shippingInfo.logistics, shippingDestination: nowhere(destination) } }
          : shippingInfo,
      }),
    },
    revision: order.revision + 1,
    updatedAt: now,
  }
}

interface Somewhere {
  readonly address?: { readonly country?: string | undefined; readonly subdivision?: string | undefined } | undefined
}

const nowhere = ({ address }: Somewhere) => ({
  contactDetails: {},
  address: { ...(address?.country && { country: address.country }), ...(address?.subdivision && { subdivision: address.subdivision }) },
})
