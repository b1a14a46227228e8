import type { GiftCardProduct, GiftCardProductInput } from '@vitrine/contract'
import { type Minor, parseDecimal } from '@vitrine/pricing'
import { newId } from '../../kernel/db/id.ts'
import type { Refusal } from '../../kernel/refusal.ts'
import type { GiftCardEnd, GiftCardPicture, GiftCardProductSettings } from '../../kernel/settings/gift-card-settings.ts'
import { showRevised } from '../../kernel/settings/revised.ts'
import { violation } from '../../kernel/violation.ts'
import type { Amounts } from '../selling/amounts.ts'

type Fields = Omit<GiftCardProductSettings, 'id' | 'revision' | 'createdAt' | 'updatedAt'>

/** Why a product cannot be as it was sent. */
export type ProductProblem = 'NO_VARIANTS' | 'PAST_EXPIRATION_DATE' | 'INVALID_RANGE'

/** A product after what was sent; `before` is undefined for a new one. */
export function writtenProduct(
  before: GiftCardProductSettings | undefined,
  sent: GiftCardProductInput,
  currency: string,
  now: Date,
): Fields | ProductProblem | Refusal<'INVALID_ARGUMENT'> {
  try {
    const units = (text: string, field: string): Minor => {
      try {
        return parseDecimal(text, currency)
      } catch {
        throw new Unpriced(field, `has more decimals than ${currency}`, 'DECIMAL_MAX_SCALE')
      }
    }
    const above = (text: string, field: string): Minor => {
      const amount = units(text, field)
      if (amount <= 0) throw new Unpriced(field, 'is not above zero', 'DECIMAL_GT')
      return amount
    }
    const presets =
      sent.presetVariants === undefined
        ? (before?.presets ?? [])
        : (sent.presetVariants ?? []).map(({ price, value, image }, i) => ({
            id: newId(),
            price: units(price.amount, `presetVariants[${i}].price.amount`),
            value: above((value ?? price).amount, `presetVariants[${i}].${value ? 'value' : 'price'}.amount`),
            ...pictured(image),
          }))
    const custom =
      sent.customVariant === undefined
        ? before?.custom
        : sent.customVariant === null
          ? undefined
          : {
              from: units(sent.customVariant.minValue.amount, 'customVariant.minValue.amount'),
              to: units(sent.customVariant.maxValue.amount, 'customVariant.maxValue.amount'),
              ...pictured(sent.customVariant.image),
            }
    if (presets.length === 0 && !custom) return 'NO_VARIANTS'
    if (custom && (custom.from <= 0 || custom.from > custom.to)) return 'INVALID_RANGE'
    const ends = endOf(before, sent)
    if (ends && 'at' in ends && new Date(ends.at) <= now) return 'PAST_EXPIRATION_DATE'
    const description = sent.description === undefined ? before?.description : (sent.description ?? undefined)
    const image = sent.image === undefined ? before?.image : pictured(sent.image).image
    return {
      name: sent.name ?? before?.name ?? '',
      ...(description && { description }),
      ...(image && { image }),
      ...(ends && { ends }),
      presets,
      ...(custom && { custom }),
    }
  } catch (error) {
    if (error instanceof Unpriced) return error.refusal
    throw error
  }
}

class Unpriced extends Error {
  readonly refusal: Refusal<'INVALID_ARGUMENT'>
  constructor(field: string, description: string, violatedRule: 'DECIMAL_MAX_SCALE' | 'DECIMAL_GT' | 'REQUIRED_FIELD') {
    super(description)
    this.refusal = violation(`giftCardProduct.${field}`, description, violatedRule)
  }
}

function endOf(before: GiftCardProductSettings | undefined, sent: GiftCardProductInput): GiftCardEnd | undefined {
  const { expirationType, fixedExpirationDate, relativeExpirationDate } = sent
  const said = expirationType !== undefined || fixedExpirationDate !== undefined || relativeExpirationDate !== undefined
  if (!said) return before?.ends
  const type = expirationType ?? (fixedExpirationDate ? 'FIXED' : relativeExpirationDate ? 'RELATIVE' : 'NONE')
  if (type === 'NONE') return undefined
  if (type === 'FIXED') {
    const at = fixedExpirationDate ?? (before?.ends && 'at' in before.ends ? before.ends.at : undefined)
    if (!at) throw new Unpriced('fixedExpirationDate', 'A card that ends on a day says on which', 'REQUIRED_FIELD')
    return { at: new Date(at).toISOString() }
  }
  const after = relativeExpirationDate ?? (before?.ends && 'period' in before.ends ? before.ends : undefined)
  if (!after) throw new Unpriced('relativeExpirationDate', 'A card that ends some time after says after how long', 'REQUIRED_FIELD')
  return { value: after.value, period: after.period }
}

function pictured(sent: GiftCardProductInput['image']): { readonly image?: GiftCardPicture } {
  if (!sent) return {}
  const { id, url, width, height, altText } = sent
  return { image: { ...(id && { id }), url, ...(width && { width }), ...(height && { height }), ...(altText && { altText }) } }
}

/** When a card that is made now ends; null for never. A month that is too short ends on its last day. */
export function endsAt(ends: GiftCardEnd | undefined, from: Date): Date | null {
  if (!ends) return null
  if ('at' in ends) return new Date(ends.at)
  const { value, period } = ends
  const until = new Date(from)
  if (period === 'DAYS' || period === 'WEEKS') until.setUTCDate(until.getUTCDate() + value * (period === 'WEEKS' ? 7 : 1))
  else {
    const day = until.getUTCDate()
    until.setUTCDate(1)
    until.setUTCMonth(until.getUTCMonth() + value * (period === 'YEARS' ? 12 : 1))
    const last = new Date(Date.UTC(until.getUTCFullYear(), until.getUTCMonth() + 1, 0)).getUTCDate()
    until.setUTCDate(Math.min(day, last))
  }
  return until
}

// --- as the wire wants it -------------------------------------------------------------------------------------------------------

export function showProduct(product: GiftCardProductSettings, money: Amounts, since: Date): GiftCardProduct {
  const { id, name, description, image, ends, presets, custom } = product
  return {
    id,
    ...showRevised(product, since),
    name,
    ...(description && { description }),
    ...(image && { image }),
    expirationType: !ends ? 'NONE' : 'at' in ends ? 'FIXED' : 'RELATIVE',
    ...(ends && ('at' in ends ? { fixedExpirationDate: ends.at } : { relativeExpirationDate: ends })),
    presetVariants: presets.map((preset) => ({
      id: preset.id,
      price: money.price(preset.price),
      value: money.price(preset.value),
      ...(preset.image && { image: preset.image }),
    })),
    ...(custom && {
      customVariant: {
        minValue: money.price(custom.from),
        maxValue: money.price(custom.to),
        ...(custom.image && { image: custom.image }),
      },
    }),
  }
}
