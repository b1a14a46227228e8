import { minor } from '@vitrine/pricing'
import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { append } from '../../kernel/events/outbox.ts'
import { findNames } from '../../people/index.ts'
import type { DraftAdminDeps } from '../draft-orders/admin-operations.ts'
import type { Edit, Move } from '../draft-orders/commit.ts'
import type { LapseDeps } from '../draft-orders/lapse.ts'
import type { DraftOrderDeps } from '../draft-orders/workbench.ts'
import { activitiesOf, fulfillmentStatusOf } from '../fulfillment/rules.ts'
import { findFulfillments } from '../fulfillment/store.ts'
import { exchange, putBack, type StockLine, take } from '../inventory/stock.ts'
import { giveUp } from '../orders/approve.ts'
import { type CreateDeps, stand } from '../orders/create.ts'
import { newOrderOf, writeAnew } from '../orders/edit.ts'
import type { Perks } from '../orders/perks.ts'
import { showOrder } from '../orders/show.ts'
import { addActivitiesNow, findActivities, findOrder, findOrders, lockOrder } from '../orders/store.ts'
import { type StoredOrder } from '../orders/stored-order.ts'
import { booksOf, takenOf } from '../payments/books.ts'
import { byGiftCard, endPromises, findActions, findCollectionsOf, findPayments, insertCollection, promiseAgain } from '../payments/store.ts'
import { noteRules } from '../promotions/store.ts'
import { takeCoupon } from '../promotions/use.ts'
import { ownerOf } from '../selling/owner.ts'
import { linesToFulfil } from './fulfilling.ts'
import { keepByStock, paymentUnderWay } from './place-order.ts'

async function booksNow(db: Db, site: string, orderId: string) {
  const [payments, actions] = [await findPayments(db, site, orderId), await findActions(db, site, orderId)]
  const cards = payments.filter(({ provider }) => provider === byGiftCard)
  return { ...booksOf(payments, actions), byGiftCard: cards.reduce((all, card) => all + takenOf(card, actions), 0) }
}

/** What drafts ask of orders, of their shipments and payments, and of the stock item. */
export const draftDeps = ({ openPricing, stock, paidByHand }: CreateDeps): DraftOrderDeps => ({
  hold,
  openPricing,
  findOrder,
  lockOrder,
  moneyOf: booksNow,

  async handedOver(db, site, orderId) {
    const units = new Map<string, number>()
    for (const { lines } of await findFulfillments(db, site, [orderId]))
      for (const { id, quantity } of lines) units.set(id, (units.get(id) ?? 0) + quantity)
    return units
  },

  async edit(context, orderId, edit) {
    const { db, site, now } = context
    const order = (await lockOrder(db, site, orderId))!
    const money = (await openPricing(db, site)).moneyIn(order.currency)
    const books = await booksNow(db, site, orderId)
    const moves = exchangeOf(edit.moves)
    const saved = await writeAnew(
      context,
      { ...order, holdsStock: order.holdsStock || moves.taken.length > 0 },
      {
        ...edit,
        agreement: edit.written,
        books,
        fulfillment: await handedOverThen(context, order, edit),
      },
      money,
    )
    if (books.paid + books.authorized >= saved.total) await endPromises(db, site, orderId, now)
    else await promiseAgain(db, site, orderId, saved.total - books.paid - books.authorized, now)
    const short = await exchange(db, site, { orderId, revision: saved.revision, ...moves }, now)
    if (short.length > 0) return { short: linesOf(edit.moves, short) }
    await keepByStock(context, [...moves.taken, ...moves.back])
    return showOrder(saved, await findActivities(db, site, orderId))
  },

  async create(context, caller, creation) {
    const { db, site } = context
    const { draftOrderId, written, purchaseFlowId, channelInfo, editableBy, waits, paid, rules, tellsBuyer, coupon, note } = creation
    const pricing = await openPricing(db, site)
    const { locale, weightUnit } = pricing.settings.commerce
    const order = newOrderOf(
      context,
      caller,
      {
        agreement: written,
        purchaseFlowId: purchaseFlowId ?? draftOrderId,
        channelInfo: channelInfo ?? { type: 'BACKOFFICE_MERCHANT' },
        ...(editableBy && { editableBy }),
        waits,
        paid,
        locale,
        weightUnit,
      },
      pricing.money,
    )
    const refused = coupon && (await takeCoupon(context, coupon, order.id, { owner: order.owner, email: order.email }))
    if (refused) return refused
    await noteRules(db, site, order.id, rules)
    const { saved, short } = await stand(context, order, tellsBuyer, pricing, { stock, paidByHand })
    if (short.length > 0) return { short }
    if (note)
      await addActivitiesNow(context, saved.id, [
        { type: 'MERCHANT_COMMENT', activityType: 'MERCHANT_COMMENT', merchantComment: { message: note } },
      ])
    return { ...showOrder(saved, await findActivities(db, site, saved.id)), id: saved.id }
  },
})

/** Reserves exactly these units for a draft. */
export async function hold({ db, site, now }: Context, { id, revision, units }: Parameters<DraftOrderDeps['hold']>[1]) {
  const back = await putBack(db, site, { orderId: id, reason: `BACK_${revision}` }, now)
  const short = await take(db, site, units, { orderId: id, reason: `HOLD_${revision}` }, now)
  if (short.length === 0) await keepByStock({ db, site, now }, [...back, ...units])
  return short
}

interface DraftAdminParts extends CreateDeps {
  readonly paymentLink: (site: string, collectionId: string) => Promise<string>
}

/** What those who write drafts in the admin need beside that. */
export const draftAdminDeps = ({ paymentLink, ...deps }: DraftAdminParts): DraftAdminDeps => ({
  ...draftDeps(deps),

  async namesOf(db, site, owners) {
    const people = await findNames(
      db,
      site,
      owners.flatMap((owner) => ownerOf(owner).userId ?? []),
    )
    return new Map(owners.map((owner) => [owner, people.get(ownerOf(owner).userId ?? '') ?? 'An app']))
  },

  async ordersOf(db, site, ids) {
    if (ids.length === 0) return []
    return (await findOrders(db, site, ids)).map(({ id, number, status, paymentStatus }) => ({
      id,
      number: String(number),
      status,
      paymentStatus,
    }))
  },

  async askFor(context, orderId, { to, message }) {
    const { db, site, now } = context
    const order = (await lockOrder(db, site, orderId))!
    const money = (await deps.openPricing(db, site)).moneyIn(order.currency)
    const id = newId()
    await insertCollection(db, site, { id, orderId, amount: order.total, document: {}, createdAt: now })
    if (to === undefined) return paymentLink(site, id)
    const said = `${money.plain(minor(order.total)).formattedAmount} asked for by email to ${to}`
    await addActivitiesNow(context, orderId, [
      { type: 'MERCHANT_COMMENT', activityType: 'MERCHANT_COMMENT', merchantComment: { message: said } },
    ])
    await append(db, site, now, [
      {
        type: 'wix.ecom.v1.order_updated',
        entityId: orderId,
        payload: { revision: order.revision, paymentAsked: { collectionId: id, to, message } },
      },
    ])
    return paymentLink(site, id)
  },

  async findLink(db, site, orderId) {
    const [collection] = await findCollectionsOf(db, site, orderId)
    return collection && paymentLink(site, collection.id)
  },
})

/** Gives up the order of a draft whose link nobody paid at. What is paid, or stands for another reason, stays. */
export const giveUpUnpaid =
  (deps: Pick<CreateDeps, 'stock'> & { readonly perks: Perks }): LapseDeps['giveUp'] =>
  async (context, orderId) => {
    const { db, site } = context
    const order = await lockOrder(db, site, orderId)
    if (order?.status !== 'PENDING') return 'DONE'
    if (await paymentUnderWay(db, site, orderId)) return 'LATER'
    const { paid, authorized } = await booksNow(db, site, orderId)
    if (paid + authorized === 0) await giveUp(context, order, deps)
    return 'DONE'
  }

/** How much of an order is handed over when it has become another. */
async function handedOverThen({ db, site }: Context, order: StoredOrder, { written }: Edit) {
  const { fulfillmentStatus: before } = order
  const lines = linesToFulfil(written)
  const status = fulfillmentStatusOf({ lines, fulfillmentStatus: before }, await findFulfillments(db, site, [order.id]))
  return { status, activities: activitiesOf({ before, after: status }, []).map((type) => ({ type, activityType: type })) }
}

/** What lines that are named move, taken together for each stock item; of the others, what the order does not hold any more. */
function exchangeOf(moves: readonly Move[]): Record<'taken' | 'back' | 'gone', StockLine[]> {
  const stockItems = new Map<string, { stockItem: Pick<Move, 'productId' | 'variantId'>; units: number }>()
  for (const { productId, variantId, units } of moves.filter(({ moved }) => moved)) {
    const key = `${productId} ${variantId}`
    stockItems.set(key, { stockItem: { productId, variantId }, units: (stockItems.get(key)?.units ?? 0) + units })
  }
  const moved = [...stockItems.values()]
  return {
    taken: moved.filter(({ units }) => units > 0).map(({ stockItem, units }) => ({ ...stockItem, quantity: units })),
    back: moved.filter(({ units }) => units < 0).map(({ stockItem, units }) => ({ ...stockItem, quantity: -units })),
    gone: moves
      .filter((move) => !move.moved && move.units < 0)
      .map(({ productId, variantId, units }) => ({ productId, variantId, quantity: -units })),
  }
}

const linesOf = (moves: readonly Move[], short: readonly Pick<Move, 'productId' | 'variantId'>[]): string[] =>
  moves
    .filter((move) => move.moved && move.units > 0)
    .filter((move) => short.some(({ productId, variantId }) => productId === move.productId && variantId === move.variantId))
    .map(({ lineItemId }) => lineItemId)
