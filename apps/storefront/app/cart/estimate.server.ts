import { attempt } from '@vitrine/client'
import type { AddressInput, CartEstimate, ShippingOption } from '@vitrine/contract'
import { localeIn } from '@vitrine/pricing'
import { countryName } from '../checkout/countries.ts'
import { timeOf } from '../checkout/time-of.ts'
import { isSecure } from '../cookie.ts'
import type { Visit } from '../shop.server.ts'
import { type Estimate, stateOf } from './estimate.ts'
import { compareSeen } from './seen.server.ts'
import { soldOf } from './sold.server.ts'

/** What the current bag comes to; undefined where there is none, or nothing in it that could be bought. */
export async function estimateCart(here: Visit, request: Request): Promise<{ estimate: Estimate; keep?: string } | undefined> {
  const { client, known, shop } = here
  if (!known) return undefined
  const ask = (more: Parameters<typeof client.currentCart.estimateCurrentCartTotals>[0]) =>
    attempt(client.currentCart.estimateCurrentCartTotals({ calculateTax: true, ...more }))
  // Where nobody said where they are, the shop's own country is as good a guess as any.
  const [refused, first] = await ask({})
  if (refused) {
    if (refused.code === 'OWNED_CART_NOT_FOUND' || refused.code === 'CALCULATION_ERROR') return undefined
    throw refused
  }
  if (first.cart.lineItems.length === 0) return undefined
  const saved = first.cart.contactInfo?.address
  const address: AddressInput = saved?.country
    ? { country: saved.country, subdivision: saved.subdivision, postalCode: saved.postalCode, city: saved.city }
    : { country: shop.country }
  const there = saved?.country ? first : ((await ask({ shippingAddress: address }))[1] ?? first)
  const { door, collect } = waysOf(there)
  const chosen = there.shippingInfo?.selectedCarrierServiceOption
  const whole =
    chosen || !door?.code ? there : ((await ask({ shippingAddress: address, selectedShippingOption: { code: door.code } }))[1] ?? there)
  const { was, keep } = compareSeen(request, whole.cart.lineItems, isSecure(here.host))
  const sold = await soldOf(here, whole, { shippingAddress: address, shippingCode: chosen?.code ?? door?.code, couponCode: codeOf(whole) })
  const estimate = show({ ...whole, ...sold }, { address, door, collect, was }, localeIn(shop.locale, shop.country), shop.timeZone)
  return { estimate, ...(keep !== undefined && { keep }) }
}

function waysOf({ shippingInfo }: CartEstimate) {
  const options = (shippingInfo?.carrierServiceOptions ?? []).flatMap(({ shippingOptions }) => shippingOptions ?? [])
  return {
    door: options.find(({ logistics }) => !logistics?.pickupDetails),
    collect: options.find(({ logistics }) => logistics?.pickupDetails),
  }
}

interface Around {
  address: AddressInput
  door: ShippingOption | undefined
  collect: ShippingOption | undefined
  was: Estimate['was']
}

function show(
  { cart, reasons = [], appliedDiscounts, calculationErrors, calculatedLineItems, shippingInfo }: CartEstimate,
  { address, door, collect, was }: Around,
  locale: string,
  timeZone: string,
): Estimate {
  const error = calculationErrors?.couponCalculationError?.applicationError
  const code = codeOf({ appliedDiscounts, calculationErrors })
  const way = shippingInfo?.selectedCarrierServiceOption ?? door
  const shown = (option: Pick<ShippingOption, 'title' | 'logistics'> | undefined) =>
    option && { title: option.title ?? '', time: timeOf(option.logistics, locale, timeZone) }
  return {
    of: stateOf(cart.lineItems.map(({ id = '', quantity }) => ({ id, quantity }))),
    country: address.country ?? '',
    countryName: countryName(address.country ?? '', locale),
    postcode: address.postalCode ?? '',
    reasons,
    code,
    idle:
      error && code
        ? { code, why: error.code, from: said(error.data?.requiredMinimumSubtotal ?? error.data?.requiredMinimumQuantity) }
        : undefined,
    way: shown(way),
    collect: shown(collect),
    undeliverable: calculationErrors?.generalShippingCalculationError?.applicationError?.code,
    less: Object.fromEntries(
      calculatedLineItems.flatMap(({ lineItemId, pricesBreakdown }) => {
        const amount = pricesBreakdown?.totalDiscount?.amount ?? '0'
        if (!(Number(amount) > 0)) return []
        const by = reasons.flatMap(({ step, lineIds, code: word, name }) =>
          step === 'DISCOUNT' && lineIds?.includes(lineItemId) ? (word ?? (name || 'us')) : [],
        )
        return [[lineItemId, { amount, by }] as const]
      }),
    ),
    note: cart.buyerNote ?? '',
    was,
  }
}

/** The code that was taken in, whether it applies or not. */
const codeOf = ({ appliedDiscounts, calculationErrors }: Pick<CartEstimate, 'appliedDiscounts' | 'calculationErrors'>) =>
  appliedDiscounts.find(({ coupon }) => coupon)?.coupon?.code ??
  said(calculationErrors?.couponCalculationError?.applicationError?.data?.couponCode)

const said = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined)
