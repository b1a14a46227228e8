import type { OrderDownload, OrderStatus, PaymentStatus } from '@vitrine/contract'

/** How long and how often a link works. */
export interface DownloadTerms {
  readonly days: number
  readonly times: number
}

export const usualTerms: DownloadTerms = { days: 30, times: 5 }

/** An order as far as files of it can be fetched. */
export interface OrderOfFiles {
  readonly status: OrderStatus
  readonly paymentStatus: PaymentStatus
  readonly files: readonly OrderedFile[]
}

export interface OrderedFile {
  readonly lineItemId: string
  readonly fileId: string
  /** Whether its money went back. */
  readonly refunded: boolean
}

/** The link to a file of an order that works now; those before it are over. */
export interface Opening {
  readonly opening: number
  readonly expiresAt: Date
  readonly used: number
  readonly atMost: number
}

/** Whether a file is its buyer's: it is paid for, and the money has not gone back. */
export const isTheirs = ({ status, paymentStatus }: Pick<OrderOfFiles, 'status' | 'paymentStatus'>, { refunded }: OrderedFile): boolean =>
  status === 'APPROVED' && (paymentStatus === 'PAID' || paymentStatus === 'PARTIALLY_REFUNDED') && !refunded

const dayMs = 24 * 3600 * 1000

/** A link from now on. */
export const opened = ({ days, times }: DownloadTerms, now: Date, before = 0): Opening => ({
  opening: before + 1,
  expiresAt: new Date(now.getTime() + days * dayMs),
  used: 0,
  atMost: times,
})

/** How a link stands; without one it has not been opened yet, and will be when it is asked for. */
export function stateOf(order: OrderOfFiles, file: OrderedFile, opening: Opening | undefined, now: Date): OrderDownload['state'] {
  if (!isTheirs(order, file))
    return order.status === 'CANCELED' || file.refunded || order.paymentStatus === 'FULLY_REFUNDED' ? 'CLOSED' : 'WAITING'
  if (opening && opening.expiresAt <= now) return 'EXPIRED'
  return opening && opening.used >= opening.atMost ? 'USED_UP' : 'READY'
}
