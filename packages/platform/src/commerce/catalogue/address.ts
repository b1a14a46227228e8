/** Where a file of the shop is served, below its public address. */
export const mediaPath = (id: string): string => `/media/${encodeURIComponent(id)}`

/** The page of a product, below the shop's public address. */
export const productPath = (slug: string): string => `/products/${encodeURIComponent(slug)}`
