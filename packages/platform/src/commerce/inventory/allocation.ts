/** Units at other locations than the shop's first, by their ids; as a change, how many more. Null as long as none ever was anywhere else. */
export type Elsewhere = Readonly<Record<string, number>>

/** A location, as far as it decides where units leave and arrive. */
export interface Place {
  readonly id: string
  readonly isDefault: boolean
  readonly active: boolean
  /** The shipping options by which buyers pick up there. */
  readonly pickupCodes: readonly string[]
}

/** The locations of a shop in the order in which sales take from them; none where there is but the first. */
export interface Places {
  readonly first: string
  readonly inOrder: readonly Place[]
}

/** What is at each location. */
export interface Held {
  readonly quantity: number
  readonly elsewhere: Elsewhere | null
}

const sumOf = (units: Elsewhere): number => Object.values(units).reduce((sum, each) => sum + each, 0)

export const defaultOf = ({ first, inOrder }: Places): string => inOrder.find(({ isDefault }) => isDefault)?.id ?? first

export const unitsAt = ({ quantity, elsewhere }: Held, location: string, first: string): number =>
  location === first ? quantity - sumOf(elsewhere ?? {}) : (elsewhere?.[location] ?? 0)

/** What is elsewhere after a change of it. */
export function moved(before: Elsewhere | null, change: Elsewhere | null): Elsewhere | null {
  if (change === null) return before
  const after: Record<string, number> = { ...before }
  for (const [id, units] of Object.entries(change)) after[id] = (after[id] ?? 0) + units
  return Object.fromEntries(Object.entries(after).filter(([, units]) => units !== 0))
}

const changeOf = (units: ReadonlyMap<string, number>, first: string): Elsewhere =>
  Object.fromEntries([...units].filter(([id, each]) => id !== first && each !== 0))

/**
 * Where units that are sold leave: first where the order is picked up, then from each location in order as many as it has. What is sold below
 * zero is owed by the default location. `allocation-sql.ts` says the same for sales.
 */
export function leaving(held: Held, wanted: number, places: Places, pickupCode?: string): Elsewhere | null {
  if (held.elsewhere === null) return null
  const isPreferred = ({ pickupCodes }: Place) => pickupCode !== undefined && pickupCodes.includes(pickupCode)
  const units = new Map<string, number>()
  let left = wanted
  for (const place of [...places.inOrder.filter(isPreferred), ...places.inOrder.filter((place) => !isPreferred(place))]) {
    const taken = Math.min(left, Math.max(0, unitsAt(held, place.id, places.first)))
    units.set(place.id, -taken)
    left -= taken
  }
  const owing = defaultOf(places)
  if (left > 0) units.set(owing, (units.get(owing) ?? 0) - left)
  return changeOf(units, places.first)
}

/** A change of the quantity by somebody who names no location: more arrives at the default one, less leaves as a sale does. */
export function changedBy(held: Held, by: number, places: Places): Elsewhere | null {
  if (by < 0) return leaving(held, -by, places)
  return changedAt(held, by, defaultOf(places), places)
}

/** A change at one location. */
export function changedAt(held: Held, by: number, location: string, { first }: Places): Elsewhere | null {
  if (location !== first) return { [location]: by }
  return held.elsewhere === null ? null : {}
}

/** The change with which all of it is at one location, whatever was elsewhere. */
export function startedAt({ elsewhere }: Held, quantity: number, location: string, { first }: Places): Elsewhere | null {
  if (elsewhere === null && location === first) return null
  const units = new Map(Object.entries(elsewhere ?? {}).map(([id, each]) => [id, -each]))
  units.set(location, (units.get(location) ?? 0) + quantity)
  return changeOf(units, first)
}

/** The change after which each location holds the given units, and all others none; null where everything is and stays at the first location. */
export function spreadOver({ elsewhere }: Held, units: Elsewhere, { first }: Places): Elsewhere | null {
  const change = new Map(Object.entries(elsewhere ?? {}).map(([id, each]) => [id, -each]))
  for (const [id, each] of Object.entries(units)) change.set(id, (change.get(id) ?? 0) + each)
  const spread = changeOf(change, first)
  return elsewhere === null && Object.keys(spread).length === 0 ? null : spread
}

/**
 * The change of the quantity by so much with which an earlier change by location is taken back, as far as that can be: what was added leaves where
 * it arrived, as long as it is there, and else as a sale does; what was taken arrives again where it left.
 */
export function takenBack(held: Held, by: number, earlier: Elsewhere, places: Places): Elsewhere | null {
  if (held.elsewhere === null && Object.keys(earlier).every((id) => id === places.first)) return null
  const open = new Set(places.inOrder.filter(({ active }) => active).map(({ id }) => id))
  const units = new Map<string, number>()
  const give = (id: string, some: number) => units.set(id, (units.get(id) ?? 0) + some)
  let left = -by
  for (const [id, each] of Object.entries(earlier)) {
    if (each >= 0) continue
    give(open.has(id) || places.inOrder.length === 0 ? id : defaultOf(places), -each)
    left -= each
  }
  for (const [id, each] of Object.entries(earlier)) {
    const taken = Math.min(left, Math.max(0, each), Math.max(0, unitsAt(held, id, places.first)))
    if (taken <= 0) continue
    give(id, -taken)
    left -= taken
  }
  const change = changeOf(units, places.first)
  if (left === 0) return change
  const then = { quantity: held.quantity + by + left, elsewhere: moved(held.elsewhere ?? {}, change) }
  return summed(change, changedBy(then, -left, places))
}

const summed = (one: Elsewhere, other: Elsewhere | null): Elsewhere => moved(one, other) ?? {}

/**
 * Where units go back that an order took: to where it took them from, beginning with what was taken last. What is closed meanwhile gives to the
 * default location.
 */
export function returning(owed: Held, back: number, places: Places): Elsewhere {
  const open = new Set(places.inOrder.filter(({ active }) => active).map(({ id }) => id))
  const fallback = defaultOf(places)
  const units = new Map<string, number>()
  const give = (id: string, some: number) => units.set(id, (units.get(id) ?? 0) + some)
  let left = back
  const inOrder = [...places.inOrder.map(({ id }) => id), ...Object.keys(owed.elsewhere ?? {})]
  for (const id of [...new Set(inOrder)].reverse()) {
    const given = Math.min(left, Math.max(0, unitsAt(owed, id, places.first)))
    if (given > 0) give(open.has(id) ? id : fallback, given)
    left -= given
  }
  if (left > 0) give(fallback, left)
  return changeOf(units, places.first)
}
