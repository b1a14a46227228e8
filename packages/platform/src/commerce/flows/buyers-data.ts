import type { CommerceFacts } from '../../people/index.ts'
import { chosenLines, referenceWithoutTexts, withoutBuyer } from '../orders/blanked.ts'
import { blankOrders } from '../orders/erase.ts'
import { showOrder } from '../orders/show.ts'
import { findOrders } from '../orders/store.ts'
import { eraseQuestions } from '../questions/erase.ts'
import { eraseReviews } from '../reviews/erase.ts'
import { blankSubscriptions, type WithoutBuyer } from '../subscriptions/erase.ts'

const ofContracts: WithoutBuyer = {
  mirror: withoutBuyer,
  line: ({ item, reference, ...line }) => ({
    ...line,
    item: { ...item, descriptionLines: chosenLines(item.descriptionLines, reference) },
    ...(reference && { reference: referenceWithoutTexts(reference) }),
  }),
}

const batch = 100
const mostOrders = 5000

/** The orders, subscriptions, reviews and questions of a buyer: as they are handed to them, and without their name. */
export const buyersData: Pick<CommerceFacts, 'ordersOf' | 'blankOrders' | 'blankSubscriptions' | 'eraseReviews' | 'eraseQuestions'> = {
  blankOrders,
  blankSubscriptions: (context, ids) => blankSubscriptions(context, ids, ofContracts),

  eraseReviews,
  eraseQuestions,

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
