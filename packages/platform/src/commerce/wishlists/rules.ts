import type { CatalogReference, CatalogReferenceInput } from '@vitrine/contract'

/** A list holds so many items. */
export const itemsAtMost = 100
/** One person has so many named lists, beside the default one and what was saved for later. */
export const listsAtMost = 20

/** A reference as it is stored: ids in lower case, and of the options only those that say something. */
export function storedReference({ catalogItemId, appId, options }: CatalogReferenceInput | CatalogReference): CatalogReference {
  const said = Object.entries(options ?? {}).filter(([, value]) => value !== null && value !== undefined)
  return {
    catalogItemId: catalogItemId.toLowerCase(),
    appId: appId.toLowerCase(),
    ...(said.length > 0 && { options: Object.fromEntries(said) }),
  }
}

/** The text by which two items are the same one: the variant counts, and not how it was named. */
export function samenessOf({ catalogItemId, options }: CatalogReference, variantId: string | undefined): string {
  const { customTextFields, subscriptionOptionId } = (options ?? {}) as { customTextFields?: object; subscriptionOptionId?: unknown }
  const words = Object.entries(customTextFields ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([catalogItemId, variantId ?? '', words, subscriptionOptionId ?? ''])
}

interface Merged<List> {
  /** Named lists that the member gets as they are. */
  readonly handedOver: readonly List[]
  /** Those whose items go to the default list as far as it holds them. */
  readonly poured: readonly List[]
}

/** What becomes of a visitor's named lists, where the member has so many already: the oldest are handed over. */
export const mergedLists = <List>(come: readonly List[], memberHas: number): Merged<List> => {
  const room = Math.max(0, listsAtMost - memberHas)
  return { handedOver: come.slice(0, room), poured: come.slice(room) }
}

/** The tags of a list after some were given and some taken away. */
export function tagged(before: readonly string[], assign: readonly string[] = [], unassign: readonly string[] = []): string[] {
  const gone = new Set(unassign)
  return [...new Set([...before, ...assign])].filter((tag) => !gone.has(tag))
}
