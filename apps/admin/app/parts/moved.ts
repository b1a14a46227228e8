/** A list with one item in another place; as it was where that place is none. */
export function moved<T>(all: readonly T[], from: number, to: number): readonly T[] {
  if (from === to || from < 0 || to < 0 || from >= all.length || to >= all.length) return all
  const next = all.filter((_, i) => i !== from)
  next.splice(to, 0, all[from]!)
  return next
}
