import { attempt } from '@vitrine/client'
import type { Checkout } from '@vitrine/contract'
import { type Destination, nowhere } from '../checkout/address.ts'
import { choose, findCheckout, patch, withDefaults } from '../checkout/change.server.ts'
import { type CheckoutView, checkoutPath, optionValueOf, thankYouPath } from '../checkout/checkout.ts'
import { pay } from '../checkout/pay.server.ts'
import { showCheckout, writeDestination } from '../checkout/read.server.ts'
import { to } from '../shop/shop.ts'
import type { Visit } from '../shop.server.ts'
import { inUnits, namesOf, sheetLines } from './amounts.ts'
import type { StepAnswer, WalletAddress, WalletBuyer } from './steps.ts'

/** The checkout of the sheet: the one it was opened in, or one made from the cart now; without one, where the buyer goes on. */
async function openCheckout(here: Visit, id: string): Promise<Checkout | { go: string }> {
  const checkout = id ? await findCheckout(here, id) : await checkoutOfCart(here)
  return checkout && !checkout.completed ? checkout : { go: id ? checkoutPath(id) : to.cart }
}

async function checkoutOfCart(here: Visit): Promise<Checkout | undefined> {
  here.know()
  const [refused, made] = await attempt(here.client.currentCart.createCheckoutFromCurrentCart({ channelType: 'WEB' }))
  return refused ? undefined : findCheckout(here, made.checkoutId)
}

/** The payment method whose form is on the page: wallets pay by it. */
async function methodWithForm(here: Visit, id: string) {
  const [, found] = await attempt(here.client.payments.listPaymentMethods({ id }))
  return found?.paymentMethods.find(({ element }) => element)
}

function destinationOf({ line1, line2, city, state, country, postal_code }: WalletAddress, name: string, phone: string): Destination {
  const land = country ?? ''
  return {
    ...nowhere,
    ...namesOf(name),
    country: land,
    street: line1 ?? '',
    more: line2 ?? '',
    town: city ?? '',
    postcode: postal_code ?? '',
    state: state && /^[A-Z0-9]{1,3}$/.test(state) ? `${land}-${state}` : '',
    phone,
  }
}

/** What the sheet shows of a checkout, or that nothing is delivered to the address. */
async function sheetOf(here: Visit, checkout: Checkout): Promise<StepAnswer> {
  const view = showCheckout(checkout, here.shop)
  if (view.goods && (view.undeliverable !== undefined || view.doors.length === 0 || !view.chosen)) return { refused: true }
  const element = (await methodWithForm(here, view.id))?.element
  if (!element) return { go: checkoutPath(view.id) }
  const units = (decimal: string) => inUnits(decimal, element.decimals)
  return {
    sheet: {
      checkout: view.id,
      total: view.sums.total,
      amount: element.amount,
      lines: sheetLines(element.amount, units(view.sums.delivery)),
      rates: ratesOf(view, units),
    },
  }
}

/** The selected delivery method first: sheets select the first one. */
const ratesOf = ({ doors, chosen }: CheckoutView, units: (decimal: string) => number) =>
  [...doors]
    .sort((one, other) => Number(other.value === chosen) - Number(one.value === chosen))
    .map((way) => ({ id: optionValueOf(way), displayName: [way.title, way.time].filter(Boolean).join(', '), amount: units(way.price) }))

/** A new address on the sheet: delivery methods and prices for it. Wallets reveal the street only on payment. */
export async function shipTo(here: Visit, id: string, address: WalletAddress): Promise<StepAnswer> {
  const checkout = await openCheckout(here, id)
  if ('go' in checkout) return checkout
  const its = checkout.id ?? ''
  const [refused, moved] = await attempt(
    patch(here, its, {
      shippingInfo: { shippingDestination: writeDestination(destinationOf(address, '', '')), selectedCarrierServiceOption: null },
    }),
  )
  if (refused) return { refused: true }
  return sheetOf(here, await withDefaults(here, moved.checkout))
}

/** Another delivery method on the sheet. */
export async function shipBy(here: Visit, id: string, rate: string): Promise<StepAnswer> {
  if (!id) return { refused: true }
  const [refused, chosen] = await attempt(choose(here, id, rate))
  return refused ? { refused: true } : sheetOf(here, chosen.checkout)
}

export interface WalletPayment {
  checkout: string
  session: string | undefined
  buyer: WalletBuyer
  /** The total that the sheet showed. */
  total: string
  key: string
  policiesAgreed: boolean
}

/**
 * Saves in the checkout what the wallet says of its buyer, and places the order by `pay`, as the checkout's own page does. A checkout that
 * refuses it saves nothing of it. Then, and when no order comes of it, the buyer goes on in the checkout.
 */
export async function payByWallet(here: Visit, { checkout: id, session, buyer, total, key, policiesAgreed }: WalletPayment) {
  const checkout = await openCheckout(here, id)
  if ('go' in checkout) return checkout
  const its = checkout.id ?? ''
  const { email, phone, name, shipping, billing } = buyer
  const destination = shipping && writeDestination(destinationOf(shipping.address, shipping.name || name, phone))
  const bill = billing ?? shipping?.address
  const [refused, saved] = await attempt(
    patch(here, its, {
      buyerInfo: { email },
      ...(destination && { shippingInfo: { shippingDestination: destination } }),
      ...(bill && { billingInfo: writeDestination(destinationOf(bill, name, '')) }),
    }),
  )
  const inCheckout = { go: checkoutPath(its, { session }) }
  if (refused) return inCheckout
  const method = await methodWithForm(here, its)
  if (!method) return inCheckout
  const ended = await pay(here, {
    id: its,
    by: method.id,
    card: undefined,
    total,
    currency: saved.checkout.currency,
    key,
    session,
    keeps: false,
    withElement: true,
    policiesAgreed,
    subscribed: false,
  })
  if ('go' in ended && ended.go === 'confirm') return { checkout: its, orderId: ended.orderId, confirmation: ended.confirmation }
  if ('go' in ended && ended.go === 'thank-you') return { go: thankYouPath(ended.orderId, session) }
  return { go: checkoutPath(its, { step: 'payment', session }) }
}
