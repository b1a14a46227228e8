import { PageKind } from '@vitrine/contract'

const places = new Map(PageKind.options.map((kind, place) => [kind, place]))

/** Pages of the law first, then by title. */
export const byKind = (a: { readonly kind: PageKind }, b: { readonly kind: PageKind }): number => places.get(a.kind)! - places.get(b.kind)!
