import { attempt } from '@vitrine/client'
import type { MembersSubscription } from '@vitrine/contract'
import { lineImage } from '../catalogue/image.server.ts'
import { chosenText } from '../checkout/read.server.ts'
import { subscriptionView } from '../orders/read.server.ts'
import type { Visit } from '../shop.server.ts'
import type { SubscriptionView } from './subscriptions.ts'

export interface SubscriptionPage {
  rows: readonly SubscriptionView[]
  next?: string | undefined
}

/** What comes again to the member, the latest first; undefined where a cursor is none. */
export async function listSubscriptions(
  { client, shop }: Visit,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<SubscriptionPage | undefined> {
  const [refused, found] = await attempt(client.mySubscriptions.listMySubscriptions({ limit, ...(cursor && { cursor }) }))
  if (refused?.code === 'INVALID_ARGUMENT') return undefined
  if (refused) throw refused
  const { subscriptions, pagingMetadata } = found
  return {
    rows: subscriptions.map((one) => viewOf(one, shop.currency)),
    next: pagingMetadata.hasNext ? pagingMetadata.cursors?.next : undefined,
  }
}

function viewOf(of: MembersSubscription, currency: string): SubscriptionView {
  const [line] = of.lineItems
  const image = line?.image
  return {
    ...subscriptionView(of),
    orderId: of.orderId,
    currency,
    startedDate: of.startedDate,
    name: line?.productName?.translated ?? line?.productName?.original ?? of.title,
    picture: lineImage(image),
    chosen: [...chosenText(line?.descriptionLines), ...(line && line.quantity > 1 ? [`${line.quantity} of it`] : [])],
    chargeDate: of.nextChargeDate,
    maySkip: of.maySkip,
    mayResume: of.mayResume,
    payLink: of.payLink,
    cardId: of.savedPaymentMethodId,
  }
}
