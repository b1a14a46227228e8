import * as z from 'zod'
import { OrderActivityType } from './enums.ts'
import { operation, operations } from './operation.ts'
import { Order } from './orders.ts'
import { Guid, record, text } from './primitives.ts'

export const MerchantCommentInput = z.object({ message: text(5000, 1) })
export interface MerchantCommentInput extends z.output<typeof MerchantCommentInput> {}

/** An activity that only the app that added it understands. */
export const CustomActivityInput = z.object({
  appId: Guid,
  type: text(100, 1),
  additionalData: record(text(100, 1), text(1000), 50).nullish(),
})
export interface CustomActivityInput extends z.output<typeof CustomActivityInput> {}

/** What the staff or an app adds to an order's activities: either a comment, or something of the app's own. */
export const PublicActivityInput = z.object({
  merchantComment: MerchantCommentInput.nullish(),
  customActivity: CustomActivityInput.nullish(),
})
export interface PublicActivityInput extends z.output<typeof PublicActivityInput> {}

const OfActivity = z.object({ id: Guid, activityId: Guid })
const aliases = <const Path extends string>(path: Path) => [`/ecom/v1/ep-orders/${path}`, `/_api/ecom-orders/v1/orders/${path}`] as const

/** The activities of an order. Those of the platform itself stay; comments and those of apps may be changed and deleted. */
export const orderActivities = operations({
  'POST /ecom/v1/orders/{id}/activities': operation({
    as: 'user',
    summary: 'Comment on an order',
    input: z.object({ id: Guid, activity: PublicActivityInput }),
    ok: z.object({ order: Order, activityId: Guid }),
    errors: ['ORDER_NOT_FOUND'],
    aliases: aliases('{id}/activities'),
  }),

  /**
   * For what happened elsewhere: a tracking number was noted, an email was sent. Changes to the order or its payments are recorded by the
   * calls that make them, not here.
   */
  'POST /ecom/v1/orders/{orderId}/activities/add': operation({
    as: 'user',
    summary: 'Tell of several things that happened to an order',
    input: z.object({
      orderId: Guid,
      /** The older form of `orderActivities`. */
      activities: z.array(PublicActivityInput).max(300).nullish(),
      orderActivities: z
        .array(PublicActivityInput.extend({ activityType: OrderActivityType.nullish() }))
        .max(300)
        .nullish(),
    }),
    ok: z.object({ order: Order, activityIds: z.array(Guid) }),
    errors: ['ORDER_NOT_FOUND'],
    aliases: aliases('{orderId}/activities/add'),
  }),

  'PATCH /ecom/v1/orders/{id}/activities/{activityId}': operation({
    as: 'user',
    summary: 'Change a comment on an order',
    input: OfActivity.extend({ activity: PublicActivityInput }),
    ok: z.object({ order: Order }),
    errors: ['ORDER_NOT_FOUND', 'ACTIVITY_NOT_FOUND', 'ACTIVITY_NOT_EDITABLE'],
    aliases: aliases('{id}/activities/{activityId}'),
  }),

  'DELETE /ecom/v1/orders/{id}/activities/{activityId}': operation({
    as: 'user',
    summary: 'Take a comment on an order away',
    input: OfActivity,
    ok: z.object({ order: Order }),
    errors: ['ORDER_NOT_FOUND', 'ACTIVITY_NOT_FOUND', 'ACTIVITY_NOT_EDITABLE'],
    aliases: aliases('{id}/activities/{activityId}'),
  }),
})
