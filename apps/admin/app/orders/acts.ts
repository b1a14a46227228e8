import { Refused } from '@vitrine/client'
import type { Order, OrderTransactions } from '@vitrine/contract'
import { client } from '../client.ts'
import { unanswered } from '../parts/unanswered.ts'

/** What came of a call that may be refused. */
export interface Done {
  readonly ok: boolean
  /** False where nothing came back: it is unknown whether it was done. */
  readonly answered: boolean
  readonly says: string
}

/** Something was not done, and its message says why in words for people. */
export class NotDone extends Error {
  override readonly name = 'NotDone'
}

/** Tells a refusal in words instead of throwing it. */
export async function attempted(act: () => Promise<string>): Promise<Done> {
  try {
    return { ok: true, answered: true, says: await act() }
  } catch (error) {
    if (error instanceof Refused) return { ok: false, answered: true, says: wordsOf(error.code, error.message) }
    if (error instanceof NotDone) return { ok: false, answered: true, says: error.message }
    return { ok: false, answered: false, says: unanswered }
  }
}

const refusalText: Readonly<Record<string, string>> = {
  PERMISSION_DENIED: 'Your role may not do this.',
  ORDER_CANCELED: 'The order was cancelled meanwhile.',
  FULFILLMENT_EXCEEDS_ORDER: 'Some of these items were sent already.',
  TRACKING_NUMBER_ALREADY_EXISTS: 'Another shipment has that tracking number.',
  PAYMENT_ALREADY_CAPTURED: 'The money was captured already.',
  PAYMENT_ALREADY_VOIDED: 'The authorisation was voided already.',
  ORDER_HAS_AUTHORIZED_TRANSACTION: 'Money is authorised for it: capture or void it first.',
  INVALID_PAYMENT_REFUND_AMOUNT: 'That is more than is left of the payment.',
  PAYMENT_NOT_REFUNDABLE: 'This payment cannot be given back.',
  PAYMENT_ERROR: 'The bank declined it.',
  NO_SAVED_PAYMENT_METHOD: 'No card was saved with this order.',
  ORDER_ALREADY_PAID: 'Nothing is due for it any more.',
  CATALOG_ITEM_NOT_FOUND: 'The catalogue does not have it any more.',
  CATALOG_ITEM_NOT_AVAILABLE: 'There are too few of it.',
  GIFT_CARD_ITEM_UNSUPPORTED: 'Gift cards are sold at the checkout alone.',
  SUBSCRIPTION_ITEM_UNSUPPORTED: 'What comes again and again is sold at the checkout alone.',
  DISCOUNTS_AMOUNT_EXCEED_ORDER_TOTALS: 'That is more than the items come to.',
  DISCOUNTS_AMOUNT_EXCEED_ITEM_TOTALS: 'That is more than the item comes to.',
  DISCOUNTS_AMOUNT_EXCEED_SHIPPING_TOTAL: 'That is more than the delivery comes to.',
  DRAFT_ORDER_DOES_NOT_EXIST: 'This edit has lapsed, or was discarded elsewhere.',
  DRAFT_ORDER_ALREADY_COMMITTED: 'This edit was saved elsewhere already.',
}

/** A refusal in the words of whoever works with orders. */
export const wordsOf = (code: string, message: string): string => refusalText[code] ?? `${message} (${code})`

export const isAuthorizedPayment = ({ regularPaymentDetails: details }: OrderTransactions['payments'][number]): boolean =>
  details?.status === 'AUTHORIZED' && details.authorizationDetails !== undefined

/** Opens the packing slips of orders, all in one file, in a tab of its own; of those that still have to be found, too. */
export async function printSlips(orders: readonly Pick<Order, 'id'>[] | (() => Promise<readonly Pick<Order, 'id'>[]>)): Promise<string> {
  // Opened at once: what opens after an answer has come is blocked by browsers.
  const tab = window.open('', '_blank')
  if (!tab) throw new NotDone('The browser blocked the tab. Allow this page to open tabs, and print again.')
  try {
    const found = typeof orders === 'function' ? await orders() : orders
    if (found.length === 0) throw new NotDone('None of them waits any more.')
    const { link } = await client.orderInvoices.printPackingSlips({ orderIds: found.map(({ id }) => id!) })
    tab.opener = null
    tab.location.href = link
    return link
  } catch (error) {
    tab.close()
    throw error
  }
}
