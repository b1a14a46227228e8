import { readFileSync } from 'node:fs'

/** What the demo shop's `catalogue.json` says; decimals are text, paths lie below the shop's folder. */
export interface Catalogue {
  readonly shop: { readonly name: string; readonly tagline: string; readonly about: string; readonly heroes: readonly HeroEntry[] }
  readonly collections: readonly CollectionEntry[]
  readonly products: readonly ProductEntry[]
  readonly reviews: readonly ReviewEntry[]
}

export interface ReviewEntry {
  readonly product: string
  readonly author: string
  readonly rating: number
  readonly title: string | null
  readonly text: string
  /** `2026-11-15` */
  readonly date: string
  readonly verified: boolean
  readonly reply: { readonly text: string; readonly date: string } | null
}

export interface PictureEntry {
  readonly path: string
  readonly alt: string
  readonly focalPoint: { readonly x: number; readonly y: number }
  /** Which choices it shows. */
  readonly choices: Readonly<Record<string, string>> | null
}

export interface HeroEntry extends PictureEntry {
  readonly headline: string
}

export interface CollectionEntry {
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly cover: PictureEntry
}

export interface ProductEntry {
  readonly slug: string
  readonly name: string
  readonly itemType: 'PHYSICAL' | 'DIGITAL' | 'GIFT_CARD' | 'SERVICE'
  readonly collections: readonly string[]
  readonly brand: string
  readonly sku: string
  readonly description: string
  readonly sections: readonly { readonly title: string; readonly text: string }[]
  readonly price: string
  readonly compareAtPrice: string | null
  readonly ribbon: string | null
  readonly weightKg: string | null
  readonly options: readonly {
    readonly name: string
    readonly kind: 'COLOUR' | 'TEXT'
    readonly choices: readonly { readonly name: string; readonly hex?: string }[]
  }[]
  readonly variants: readonly {
    readonly sku: string
    readonly choices: Readonly<Record<string, string>>
    readonly priceDifference: string
    /** Null where units are not counted. */
    readonly stock: number | null
    readonly picture: string
  }[]
  readonly pictures: readonly PictureEntry[]
  /** Ways to have it come by itself. */
  readonly subscriptions: readonly {
    readonly name: string
    readonly every: { readonly unit: 'WEEK' | 'MONTH'; readonly count: number }
    readonly discountPercent: string
  }[]
  /** Amounts that a gift card is sold for, and bounds of one that the buyer names. */
  readonly giftCard?: { readonly amounts: readonly string[]; readonly custom: { readonly from: string; readonly to: string } }
  /** What its buyer is handed, below the shop's `files`. */
  readonly digitalFile?: { readonly fileName: string }
  readonly video: {
    readonly path: string
    readonly poster: string
    readonly alt: string
    /** What is seen in it, by its languages. */
    readonly captions?: readonly { readonly language: string; readonly label: string; readonly path: string }[]
  } | null
  /** A model in three dimensions, and the picture that stands for it. */
  readonly model: { readonly path: string; readonly poster: string; readonly alt: string } | null
}

export const shopFolder = new URL('../shop/', import.meta.url)

export const readCatalogue = (): Catalogue => JSON.parse(readFileSync(new URL('catalogue.json', shopFolder), 'utf8')) as Catalogue
