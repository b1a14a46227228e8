import type { Place } from '@vitrine/pricing'
import type { KnownLine } from './line.ts'

/** Where lines are taxed: at the place given, or, where all of them say whose address decides it, at that one. */
export function taxPlaceOf(
  lines: readonly KnownLine[],
  place: Place | null,
  billing: Place | null,
  { country }: { readonly country: string },
): Place | null {
  const [type, ...others] = new Set(lines.map(({ taxableAddress }) => taxableAddress))
  if (others.length > 0) return place
  return type === 'BUSINESS' ? { country } : type === 'BILLING' ? (billing ?? place) : place
}
