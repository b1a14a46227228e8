import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import { append } from '../../kernel/events/outbox.ts'
import { linesAtMost, type StoredLine } from '../selling/line.ts'
import { isTooLarge } from '../selling/size.ts'
import { type CartDocument, deleteCart, insertCart, lockCartOf, type StoredCart, saveLocked } from './store.ts'

const quantityAtMost = 100_000

/** Lines that agree here are one. */
const keyOf = ({ same, id }: StoredLine): string => same ?? id

/**
 * The cart of somebody who has become known, put to the one they have: nothing of either is lost. The same thing is one line of all its
 * pieces; where both say something of the whole, what was said last, which is the newcomer's, goes. What would be more than a cart stores is the
 * newcomer's alone.
 */
export function mergedCarts(saved: CartDocument, come: CartDocument): CartDocument {
  const lines = new Map(saved.lines.map((line) => [keyOf(line), line]))
  /** The newcomer's lines keep their ids: a checkout of theirs may be under way, and what it buys is taken out by them. */
  const renamed = new Map<string, string>()
  for (const line of come.lines) {
    const there = lines.get(keyOf(line))
    const sum = (there?.quantity ?? 0) + line.quantity
    if (there && sum <= quantityAtMost) {
      renamed.set(there.id, line.id)
      lines.set(keyOf(line), { ...there, id: line.id, quantity: sum })
    } else lines.set(there ? line.id : keyOf(line), line)
  }
  const named = (id: string) => renamed.get(id) ?? id
  const discounts = [
    ...(saved.discounts ?? []).map((discount) => ({ ...discount, lineIds: discount.lineIds?.map(named) ?? null })),
    ...(come.discounts ?? []),
  ]
  const memberships = [
    ...(saved.memberships ?? []).map((choice) => ({ ...choice, lineIds: choice.lineIds.map(named) })),
    ...(come.memberships ?? []),
  ]
  const notes = [...new Set([saved.buyerNote, come.buyerNote].filter(Boolean))]
  const merged = {
    ...saved,
    ...(Object.fromEntries(Object.entries(come).filter(([, value]) => value !== undefined)) as Partial<CartDocument>),
    lines: [...lines.values()],
    ...(discounts.length > 0 && { discounts }),
    ...(memberships.length > 0 && { memberships }),
    ...(notes.length > 0 && { buyerNote: notes.join('\n') }),
  }
  return fits(merged) ? merged : come
}

const fits = (document: CartDocument): boolean => document.lines.length <= linesAtMost && !isTooLarge(document)

/** What a checkout was about to buy, back among the lines of a cart: of each thing at least as many, however often it is brought back. */
export function broughtBack(lines: readonly StoredLine[], wanted: readonly StoredLine[]): readonly StoredLine[] {
  const all = new Map(lines.map((line) => [keyOf(line), line]))
  for (const want of wanted) all.set(keyOf(want), { ...want, quantity: Math.max(want.quantity, all.get(keyOf(want))?.quantity ?? 0) })
  return [...all.values()]
}

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
