import type { Product } from '@vitrine/contract'
import { type Minor, roundDecimal } from '@vitrine/pricing'
import { readDocument } from '../../selling/written-product.ts'
import type { Medium, OptionDraft, ProductDraft, VariantDraft } from '../product.ts'
import type { FactImage, SellingFacts } from '../sell.ts'

/** What was written of a product whose draft was not stored. */
export interface WrittenProduct {
  readonly document: string
  readonly facts: SellingFacts
}

const pictureOf = ({ image }: SellingFacts['variants'][number]): Pick<VariantDraft, 'picture'> =>
  image?.id === undefined ? {} : { picture: image.id }

/** The draft that a document was written from, as far as both say the same: to be saved again it makes the same document. */
export function draftFromDocument({ document, facts }: WrittenProduct, currency: string): ProductDraft {
  const product = readDocument(document)
  const minors = (amount: number | undefined): Minor => roundDecimal((amount ?? 0).toFixed(6), currency)
  const { price: full, discountedPrice } = product.priceData!
  const percentOff = product.discount?.type === 'PERCENT' ? String(product.discount.value) : undefined
  const pricing = (price: Minor, fullPrice: Minor) =>
    percentOff !== undefined || price === fullPrice ? { price: fullPrice } : { price, fullPrice }
  const weight = product.weight === 0 ? undefined : product.weight
  const known = new Map(
    [...(facts.image ? [facts.image] : []), ...facts.variants.flatMap(({ image }) => image ?? [])].map((one) => [one.id, one]),
  )
  return {
    id: product.id,
    name: product.name ?? '',
    slug: product.slug,
    visible: product.visible ?? true,
    itemType: facts.itemType,
    description: product.description ?? '',
    sku: product.sku ?? '',
    ...(product.brand && { brand: product.brand }),
    ...(product.ribbon && { ribbon: product.ribbon }),
    ...pricing(minors(discountedPrice), minors(full)),
    ...(percentOff !== undefined && { percentOff }),
    ...(weight !== undefined && { weight }),
    ...(product.productDimensions && { productDimensions: product.productDimensions }),
    ...(product.packageDimensions && { packageDimensions: product.packageDimensions }),
    ...(facts.taxGroupId !== undefined && { taxGroupId: facts.taxGroupId }),
    ...(facts.fileId !== undefined && { fileId: facts.fileId }),
    sections: product.additionalInfoSections.map(({ title, description }) => ({ title, html: description })),
    media: mediaIn(product.media, known),
    ...(facts.texts.length > 0 && { texts: facts.texts }),
    options: product.productOptions.map(
      ({ name, optionType, choices = [] }): OptionDraft => ({
        name,
        kind: optionType === 'color' ? 'color' : 'drop_down',
        choices: choices.map(({ value = '', description = value, media }) => ({
          name: description,
          ...(value !== description && { hex: value }),
          ...(media && { pictures: media.items.map(({ id }) => id) }),
        })),
      }),
    ),
    manageVariants: product.manageVariants ?? false,
    variants:
      product.productOptions.length === 0
        ? []
        : facts.variants.map(
            (variant): VariantDraft => ({
              id: variant.id,
              sku: variant.sku,
              choices: variant.choices,
              ...pricing(variant.price, variant.fullPrice),
              ...(variant.weight !== undefined && variant.weight !== weight && { weight: variant.weight }),
              ...(!variant.visible && { visible: false }),
              ...pictureOf(variant),
            }),
          ),
    collectionIds: facts.collectionIds ?? product.collectionIds.slice(1),
    ...(facts.payment && { payment: facts.payment }),
    ...(product.seoData && (product.seoData.tags.length > 0 || product.seoData.settings) && { seo: product.seoData }),
  }
}

/** The media of a document, models at their places. */
function mediaIn(media: Product['media'], known: ReadonlyMap<string | undefined, FactImage>): readonly Medium[] {
  const all: Medium[] = (media?.items ?? []).map((item) => {
    const { id, title } = item
    const name = title === '' ? {} : { title }
    if (item.video) {
      const { files, stillFrameMediaId: poster, durationInMilliseconds } = item.video
      const { width, height, altText } = files[0]!
      return {
        kind: 'video',
        id,
        width,
        height,
        poster,
        ...(altText !== undefined && { alt: altText }),
        ...(durationInMilliseconds !== undefined && { milliseconds: durationInMilliseconds }),
        ...name,
      }
    }
    const { width, height, altText = '' } = item.image!
    const { focalPoint, placeholder } = known.get(id) ?? {}
    return {
      kind: 'image',
      id,
      width,
      height,
      alt: altText,
      ...name,
      ...(focalPoint && { focalPoint }),
      ...(placeholder !== undefined && { placeholder }),
    }
  })
  for (const { id, thumbnail, altText, sizeInBytes, title, place } of media?.models3d ?? []) {
    const { width, height } = thumbnail ?? {}
    all.splice(place, 0, {
      kind: 'model',
      id,
      poster: thumbnail?.id ?? '',
      ...(width !== undefined && height !== undefined && { posterSize: { width, height } }),
      ...(altText !== undefined && { alt: altText }),
      ...(sizeInBytes !== undefined && { bytes: Number(sizeInBytes) }),
      ...(title !== '' && { title }),
    })
  }
  return all
}
