import { attempt } from '@vitrine/client'
import type { Checkout, Input } from '@vitrine/contract'
import type { Visit } from '../shop.server.ts'
import { optionValueOf, type WayOption } from './checkout.ts'
import { findKnown, usualPlace } from './known.server.ts'
import { showCheckout, writeDestination } from './read.server.ts'

type Change = Omit<Input<'PATCH /ecom/v1/checkouts/{checkout.id}'>['checkout'], 'id'>

/** The part of a chosen way that the wire wants. */
export function optionOf(value: string) {
  const at = value.indexOf(':')
  return { carrierId: value.slice(0, at), code: value.slice(at + 1) }
}

export const patch = ({ client }: Visit, id: string, change: Change) => client.checkout.updateCheckout({ checkout: { ...change, id } })

export const choose = (here: Visit, id: string, value: string) =>
  patch(here, id, { shippingInfo: { selectedCarrierServiceOption: optionOf(value) } })

/** The checkout of this visitor, or undefined where there is none of this name. */
export async function findCheckout({ client }: Visit, id: string): Promise<Checkout | undefined> {
  const [refused, answer] = await attempt(client.checkout.getCheckout({ id }))
  if (!refused) return answer.checkout
  if (refused.code === 'CHECKOUT_NOT_FOUND' || refused.code === 'INVALID_ARGUMENT') return undefined
  throw refused
}

/**
 * What a buyer need not choose is chosen for them: who they are and where it goes, where that is known, else the shop's own country, and the
 * first way of delivery it offers there, so that the sum is right from the first step on.
 */
export async function withDefaults(here: Visit, checkout: Checkout, among: 'doors' | 'places' = 'doors'): Promise<Checkout> {
  const id = checkout.id ?? ''
  let known = await withWhatIsKnown(here, checkout)
  if (!known.shippingInfo?.shippingDestination?.address?.country) {
    known = (await patch(here, id, { shippingInfo: { shippingDestination: { address: { country: here.shop.country } } } })).checkout
  }
  const view = showCheckout(known, here.shop)
  const [first]: readonly WayOption[] = view[among]
  if (view.chosen || !view.goods || !first) return known
  const [refused, answer] = await attempt(choose(here, id, optionValueOf(first)))
  return refused ? known : answer.checkout
}

/** A member's email and first choice of address, where nobody has written anything yet. */
async function withWhatIsKnown(here: Visit, checkout: Checkout): Promise<Checkout> {
  if (checkout.buyerInfo?.email) return checkout
  const buyer = await findKnown(here)
  if (!buyer?.email) return checkout
  const isNew = !checkout.shippingInfo?.shippingDestination?.address?.addressLine
  const to = isNew ? usualPlace(buyer) : undefined
  const change = {
    buyerInfo: { email: buyer.email },
    ...(to && { shippingInfo: { shippingDestination: writeDestination(to) }, billingInfo: writeDestination({ ...to, phone: '' }) }),
  }
  const [refused, known] = await attempt(patch(here, checkout.id ?? '', change))
  return refused ? checkout : known.checkout
}

/** The order that a completed checkout has become: making it once more is refused, and says which it was. */
export async function findOrderOf({ client }: Visit, id: string): Promise<string | undefined> {
  const [refused] = await attempt(client.checkout.createOrder({ id }))
  return refused?.code === 'CHECKOUT_ALREADY_PAID' && refused.data.orderId ? refused.data.orderId : undefined
}
