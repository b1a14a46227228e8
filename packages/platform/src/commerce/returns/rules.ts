import type { ReturnAction, ReturnCondition, ReturnRefund, ReturnStatus } from '@vitrine/contract'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import type { ReturnSettingsSection } from '../../kernel/settings/return-settings.ts'

export interface CheckedLine {
  readonly condition: ReturnCondition
  readonly accepted: number
  readonly restocked: number
}

/** Units of one line of an order that come back. */
export interface LineOfReturn {
  readonly lineItemId: string
  readonly quantity: number
  /** What was paid for these units, in minor units. */
  readonly amount: number
  readonly checked?: CheckedLine
}

interface Stage {
  readonly status: ReturnStatus
  readonly lines: readonly LineOfReturn[]
  /** How its refund stands, where there is one. */
  readonly refund?: ReturnRefund['status'] | undefined
}

const possible: Readonly<Record<ReturnAction, readonly ReturnStatus[]>> = {
  APPROVE: ['REQUESTED'],
  REFUSE: ['REQUESTED', 'APPROVED', 'RECEIVED', 'CHECKED'],
  RECEIVE: ['APPROVED'],
  CHECK: ['APPROVED', 'RECEIVED'],
  REFUND: ['CHECKED'],
  EXCHANGE: ['CHECKED'],
  CANCEL: ['REQUESTED', 'APPROVED'],
}

const everything = Object.keys(possible) as ReturnAction[]

export const acceptedUnits = (lines: readonly LineOfReturn[]): number =>
  lines.reduce((all, { checked }) => all + (checked?.accepted ?? 0), 0)

/**
 * Whether something can be done now. What was accepted is paid for, so that it cannot be refused any more; what the bank refused in the end is
 * refunded once more.
 */
export function isPossible(action: ReturnAction, { status, lines, refund }: Stage): boolean {
  if (action === 'REFUND' && status === 'REFUNDED') return refund === 'FAILED'
  if (!possible[action].includes(status)) return false
  if (status !== 'CHECKED') return true
  return action === 'REFUSE' ? acceptedUnits(lines) === 0 : acceptedUnits(lines) > 0
}

/** What the shop, or a buyer, can do. */
export const actionsOf = (stage: Stage, merchant: boolean): ReturnAction[] =>
  everything.filter((action) => (merchant || action === 'CANCEL') && isPossible(action, stage))

/** Whether somebody of the shop has to do something about it. */
export const waitsForShop = (status: ReturnStatus): boolean => status === 'REQUESTED' || status === 'RECEIVED' || status === 'CHECKED'

/** Units of a line that are in returns and do not count as refunded. A request that was refused binds its buyer, and not the shop. */
export function heldUnits(returns: readonly Stage[], lineItemId: string, merchant: boolean): number {
  let held = 0
  for (const { status, lines } of returns)
    for (const line of lines) {
      if (line.lineItemId !== lineItemId || status === 'CANCELED') continue
      if (status === 'REFUSED') held += merchant ? 0 : line.quantity
      else if (status === 'REFUNDED' || status === 'EXCHANGED') held += line.quantity - (line.checked?.accepted ?? line.quantity)
      else held += line.quantity
    }
  return held
}

export interface LineFacts {
  readonly id: string
  readonly quantity: number
  /** Units that were handed over. */
  readonly shipped: number
  /** Units that were refunded, or are about to be. */
  readonly refunded: number
  /** Whether such a thing can come back at all: files and gift cards cannot. */
  readonly isGoods: boolean
  readonly productId: string | undefined
}

export interface Left {
  readonly returnable: number
  readonly because?: 'NOT_SHIPPED' | 'RETURNED' | 'EXCLUDED'
}

/** How many units of a line can still come back. The shop itself may take back what its rules leave with buyers. */
export function leftToReturn(
  line: LineFacts,
  returns: readonly Stage[],
  { excludedProductIds }: Pick<ReturnSettingsSection, 'excludedProductIds'>,
  merchant: boolean,
): Left {
  if (!line.isGoods || (!merchant && line.productId !== undefined && excludedProductIds.includes(line.productId)))
    return { returnable: 0, because: 'EXCLUDED' }
  if (line.shipped === 0) return { returnable: 0, because: 'NOT_SHIPPED' }
  const held = heldUnits(returns, line.id, merchant)
  const returnable = Math.max(0, Math.min(line.shipped, line.quantity - line.refunded) - held)
  if (returnable === line.quantity) return { returnable }
  return { returnable, because: held + line.refunded > 0 ? 'RETURNED' : 'NOT_SHIPPED' }
}

const dayMs = 24 * 3_600_000

/** Until when a buyer may ask, and whether a request is approved at once. */
export function windowOf(
  arrived: Date,
  { windowDays, automaticDays }: Pick<ReturnSettingsSection, 'windowDays' | 'automaticDays'>,
  now: Date,
) {
  const until = new Date(arrived.getTime() + windowDays * dayMs)
  return {
    until,
    isOpen: now <= until,
    isAutomatic: automaticDays > 0 && now.getTime() <= arrived.getTime() + Math.min(automaticDays, windowDays) * dayMs,
  }
}

/** What the units that were accepted were paid for; all of them as long as nobody has looked. */
export const amountOf = (lines: readonly LineOfReturn[]): number =>
  lines.reduce((all, { amount, quantity, checked }) => all + (checked ? Math.floor((amount * checked.accepted) / quantity) : amount), 0)

/** The lines with what was found; every one has to be looked at once. */
export function checkedLines<Line extends LineOfReturn>(
  lines: readonly Line[],
  found: readonly ({ readonly lineItemId: string } & CheckedLine)[],
): readonly Line[] | Refusal<'INVALID_RETURN_CHECK'> {
  const unknown = found.find(
    ({ lineItemId }, i) =>
      !lines.some((line) => line.lineItemId === lineItemId) || found.findIndex((one) => one.lineItemId === lineItemId) < i,
  )
  if (unknown) return refuse('INVALID_RETURN_CHECK', { lineItemId: unknown.lineItemId })
  const checked: Line[] = []
  for (const line of lines) {
    const one = found.find(({ lineItemId }) => lineItemId === line.lineItemId)
    const fits =
      one && one.restocked <= one.accepted && one.accepted <= line.quantity && (one.condition !== 'DAMAGED' || one.restocked === 0)
    if (!fits) return refuse('INVALID_RETURN_CHECK', { lineItemId: line.lineItemId })
    checked.push({ ...line, checked: { condition: one.condition, accepted: one.accepted, restocked: one.restocked } })
  }
  return checked
}
