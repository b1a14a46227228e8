import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import { append } from '../../kernel/events/outbox.ts'
import { isRefund, takenOf } from './books.ts'
import { chargebackHappenings, chargebackNews, disputed } from './chargebacks.ts'
import { type Account, begunNews, type CollectDeps, endedNews, endOf, lockAccount, shownTransactions, withAction } from './collect.ts'
import type { NewActivity, OrderNews } from './locked-order.ts'
import type { ProviderRefund, ProviderStatement } from './provider.ts'
import { insertAction, lockPayment, type RefundAction, type StoredPayment, saveAction, savePayment } from './store.ts'

/**
 * Books what has gone back of a payment without our doing: refunds that were made on the provider's own pages, and what the buyer's bank took
 * back. A statement says all of it each time, so it does not matter in what order statements come and how often; each thing is known by
 * what its provider calls it, and is written down under the order's lock.
 */
export async function bookStatement(
  deps: CollectDeps,
  { site, id, orderId }: { readonly site: string; readonly id: string; readonly orderId: string },
  { refunds, disputes }: ProviderStatement,
): Promise<void> {
  const { database, clock } = deps
  await database.transact(async (db) => {
    const context = { db, site, now: clock.now() }
    const found = await lockAccount(deps, context, orderId)
    const payment = await lockPayment(db, site, id)
    // What came back of a payment that was given up is its end, not a refund of the order.
    if (!found || payment?.status !== 'APPROVED') return
    let account: Account = found
    const activities: NewActivity[] = []
    const lines: NonNullable<OrderNews['lines']>[number][] = []
    const changedRefunds: string[] = []
    for (const said of refunds) {
      const { after, news } = await booked(deps, context, account, payment, said)
      if (!after) continue
      changedRefunds.push(after.id)
      account = withAction(account, after)
      activities.push(...news.activities)
      lines.push(...(news.lines ?? []))
    }
    const chargebacks = disputed(payment, disputes, context.now)
    if (chargebacks) {
      activities.push(...chargebackNews(payment, chargebacks))
      await savePayment(db, site, {
        ...payment,
        document: { ...payment.document, chargebacks },
        revision: payment.revision + 1,
        updatedAt: context.now,
      })
    }
    if (!chargebacks && changedRefunds.length === 0) return
    await found.locked.keepBooks({ activities, ...(lines.length > 0 && { lines }) })
    const known = new Set(payment.document.chargebacks?.map((one) => one.id))
    const isNew = chargebacks?.find((one) => !known.has(one.id) && one.status === 'APPROVED')
    const events = chargebacks ? chargebackHappenings(payment, await shownTransactions(deps, db, site, orderId)) : []
    await append(db, site, context.now, [
      ...events,
      {
        type: 'wix.ecom.v1.order_transactions_updated',
        entityId: orderId,
        payload: {
          paymentIds: [id],
          refundIds: changedRefunds,
          ...(isNew && { disputed: { chargebackId: isNew.id, amount: isNew.amount } }),
        },
      },
    ])
  })
}

const nothing: OrderNews = { activities: [] }

/** One refund as its provider tells of it: one of ours with its end, or one that nobody here has asked for. */
async function booked(
  deps: CollectDeps,
  context: Context,
  account: Account,
  payment: StoredPayment,
  { reference, refundId, amount, result }: ProviderRefund,
): Promise<{ readonly after?: RefundAction; readonly news: OrderNews }> {
  const { db, site, now } = context
  const refunds = account.actions.filter(isRefund)
  const before = refunds.find((one) => one.id === refundId || (one.paymentId === payment.id && one.reference === reference))
  if (before) {
    // A bank may send money back days after it was given: then it was not.
    const open = before.state === 'PENDING' || (before.state === 'SUCCEEDED' && result.state === 'DECLINED')
    const ended = open ? endOf(before, result, now) : undefined
    if (!ended) return { news: nothing }
    const after = { ...ended, reference }
    await saveAction(db, site, after)
    const news = await endedNews(deps, context, withAction(account, after), payment, after)
    return { after, news: before.state === 'SUCCEEDED' ? { ...news, lines: unitsBack(before) } : news }
  }
  if (result.state === 'DECLINED' || amount <= 0 || amount > takenOf(payment, account.actions)) return { news: nothing }
  const begun: RefundAction = {
    id: newId(),
    paymentId: payment.id,
    orderId: account.order.id,
    kind: 'REFUND',
    state: 'PENDING',
    amount,
    attempt: newId(),
    reference,
    document: { details: { shippingIncluded: false }, external: false, there: true },
    createdAt: now,
    updatedAt: now,
  }
  const after = endOf(begun, result, now) ?? begun
  await insertAction(db, site, after)
  const first = await begunNews(deps, context, account, begun)
  const end = after.state === 'PENDING' ? nothing : await endedNews(deps, context, withAction(account, after), payment, after)
  return { after, news: { ...end, activities: [...first, ...end.activities] } }
}

/** Units whose money did not go back after all count as refunded no more; where they lie does not change. */
const unitsBack = ({ document: { details } }: RefundAction): NonNullable<OrderNews['lines']> =>
  (details.lineItems ?? []).map(({ lineItemId, quantity = 0 }) => ({ lineItemId: lineItemId!, refunded: -quantity, restocked: 0 }))
