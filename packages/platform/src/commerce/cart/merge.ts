import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import { append } from '../../kernel/events/outbox.ts'
import type { StoredLine } from '../selling/line.ts'
import { broughtBack, fits, mergedCarts } from './merge-rules.ts'
import { deleteCart, insertCart, lockCartOf, type StoredCart, saveLocked } from './store.ts'

/** Where the things of a merged cart are now. */
export interface MergedCart {
  readonly from: StoredCart
  readonly into: string
}

/**
 * Hands the cart of one owner to another who may have one already. Safe to call again, and to race anything: what comes into the first
 * owner's cart afterwards is merged by the next call. Undefined where there is nothing to hand over.
 */
export async function mergeCarts({ db, site, now }: Context, from: string, into: string): Promise<MergedCart | undefined> {
  const come = await lockCartOf(db, site, from)
  if (!come) return undefined
  await deleteCart(db, site, come.id)
  const moved = { ...come, owner: into, revision: come.revision + 1, updatedAt: now }
  if (await insertCart(db, site, moved)) {
    await append(db, site, now, [{ type: 'wix.ecom.v1.cart_updated', entityId: come.id, payload: { revision: moved.revision } }])
    return { from: come, into: come.id }
  }
  const saved = (await lockCartOf(db, site, into))!
  const merged = { ...saved, document: mergedCarts(saved.document, come.document), revision: saved.revision + 1, updatedAt: now }
  await saveLocked(db, site, merged)
  await append(db, site, now, [
    { type: 'wix.ecom.v1.cart_deleted', entityId: come.id, payload: {} },
    { type: 'wix.ecom.v1.cart_updated', entityId: saved.id, payload: { revision: merged.revision } },
  ])
  return { from: come, into: saved.id }
}

/** Sees to it that an owner's cart holds what a checkout was about to buy, and goes on with that checkout; the cart's id. */
export async function bringBack(
  { db, site, now }: Context,
  owner: string,
  checkout: { readonly id: string; readonly lines: readonly StoredLine[] },
): Promise<string> {
  const fresh = {
    id: newId(),
    owner,
    revision: 1,
    document: { lines: checkout.lines, checkoutId: checkout.id },
    createdAt: now,
    updatedAt: now,
  }
  if (await insertCart(db, site, fresh)) {
    await append(db, site, now, [{ type: 'wix.ecom.v1.cart_created', entityId: fresh.id, payload: { revision: 1 } }])
    return fresh.id
  }
  const there = (await lockCartOf(db, site, owner))!
  const all = { ...there.document, lines: broughtBack(there.document.lines, checkout.lines), checkoutId: checkout.id }
  const after = {
    ...there,
    document: fits(all) ? all : { ...all, lines: checkout.lines },
    revision: there.revision + 1,
    updatedAt: now,
  }
  await saveLocked(db, site, after)
  await append(db, site, now, [{ type: 'wix.ecom.v1.cart_updated', entityId: there.id, payload: { revision: after.revision } }])
  return there.id
}
