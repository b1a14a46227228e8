import * as z from 'zod'
import { operation, operations } from './operation.ts'
import { Price } from './prices.ts'
import { Guid, Instant } from './primitives.ts'

/** `REAL`: it follows real time. `FROZEN`: it is stopped. `SHIFTED`: it runs ahead of real time. */
export const StoreClockState = z.enum(['REAL', 'FROZEN', 'SHIFTED'])
export type StoreClockState = z.infer<typeof StoreClockState>

/** What time it is in the shop: prices, terms, deliveries, subscriptions and emails follow it; sign-ins follow real time. */
export const StoreClock = z.object({
  now: Instant,
  realNow: Instant,
  state: StoreClockState,
  /** Whether it can be moved: where the sandbox bank pays, and the installation has this one shop. */
  movable: z.boolean(),
  /** Who moved it last, and when in real time. */
  movedBy: z.string().optional(),
  movedDate: Instant.optional(),
})
export interface StoreClock extends z.infer<typeof StoreClock> {}

export const StoreClockMoveType = z.enum(['FROZE', 'LET_RUN', 'ADVANCED', 'RETURNED'])
export type StoreClockMoveType = z.infer<typeof StoreClockMoveType>

/** One move of the clock. `createdDate` is real time, `from` and `to` are the shop's. */
export const StoreClockMove = z.object({
  id: Guid,
  type: StoreClockMoveType,
  createdDate: Instant,
  from: Instant,
  to: Instant,
  madeBy: z.string().optional(),
  /** How many effects fell due on the way. */
  effects: z.int(),
})
export interface StoreClockMove extends z.infer<typeof StoreClockMove> {}

export const StoreClockEffectType = z.enum([
  'AUTHORIZATION_VOIDED',
  'AUTHORIZATION_CAPTURED',
  'SUBSCRIPTION_DUE',
  'GIFT_CARD_SENT',
  'ORDER_GIVEN_UP',
  'RECOVERY_EMAIL_SENT',
  'COUPON_BEGINS',
  'COUPON_ENDS',
  'GIFT_CARD_EXPIRES',
])
export type StoreClockEffectType = z.infer<typeof StoreClockEffectType>

/** Something that falls due at a moment. */
export const StoreClockEffect = z.object({
  type: StoreClockEffectType,
  date: Instant,
  /** The order that it is about. */
  orderId: Guid.optional(),
  orderNumber: z.string().optional(),
  amount: Price.optional(),
  /** A coupon's code, a subscription's or a person's name. */
  name: z.string().optional(),
})
export interface StoreClockEffect extends z.infer<typeof StoreClockEffect> {}

/** What the sandbox bank does with a payment, whatever the card. `LATE` is accepted and reported later, `TWICE` is reported twice. */
export const SandboxBehaviour = z.enum([
  'APPROVE',
  'DECLINE',
  'INSUFFICIENT_FUNDS',
  'THREE_D_SECURE',
  'TIME_OUT',
  'LATE',
  'TWICE',
  'DISPUTE',
])
export type SandboxBehaviour = z.infer<typeof SandboxBehaviour>

const moved = z.object({ storeClock: StoreClock })
const unmovable = ['CLOCK_NOT_MOVABLE'] as const

/** The shop's clock and the sandbox bank's script, to rehearse what time and banks bring. */
export const storeClock = operations({
  'GET /vitrine/v1/store-clock': operation({
    as: 'user',
    summary: 'Read what time it is in the shop, and how its clock was moved',
    input: z.object({}),
    ok: z.object({ storeClock: StoreClock, moves: z.array(StoreClockMove) }),
    errors: [],
  }),

  /**
   * What is known today to fall due until a moment, the first 200 effects; what follows from that, such as the cycle after a renewal, is
   * not foreseen.
   */
  'GET /vitrine/v1/store-clock/effects': operation({
    as: 'user',
    summary: 'Foresee what falls due until a moment',
    input: z.object({ to: Instant.max(40) }),
    ok: z.object({ effects: z.array(StoreClockEffect), total: z.int() }),
    errors: [],
  }),

  'POST /vitrine/v1/store-clock/freeze': operation({
    as: 'user',
    summary: 'Let the clock stand where it is',
    input: z.object({}),
    ok: moved,
    errors: unmovable,
  }),

  'POST /vitrine/v1/store-clock/run': operation({
    as: 'user',
    summary: 'Let the clock run on from where it stands',
    input: z.object({}),
    ok: moved,
    errors: unmovable,
  }),

  /**
   * Moves the clock on to a moment, at most 400 days ahead, and carries out what falls due on the way, in its turn and at its time. A
   * frozen clock stays frozen there.
   */
  'POST /vitrine/v1/store-clock/advance': operation({
    as: 'user',
    summary: 'Move the clock on',
    input: z.object({ to: Instant.max(40) }),
    ok: moved.extend({ effects: z.int() }),
    errors: [...unmovable],
  }),

  /** What was dated ahead of real time keeps its date. */
  'POST /vitrine/v1/store-clock/return': operation({
    as: 'user',
    summary: 'Bring the clock back to real time',
    input: z.object({}),
    ok: moved,
    errors: unmovable,
  }),

  'GET /vitrine/v1/sandbox/script': operation({
    as: 'user',
    summary: 'Read what the sandbox bank does with the next payments',
    input: z.object({}),
    ok: z.object({ next: z.array(SandboxBehaviour) }),
    errors: [],
  }),

  /** The first is for the next payment, and so on; after the last one payments follow their cards again. An empty list ends it. */
  'POST /vitrine/v1/sandbox/script': operation({
    as: 'user',
    summary: 'Say what the sandbox bank does with the next payments',
    input: z.object({ next: z.array(SandboxBehaviour).max(50) }),
    ok: z.object({ next: z.array(SandboxBehaviour) }),
    errors: ['SANDBOX_OFF'],
  }),
})
