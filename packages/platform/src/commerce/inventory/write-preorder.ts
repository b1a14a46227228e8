import type { PreorderInfo } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { append } from '../../kernel/events/outbox.ts'
import type { App, User } from '../../kernel/http/caller.ts'
import { itemEvents, variantEvents } from './events.ts'
import type { InventoryDeps } from './operations.ts'
import { changesIn, shownPreorder, updatedPreorder } from './rules.ts'
import { findPreorder, holdStock, savePreorder, withPreorder, writeStock } from './store.ts'

/** What is said of preorders; what is not said stays, what is null is taken away. */
export type PreorderSaid = Parameters<typeof updatedPreorder>[1]

/** Writes whether a product can be preordered, and how far below zero its variants may be sold; undefined where there is no such product. */
export async function writePreorder(
  context: Context,
  productId: string,
  said: PreorderSaid,
  { caller, makeAgain }: Pick<InventoryDeps, 'makeAgain'> & { readonly caller: User | App },
): Promise<PreorderInfo | undefined> {
  const { db, site, now } = context
  const rows = await holdStock(db, site, [productId])
  if (rows.length === 0) return undefined
  const before = await findPreorder(db, site, productId)
  const preorder = updatedPreorder(before, said)
  const changes = changesIn(rows.map((row) => ({ before: row, after: withPreorder(row, preorder) })))
  await savePreorder(context, productId, preorder)
  await writeStock(context, changes, 'CORRECTION', { caller })
  await makeAgain(db, site, productId)
  await append(db, site, now, [
    ...variantEvents(changes, 'MANUAL', now),
    ...itemEvents(productId, { rows, preorder: before }, { rows, preorder }, now),
  ])
  return shownPreorder(preorder)
}
