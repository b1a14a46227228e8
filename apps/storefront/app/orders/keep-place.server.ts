import { attempt } from '@vitrine/client'
import { isWhole } from '../checkout/checkout.ts'
import { keepPlace } from '../checkout/known.server.ts'
import { readDestination } from '../checkout/read.server.ts'
import type { Visit } from '../shop.server.ts'

/** Saves the address of an order, and the name it is for, in the account that was opened to keep the order. */
export async function keepPlaceOf(here: Visit, orderId: string): Promise<void> {
  const [refused, answer] = await attempt(here.client.orders.getOrder({ id: orderId }))
  if (refused) return
  const { recipientInfo, billingInfo, shippingInfo } = answer.order
  const isCollected = shippingInfo?.logistics?.pickupDetails !== undefined
  const to = readDestination(isCollected ? billingInfo : (recipientInfo ?? billingInfo))
  if (isWhole(to)) await keepPlace(here, to)
}
