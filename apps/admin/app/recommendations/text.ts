import type { PlacementAlgorithm, RecommendationKind, RecommendationPlacement, RecommendedBecause } from '@vitrine/contract'

/** How an algorithm is called, and what it goes by. */
export const algorithmText: Readonly<Record<PlacementAlgorithm, { readonly name: string; readonly by: string }>> = {
  BOUGHT_TOGETHER: { name: 'Bought together', by: 'In the same orders more often than chance' },
  VIEWED_TOGETHER: { name: 'Viewed together', by: 'Looked at in the same visits more often than chance' },
  SIMILAR: { name: 'Same categories', by: 'Shared collections, options, words of the name and price' },
  BEST_SELLING: { name: 'Best sellers', by: 'Units sold, lately counting more' },
  NEW: { name: 'New arrivals', by: 'The newest products' },
  FOR_YOU: { name: 'For you', by: 'Goes with what a signed-in member has bought' },
  SERVICES: { name: 'Services', by: 'What services for recommendations say; set up under Developers' },
}

export const placementText: Readonly<Record<RecommendationPlacement, { readonly name: string; readonly where: string }>> = {
  HOME: { name: 'Home page', where: 'Where the home page names no products itself' },
  PRODUCT: { name: 'Product page', where: 'Below a product that can be bought' },
  SOLD_OUT: { name: 'Sold out product', where: 'Below a product that is sold out' },
  CART: { name: 'Cart', where: 'Below what is in the cart' },
  EMPTY_CART: { name: 'Empty cart', where: 'In the cart and its drawer, while nothing is in it' },
  NO_RESULTS: { name: 'Search without results', where: 'Where a search finds little or nothing' },
}

/** Where nobody else sees what one is shown: only there are members recommended what is for them alone. */
const own: ReadonlySet<RecommendationPlacement> = new Set(['CART', 'EMPTY_CART'])

const kinds = Object.keys(algorithmText) as PlacementAlgorithm[]

/** The algorithms that can be chosen for a placement. */
export const algorithmsFor = (placement: RecommendationPlacement): readonly PlacementAlgorithm[] =>
  kinds.filter((kind) => kind !== 'FOR_YOU' || own.has(placement))

const traits = { COLLECTION: 'collection', NAME: 'name', OPTIONS: 'options', PRICE: 'price band' } as const

/** Why a product is recommended: `Together in 14 of 60 orders`. */
export function reasonText(kind: RecommendationKind, { together, of, shared }: RecommendedBecause): string {
  if (together !== undefined && of !== undefined)
    return `Together in ${together.toLocaleString('en-GB')} of ${of.toLocaleString('en-GB')} ${kind === 'VIEWED_TOGETHER' ? 'visits' : 'orders'}`
  if (shared && shared.length > 0) return `Same ${shared.map((trait) => traits[trait]).join(', ')}`
  return kind === 'BEST_SELLING' ? 'Sells well at present' : 'Came lately'
}
