import type { BackInStockStatus } from '@vitrine/contract'

/** What can happen to a request. */
export type RequestStep =
  /** Stock came, or somebody reported it. */
  | 'TELL'
  /** The email went. */
  | 'SENT'
  /** The email will never be delivered. */
  | 'GIVE_UP'
  /** Before the email went, the item was sold out again or hidden. */
  | 'WAIT_ON'
  /** Somebody said that they were told in another way. */
  | 'MARK'

/**
 * | from              | TELL       | SENT              | GIVE_UP | WAIT_ON  | MARK              |
 * | ----------------- | ---------- | ----------------- | ------- | -------- | ----------------- |
 * | RECEIVED          | PROCESSING |                   |         |          | NOTIFICATION_SENT |
 * | PROCESSING        |            | NOTIFICATION_SENT | FAILED  | RECEIVED | NOTIFICATION_SENT |
 * | NOTIFICATION_SENT |            |                   |         |          |                   |
 * | FAILED            | PROCESSING |                   |         |          | NOTIFICATION_SENT |
 *
 * What is empty changes nothing. A request that failed is told again where it is reported by its id.
 */
const table: Readonly<Record<BackInStockStatus, { readonly [S in RequestStep]?: BackInStockStatus }>> = {
  UNSPECIFIED: {},
  RECEIVED: { TELL: 'PROCESSING', MARK: 'NOTIFICATION_SENT' },
  PROCESSING: { SENT: 'NOTIFICATION_SENT', GIVE_UP: 'FAILED', WAIT_ON: 'RECEIVED', MARK: 'NOTIFICATION_SENT' },
  NOTIFICATION_SENT: {},
  FAILED: { TELL: 'PROCESSING', MARK: 'NOTIFICATION_SENT' },
}

/** The status after a step; undefined where the step changes nothing. */
export const statusAfter = (status: BackInStockStatus, step: RequestStep): BackInStockStatus | undefined => table[status][step]

/** Those from which a step leads anywhere. */
export const statusesBefore = (step: RequestStep): readonly BackInStockStatus[] =>
  (Object.keys(table) as BackInStockStatus[]).filter((status) => table[status][step] !== undefined)

export interface Wave {
  readonly beganAt: Date | null
  readonly told: number
}

const hourMs = 3_600_000

/** How many of the people that wait may be told now, of an item that so many units can be sold of; `available` is null where nobody counts them. */
export function roomIn(
  { beganAt, told }: Wave,
  available: number | null,
  { peoplePerUnit, hoursBetweenWaves }: { readonly peoplePerUnit: number; readonly hoursBetweenWaves: number },
  now: Date,
): { readonly room: number; readonly wave: { readonly beganAt: Date; readonly told: number } } {
  const goesOn = beganAt !== null && now.getTime() - beganAt.getTime() < hoursBetweenWaves * hourMs
  const wave = goesOn ? { beganAt, told } : { beganAt: now, told: 0 }
  return { room: available === null ? Number.POSITIVE_INFINITY : Math.max(0, available * peoplePerUnit - wave.told), wave }
}

interface StockLevel {
  readonly inStock: boolean
  readonly quantity?: number | undefined
}

interface StockChange {
  readonly oldValue: StockLevel
  readonly newValue: StockLevel
}

/** Whether nothing of a variant could be sold before. */
export const isBack = ({ oldValue, newValue }: StockChange): boolean => newValue.inStock && !oldValue.inStock

/** Whether more of a variant can be sold than before. */
export const hasArrived = (change: StockChange): boolean =>
  isBack(change) || (change.newValue.inStock && (change.newValue.quantity ?? 0) > (change.oldValue.quantity ?? 0))
