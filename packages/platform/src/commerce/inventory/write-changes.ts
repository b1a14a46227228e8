import type { Context } from '../../kernel/db/context.ts'
import { append } from '../../kernel/events/outbox.ts'
import { itemEvents, variantEvents } from './events.ts'
import { changesIn } from './rules.ts'
import { findPreorder, holdStock, type Mover, type PlacedChange, writePlaced } from './store.ts'

export interface Writing {
  readonly kind: 'COUNT' | 'RECEIPT' | 'IMPORT'
  readonly mover: Mover
  /** Puts products into collections whose rule asks for stock, or takes them out. */
  readonly keepByStock: (context: Context, changed: readonly { readonly productId: string }[]) => Promise<void>
}

/** Whether anything is other after it, be it only where units are. */
export const isMoved = (change: PlacedChange): boolean => changesIn([change]).length > 0 || Object.keys(change.elsewhere ?? {}).length > 0

/** Writes what changed of stock that is held, who changed it, where and why, and tells of it. */
export async function writeChanges(
  context: Context,
  changes: readonly PlacedChange[],
  { kind, mover, keepByStock }: Writing,
): Promise<void> {
  const { db, site, now } = context
  const real = changesIn(changes)
  await writePlaced(context, changes, kind, mover)
  await keepByStock(
    context,
    real.map(({ after }) => after),
  )
  await append(db, site, now, variantEvents(real, 'MANUAL', now))
  // A product counts as tracked as long as one of its variants is: what the others are is looked at only where tracking changes.
  const switched = new Set(real.flatMap(({ before, after }) => (before.tracked === after.tracked ? [] : [after.productId])))
  for (const productId of switched) {
    const rows = await holdStock(db, site, [productId])
    const changed = new Map(real.map((change) => [`${change.after.productId} ${change.after.variantId}`, change.before]))
    const before = rows.map((row) => changed.get(`${row.productId} ${row.variantId}`) ?? row)
    const preorder = await findPreorder(db, site, productId)
    await append(db, site, now, itemEvents(productId, { rows: before, preorder }, { rows, preorder }, now))
  }
}
