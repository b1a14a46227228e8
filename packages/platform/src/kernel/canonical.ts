/** A value whose objects have their fields in one order, whatever it was read from. */
export const ordered = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(ordered)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, inner]) => [name, ordered(inner)]),
        )
      : value

/** A value as text that is the same in whatever order its fields were written. */
export const canonical = (value: unknown): string => JSON.stringify(ordered(value)) ?? 'null'

/** Whether two values say the same, in whatever order their fields are: PostgreSQL gives those of a document in its own. */
export const isSame = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b)
