import type { OrderActivityType, PublicActivityInput } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { append } from '../../kernel/events/outbox.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { violation } from '../../kernel/violation.ts'
import { addActivitiesNow, deleteActivity, findActivity, lockOrder, type NewActivity, saveActivity, saveOrder } from './store.ts'
import { type StoredOrder } from './stored-order.ts'

type Told = PublicActivityInput & { readonly activityType?: OrderActivityType | null | undefined }

/** What happens outside and changes neither the order nor its money: an app may tell of it. */
const outside: ReadonlySet<OrderActivityType> = new Set([
  'DOWNLOAD_LINK_SENT',
  'TRACKING_NUMBER_ADDED',
  'TRACKING_NUMBER_EDITED',
  'TRACKING_LINK_ADDED',
  'SHIPPING_CONFIRMATION_EMAIL_SENT',
  'INVOICE_ADDED',
  'INVOICE_REMOVED',
  'INVOICE_SENT',
  'FULFILLER_EMAIL_SENT',
  'PICKUP_READY_EMAIL_SENT',
])

const broken = (field: string, description: string) => violation(field, description, 'ONE_OF_ALIGNMENT')

/** A comment, something of an app's own, or something that happened outside. */
export function activityOf(
  { merchantComment, customActivity, activityType }: Told,
  field: string,
): NewActivity | Refusal<'INVALID_ARGUMENT'> {
  if (merchantComment && customActivity) return broken(field, 'is a comment or an activity of an app, not both')
  if (merchantComment) {
    if (activityType && activityType !== 'MERCHANT_COMMENT') return broken(`${field}.activityType`, 'A comment is MERCHANT_COMMENT')
    return { type: 'MERCHANT_COMMENT', activityType: 'MERCHANT_COMMENT', merchantComment }
  }
  if (customActivity) {
    if (activityType) return broken(`${field}.activityType`, 'An activity of an app has a type of its own')
    const { appId, type, additionalData } = customActivity
    return { type: 'CUSTOM_ACTIVITY', customActivity: { appId, type, ...(additionalData && { additionalData }) } }
  }
  if (activityType && outside.has(activityType)) return { type: activityType, activityType }
  return broken(field, activityType ? `${activityType} is told by the call that does it` : 'says nothing')
}

type OrderNotFound = Refusal<'ORDER_NOT_FOUND'>

async function commented({ db, site }: Context, id: string): Promise<StoredOrder | OrderNotFound> {
  const order = await lockOrder(db, site, id)
  return order ?? refuse('ORDER_NOT_FOUND')
}

async function touch({ db, site, now }: Context, order: StoredOrder): Promise<StoredOrder> {
  const touched = { ...order, revision: order.revision + 1, updatedAt: now }
  await saveOrder(db, site, touched)
  await append(db, site, now, [{ type: 'wix.ecom.v1.order_updated', entityId: order.id, payload: { revision: touched.revision } }])
  return touched
}

/** Tells more of an order's story; the answer has the ids of what was told. */
export async function tell(
  context: Context,
  orderId: string,
  activities: readonly NewActivity[],
): Promise<{ readonly order: StoredOrder; readonly ids: readonly string[] } | OrderNotFound> {
  const order = await commented(context, orderId)
  if (order instanceof Refusal) return order
  if (activities.length === 0) return { order, ids: [] }
  const ids = await addActivitiesNow(context, orderId, activities)
  return { order: await touch(context, order), ids }
}

type NotEditable = OrderNotFound | Refusal<'ACTIVITY_NOT_FOUND' | 'ACTIVITY_NOT_EDITABLE'>

/** Changes what somebody added, or takes it away where nothing is put in its place. What the platform wrote is a record and stays. */
export async function retell(
  context: Context,
  { orderId, activityId }: { readonly orderId: string; readonly activityId: string },
  instead: NewActivity | undefined,
): Promise<StoredOrder | NotEditable> {
  const { db, site } = context
  const order = await commented(context, orderId)
  if (order instanceof Refusal) return order
  const before = await findActivity(db, site, orderId, activityId)
  if (!before) return refuse('ACTIVITY_NOT_FOUND')
  if (before.type !== 'MERCHANT_COMMENT' && before.type !== 'CUSTOM_ACTIVITY') return refuse('ACTIVITY_NOT_EDITABLE')
  const { authorEmail, createdDate } = before
  if (instead)
    await saveActivity(db, site, orderId, { ...instead, id: activityId, createdDate: createdDate!, ...(authorEmail && { authorEmail }) })
  else await deleteActivity(db, site, orderId, activityId)
  return touch(context, order)
}
