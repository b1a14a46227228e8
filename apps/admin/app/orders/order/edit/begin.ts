import { Refused } from '@vitrine/client'
import type { CalculatedDraftOrder, NonDraftableReason } from '@vitrine/contract'
import { client } from '../../../client.ts'

export interface Begun {
  readonly draft: CalculatedDraftOrder
  /** Somebody of the same name began it before. */
  readonly wasBegun: boolean
}

/** Begins the edit of an order, or goes on with it; in words, why that cannot be. */
export async function begin(orderId: string, signal: AbortSignal): Promise<Begun | { readonly because: readonly string[] }> {
  try {
    const { calculatedDraftOrder, preexistingDraftOrder } = await client.draftOrders.createDraftOrder(
      { sourceOrderId: orderId },
      { signal },
    )
    return { draft: calculatedDraftOrder, wasBegun: preexistingDraftOrder ?? false }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (error.code === 'ORDER_IS_ALREADY_EDITED')
      return { because: ['Somebody else is editing it. Their edit lapses a day after they began it.'] }
    if (error.code !== 'ORDER_CANNOT_BE_EDITED') throw error
    const { nonDraftableReasons } = error.data as { nonDraftableReasons: readonly NonDraftableReason[] }
    return { because: nonDraftableReasons.map((reason) => reasonText[reason] ?? reason) }
  }
}

const reasonText: Partial<Record<NonDraftableReason, string>> = {
  PARTIALLY_OR_FULLY_REFUNDED: 'Money went back for it already. Refund or send what else is needed from the order itself.',
  UNSUPPORTED_CHANNEL_TYPE: 'It was sold on a market place, which keeps its own account of it.',
  ORDER_STATUS_IS_NOT_SUPPORTED: 'Only an order that stands can be edited: this one is cancelled or waits.',
  ORDER_AND_SITE_CURRENCIES_ARE_INCONSISTENT: 'It was sold in another currency than the shop has now.',
  ORDER_AND_SITE_WEIGHT_UNITS_ARE_INCONSISTENT: 'It was sold in another unit of weight than the shop has now.',
  SUBSCRIPTION_LINE_ITEM_EXISTS: 'Something in it comes again and again, at the price that was agreed.',
  AMOUNTS_DO_NOT_ADD_UP: 'Its amounts came from elsewhere and cannot be calculated again.',
  UNSUPPORTED_CATALOG_ITEM: 'There is a gift card in it; gift cards are sold at the checkout alone.',
  ORDER_HAS_CHARGEBACKS: 'Its money is disputed.',
  EDITING_IS_NOT_ALLOWED_FOR_APP: 'The app that made it keeps it to itself.',
}
