import type { OptionV3, ProductField, ProductV3 } from '@vitrine/contract'
import { type Minor, minor, toDecimal } from '@vitrine/pricing'
import { productPath } from '../address.ts'
import { allProducts, priced, priceRange, variantsOf, type WholeVariant } from '../document.ts'
import { type Level, levelAt, some } from '../levels.ts'
import type { ProductDraft } from '../product.ts'
import type { SellingFacts } from '../sell.ts'
import { weightsOf } from './columns.ts'
import { allProductsCategory, categoryIdOf, nameId, sectionIdOf } from './ids.ts'
import { isFlat, itemsInfoOf, mediaOf } from './media.ts'
import { richContent } from './rich-content.ts'
import { canBePreordered, moneyOf, type PriceHow, priceOf, renderTypeOf, type VariantHow, variantV3 } from './variant.ts'

/** A product as it lies in the database. */
export interface ProductSource {
  readonly revision: number
  readonly createdAt: Date
  readonly updatedAt: Date
  /** As its merchant wrote it. */
  readonly draft: ProductDraft
  readonly facts: SellingFacts
  readonly levels: readonly Level[]
}

export interface ShopFacts {
  readonly publicUrl: string
  readonly currency: string
  readonly locale: string
  readonly weightUnit: 'KG' | 'LB'
  /** The visible collections, by id; needed for breadcrumbs alone. */
  readonly collections?: ReadonlyMap<string, { readonly name: string; readonly slug: string }>
}

/** A product in the form of catalogue v3, with the parts that are asked for. A single one comes with its variants. */
export function productV3(source: ProductSource, asked: ReadonlySet<ProductField>, single: boolean, shop: ShopFacts): ProductV3 {
  const { facts, levels } = source
  const draft = priced(source.draft)
  const id = draft.id.toLowerCase()
  const variants = variantsOf(draft)
  const visible = variants.filter((variant) => variant.visible)
  const merchant = asked.has('MERCHANT_DATA')
  const how: VariantHow = {
    ...shop,
    formatted: asked.has('CURRENCY'),
    thumbnails: asked.has('THUMBNAIL'),
    choiceNames: asked.has('VARIANT_OPTION_CHOICE_NAMES'),
    merchant,
    subscriptionPrices: asked.has('SUBSCRIPTION_PRICES_INFO'),
  }
  const shown = { draft, facts, levels }
  const cheapest = visible.reduce<WholeVariant | undefined>((least, each) => (least && least.price <= each.price ? least : each), undefined)
  const flat = draft.media.filter(isFlat)
  const main = flat.find(({ kind }) => kind === 'image') ?? flat[0]
  const mainCategory = draft.collectionIds[0]?.toLowerCase()
  const compared = visible.flatMap(({ price, fullPrice }) => (fullPrice > price ? [fullPrice] : []))
  const { min, max } = priceRange(draft, variants)
  const sections = asked.has('INFO_SECTION') || asked.has('INFO_SECTION_DESCRIPTION') || asked.has('INFO_SECTION_PLAIN_DESCRIPTION')

  return {
    id,
    revision: String(source.revision),
    createdDate: source.createdAt.toISOString(),
    updatedDate: source.updatedAt.toISOString(),
    name: draft.name,
    slug: draft.slug,
    ...(asked.has('URL') && { url: { relativePath: productPath(draft.slug), url: shop.publicUrl + productPath(draft.slug) } }),
    ...(asked.has('DESCRIPTION') && { description: richContent(draft.description) }),
    ...(asked.has('PLAIN_DESCRIPTION') && { plainDescription: draft.description }),
    visible: draft.visible,
    media: {
      ...(main && { main: mediaOf(main, draft.media, how) }),
      ...(asked.has('MEDIA_ITEMS_INFO') && { itemsInfo: itemsInfoOf(draft.media, how) }),
    },
    ...(draft.seo && { seoData: draft.seo }),
    ...(draft.taxGroupId !== undefined && { taxGroupId: draft.taxGroupId }),
    options: optionsOf(draft, visible, levels, how, asked.has('PRODUCT_CHOICES_MEDIA_REFERENCES')),
    modifiers: (draft.texts ?? []).map(({ title, maxLength, mandatory }) => ({
      id: nameId('modifier', title),
      name: title,
      modifierRenderType: 'FREE_TEXT' as const,
      mandatory,
      toBeRemovedMandatory: mandatory,
      key: title,
      freeTextSettings: { minCharCount: mandatory ? 1 : 0, maxCharCount: maxLength, title, key: title },
    })),
    ...(draft.brand && { brand: { id: nameId('brand', draft.brand), name: draft.brand } }),
    ...((sections || single) && { infoSections: sections ? sectionsOf(draft, asked) : [] }),
    ...(draft.ribbon && { ribbon: { id: nameId('ribbon', draft.ribbon), name: draft.ribbon } }),
    additionalRibbons: [],
    ...categoriesOf(draft, asked),
    ...(mainCategory !== undefined && { mainCategoryId: mainCategory }),
    ...(merchant && costRangeOf(draft, variants, how)),
    inventory: inventoryOf(visible, levels),
    productType: draft.itemType === 'PHYSICAL' ? 'PHYSICAL' : 'DIGITAL',
    ...(draft.itemType === 'PHYSICAL' && {
      physicalProperties: {
        ...(draft.pricePerUnitData && {
          pricePerUnit: { quantity: draft.pricePerUnitData.baseQuantity, measurementUnit: draft.pricePerUnitData.baseMeasurementUnit },
        }),
        ...weightRangeOf(draft, visible),
        ...(asked.has('WEIGHT_MEASUREMENT_UNIT_INFO') && { weightMeasurementUnitInfo: { weightMeasurementUnit: shop.weightUnit } }),
      },
    }),
    ...(asked.has('CURRENCY') && { currency: shop.currency }),
    ...(asked.has('BREADCRUMBS_INFO') && { breadcrumbsInfo: { breadcrumbs: breadcrumbsOf(mainCategory, shop) } }),
    actualPriceRange: rangeOf(min, max, how),
    ...(compared.length > 0 && {
      compareAtPriceRange: rangeOf(minor(Math.min(...compared)), minor(Math.max(...compared)), how),
    }),
    ...(single && {
      variantsInfo: { variants: variants.filter((one) => one.visible || merchant).map((one) => variantV3(one, shown, how)) },
    }),
    variantSummary: {
      variantCount: visible.length,
      ...(asked.has('MIN_PRICE_VARIANT') && cheapest && { minPriceVariant: variantV3(cheapest, shown, how) }),
    },
    ...(asked.has('MIN_VARIANT_PRICE_INFO') &&
      cheapest && {
        minVariantPriceInfo: {
          variantId: variantV3(cheapest, shown, how).id,
          ...(cheapest.sku && { sku: cheapest.sku }),
          ...priceOf(cheapest, how),
        },
      }),
    ...subscriptionsOf(facts, shop.currency),
  }
}

const rangeOf = (least: Minor, most: Minor, how: PriceHow) => ({ minValue: moneyOf(least, how), maxValue: moneyOf(most, how) })

function optionsOf(
  draft: ProductDraft,
  visible: readonly WholeVariant[],
  levels: readonly Level[],
  how: VariantHow,
  references: boolean,
): OptionV3[] {
  const byId = new Map(draft.media.map((item) => [item.id, item]))
  return draft.options.map((option) => ({
    id: nameId('option', option.name),
    name: option.name,
    optionRenderType: renderTypeOf(option),
    key: option.name,
    choicesSettings: {
      choices: option.choices.map(({ name, hex, pictures = [] }) => {
        const those = visible.filter((variant) => variant.choices[option.name] === name)
        return {
          choiceId: nameId('choice', option.name, name),
          choiceType: hex === undefined ? ('CHOICE_TEXT' as const) : ('ONE_COLOR' as const),
          key: name,
          name,
          ...(hex !== undefined && { colorCode: hex }),
          linkedMedia: pictures.flatMap((picture) => {
            const item = byId.get(picture)
            return item && isFlat(item) ? [mediaOf(item, draft.media, how)] : []
          }),
          ...(references && { media: { items: pictures.map((mediaId) => ({ mediaId })) } }),
          inStock: those.some(({ shelf }) => some(levelAt(levels, shelf))),
          visible: those.length > 0,
        }
      }),
    },
  }))
}

function sectionsOf(draft: ProductDraft, asked: ReadonlySet<ProductField>) {
  const id = draft.id.toLowerCase()
  return draft.sections.map(({ title, html }, i) => ({
    id: sectionIdOf(id, i + 1),
    uniqueName: `${draft.slug}-${i + 1}`,
    title,
    ...(asked.has('INFO_SECTION_DESCRIPTION') && { description: richContent(html) }),
    ...(asked.has('INFO_SECTION_PLAIN_DESCRIPTION') && { plainDescription: html }),
  }))
}

function categoriesOf(draft: ProductDraft, asked: ReadonlySet<ProductField>) {
  const direct = draft.collectionIds.map((id) => id.toLowerCase())
  const all = [allProducts.id, ...direct].map(categoryIdOf)
  return {
    ...(asked.has('DIRECT_CATEGORIES_INFO') && { directCategoriesInfo: { categories: direct.map((id) => ({ id })) } }),
    ...(asked.has('ALL_CATEGORIES_INFO') && { allCategoriesInfo: { categories: all.map((id) => ({ id })) } }),
    ...(asked.has('DIRECT_CATEGORY_IDS') && { directCategoryIdsInfo: { categoryIds: direct } }),
  }
}

function breadcrumbsOf(main: string | undefined, { collections }: ShopFacts) {
  const named = main === undefined ? undefined : collections?.get(main)
  const categoryName = collections?.get(allProducts.id)?.name ?? allProducts.name
  const top = { categoryId: allProductsCategory, categoryName, categorySlug: allProducts.slug }
  return named ? [top, { categoryId: main!, categoryName: named.name, categorySlug: named.slug }] : [top]
}

function costRangeOf(draft: ProductDraft, variants: readonly WholeVariant[], how: PriceHow) {
  const costs = variants.flatMap(({ cost }) => cost ?? draft.cost ?? [])
  return costs.length === 0 ? {} : { costRange: rangeOf(minor(Math.min(...costs)), minor(Math.max(...costs)), how) }
}

function weightRangeOf(draft: ProductDraft, visible: readonly WholeVariant[]) {
  const weights = weightsOf(draft, visible)
  return weights.length === 0 ? {} : { shippingWeightRange: { minValue: Math.min(...weights), maxValue: Math.max(...weights) } }
}

function inventoryOf(visible: readonly WholeVariant[], levels: readonly Level[]): ProductV3['inventory'] {
  const held = [...new Set(visible.map(({ shelf }) => shelf))].map((shelf) => levelAt(levels, shelf))
  const inStock = held.filter(some).length
  const preordered = held.filter(canBePreordered).length
  const all = held.length > 0 && preordered === held.length
  return {
    availabilityStatus: inStock === 0 ? 'OUT_OF_STOCK' : inStock < held.length ? 'PARTIALLY_OUT_OF_STOCK' : 'IN_STOCK',
    preorderStatus: all ? 'ENABLED' : preordered > 0 ? 'PARTIALLY_ENABLED' : 'DISABLED',
    preorderAvailability: all ? 'ALL_VARIANTS' : preordered > 0 ? 'SOME_VARIANTS' : 'NO_VARIANTS',
  }
}

function subscriptionsOf({ plans = [], onlyByPlan }: SellingFacts, currency: string) {
  if (plans.length === 0) return {}
  return {
    subscriptionDetails: {
      allowOneTimePurchases: !onlyByPlan,
      subscriptions: plans.map(({ id, title, description, settings, percentOff, amountOff }) => ({
        id,
        title,
        ...(description !== undefined && { description }),
        visible: true,
        frequency: settings.frequency,
        interval: settings.interval ?? 1,
        ...(settings.billingCycles === undefined
          ? { autoRenewal: settings.autoRenewal ?? true }
          : { billingCycles: settings.billingCycles }),
        ...(percentOff !== undefined && { discount: { type: 'PERCENT' as const, percentOff: Number(percentOff) } }),
        ...(amountOff !== undefined && { discount: { type: 'AMOUNT' as const, amountOff: toDecimal(amountOff, currency) } }),
      })),
    },
  }
}
