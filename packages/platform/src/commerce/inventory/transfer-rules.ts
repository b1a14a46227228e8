import type { TransferStatus } from '@vitrine/contract'

export interface StoredLine {
  readonly productId: string
  readonly variantId: string
  readonly quantity: number
  readonly received: number
  readonly missing: number
}

export interface StoredTransfer {
  readonly id: string
  readonly number: number
  readonly status: TransferStatus
  readonly fromLocationId: string
  readonly toLocationId: string
  readonly reference: string | null
  readonly note: string | null
  readonly expectedAt: Date | null
  readonly actorKind: 'STAFF' | 'API_KEY'
  readonly actorId: string
  readonly sentAt: Date | null
  readonly closedAt: Date | null
  readonly revision: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** How many units of a variant arrive or leave. */
export interface Units {
  readonly productId: string
  readonly variantId: string
  readonly quantity: number
}

export const keyOf = ({ productId, variantId }: { readonly productId: string; readonly variantId: string }): string =>
  `${productId} ${variantId}`

/** What of a line is still on its way. */
export const onItsWay = ({ quantity, received, missing }: StoredLine): number => Math.max(0, quantity - received - missing)

/** Lines of one variant taken together, in the order in which they first come. */
export function summed(lines: readonly Units[]): readonly Units[] {
  const all = new Map<string, Units>()
  for (const line of lines) {
    const before = all.get(keyOf(line))
    all.set(keyOf(line), before ? { ...before, quantity: before.quantity + line.quantity } : line)
  }
  return [...all.values()]
}

/** The lines after units have arrived. With `close`, what has not arrived is missing. */
export function receivedLines(lines: readonly StoredLine[], arrived: readonly Units[], close: boolean): readonly StoredLine[] {
  const units = new Map(arrived.map((one) => [keyOf(one), one.quantity]))
  return lines.map((line) => {
    const received = line.received + (units.get(keyOf(line)) ?? 0)
    return { ...line, received, missing: close ? Math.max(0, line.quantity - received) : line.missing }
  })
}

/** Whether nothing is on its way any more. */
export const isComplete = (lines: readonly StoredLine[]): boolean => lines.every((line) => onItsWay(line) === 0)
