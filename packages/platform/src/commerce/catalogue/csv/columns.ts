/** The most options that a product has. */
export const mostOptions = 6

const ofOptions = Array.from({ length: mostOptions }, (_, i) => i + 1).flatMap((n) => [
  [`option${n}Name`, `Option ${n} name`] as const,
  [`option${n}Value`, `Option ${n} value`] as const,
  [`option${n}Color`, `Option ${n} color`] as const,
])

/**
 * The columns of Vitrine's own products file in their order: what they are called here, and in the file. A product has a row for each variant,
 * one row where it has no options. What is the product's stands in the first of them alone; all of them begin with its id and slug.
 */
export const productColumns = [
  ['id', 'Product ID'],
  ['slug', 'Slug'],
  ['name', 'Name'],
  /** `TRUE` or `FALSE`, as are all columns that say yes or no. */
  ['visible', 'Visible'],
  /** `physical` or `digital`. */
  ['productType', 'Product type'],
  /** What its buyers fetch: the id of a file of the shop. */
  ['downloadFile', 'Download file'],
  /** HTML. */
  ['description', 'Description'],
  ['brand', 'Brand'],
  ['ribbon', 'Ribbon'],
  /** Names, or slugs where two collections have the same name, as a list (`joinList`). */
  ['collections', 'Collections'],
  /** Addresses, as a list. */
  ['images', 'Images'],
  /** In the order of `Images`, as a list. */
  ['imageAlts', 'Image alt texts'],
  /** In the order of `Images`, as a list: `0.5 0.25`, shares of width and height from the top left; nothing for the middle. */
  ['imageFocalPoints', 'Image focal points'],
  /** Films among the files of the shop, as a list: their place among all media, their id, and the address of the picture that stands for them. */
  ['films', 'Films'],
  /** The option whose choices have pictures of their own (`Variant images`). */
  ['imageOption', 'Images by option'],
  ['sku', 'SKU'],
  ['barcode', 'Barcode'],
  /** The number that its maker gave it. */
  ['mpn', 'MPN'],
  /** Before the discount, in the shop's currency, with a point before the decimals. */
  ['price', 'Price'],
  /** `PERCENT` or `AMOUNT`; `NONE` where nothing comes off. */
  ['discountType', 'Discount type'],
  ['discount', 'Discount'],
  ['cost', 'Cost'],
  ['weight', 'Weight'],
  /** `250 G`: how much there is in it, for the price per unit. */
  ['contents', 'Contents'],
  /** `100 G` */
  ['unitPricePer', 'Unit price per'],
  /** A number where it is tracked, else `in stock` or `out of stock`. Where variants share their stock, in the first row. */
  ['stock', 'Stock'],
  /** How much of it is where, as a list: `Torstraße: 4; Warehouse: 20`. Locations that are not named have none. */
  ['stockByLocation', 'Stock by location'],
  /** Whether all variants can be sold below zero. */
  ['preorder', 'Preorder'],
  /** How many of each variant; any number where it is empty. */
  ['preorderLimit', 'Preorder limit'],
  /** When it is expected: `2027-05-14`. */
  ['preorderDate', 'Preorder date'],
  ['preorderMessage', 'Preorder message'],
  /** Titles, or ids where two options have the same title, as a list; with ` (hidden)` behind those that shoppers do not see. */
  ['subscriptionOptions', 'Subscription options'],
  /** Whether it is sold without a subscription, too; empty where it has none. */
  ['oneTimePurchase', 'One-time purchase'],
  /** `30 x 20 x 10 CM`, with a hyphen for what is not known. */
  ['productDimensions', 'Product dimensions'],
  ['packageDimensions', 'Package dimensions'],
  ['taxGroupId', 'Tax group ID'],
  ['seoTitle', 'SEO title'],
  ['seoDescription', 'SEO description'],
  /** The other tags and the settings, as the SEO data of the API without its title and description. */
  ['seoData', 'Other SEO data'],
  /** `[{"title": "Care", "description": "<p>Dishwasher</p>"}]` */
  ['infoSections', 'Info sections'],
  /** `[{"title": "Engraving", "maxLength": 20, "mandatory": false}]` */
  ['customTexts', 'Custom text fields'],
  /** Whether each variant has a price, weight, SKU and stock of its own. */
  ['manageVariants', 'Manage variants'],
  ...ofOptions,
  ['variantId', 'Variant ID'],
  ['variantSku', 'Variant SKU'],
  ['variantBarcode', 'Variant barcode'],
  ['variantMpn', 'Variant MPN'],
  /** Before the discount; empty where it is the product's. So are cost and weight. */
  ['variantPrice', 'Variant price'],
  ['variantCost', 'Variant cost'],
  ['variantWeight', 'Variant weight'],
  /** Empty where it is the product's. */
  ['variantContents', 'Variant contents'],
  ['variantVisible', 'Variant visible'],
  /** Those of the product's pictures that show the choice of this row, as a list. */
  ['variantImages', 'Variant images'],
] as const satisfies readonly (readonly [string, string])[]

/** The first line of the file. */
export const productHeader: readonly string[] = productColumns.map(([, label]) => label)

type OwnField = (typeof productColumns)[number][0]

/** What of other shops' files has no column in ours. */
const others = {
  reference: 'ID in the other shop',
  rowType: 'Row type',
  parent: 'Parent',
  image: 'Image address',
  imagePosition: 'Image position',
  imageAlt: 'Image alt text',
  salePrice: 'Sale price',
  compareAtPrice: 'Compare-at price',
  surcharge: 'Surcharge',
  weightUnit: 'Weight unit',
  contentsUnit: 'Unit of the contents',
  unitPriceUnit: 'Unit of the unit price',
  trackStock: 'Track stock',
  inStock: 'In stock',
  backorders: 'Sell when out of stock',
  shortDescription: 'Short description',
  length: 'Length',
  width: 'Width',
  height: 'Height',
  requiresShipping: 'Requires shipping',
  status: 'Status',
  tags: 'Tags',
} as const

type Numbered =
  | `section${number}${'Title' | 'Text'}`
  | `text${number}${'Title' | 'Limit' | 'Mandatory'}`
  | `option${number}${'Name' | 'Value' | 'Color' | 'Type' | 'Values'}`

/** What a column can be. */
export type Field = OwnField | keyof typeof others | Numbered

const labels: Readonly<Record<string, string>> = { ...Object.fromEntries(productColumns), ...others }

/** What a field is called where no column of a file has it. */
export function labelOf(field: Field): string {
  if (labels[field] !== undefined) return labels[field]
  const [, kind, number, part] = /^([a-z]+)(\d+)([A-Z][a-z]+)$/.exec(field)!
  return `${kind![0]!.toUpperCase()}${kind!.slice(1)} ${number} ${part!.toLowerCase()}`
}

/** Every field that a column can be set to by hand. */
export const fieldNames: readonly string[] = [
  ...productColumns.map(([name]) => name),
  ...Object.keys(others),
  ...[1, 2, 3, 4, 5, 6].flatMap((n) => [`option${n}Type`, `option${n}Values`, `section${n}Title`, `section${n}Text`]),
  ...[1, 2].flatMap((n) => [`text${n}Title`, `text${n}Limit`, `text${n}Mandatory`]),
]

const known = new Set(fieldNames)
const numbered = /^(?:section\d{1,2}(?:Title|Text)|text\d{1,2}(?:Title|Limit|Mandatory)|option\d{1,2}(?:Name|Value|Color|Type|Values))$/

export const isField = (name: string): name is Field => known.has(name) || numbered.test(name)
