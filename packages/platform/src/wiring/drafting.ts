import type { OrderAppliedDiscount } from '@vitrine/contract'
import { parseDecimal, sum } from '@vitrine/pricing'
import type { Moment } from '../db/moment.ts'
import type { Db } from '../db/sql.ts'
import type { Edit, Move } from '../draft-orders/commit.ts'
import type { DraftOrderDeps } from '../draft-orders/operations.ts'
import { activitiesOf, fulfillmentStatusOf } from '../fulfillment/rules.ts'
import { findFulfillments } from '../fulfillment/store.ts'
import { exchange, type StockLine } from '../inventory/stock.ts'
import { goesByItself } from '../orders/by-itself.ts'
import { type CreateDeps, stand } from '../orders/create.ts'
import { newOrderOf, writeAnew } from '../orders/edit.ts'
import { showOrder } from '../orders/show.ts'
import { findActivities, findOrder, lockOrder, type StoredOrder } from '../orders/store.ts'
import { booksOf, takenOf } from '../payments/books.ts'
import { byGiftCard, endPromises, findActions, findPayments, promiseAgain } from '../payments/store.ts'
import { noteRules } from '../promotions/store.ts'

async function booksNow(db: Db, site: string, orderId: string) {
  const [payments, actions] = [await findPayments(db, site, orderId), await findActions(db, site, orderId)]
  const cards = payments.filter(({ provider }) => provider === byGiftCard)
  return { ...booksOf(payments, actions), byGiftCard: cards.reduce((all, card) => all + takenOf(card, actions), 0) }
}

/** What drafts ask of orders, of their parcels and payments, and of the shelf. */
export const draftDeps = ({ openTill, stock, paidByHand }: CreateDeps): DraftOrderDeps => ({
  openTill,
  findOrder,
  lockOrder,
  moneyOf: booksNow,

  async handedOver(db, site, orderId) {
    const pieces = new Map<string, number>()
    for (const { lines } of await findFulfillments(db, site, [orderId]))
      for (const { id, quantity } of lines) pieces.set(id, (pieces.get(id) ?? 0) + quantity)
    return pieces
  },

  async edit(moment, orderId, edit) {
    const { db, site, now } = moment
    const order = (await lockOrder(db, site, orderId))!
    const { money } = await openTill(db, site)
    const books = await booksNow(db, site, orderId)
    const moves = exchangeOf(edit.moves)
    const kept = await writeAnew(
      moment,
      { ...order, holdsStock: order.holdsStock || moves.taken.length > 0 },
      {
        ...edit,
        agreement: edit.written,
        books,
        fulfillment: await handedOverThen(moment, order, edit),
      },
      money,
    )
    if (books.paid + books.authorized >= kept.total) await endPromises(db, site, orderId, now)
    else await promiseAgain(db, site, orderId, kept.total - books.paid - books.authorized, now)
    const short = await exchange(db, site, { orderId, revision: kept.revision, ...moves }, now)
    if (short.length > 0) return { short: linesOf(edit.moves, short) }
    return showOrder(kept, await findActivities(db, site, orderId))
  },

  async create(moment, caller, { draftOrderId, written, purchaseFlowId, channelInfo, editableBy, waits, ruleIds, tellsBuyer }) {
    const { db, site } = moment
    const till = await openTill(db, site)
    const { locale, weightUnit } = till.settings.commerce
    const order = newOrderOf(
      moment,
      caller,
      {
        agreement: written,
        purchaseFlowId: purchaseFlowId ?? draftOrderId,
        channelInfo: channelInfo ?? { type: 'BACKOFFICE_MERCHANT' },
        ...(editableBy && { editableBy }),
        waits,
        locale,
        weightUnit,
      },
      till.money,
    )
    const givenBy = (id: string) => givenIn(written.document.appliedDiscounts, id, order.currency)
    await noteRules(
      db,
      site,
      order.id,
      ruleIds.map((id) => ({ id, given: givenBy(id) })),
    )
    const { kept, short } = await stand(moment, order, tellsBuyer, till, { stock, paidByHand })
    if (short.length > 0) return { short }
    return { ...showOrder(kept, await findActivities(db, site, kept.id)), id: kept.id }
  },
})

/** What a rule took off an order, as its document has it. */
const givenIn = (discounts: readonly OrderAppliedDiscount[], id: string, currency: string): number =>
  sum(
    discounts.flatMap(({ discountRule }) =>
      discountRule?.id === id && discountRule.amount ? [parseDecimal(discountRule.amount.amount, currency)] : [],
    ),
  )

/** How much of an order is handed over when it has become another. */
async function handedOverThen({ db, site }: Moment, order: StoredOrder, { written }: Edit) {
  const { fulfillmentStatus: before } = order
  const lines = written.document.lineItems.map(({ id, quantity, restockQuantity, itemType }) => ({
    id,
    quantity,
    restocked: restockQuantity ?? 0,
    byHand: !goesByItself({ itemType }),
  }))
  const status = fulfillmentStatusOf({ lines, fulfillmentStatus: before }, await findFulfillments(db, site, [order.id]))
  return { status, activities: activitiesOf({ before, after: status }, []).map((type) => ({ type, activityType: type })) }
}

/** What lines that are named move, taken together for each shelf; of the others, what the order does not hold any more. */
function exchangeOf(moves: readonly Move[]): Record<'taken' | 'back' | 'gone', StockLine[]> {
  const shelves = new Map<string, { shelf: Pick<Move, 'productId' | 'variantId'>; pieces: number }>()
  for (const { productId, variantId, pieces } of moves.filter(({ moved }) => moved)) {
    const key = `${productId} ${variantId}`
    shelves.set(key, { shelf: { productId, variantId }, pieces: (shelves.get(key)?.pieces ?? 0) + pieces })
  }
  const moved = [...shelves.values()]
  return {
    taken: moved.filter(({ pieces }) => pieces > 0).map(({ shelf, pieces }) => ({ ...shelf, quantity: pieces })),
    back: moved.filter(({ pieces }) => pieces < 0).map(({ shelf, pieces }) => ({ ...shelf, quantity: -pieces })),
    gone: moves
      .filter((move) => !move.moved && move.pieces < 0)
      .map(({ productId, variantId, pieces }) => ({ productId, variantId, quantity: -pieces })),
  }
}

const linesOf = (moves: readonly Move[], short: readonly Pick<Move, 'productId' | 'variantId'>[]): string[] =>
  moves
    .filter((move) => move.moved && move.pieces > 0)
    .filter((move) => short.some(({ productId, variantId }) => productId === move.productId && variantId === move.variantId))
    .map(({ lineItemId }) => lineItemId)
