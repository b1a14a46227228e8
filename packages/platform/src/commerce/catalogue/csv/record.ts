import type { CustomTextField, Dimensions, MeasurementUnit, SeoSchema } from '@vitrine/contract'
import type { FilmSaid, PreorderTerms, UnitsSaid } from './beside.ts'

/** How much there is: a number where it is tracked, else whether there is some. */
export type RecordStock = { readonly quantity: number; readonly at?: readonly UnitsSaid[] } | { readonly inStock: boolean }

export interface RecordImage {
  readonly url: string
  readonly alt?: string
  readonly focalPoint?: { readonly x: number; readonly y: number }
}

export interface RecordMeasure {
  readonly quantity: number
  readonly unit: MeasurementUnit
}

/** What a file says of one variant. Absent is what it does not say. */
export interface VariantRecord {
  readonly row: number
  readonly id?: string
  readonly sku?: string
  readonly barcode?: string
  readonly mpn?: string
  /** How much there is in it, in the unit of its product where it says none. */
  readonly contents?: { readonly quantity: number; readonly unit?: MeasurementUnit }
  /** By the names of options. */
  readonly choices: Readonly<Record<string, string>>
  /** Before the discount. */
  readonly price?: number
  readonly cost?: number
  readonly weight?: number
  readonly visible?: boolean
  readonly stock?: RecordStock
  readonly images?: readonly string[]
}

export interface OptionRecord {
  readonly name: string
  readonly kind?: 'color' | 'drop_down'
  readonly choices: readonly { readonly name: string; readonly color?: string }[]
}

/** What may be taken away from a product. */
export type Cleared = 'brand' | 'ribbon' | 'cost' | 'weight' | 'taxGroupId' | 'pricePerUnitData'

/** What a file says of one product, in whatever format it says it. Absent is what it does not say. */
export interface ProductRecord {
  /** The first of its rows. */
  readonly row: number
  readonly id?: string
  readonly slug?: string
  readonly name?: string
  readonly visible?: boolean
  readonly productType?: 'physical' | 'digital'
  readonly description?: string
  readonly brand?: string
  readonly ribbon?: string
  /** Names or slugs. */
  readonly collections?: readonly string[]
  readonly images?: readonly RecordImage[]
  readonly films?: readonly FilmSaid[]
  /** Whose choices the images of variants show; found out where it is not said. */
  readonly imageOption?: string
  readonly sku?: string
  readonly barcode?: string
  readonly mpn?: string
  /** Before the discount. */
  readonly price?: number
  readonly discount?: { readonly type: 'NONE' | 'PERCENT' | 'AMOUNT'; readonly value: number }
  readonly cost?: number
  readonly weight?: number
  readonly contents?: RecordMeasure
  readonly unitPricePer?: RecordMeasure
  /** Of a product without variants, or whose variants share it. */
  readonly stock?: RecordStock
  /** What is null is taken away. */
  readonly preorder?: Partial<PreorderTerms>
  /** Titles or ids, as the file has them. */
  readonly subscriptions?: readonly string[]
  readonly soldOnce?: boolean
  /** What its buyers fetch; empty for nothing. */
  readonly fileId?: string
  readonly productDimensions?: Dimensions
  readonly packageDimensions?: Dimensions
  readonly taxGroupId?: string
  readonly seoTitle?: string
  readonly seoDescription?: string
  /** What else there is for search engines. */
  readonly seoData?: SeoSchema
  readonly sections?: readonly { readonly title: string; readonly description: string }[]
  readonly customTexts?: readonly CustomTextField[]
  readonly manageVariants?: boolean
  readonly options?: readonly OptionRecord[]
  readonly variants: readonly VariantRecord[]
  readonly clear: readonly Cleared[]
}

/** What is wrong with a cell, or how it was understood. */
export interface Remark {
  readonly row: number
  /** What the column is called in the file; absent where it is about the whole row. */
  readonly column?: string
  /** A sentence. */
  readonly message: string
}

export interface ReadProduct {
  readonly record: ProductRecord
  /** Why it cannot go in. */
  readonly errors: readonly Remark[]
  /** What was read with a guess, or left out. */
  readonly guesses: readonly Remark[]
}
