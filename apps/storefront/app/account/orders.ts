import type { Media } from '@vitrine/ui'
import { capital, many } from '../shop/words.ts'

/** An order in the list of a member's own. */
export interface OrderRow {
  id: string
  number: string
  placedDate: string
  currency: string
  /** Decimal text. */
  total: string
  state: OrderState
  /** When it came so far, where that is known. */
  date?: string | undefined
  /** What went back, decimal text; nothing where nothing did. */
  refunded?: string | undefined
  pictures: readonly Media[]
  pieces: number
}

export type OrderState = 'owed' | 'wrapping' | 'part' | 'sent' | 'ready' | 'arrived' | 'collected' | 'yours' | 'cancelled'

/** Which of them are wished for. */
export type Wanted = 'all' | 'open' | 'sent' | 'cancelled'

/** Whether somebody may be waiting for it. */
export const isUnderWay = ({ state }: OrderRow) =>
  state === 'wrapping' || state === 'part' || state === 'sent' || state === 'ready' || state === 'owed'

/** `Seven pieces are on their way` */
export function nowWords({ state, pieces }: OrderRow): string {
  const [what, are, their] = [capital(many(pieces, 'piece')), pieces === 1 ? 'is' : 'are', pieces === 1 ? 'its' : 'their']
  switch (state) {
    case 'owed':
      return `${what} ${pieces === 1 ? 'waits' : 'wait'} for your payment`
    case 'part':
      return `A part of ${many(pieces, 'piece')} is on its way`
    case 'ready':
      return `${what} ${are} ready for you`
    case 'sent':
      return `${what} ${are} on ${their} way`
    default:
      return `${what} ${are} being wrapped`
  }
}
