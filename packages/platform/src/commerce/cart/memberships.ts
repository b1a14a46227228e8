import type { MembershipChoice } from '@vitrine/pricing'

export interface LineMembership {
  readonly lineId: string
  /** Undefined when no membership pays for the line. */
  readonly membership: { readonly id: string; readonly appId: string } | undefined
}

/** The chosen memberships after an update of some lines. */
export function withMemberships(
  before: readonly MembershipChoice[] | undefined,
  said: readonly LineMembership[],
): readonly MembershipChoice[] {
  const named = new Set(said.map(({ lineId }) => lineId))
  const rest = (before ?? []).map((choice) => ({ ...choice, lineIds: choice.lineIds.filter((id) => !named.has(id)) }))
  const chosen = said.flatMap(({ lineId, membership }) => (membership ? [{ ...membership, lineIds: [lineId] }] : []))
  return [...rest.filter(({ lineIds }) => lineIds.length > 0), ...chosen]
}
