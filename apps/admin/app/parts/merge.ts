/** What a form says, field by field. */
export type Values<K extends string> = Readonly<Record<K, string>>

/** A field that is not as it was when the form was opened. */
export interface Differing<K extends string> {
  readonly key: K
  /** As people know it. */
  readonly name: string
  readonly opened: string
  readonly theirs: string
  readonly mine: string
}

export interface Merged<K extends string> {
  /** What only one of both changed, and of what both changed the newer: what is about to be saved. */
  readonly values: Values<K>
  /** Both changed it, each to something else: somebody has to choose. */
  readonly both: readonly Differing<K>[]
  /** Changed by one alone, or by both to the same: taken as it is. */
  readonly one: readonly Differing<K>[]
}

/**
 * Puts together what two people did to the same thing since one of them opened it. Nobody's words are lost: what cannot stand beside each
 * other is told.
 *
 * @example
 * merge({ street: 'Street', city: 'City' },
 *   { street: 'Elm 1', city: 'Bonn' }, { street: 'Elm 2', city: 'Bonn' }, { street: 'Elm 1', city: 'Köln' })
 * // { values: { street: 'Elm 2', city: 'Köln' }, both: [], one: [street …, city …] }
 */
export function merge<K extends string>(names: Values<K>, opened: Values<K>, theirs: Values<K>, mine: Values<K>): Merged<K> {
  const keys = Object.keys(names) as K[]
  const differing = keys
    .filter((key) => theirs[key] !== opened[key] || mine[key] !== opened[key])
    .map((key) => ({ key, name: names[key], opened: opened[key], theirs: theirs[key], mine: mine[key] }))
  const isContested = (field: Differing<K>) => field.theirs !== field.opened && field.mine !== field.opened && field.theirs !== field.mine
  return {
    values: Object.fromEntries(keys.map((key) => [key, mine[key] === opened[key] ? theirs[key] : mine[key]])) as Record<K, string>,
    both: differing.filter(isContested),
    one: differing.filter((field) => !isContested(field)),
  }
}

/** What of a text is not as it was: what stands before it, it, and what stands behind it. Words are not cut in two. */
export function changedPart(was: string, now: string): readonly [before: string, changed: string, after: string] {
  const [from, to] = [was.split(/(?<=\s)/), now.split(/(?<=\s)/)]
  let start = 0
  while (start < Math.min(from.length, to.length) && from[start] === to[start]) start++
  let end = 0
  while (end < Math.min(from.length, to.length) - start && from.at(-1 - end) === to.at(-1 - end)) end++
  return [to.slice(0, start).join(''), to.slice(start, to.length - end).join(''), to.slice(to.length - end).join('')]
}
