import type { ProductDraft } from '@vitrine/platform/commerce/catalogue/product'
import type { StockItemCount } from '@vitrine/platform/commerce/inventory/stock'
import { minor, parseDecimal, sum } from '@vitrine/pricing'
import { captionOf } from './captions.ts'
import { collectionIdOf, productIdOf, taxGroups, uuidOf } from './ids.ts'
import type { ProductEntry } from './morrow.ts'
import { type Files, fileAt, pictureAt } from './pictures.ts'

/** Places in a class cannot be handed over yet: they wait out of sight. */
const canBeHandedOver = ({ itemType }: ProductEntry, fileId: string | undefined): boolean =>
  itemType === 'PHYSICAL' || itemType === 'GIFT_CARD' || fileId !== undefined

const food: ReadonlySet<string> = new Set(['morning-blend', 'house-espresso-tin'])

/** What came last, in the order it came; the rest of the shelf is older. */
const newest = ['moon-vase', 'water-pitcher', 'house-espresso-tin', 'throwing-class', 'dome-pendant']

const dayMs = 86_400_000
const nullVariant = '00000000-0000-0000-0000-000000000000'

/** A product of the demo shop as the catalogue is told of it. `place` is its place in the file, which lists show first to last. */
export function draftOf(
  entry: ProductEntry,
  place: number,
  files: Files,
  fileId: string | undefined,
  currency: string,
  now: Date,
): ProductDraft {
  const { slug, name, itemType, brand, sku, ribbon, options, pictures, video, model, compareAtPrice } = entry
  const price = parseDecimal(entry.price, currency)
  const reduction = compareAtPrice === null ? undefined : minor(parseDecimal(compareAtPrice, currency) - price)
  const shown = pictures.map(({ path, alt, focalPoint }) => {
    const title = captionOf(path)
    return { kind: 'image' as const, ...pictureAt(files, path, alt, focalPoint), ...(title !== undefined && { title }) }
  })
  const idsShowing = (option: string, choice: string) =>
    pictures.filter(({ choices }) => choices?.[option] === choice).map(({ path }) => fileAt(files, path).id)
  const came = newest.indexOf(slug)
  return {
    id: productIdOf(slug),
    name,
    slug,
    visible: canBeHandedOver(entry, fileId),
    itemType,
    ...(fileId !== undefined && { fileId }),
    description: paragraph(entry.description),
    sku,
    brand,
    ...(ribbon !== null && { ribbon }),
    price,
    ...(reduction !== undefined && { fullPrice: sum([price, reduction]) }),
    ...(entry.weightKg !== null && { weight: Number(entry.weightKg) }),
    taxGroupId: itemType === 'GIFT_CARD' ? taxGroups.vouchers : food.has(slug) ? taxGroups.food : taxGroups.standard,
    sections: entry.sections.map(({ title, text }) => ({ title, html: paragraph(text) })),
    media: [
      ...shown,
      ...(model ? [{ kind: 'model' as const, ...moving(files, model) }] : []),
      ...(video ? [{ kind: 'video' as const, ...sizeAt(files, video.path), ...moving(files, video) }] : []),
    ],
    options: options.map((option) => ({
      name: option.name,
      kind: option.kind === 'COLOUR' ? 'color' : 'drop_down',
      choices: option.choices.map((choice) => ({
        name: choice.name,
        ...(choice.hex !== undefined && { hex: choice.hex }),
        pictures: idsShowing(option.name, choice.name),
      })),
    })),
    manageVariants: options.length > 0,
    variants:
      options.length === 0
        ? []
        : entry.variants.map((variant) => {
            const own = sum([price, parseDecimal(variant.priceDifference, currency)])
            return {
              id: uuidOf(`variant ${variant.sku}`),
              sku: variant.sku,
              choices: variant.choices,
              price: own,
              ...(reduction !== undefined && { fullPrice: sum([own, reduction]) }),
              picture: fileAt(files, variant.picture).id,
            }
          }),
    collectionIds: entry.collections.map(collectionIdOf),
    numericId: 1_000_000 - place,
    createdAt: new Date(now.getTime() - (came >= 0 ? 2 + came * 3 : 60 + place * 9) * dayMs),
  }
}

/** A film or a model as its product names it. */
function moving(files: Files, { path, poster, alt }: NonNullable<ProductEntry['video']>) {
  const title = captionOf(path)
  const { id, bytes } = files.get(path)!
  const { id: posterId, width, height } = fileAt(files, poster)
  return { id, bytes, poster: posterId, posterSize: { width, height }, alt, ...(title !== undefined && { title }) }
}

function sizeAt(files: Files, path: string) {
  const { width, height } = fileAt(files, path)
  return { width, height }
}

/** What lies on the shelves of a product. */
export function countsOf({ slug, options, variants }: ProductEntry): readonly StockItemCount[] {
  const productId = productIdOf(slug)
  if (options.length === 0) return variants.slice(0, 1).map(({ stock }) => ({ productId, variantId: nullVariant, quantity: stock }))
  return variants.map(({ sku, stock }) => ({ productId, variantId: uuidOf(`variant ${sku}`), quantity: stock }))
}

export const paragraph = (text: string): string => `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`
