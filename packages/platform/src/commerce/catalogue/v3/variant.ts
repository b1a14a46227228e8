import type { MoneyV3, VariantV3 } from '@vitrine/contract'
import { formatMoney, type Minor, measureText, minor, planPrice, toDecimal, unitPrice } from '@vitrine/pricing'
import type { WholeVariant } from '../document.ts'
import { type Level, levelAt, some } from '../levels.ts'
import type { OptionDraft, ProductDraft } from '../product.ts'
import type { SellingFacts } from '../sell.ts'
import { nameId, variantIdOf } from './ids.ts'
import { isFlat, type MediaHow, mediaOf } from './media.ts'

export interface PriceHow {
  readonly currency: string
  readonly locale: string
  /** Whether amounts are also written as people read them. */
  readonly formatted: boolean
}

/** Which parts of a variant are written. */
export interface VariantHow extends PriceHow, MediaHow {
  readonly choiceNames: boolean
  readonly merchant: boolean
  readonly subscriptionPrices: boolean
}

export const moneyOf = (amount: Minor, { currency, locale, formatted }: PriceHow): MoneyV3 => ({
  amount: toDecimal(amount, currency),
  ...(formatted && { formattedAmount: formatMoney(amount, currency, locale) }),
})

export const priceOf = ({ price, fullPrice }: Pick<WholeVariant, 'price' | 'fullPrice'>, how: PriceHow): VariantV3['price'] => ({
  actualPrice: moneyOf(price, how),
  ...(fullPrice > price && { compareAtPrice: moneyOf(fullPrice, how) }),
})

export const canBePreordered = (level: Level): boolean => typeof level === 'object' && level !== null && level.preorders > 0

export const renderTypeOf = ({ kind }: Pick<OptionDraft, 'kind'>) => (kind === 'color' ? 'SWATCH_CHOICES' : 'TEXT_CHOICES')

const digitalFileOf = ({ fileId, file }: Pick<SellingFacts, 'fileId' | 'file'>) =>
  fileId === undefined ? {} : { digitalFile: { id: fileId, fileName: file?.name ?? '', fileType: file?.type ?? 'UNSPECIFIED' } }

function pricePerUnitOf({ price, pricePerUnitData: measure }: WholeVariant, how: PriceHow) {
  const perUnit = measure && unitPrice(price, measure)
  if (!measure || perUnit === undefined) return {}
  const { amount, formattedAmount } = moneyOf(perUnit, how)
  return {
    pricePerUnit: {
      settings: { quantity: measure.totalQuantity, measurementUnit: measure.totalMeasurementUnit },
      value: amount,
      ...(formattedAmount !== undefined && {
        description: `${formattedAmount} / ${measureText(measure.baseQuantity, measure.baseMeasurementUnit, how.locale)}`,
      }),
    },
  }
}

/** What a variant is derived from, beside itself. */
export interface VariantSource {
  readonly draft: ProductDraft
  readonly facts: SellingFacts
  readonly levels: readonly Level[]
}

export function variantV3(variant: WholeVariant, { draft, facts, levels }: VariantSource, how: VariantHow): VariantV3 {
  const picture = draft.media.filter(isFlat).find((item) => item.kind === 'image' && item.id === variant.picture)
  const level = levelAt(levels, variant.shelf)
  const cost = variant.cost ?? draft.cost
  const weight = variant.weight ?? draft.weight
  const plans = facts.plans ?? []
  return {
    id: variantIdOf(draft.id.toLowerCase(), variant.id),
    visible: variant.visible,
    ...(variant.sku && { sku: variant.sku }),
    ...(variant.barcode && { barcode: variant.barcode }),
    choices: draft.options.flatMap((option) => {
      const { name } = option
      const choiceName = variant.choices[name]
      if (choiceName === undefined) return []
      return {
        optionChoiceIds: { optionId: nameId('option', name), choiceId: nameId('choice', name, choiceName) },
        ...(how.choiceNames && { optionChoiceNames: { optionName: name, choiceName, renderType: renderTypeOf(option) } }),
      }
    }),
    price: priceOf(variant, how),
    ...(how.merchant &&
      cost !== undefined && {
        revenueDetails: {
          cost: moneyOf(cost, how),
          profit: moneyOf(minor(variant.price - cost), how),
          profitMargin: variant.price === 0 ? 0 : Math.round(((variant.price - cost) / variant.price) * 10_000) / 10_000,
        },
      }),
    ...(picture && { media: mediaOf(picture, draft.media, how) }),
    ...(how.subscriptionPrices &&
      plans.length > 0 && {
        subscriptionPricesInfo: {
          subscriptionPrices: plans.map((plan) => ({ subscriptionId: plan.id, price: moneyOf(planPrice(variant.price, plan), how) })),
        },
      }),
    inventoryStatus: { inStock: some(level), preorderEnabled: canBePreordered(level) },
    ...(draft.itemType === 'PHYSICAL'
      ? {
          physicalProperties: {
            ...(weight !== undefined && { weight }),
            ...pricePerUnitOf(variant, how),
            ...(draft.productDimensions && { productDimensions: draft.productDimensions }),
            ...(draft.packageDimensions && { packageDimensions: draft.packageDimensions }),
          },
        }
      : { digitalProperties: digitalFileOf(how.merchant ? facts : {}) }),
  }
}
