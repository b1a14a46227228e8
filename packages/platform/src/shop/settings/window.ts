import type { Minor } from '@vitrine/pricing'
import type { ShopPicture } from '../../kernel/settings/shop-settings.ts'

/** What the catalogue has to show: changes with its revision. */
export interface Window {
  readonly collections: readonly {
    readonly id: string
    readonly slug: string
    readonly name: string
    readonly description: string
    readonly products: number
    readonly picture?: ShopPicture
    readonly seo?: { readonly title?: string; readonly description?: string }
  }[]
  readonly products: number
  readonly allProducts?: {
    readonly name?: string
    readonly description?: string
    readonly visible: boolean
    readonly picture?: ShopPicture
    readonly seo?: { readonly title?: string; readonly description?: string }
  }
}

/** A product with these choices, as it is sold now. */
export interface PinnedProduct {
  readonly slug: string
  readonly name: string
  readonly price: Minor
  readonly inStock: boolean
}

export interface PinnedReference {
  readonly productId: string
  readonly choices?: Readonly<Record<string, string>>
}
