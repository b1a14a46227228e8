import { attempt } from '@vitrine/client'
import type { AddressInput, CalculatedTotals, CartEstimate } from '@vitrine/contract'
import type { Visit } from '../shop.server.ts'
import { unitsToSell } from './cart.ts'

interface SoldOptions {
  shippingAddress: AddressInput
  shippingCode: string | undefined
  couponCode: string | undefined
}

/** The totals of what a checkout would charge, where a line asks for more than is left: the estimate of a cart counts what it asks for. */
export async function soldOf(
  { client }: Visit,
  { cart }: Pick<CartEstimate, 'cart'>,
  { shippingAddress, shippingCode, couponCode }: SoldOptions,
): Promise<CalculatedTotals | undefined> {
  if (!cart.lineItems.some(({ availability }) => availability?.status === 'PARTIALLY_AVAILABLE')) return undefined
  const lineItems = cart.lineItems.flatMap((line) => {
    const {
      id = '',
      quantity,
      availability,
      catalogReference,
      productName,
      price,
      fullPrice,
      itemType,
      physicalProperties,
      taxGroupId,
    } = line
    const units = unitsToSell({ quantity, left: availability?.quantityAvailable })
    if (units === 0 || availability?.status === 'NOT_FOUND') return []
    return {
      id,
      quantity: units,
      catalogReference,
      productName: productName?.original,
      price: price?.amount ?? '0',
      fullPrice: fullPrice?.amount,
      itemType,
      physicalProperties,
      taxGroupId,
    }
  })
  const [, totals] = await attempt(
    client.totalsCalculator.calculateTotals({
      lineItems,
      shippingAddress,
      selectedShippingOption: shippingCode === undefined ? undefined : { code: shippingCode },
      couponCode,
      calculateTax: true,
    }),
  )
  return totals
}
