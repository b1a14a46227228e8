import type { ProductInput, VariantOverride } from '@vitrine/contract'
import { comparableUnits, type Minor, parseDecimal, parsePercent } from '@vitrine/pricing'
import { isViolation, type Violation, violation } from '../../../kernel/violation.ts'
import type { ProductDraft, VariantDraft } from '../product.ts'
import { safeHtml } from './html.ts'
import { optionsOf, withOptions } from './options.ts'
import { type DiscountDraft, discountOfDraft, fullOf, repriced } from './pricing.ts'
import { isSlug, slugRule } from './slug.ts'

/** A number of the wire in minor units; refused where the currency has not as many places. */
export function minorOf(value: number, currency: string, field: string): Minor | Violation {
  try {
    return parseDecimal(String(value), currency)
  } catch {
    return violation(field, `has more places than ${currency} has`)
  }
}

function discountIn(sent: ProductInput['discount'], currency: string): DiscountDraft | undefined | Violation {
  if (!sent) return undefined
  const value = sent.value ?? 0
  if (sent.type === 'NONE' || value === 0) return { type: 'NONE' }
  if (sent.type === 'PERCENT') {
    if (value > 100) return violation('product.discount.value', 'is more than 100 %')
    try {
      parsePercent(String(value))
    } catch {
      return violation('product.discount.value', 'has too many places')
    }
    return { type: 'PERCENT', off: String(value) }
  }
  const off = minorOf(value, currency, 'product.discount.value')
  return isViolation(off) ? off : { type: 'AMOUNT', off }
}

/** Prices of an input over those of a product. */
function priced(draft: ProductDraft, sent: ProductInput, currency: string): ProductDraft | Violation {
  const price = sent.priceData?.price
  const full = price === null || price === undefined ? fullOf(draft) : minorOf(price, currency, 'product.priceData.price')
  const discount = discountIn(sent.discount, currency)
  if (isViolation(full)) return full
  if (isViolation(discount)) return discount
  const comesOff = discount ?? discountOfDraft(draft)
  if (comesOff.type === 'AMOUNT' && comesOff.off > full) return violation('product.discount.value', 'is more than the price')
  return repriced(draft, { full, discount: comesOff })
}

const isSaid = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined

/** A product with what an input says of it; the rest stays. */
export function changed(before: ProductDraft, sent: ProductInput, currency: string): ProductDraft | Violation {
  if (isSaid(sent.slug) && !isSlug(sent.slug)) return violation('product.slug', slugRule)
  const repricedDraft = priced(before, sent, currency)
  if (isViolation(repricedDraft)) return repricedDraft
  let draft = repricedDraft
  if (isSaid(sent.productOptions)) {
    const options = optionsOf(sent.productOptions, draft.options)
    if (isViolation(options)) return options
    draft = withOptions(draft, options)
  }
  const cost = isSaid(sent.costAndProfitData?.itemCost)
    ? minorOf(sent.costAndProfitData.itemCost, currency, 'product.costAndProfitData.itemCost')
    : undefined
  if (isViolation(cost)) return cost
  if (sent.manageVariants === true && draft.options.length === 0)
    return violation('product.manageVariants', 'needs options, which this product has not')
  const { name, slug, visible, productType, description, sku, weight, productDimensions, packageDimensions, ribbon, brand } = sent
  const {
    additionalInfoSections: sections,
    customTextFields: texts,
    seoData,
    manageVariants,
    barcode,
    mpn,
    pricePerUnitData: measure,
  } = sent
  if (measure && !comparableUnits(measure.totalMeasurementUnit).some((unit) => unit === measure.baseMeasurementUnit))
    return violation('product.pricePerUnitData.baseMeasurementUnit', 'does not measure what totalMeasurementUnit measures')
  return {
    ...draft,
    ...(isSaid(name) && { name }),
    ...(isSaid(slug) && { slug }),
    ...(isSaid(visible) && { visible }),
    ...(isSaid(productType) &&
      (productType === 'physical') !== (draft.itemType === 'PHYSICAL') && {
        itemType: productType === 'physical' ? ('PHYSICAL' as const) : ('DIGITAL' as const),
      }),
    ...(isSaid(description) && { description: safeHtml(description) }),
    ...(isSaid(sku) && { sku }),
    ...(isSaid(barcode) && { barcode }),
    ...(isSaid(mpn) && { mpn }),
    ...(measure && { pricePerUnitData: measure }),
    ...(isSaid(weight) && { weight }),
    ...(productDimensions && { productDimensions: said(productDimensions) }),
    ...(packageDimensions && { packageDimensions: said(packageDimensions) }),
    ...(cost !== undefined && { cost }),
    ...(isSaid(ribbon) && { ribbon }),
    ...(isSaid(brand) && { brand }),
    ...(isSaid(sections) && { sections: sections.map(({ title, description: html }) => ({ title, html: safeHtml(html) })) }),
    ...(isSaid(texts) && { texts }),
    ...(seoData && { seo: seoData }),
    ...(isSaid(manageVariants) && { manageVariants }),
  }
}

/** Without what is null. */
function said({ length, width, height, unit }: NonNullable<ProductInput['productDimensions']>) {
  return { unit, ...(isSaid(length) && { length }), ...(isSaid(width) && { width }), ...(isSaid(height) && { height }) }
}

/** A variant that contains as much as its product follows it. */
function withoutUsual(variant: VariantDraft, usual: number | undefined): VariantDraft {
  if (variant.totalQuantity === undefined || variant.totalQuantity !== usual) return variant
  const { totalQuantity: _, ...rest } = variant
  return rest
}

/** A product whose variants have what the overrides say, each over the one before. */
export function overridden(draft: ProductDraft, sent: readonly VariantOverride[], currency: string): ProductDraft | Violation {
  if (!draft.manageVariants) return violation('id', 'is a product whose variants are not managed: set manageVariants first')
  let variants = draft.variants
  const own = new Map<string, Minor>()
  for (const [i, override] of sent.entries()) {
    const at = `variants[${i}]`
    const ids = new Set((override.variantIds ?? []).map((id) => id.toLowerCase()))
    const choices = Object.entries(override.choices ?? {})
    if (ids.size === 0 && choices.length === 0) return violation(at, 'says neither choices nor variantIds')
    const isMeant = (variant: VariantDraft) =>
      (ids.size === 0 || ids.has(variant.id.toLowerCase())) && choices.every(([option, choice]) => variant.choices[option] === choice)
    const meant = new Set(variants.filter(isMeant).map(({ id }) => id))
    if (meant.size === 0) return violation(at, 'is no variant of this product')
    const cost = isSaid(override.cost) ? minorOf(override.cost, currency, `${at}.cost`) : undefined
    if (isViolation(cost)) return cost
    if (isSaid(override.price)) {
      const price = minorOf(override.price, currency, `${at}.price`)
      if (isViolation(price)) return price
      for (const id of meant) own.set(id, price)
    }
    const { weight, sku, visible, barcode, mpn, totalQuantity } = override
    variants = variants.map((variant) =>
      meant.has(variant.id)
        ? {
            ...variant,
            ...(isSaid(weight) && { weight }),
            ...(isSaid(sku) && { sku }),
            ...(isSaid(visible) && { visible }),
            ...(isSaid(barcode) && { barcode }),
            ...(isSaid(mpn) && { mpn }),
            ...(isSaid(totalQuantity) && { totalQuantity }),
            ...(cost !== undefined && { cost }),
          }
        : variant,
    )
  }
  const usual = draft.pricePerUnitData?.totalQuantity
  return repriced({ ...draft, variants: variants.map((variant) => withoutUsual(variant, usual)) }, { own })
}
