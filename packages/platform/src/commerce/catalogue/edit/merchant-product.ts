import type { MerchantProduct, MerchantProductVariant } from '@vitrine/contract'
import { type Minor, toDecimal } from '@vitrine/pricing'
import { revisionOf } from '../../../kernel/revision.ts'
import { mediaPath } from '../address.ts'
import { priced } from '../document.ts'
import { type ProductDraft, sharedStock } from '../product.ts'
import { discountOfDraft } from './pricing.ts'

/** What there is of a variant. */
export interface Counted {
  readonly tracked: boolean
  readonly inStock: boolean
  readonly quantity: number
}

export interface ProductTimes {
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** What comes off, as the wire says it. */
export function discountFigures(stored: ProductDraft, currency: string): MerchantProduct['discount'] {
  const discount = discountOfDraft(stored)
  const value = discount.type === 'AMOUNT' ? toDecimal(discount.off, currency) : discount.type === 'PERCENT' ? discount.off : 0
  return { type: discount.type, value: Number(value) }
}

const stockOf = (counted: Counted | undefined) =>
  counted && { tracked: counted.tracked, inStock: counted.inStock, ...(counted.tracked && { quantity: counted.quantity }) }

const kinds = { image: 'IMAGE', video: 'VIDEO', model: 'MODEL3D' } as const

/** A product as merchants edit it. */
export function merchantProduct(
  stored: ProductDraft,
  stock: ReadonlyMap<string, Counted>,
  { createdAt, updatedAt }: ProductTimes,
  { currency, publicUrl }: { readonly currency: string; readonly publicUrl: string },
): MerchantProduct {
  const draft = priced(stored)
  const major = (amount: Minor) => Number(toDecimal(amount, currency))
  const poster = (id: string) => draft.media.find((item) => item.id === id)
  const shared = stockOf(stock.get(sharedStock))
  const managed = draft.manageVariants && draft.variants.length > 0
  return {
    id: draft.id.toLowerCase(),
    revision: revisionOf(stored),
    name: draft.name,
    slug: draft.slug,
    visible: draft.visible,
    productType: draft.itemType === 'PHYSICAL' ? 'physical' : 'digital',
    description: draft.description,
    sku: draft.sku,
    ...(draft.barcode && { barcode: draft.barcode }),
    ...(draft.mpn && { mpn: draft.mpn }),
    ...(draft.pricePerUnitData && { pricePerUnitData: draft.pricePerUnitData }),
    ...(draft.brand && { brand: draft.brand }),
    ...(draft.ribbon && { ribbon: draft.ribbon }),
    price: major(draft.price),
    fullPrice: major(draft.fullPrice ?? draft.price),
    discount: discountFigures(stored, currency),
    ...(draft.cost !== undefined && { cost: major(draft.cost) }),
    ...(draft.weight !== undefined && { weight: draft.weight }),
    ...(draft.productDimensions && { productDimensions: draft.productDimensions }),
    ...(draft.packageDimensions && { packageDimensions: draft.packageDimensions }),
    ...(draft.taxGroupId !== undefined && { taxGroupId: draft.taxGroupId }),
    media: draft.media.map((item) => {
      const picture = item.kind === 'image' ? item : poster(item.poster)
      const still = picture?.kind === 'image' ? picture : undefined
      const size = item.kind === 'model' ? item.posterSize : item
      return {
        mediaId: item.id,
        kind: kinds[item.kind],
        url: publicUrl + mediaPath(item.kind === 'image' ? item.id : item.poster),
        width: size?.width ?? still?.width ?? 0,
        height: size?.height ?? still?.height ?? 0,
        alt: (item.kind === 'image' ? item.alt : (item.alt ?? still?.alt)) ?? '',
        focalPoint: still?.focalPoint ?? { x: 0.5, y: 0.5 },
        ...(item.kind !== 'image' && { posterId: item.poster, fileUrl: publicUrl + mediaPath(item.id) }),
      }
    }),
    options: draft.options.map(({ name, kind, choices }) => ({
      name,
      optionType: kind,
      choices: choices.map((choice) => ({ name: choice.name, value: choice.hex ?? choice.name, mediaIds: [...(choice.pictures ?? [])] })),
    })),
    manageVariants: draft.manageVariants,
    variants: draft.variants.map((variant): MerchantProductVariant => {
      const counted = managed ? stockOf(stock.get(variant.id.toLowerCase())) : undefined
      return {
        id: variant.id.toLowerCase(),
        choices: { ...variant.choices },
        sku: variant.sku,
        price: major(variant.price),
        fullPrice: major(variant.fullPrice ?? variant.price),
        ...(variant.cost !== undefined && { cost: major(variant.cost) }),
        ...(variant.weight !== undefined && { weight: variant.weight }),
        visible: variant.visible ?? true,
        ...(variant.barcode && { barcode: variant.barcode }),
        ...(variant.mpn && { mpn: variant.mpn }),
        ...(variant.totalQuantity !== undefined && { totalQuantity: variant.totalQuantity }),
        ...(counted && { stock: counted }),
      }
    }),
    ...(!managed && shared && { stock: shared }),
    collectionIds: draft.collectionIds.map((id) => id.toLowerCase()),
    sections: draft.sections.map(({ title, html }) => ({ title, description: html })),
    customTextFields: [...(draft.texts ?? [])],
    ...(draft.seo && { seoData: draft.seo }),
    createdDate: createdAt.toISOString(),
    updatedDate: updatedAt.toISOString(),
  }
}
