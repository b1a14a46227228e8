import type { Media } from '@vitrine/ui'
import { capital, many } from '../shop/text.ts'

/** An order in the list of a member's own. */
export interface OrderRow {
  id: string
  number: string
  placedDate: string
  currency: string
  /** Decimal text. */
  total: string
  state: OrderState
  /** When it came so far, where that is known; of what was sent back, when its money went, or when it was exchanged. */
  date?: string | undefined
  /** The days on which it is to arrive, as long as they are not over. */
  arrives?: string | undefined
  /** What went back, decimal text; nothing where nothing did. */
  refunded?: string | undefined
  pictures: readonly Media[]
  units: number
}

export type OrderState =
  | 'owed'
  | 'wrapping'
  | 'part'
  | 'sent'
  | 'ready'
  | 'arrived'
  | 'collected'
  | 'yours'
  | 'back'
  | 'exchanged'
  | 'cancelled'

/** Which of them are wished for. */
export type Wanted = 'all' | 'open' | 'sent' | 'cancelled'

/** Whether somebody may be waiting for it. */
export const isUnderWay = ({ state }: OrderRow) =>
  state === 'wrapping' || state === 'part' || state === 'sent' || state === 'ready' || state === 'owed'

/** `Seven pieces are on their way` */
export function nowText({ state, units }: OrderRow): string {
  const [what, are, their] = [capital(many(units, 'piece')), units === 1 ? 'is' : 'are', units === 1 ? 'its' : 'their']
  switch (state) {
    case 'owed':
      return `${what} ${units === 1 ? 'waits' : 'wait'} for your payment`
    case 'part':
      return `A part of ${many(units, 'piece')} is on its way`
    case 'ready':
      return `${what} ${are} ready for you`
    case 'sent':
      return `${what} ${are} on ${their} way`
    default:
      return `${what} ${are} being wrapped`
  }
}
