import type { DraftOverview } from '@vitrine/contract'

type Numbered = Pick<DraftOverview, 'number'>

/** A draft has a number once something is written into it. */
export const calledOf = ({ number }: Numbered): string => (number === undefined ? 'New draft' : `D-${number}`)

export const titleOf = (draft: Numbered): string => (draft.number === undefined ? calledOf(draft) : `Draft ${calledOf(draft)}`)

/** What refusals of drafts say to people, by their codes. */
export const refusalText: Readonly<Record<string, string>> = {
  DRAFT_ORDER_ALREADY_COMMITTED: 'It has become an order already, in another window or by somebody else.',
  DRAFT_ORDER_DOES_NOT_EXIST: 'This draft was deleted meanwhile.',
  DRAFT_ORDER_CHANGED: 'The total has changed meanwhile. Check it, and try again.',
  CATALOG_ITEM_NOT_AVAILABLE: 'There is not enough stock.',
  CREATE_ORDER_FAILED_VALIDATIONS: 'No order can be made of it: something in it is not there any more.',
  GIFT_CARD_ITEM_UNSUPPORTED: 'Gift cards are sold in the shop alone.',
  SUBSCRIPTION_ITEM_UNSUPPORTED: 'Subscriptions are sold in the shop alone.',
  MAX_ITEMS_REACHED: 'A draft has 300 lines at most.',
  DISCOUNTS_AMOUNT_EXCEED_ORDER_TOTALS: 'That is more than the total.',
  DISCOUNTS_AMOUNT_EXCEED_ITEM_TOTALS: 'That is more than the line total.',
  DISCOUNTS_AMOUNT_EXCEED_SHIPPING_TOTAL: 'That is more than the delivery costs.',
}
