import type { ProductExportColumn } from '@vitrine/contract'
import { client } from '../../client.ts'
import type { FileExport } from '../../list/export-dialog.tsx'

const ofOptions = ([1, 2, 3, 4, 5, 6] as const).flatMap((n) => [
  { id: `option${n}Name`, name: `Option ${n} name` } as const,
  { id: `option${n}Value`, name: `Option ${n} value` } as const,
  { id: `option${n}Color`, name: `Option ${n} color` } as const,
])

/** Products as the file that the import takes. */
export const productFile: FileExport<ProductExportColumn> = {
  columns: [
    { id: 'id', name: 'Product ID' },
    { id: 'slug', name: 'Slug' },
    { id: 'name', name: 'Name' },
    { id: 'visible', name: 'Visible' },
    { id: 'productType', name: 'Product type' },
    { id: 'description', name: 'Description' },
    { id: 'brand', name: 'Brand' },
    { id: 'ribbon', name: 'Ribbon' },
    { id: 'collections', name: 'Collections' },
    { id: 'images', name: 'Images' },
    { id: 'imageAlts', name: 'Image alt texts' },
    { id: 'imageFocalPoints', name: 'Image focal points' },
    { id: 'imageOption', name: 'Images by option' },
    { id: 'sku', name: 'SKU' },
    { id: 'barcode', name: 'Barcode' },
    { id: 'price', name: 'Price' },
    { id: 'discountType', name: 'Discount type' },
    { id: 'discount', name: 'Discount' },
    { id: 'cost', name: 'Cost' },
    { id: 'weight', name: 'Weight' },
    { id: 'contents', name: 'Contents' },
    { id: 'unitPricePer', name: 'Unit price per' },
    { id: 'stock', name: 'Stock' },
    { id: 'productDimensions', name: 'Product dimensions' },
    { id: 'packageDimensions', name: 'Package dimensions' },
    { id: 'taxGroupId', name: 'Tax group ID' },
    { id: 'seoTitle', name: 'SEO title' },
    { id: 'seoDescription', name: 'SEO description' },
    { id: 'seoData', name: 'Other SEO data' },
    { id: 'infoSections', name: 'Info sections' },
    { id: 'customTexts', name: 'Custom text fields' },
    { id: 'manageVariants', name: 'Manage variants' },
    ...ofOptions,
    { id: 'variantId', name: 'Variant ID' },
    { id: 'variantSku', name: 'Variant SKU' },
    { id: 'variantBarcode', name: 'Variant barcode' },
    { id: 'variantPrice', name: 'Variant price' },
    { id: 'variantCost', name: 'Variant cost' },
    { id: 'variantWeight', name: 'Variant weight' },
    { id: 'variantContents', name: 'Variant contents' },
    { id: 'variantVisible', name: 'Variant visible' },
    { id: 'variantImages', name: 'Variant images' },
  ],
  link: async (wanted) => (await client.exports.exportProducts(wanted)).link,
}
