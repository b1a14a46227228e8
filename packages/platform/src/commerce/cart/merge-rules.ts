import { linesAtMost, type StoredLine } from '../selling/line.ts'
import { isTooLarge } from '../selling/size.ts'
import type { CartDocument } from './store.ts'

const quantityAtMost = 100_000

/** Lines that agree here are one. */
const keyOf = ({ same, id }: StoredLine): string => same ?? id

/**
 * The cart of somebody who has become known, put to the one they have: nothing of either is lost. The same thing is one line of all its
 * units; where both say something of the whole, what was said last, which is the newcomer's, goes. What would be more than a cart stores is the
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

/** Whether one cart stores that much. */
export const fits = (document: CartDocument): boolean => document.lines.length <= linesAtMost && !isTooLarge(document)

/** What a checkout was about to buy, back among the lines of a cart: of each thing at least as many, however often it is brought back. */
export function broughtBack(lines: readonly StoredLine[], wanted: readonly StoredLine[]): readonly StoredLine[] {
  const all = new Map(lines.map((line) => [keyOf(line), line]))
  for (const want of wanted) all.set(keyOf(want), { ...want, quantity: Math.max(want.quantity, all.get(keyOf(want))?.quantity ?? 0) })
  return [...all.values()]
}
