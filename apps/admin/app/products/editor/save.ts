import { Refused } from '@vitrine/client'
import type { MerchantProduct } from '@vitrine/contract'
import { client } from '../../client.ts'
import { quantityIn } from './sheet.ts'
import { type ByVariant, keyOf, type ProductValues, sentOf } from './values.ts'

/** Writes a product, new or changed; answers it as it is then. */
export async function writeProduct(
  values: ProductValues,
  before: MerchantProduct | undefined,
  revision: string | undefined,
  places: number,
): Promise<MerchantProduct> {
  const product = sentOf(values, before, places)
  const answer = before
    ? await client.merchantProducts.saveProduct({ id: before.id, product, ...(revision !== undefined && { revision }) })
    : await client.merchantProducts.addProduct({ product })
  return answer.product
}

/** The stock of a product without variants of its own. */
export const wholeKey = ''

/** What there is of each variant, as text: nothing where it is not tracked. */
export function stockOf(product: MerchantProduct | undefined): ByVariant {
  if (!product) return {}
  const text = (stock: MerchantProduct['stock']) => (stock?.tracked ? String(stock.quantity ?? 0) : '')
  if (product.stock) return { [wholeKey]: text(product.stock) }
  return Object.fromEntries(product.variants.map((variant) => [keyOf(variant.choices, product.options), text(variant.stock)]))
}

/**
 * Sets quantities that were written; false where somebody sold or counted one of them meanwhile, and none of them is set.
 */
export async function writeStock(product: MerchantProduct, written: ByVariant, was: ByVariant): Promise<boolean> {
  const targets = product.stock
    ? [{ key: wholeKey, variantId: undefined, isNew: false }]
    : product.variants.map(({ id, choices }) => {
        const key = keyOf(choices, product.options)
        return { key, variantId: id, isNew: was[key] === undefined }
      })
  const counts = targets.flatMap(({ key, variantId, isNew }) => {
    const text = written[key]
    const quantity = text === undefined ? undefined : quantityIn(text)
    if (quantity === undefined || (!isNew && text === was[key])) return []
    const expected = isNew ? undefined : quantityIn(was[key] ?? '')
    return [
      {
        productId: product.id,
        ...(variantId !== undefined && { variantId }),
        quantity,
        ...(expected !== undefined && expected !== null && { expected }),
      },
    ]
  })
  if (counts.length === 0) return true
  try {
    await client.merchantInventory.countStock({ counts })
    return true
  } catch (error) {
    if (error instanceof Refused && error.code === 'STOCK_CHANGED') return false
    throw error
  }
}
