import type { OrderActivity } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { sql } from '../../kernel/db/sql.ts'
import { blanked, blankedActivity } from './blanked.ts'
import { deleteActivity, findActivities, lockOrder, saveActivity, saveOrder } from './store.ts'

const isStored = (activity: OrderActivity): activity is OrderActivity & { readonly id: string } => activity.id !== undefined

/** Takes away who ordered, and the words of and about them; what was sold and for how much stays. */
export async function blankOrders({ db, site, now }: Context, orderIds: readonly string[]): Promise<void> {
  for (const orderId of orderIds) {
    const order = await lockOrder(db, site, orderId)
    if (!order) continue
    await saveOrder(db, site, blanked(order, now))
    for (const activity of (await findActivities(db, site, orderId)).filter(isStored)) {
      const left = blankedActivity(activity)
      if (left) await saveActivity(db, site, orderId, { ...left, id: activity.id })
      else await deleteActivity(db, site, orderId, activity.id)
    }
  }
  await db.query(sql`update orders set owner = 'erased' where site = ${site} and id = any(${orderIds}::uuid[])`)
}
