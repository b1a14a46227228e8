import { attempt } from '@vitrine/client'
import type { GiftCardProduct } from '@vitrine/contract'
import { moneyText } from '@vitrine/ui'
import { data, redirect } from 'react-router'
import { addGiftCardToCart } from '../cart/cart.server.ts'
import { to } from '../shop/shop.ts'
import { many } from '../shop/text.ts'
import type { Visit } from '../shop.server.ts'
import { checkGift, type GiftView, optionsOf, readGift } from './gift.ts'
import type { GiftAnswer } from './gift-box.tsx'

/** The gift card that the shop sells; undefined where it sells none. */
export async function readGiftCard({ client }: Visit): Promise<GiftCardProduct | undefined> {
  const [, answer] = await attempt(client.giftVoucherProducts.queryGiftCardProducts())
  return answer?.giftCardProducts[0]
}

export async function findGift(visit: Visit): Promise<GiftView | undefined> {
  const product = await readGiftCard(visit)
  return product && showGift(product, visit.shop)
}

export function showGift(product: GiftCardProduct, { locale, timeZone }: Visit['shop']): GiftView {
  const { id, presetVariants, customVariant } = product
  return {
    id,
    presets: presetVariants.map((preset) => ({ id: preset.id, price: Number(preset.price.amount), value: Number(preset.value.amount) })),
    custom: customVariant && { from: Number(customVariant.minValue.amount), to: Number(customVariant.maxValue.amount) },
    ends: endsText(product, locale, timeZone),
  }
}

const units = { DAYS: 'day', WEEKS: 'week', MONTHS: 'month', YEARS: 'year' } as const

function endsText({ fixedExpirationDate, relativeExpirationDate: after }: GiftCardProduct, locale: string, timeZone: string): string {
  if (fixedExpirationDate) return `Good until ${new Date(fixedExpirationDate).toLocaleDateString(locale, { dateStyle: 'long', timeZone })}.`
  return after ? `Good for ${many(after.value, units[after.period])}.` : 'Never expires.'
}

/** Puts what was written into the bag. A page with script stays (`stay`) and is told; without, it comes to the bag, or back to its form. */
export async function addWrittenGift(here: Visit, gift: GiftView, form: FormData) {
  const { shop } = here
  const written = readGift(form)
  const text = (amount: number) => moneyText(amount, { currency: shop.currency, locale: shop.locale })
  const chosen = Object.fromEntries([...form].flatMap(([key, value]) => (key.startsWith('choice.') ? [[key.slice(7), String(value)]] : [])))
  const wrong = checkGift(gift, written, { now: new Date(), timeZone: shop.timeZone, text })
  if (Object.keys(wrong).length > 0) return data<GiftAnswer>({ wrong, written, chosen }, { status: 400 })
  here.know()
  const [refused] = await attempt(addGiftCardToCart(here, gift.id, optionsOf(written, chosen, shop.timeZone)))
  if (refused?.code === 'INVALID_ARGUMENT')
    return data<GiftAnswer>({ wrong: { email: 'We cannot write to this address.' }, written, chosen }, { status: 400 })
  if (refused?.code === 'ITEM_NOT_FOUND_IN_CATALOG')
    return data<GiftAnswer>(
      { wrong: { own: 'This amount is not sold any more. Choose another, please.' }, written, chosen },
      { status: 400 },
    )
  if (refused) throw refused
  return form.has('stay') ? data<GiftAnswer>({ added: true }) : redirect(to.cart, 303)
}
