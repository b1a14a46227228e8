import { type PastReturn, writePastReturns } from '@vitrine/platform/commerce/flows/seed-returns'
import { type Db, sql } from '@vitrine/platform/kernel/db/sql'
import { demoSite } from '../ids.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

interface Story extends Pick<PastReturn, 'reason' | 'note' | 'message'> {
  /** Each step with the days after which it came. */
  readonly steps: readonly (readonly [status: PastReturn['steps'][number]['status'], days: number])[]
}

/** How the newest returns stand, one after the other. */
const stories: readonly Story[] = [
  { reason: 'It arrived broken', note: 'The rim is chipped on one side.', steps: [['REQUESTED', 1]] },
  { reason: 'The colour is not what I saw', steps: [['REQUESTED', 2]] },
  {
    reason: 'It does not suit me',
    steps: [
      ['REQUESTED', 1],
      ['APPROVED', 0.5],
    ],
  },
  {
    reason: 'It is not what I ordered',
    note: 'I ordered the larger one.',
    steps: [
      ['REQUESTED', 1],
      ['APPROVED', 0.5],
      ['RECEIVED', 3],
    ],
  },
  {
    reason: 'It does not suit me',
    steps: [
      ['REQUESTED', 2],
      ['APPROVED', 0.2],
      ['RECEIVED', 3],
      ['CHECKED', 0.5],
    ],
  },
  {
    reason: 'It came too late',
    message: 'It was with you within the days that we named. It can come back as a gift for somebody else.',
    steps: [
      ['REQUESTED', 3],
      ['REFUSED', 1],
    ],
  },
  {
    reason: 'I would rather not say',
    steps: [
      ['REQUESTED', 2],
      ['CANCELED', 0.3],
    ],
  },
]

const refunded: Story = {
  reason: 'It arrived broken',
  steps: [
    ['REQUESTED', 1],
    ['APPROVED', 0.2],
    ['RECEIVED', 2],
    ['CHECKED', 0.3],
    ['REFUNDED', 0.1],
  ],
}

interface Delivered {
  readonly id: string
  readonly at: Date
}

/** Returns of the last weeks: of orders that are paid and with their buyers one in each state, and of those that were refunded in part a few more. */
export async function addReturns(db: Db, now: Date, idAt: (at: Date) => string): Promise<void> {
  const delivered = (paid: string, limit: number) =>
    db.query<Delivered>(sql`
      select orders.id, max(fulfillment.created_at) as at from orders
      join fulfillment on fulfillment.site = orders.site and fulfillment.order_id = orders.id
      where orders.site = ${demoSite} and orders.status = 'APPROVED' and orders.fulfillment_status = 'FULFILLED' and orders.payment_status = ${paid}
      group by orders.id, orders.created_at having max(fulfillment.created_at) < ${new Date(now.getTime() - 4 * dayMs)}
      order by orders.created_at desc limit ${limit}`)
  const told = (order: Delivered, { steps, ...said }: Story): PastReturn => {
    const past = stepsAfter(order.at, steps, now)
    return { id: idAt(past[0]?.at ?? now), orderId: order.id, ...said, steps: past.length === steps.length ? past : atOnce(steps, now) }
  }
  const open = await delivered('PAID', stories.length)
  const back = await delivered('PARTIALLY_REFUNDED', 4)
  const returns = [...open.map((order, nth) => told(order, stories[nth]!)), ...back.map((order) => told(order, refunded))]
  await writePastReturns(db, demoSite, returns)
}

/** The steps that were taken by now, each after its days, from two days after the delivery on. */
function stepsAfter(delivered: Date, steps: Story['steps'], now: Date): PastReturn['steps'] {
  let at = delivered.getTime() + 2 * dayMs
  return steps.flatMap(([status, days]) => {
    at += days * dayMs
    return at < now.getTime() ? [{ status, at: new Date(at) }] : []
  })
}

/** All of the steps, within the last hours. */
function atOnce(steps: Story['steps'], now: Date): PastReturn['steps'] {
  return steps.map(([status], nth) => ({ status, at: new Date(now.getTime() - (steps.length - nth) * 2 * hourMs) }))
}
