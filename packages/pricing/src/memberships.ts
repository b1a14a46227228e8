import type { Discount, Line } from './lines.ts'
import type { Minor } from './money.ts'
import { covers, type Scope, validityOf } from './promotions.ts'

/** A buyer's membership that pays for lines or discounts them: a season's worth of classes, a club's prices. */
export interface Membership {
  readonly id: string
  /** The app that manages it. */
  readonly appId: string
  readonly name: string
  /** What it applies to. */
  readonly scopes: readonly Scope[]
  /** Set where its app has determined the lines of this cart that it applies to: its scopes, credits and end are then not checked here. */
  readonly lineIds?: readonly string[]
  /** A percentage off as decimal text, `"100"` where it pays the whole, or an amount off each unit. */
  readonly off: { readonly percent: string } | { readonly each: Minor }
  /** Each unit that it pays or discounts takes one; unlimited if null or absent. */
  readonly credits?: { readonly total: number; readonly remaining: number } | null
  /** Milliseconds since 1970; null or absent for never. */
  readonly endsAt?: number | null
}

/** Which membership a buyer wants for which lines. */
export interface MembershipChoice {
  readonly id: string
  readonly appId: string
  readonly lineIds: readonly string[]
}

/** Why a membership cannot be used: the values of the wire's `invalidMemberships[].reason`. */
export type MembershipProblem = 'EXPIRED' | 'NOT_ENOUGH_CREDITS' | 'NOT_APPLICABLE_TO_LINE_ITEMS' | 'NOT_FOUND'

export interface MembershipAnswer {
  /** Those that fit lines of this cart, with the lines. */
  readonly eligible: readonly { readonly membership: Membership; readonly lineIds: readonly string[] }[]
  /** Those that do not, or that were chosen for lines that they do not cover. */
  readonly invalid: readonly {
    readonly membership: Membership | null
    readonly id: string
    readonly appId: string
    /** A `MembershipProblem`, or the reason from its app. */
    readonly reason: string
  }[]
  /** The choices that hold. */
  readonly selected: readonly MembershipChoice[]
  /** Their discounts; the first among the `Offers`. */
  readonly discounts: readonly Discount[]
}

/**
 * Which memberships fit a cart, and what the chosen ones take off it. A choice holds whole or not at all: for lines that the membership
 * applies to, that no earlier choice pays, and with credits for all of their units.
 *
 * @param at milliseconds since 1970
 * @example
 * const lines = [{ id: 'l', quantity: 2, price: minor(4500), shippable: false, item: { appId: 'stores', id: 'class', collectionIds: ['classes'] } }]
 * const season = { id: 'm', appId: 'club', name: 'Season', scopes: [{ collectionIds: ['classes'] }], off: { percent: '100' }, credits: { total: 10, remaining: 2 } }
 * const choice = { id: 'm', appId: 'club', lineIds: ['l'] }
 * const answer = membershipsFor(lines, [season], [choice], 0)
 * answer.eligible[0].lineIds // => ['l']
 * answer.discounts[0].off // => { percent: '100' }
 * membershipsFor(lines, [{ ...season, credits: { total: 10, remaining: 1 } }], [choice], 0).invalid[0].reason // => 'NOT_ENOUGH_CREDITS'
 * membershipsFor(lines, [{ ...season, endsAt: 0 }], [], 0).invalid[0].reason // => 'EXPIRED'
 */
export function membershipsFor(
  lines: readonly Line[],
  memberships: readonly Membership[],
  choices: readonly MembershipChoice[],
  at: number,
): MembershipAnswer {
  const eligible: MembershipAnswer['eligible'][number][] = []
  const invalid: MembershipAnswer['invalid'][number][] = []
  for (const membership of memberships) {
    const fits = lines.filter((line) => isGoodFor(membership, line))
    const problem = problemOf(membership, at)
    if (fits.length === 0) continue
    if (problem) invalid.push({ membership, id: membership.id, appId: membership.appId, reason: problem })
    else eligible.push({ membership, lineIds: fits.map(({ id }) => id) })
  }

  const selected: MembershipChoice[] = []
  const discounts: Discount[] = []
  const paid = new Set<string>()
  for (const { id, appId, lineIds } of choices) {
    const same = (one: { readonly id: string; readonly appId: string }) => one.id === id && one.appId === appId
    const membership = memberships.find(same)
    const wanted = lines.filter((line) => lineIds.includes(line.id) && !paid.has(line.id))
    if (wanted.length === 0 || invalid.some(same)) continue
    const reason = refusalOf(membership, wanted, selected.some(same))
    if (reason) {
      invalid.push({ membership: membership ?? null, id, appId, reason })
      continue
    }
    const ids = wanted.map((line) => line.id)
    for (const one of ids) paid.add(one)
    selected.push({ id, appId, lineIds: ids })
    discounts.push({ id, name: membership!.name, source: 'MEMBERSHIP', lineIds: ids, off: membership!.off })
  }
  return {
    eligible: eligible.filter(({ membership }) => !invalid.some(({ membership: other }) => other === membership)),
    invalid,
    selected,
    discounts,
  }
}

function refusalOf(membership: Membership | undefined, wanted: readonly Line[], again: boolean): MembershipProblem | null {
  if (!membership) return 'NOT_FOUND'
  if (again || !wanted.every((line) => isGoodFor(membership, line))) return 'NOT_APPLICABLE_TO_LINE_ITEMS'
  if (membership.lineIds) return null
  const units = wanted.reduce((all, { quantity }) => all + quantity, 0)
  return units > (membership.credits?.remaining ?? Number.POSITIVE_INFINITY) ? 'NOT_ENOUGH_CREDITS' : null
}

function problemOf(membership: Membership, at: number): MembershipProblem | null {
  if (membership.lineIds) return null
  if (validityOf(membership, at) === 'EXPIRED') return 'EXPIRED'
  return membership.credits && membership.credits.remaining < 1 ? 'NOT_ENOUGH_CREDITS' : null
}

const isGoodFor = ({ scopes, lineIds }: Membership, { id, item, giftCard }: Line): boolean =>
  !giftCard && (lineIds ? lineIds.includes(id) : !!item && scopes.some((scope) => covers(scope, item)))
