import type { LabelledCollection, ProductLabelKind } from '@vitrine/contract'
import { many } from '../list/many.ts'

export const kindText = {
  brand: { one: 'brand', more: 'brands', title: 'Brands', path: '/brands', filter: 'brandIs', most: 50 },
  ribbon: { one: 'ribbon', more: 'ribbons', title: 'Ribbons', path: '/brands/ribbons', filter: 'ribbonIs', most: 30 },
} as const satisfies Readonly<Record<ProductLabelKind, object>>

/** The products that have it. */
export const productsOf = (kind: ProductLabelKind, name: string): string =>
  `/products?${new URLSearchParams({ [kindText[kind].filter]: name }).toString()}`

export const labelRefusals: Readonly<Record<string, string>> = {
  BRAND_NOT_FOUND: 'No product has this brand any more: somebody else has changed it meanwhile.',
  RIBBON_NOT_FOUND: 'No product has this ribbon any more: somebody else has changed it meanwhile.',
  PRODUCT_LABEL_TAKEN: 'Other products have this name already. Merge the two instead.',
  PRODUCT_LABEL_BUSY: 'Another change of it is still under way. Try again once it is done.',
}

/** `A`, `A and B`, `A, B and C`. */
export const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** What comes of a change, in sentences. */
export function consequences(
  products: number,
  collections: readonly LabelledCollection[],
  { isSaved, follow }: { readonly isSaved: boolean; readonly follow: boolean },
): readonly string[] {
  const byRule = collections.filter((one) => !(isSaved && follow && one.follows)).map(({ name }) => name)
  const following = collections.filter((one) => isSaved && follow && one.follows).map(({ name }) => name)
  return [
    `${many(products, 'product')} ${products === 1 ? 'changes' : 'change'}.`,
    ...(following.length > 0 ? [`${listed(following)} ${following.length === 1 ? 'asks' : 'ask'} for the new name from then on.`] : []),
    ...(byRule.length > 0 ? [`The rule of ${listed(byRule)} stays as it is, so products may leave there.`] : []),
  ]
}
