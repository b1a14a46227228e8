import type { Dimensions, ItemTypePreset, PricePerUnitData, SeoSchema } from '@vitrine/contract'
import type { Minor } from '@vitrine/pricing'
import type { PaymentTerms } from '../selling/plans.ts'

/** The variant id of a product without options, and of the stock that all variants of a product share. */
export const sharedStock = '00000000-0000-0000-0000-000000000000'

/** Between names that are written together: no text holds it. */
export const unitSeparator = '\u001f'

/** A picture of the shop, as the catalogue refers to it. */
export interface Picture {
  /** Its id among the shop's media. */
  readonly id: string
  readonly width: number
  readonly height: number
  readonly alt: string
  readonly title?: string
  readonly focalPoint?: { readonly x: number; readonly y: number }
  /** A tiny data URL to show until it is there. */
  readonly placeholder?: string
}

/** What a film or a model has beside its own file. */
interface Moving {
  readonly id: string
  /** The id of the picture that stands for it until somebody asks for it. */
  readonly poster: string
  /** What those read who cannot see it. */
  readonly alt?: string
  readonly title?: string
  /** Read from the files whenever the product is saved. */
  readonly posterSize?: Size
  readonly bytes?: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Film extends Moving, Size {
  /** How long it runs, where that is known. */
  readonly milliseconds?: number
}

/** A model in three dimensions. */
export interface Model extends Moving {}

export type Medium = ({ readonly kind: 'image' } & Picture) | ({ readonly kind: 'video' } & Film) | ({ readonly kind: 'model' } & Model)

/** A file of the shop that a product can show. */
export type ShowableFile =
  | ({ readonly kind: 'image' } & Picture)
  | { readonly kind: 'video'; readonly id: string; readonly width?: number; readonly height?: number }
  | { readonly kind: 'model'; readonly id: string; readonly hasThumbnail?: boolean }

export interface OptionDraft {
  readonly name: string
  readonly kind: 'color' | 'drop_down'
  readonly choices: readonly {
    /** What people read: `Sage`. */
    readonly name: string
    /** Of a colour, `#9AA58F`. */
    readonly hex?: string
    /** Those of the product's pictures that show this choice. */
    readonly pictures?: readonly string[]
  }[]
}

export interface VariantDraft {
  readonly id: string
  readonly sku: string
  /** A choice for each of the product's options, by their names. */
  readonly choices: Readonly<Record<string, string>>
  readonly price: Minor
  /** Before the discount; the price where there is none. */
  readonly fullPrice?: Minor
  /** What the merchant pays for one, where that differs from the product's. */
  readonly cost?: Minor
  readonly weight?: number
  readonly visible?: boolean
  readonly barcode?: string
  /** The number that its maker gave it. */
  readonly mpn?: string
  /** How much it contains, in the unit of the product's `pricePerUnitData`, where that differs from the product's. */
  readonly totalQuantity?: number
  /** Which of the product's pictures stands for it in a cart. */
  readonly picture?: string
}

/** A product as it is written. Everything the wire says of it is made from this, but for its stock. */
export interface ProductDraft {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly visible: boolean
  readonly itemType: ItemTypePreset
  /** HTML. */
  readonly description: string
  readonly sku: string
  /** Both of a product without options. */
  readonly barcode?: string
  readonly mpn?: string
  readonly pricePerUnitData?: PricePerUnitData
  readonly brand?: string
  readonly ribbon?: string
  readonly price: Minor
  /** Before the discount; the price where there is none. */
  readonly fullPrice?: Minor
  /** A discount by percentage, as decimal text: it comes off `fullPrice`, else off `price`, of the product and of each of its variants. */
  readonly percentOff?: string
  /** What the merchant pays for one; only merchants read it. */
  readonly cost?: Minor
  readonly weight?: number
  readonly productDimensions?: Dimensions
  readonly packageDimensions?: Dimensions
  readonly taxGroupId?: string
  /** What its buyer may fetch: a file among the shop's media that nobody else sees. */
  readonly fileId?: string
  readonly sections: readonly { readonly title: string; readonly html: string }[]
  readonly media: readonly Medium[]
  readonly texts?: readonly { readonly title: string; readonly maxLength: number; readonly mandatory: boolean }[]
  readonly options: readonly OptionDraft[]
  /** Whether each variant has a price, weight and stock of its own; otherwise all share one stock. */
  readonly manageVariants: boolean
  /** Empty for a product without options. */
  readonly variants: readonly VariantDraft[]
  readonly collectionIds: readonly string[]
  /** Absent where all is paid with the order. */
  readonly payment?: PaymentTerms
  readonly seo?: SeoSchema
  /** A number that grows: lists without a sort show the highest first. Made from `createdAt` where none is given. */
  readonly numericId?: number
  readonly createdAt?: Date
}

/** What the shop writes its prices in. */
export interface Commerce {
  readonly currency: string
  readonly locale: string
}
