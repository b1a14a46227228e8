import type { OrderReturn, ReturnAction, ReturnStatus, Right } from '@vitrine/contract'

type Reached = OrderReturn['history'][number]

export interface Step {
  readonly status: ReturnStatus
  readonly is: 'done' | 'now' | 'later'
  readonly reached?: Reached
}

const ends: ReadonlySet<ReturnStatus> = new Set(['REFUNDED', 'EXCHANGED', 'REFUSED', 'CANCELED'])

/** The way of a return: what it went through, where it stands, and what is to come. */
export function stepsOf({ status, history, resolution }: Pick<OrderReturn, 'status' | 'history' | 'resolution'>): readonly Step[] {
  const usual: readonly ReturnStatus[] = [
    'REQUESTED',
    'APPROVED',
    'RECEIVED',
    'CHECKED',
    resolution === 'EXCHANGE' ? 'EXCHANGED' : 'REFUNDED',
  ]
  const reached = new Map(history.map((one) => [one.status, one]))
  const past = [...reached.keys()].filter((one) => one !== status)
  const ahead = ends.has(status) ? [] : usual.slice(usual.indexOf(status) + 1)
  const step = (one: ReturnStatus, is: Step['is']): Step => {
    const at = is === 'later' ? undefined : reached.get(one)
    return { status: one, is, ...(at && { reached: at }) }
  }
  return [
    ...past.map((one) => step(one, 'done')),
    step(status, status === 'REFUNDED' || status === 'EXCHANGED' ? 'done' : 'now'),
    ...ahead.map((one) => step(one, 'later')),
  ]
}

/** What is done next with it: what its buyer wants, first. */
export function nextOf({ actions, resolution, status }: Pick<OrderReturn, 'actions' | 'resolution' | 'status'>): ReturnAction | undefined {
  const order: readonly ReturnAction[] =
    status === 'CHECKED' && resolution === 'EXCHANGE'
      ? ['EXCHANGE', 'REFUND', 'REFUSE']
      : ['APPROVE', 'RECEIVE', 'CHECK', 'REFUND', 'EXCHANGE', 'REFUSE']
  return order.find((action) => actions.includes(action))
}

/** The right that an action needs. */
export const rightFor = (action: ReturnAction): Right => (action === 'REFUND' || action === 'EXCHANGE' ? 'payments.write' : 'orders.write')
