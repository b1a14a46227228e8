import type { DescriptionLine } from '@vitrine/contract'
import { parseDecimal } from '@vitrine/pricing'
import type { GiftCardPicture, GiftCardProductSettings } from '../../kernel/settings/gift-card-settings.ts'
import type { GiftCardTerms, Gifting } from '../selling/sellable.ts'

/** What a buyer wants of a gift card, as the options of a catalog reference say it. */
export interface WantedGift {
  readonly variantId?: string
  readonly customAmount?: string
  readonly gifting?: Gifting
}

/** Reads `{ variantId }` or `{ customAmount }`, and `giftingInfo` beside it; undefined where that makes no sense. */
export function readGift(options: unknown): WantedGift | undefined {
  const { variantId, customAmount, giftingInfo } = (options ?? {}) as Record<string, unknown>
  const gifting = giftingInfo ? readGifting(giftingInfo) : undefined
  if (giftingInfo && !gifting) return undefined
  return {
    ...(typeof variantId === 'string' && { variantId: variantId.toLowerCase() }),
    ...((typeof customAmount === 'string' || typeof customAmount === 'number') && { customAmount: String(customAmount) }),
    ...(gifting && { gifting }),
  }
}

function readGifting(info: unknown): Gifting | undefined {
  if (typeof info !== 'object' || info === null) return undefined
  const { recipientInfo, senderInfo, greetingMessage, deliverAt } = info as Record<string, unknown>
  const { email, firstName, lastName } = (recipientInfo ?? {}) as Record<string, unknown>
  if (typeof email !== 'string' || !email.includes('@')) return undefined
  const name = [firstName, lastName].map(words).filter(Boolean).join(' ')
  const sender = words((senderInfo as { name?: unknown } | null | undefined)?.name)
  const message = words(greetingMessage)
  const at = typeof deliverAt === 'string' && !Number.isNaN(Date.parse(deliverAt)) ? new Date(deliverAt).toISOString() : undefined
  return {
    recipient: { email, ...(name && { name }) },
    ...(sender && { sender }),
    ...(message && { message }),
    ...(at && { at }),
  }
}

const words = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** What a wanted card costs and is worth; undefined where the product has no such card, or none any more. */
export function giftCardOf(
  product: GiftCardProductSettings,
  { variantId, customAmount, gifting }: WantedGift,
  currency: string,
  now: Date,
): (GiftCardTerms & { readonly price: GiftCardTerms['value']; readonly image?: GiftCardPicture }) | undefined {
  const { ends, presets, custom } = product
  if (ends && 'at' in ends && new Date(ends.at) <= now) return undefined
  const more = { ...(ends && { ends }), ...(gifting && { gifting }) }
  const preset = presets.find(({ id }) => id === variantId)
  if (preset) {
    const image = preset.image ?? product.image
    return { price: preset.price, value: preset.value, ...(image && { image }), ...more }
  }
  if (variantId !== undefined || customAmount === undefined || !custom) return undefined
  const value = wholeUnits(customAmount, currency)
  if (value === undefined || value < custom.from || value > custom.to) return undefined
  const image = custom.image ?? product.image
  return { price: value, value, ...(image && { image }), ...more }
}

function wholeUnits(text: string, currency: string) {
  try {
    return parseDecimal(text, currency)
  } catch {
    return undefined
  }
}

/** What stands under its name in bag and order: for whom, and when it goes out. The words and the address are the email's. */
export function describeGift(gifting: Gifting | undefined, { locale, timeZone }: { locale: string; timeZone: string }): DescriptionLine[] {
  if (!gifting) return []
  const { recipient, at } = gifting
  const line = (name: string, original: string): DescriptionLine => ({
    name: { original: name },
    plainText: { original },
    lineType: 'PLAIN_TEXT',
  })
  const when = at && new Date(at).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  return [line('For', recipient.name ?? recipient.email), ...(when ? [line('On', when)] : [])]
}
