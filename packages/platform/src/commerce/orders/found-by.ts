import { parseDecimal } from '@vitrine/pricing'
import { fold } from '../../kernel/query/fold.ts'
import { isElsewhere } from '../selling/apps.ts'
import type { StoredOrder } from './stored-order.ts'
import { orderWords } from './words.ts'

type Written = Omit<StoredOrder, 'number'>

/** What an order can be searched and sorted by, out of its document: columns by their names. */
export function columnsOf(order: Written) {
  const { createdAt, document, email, currency } = order
  const { balanceSummary: balance, billingInfo, buyerInfo, channelInfo, createdBy, lineItems, purchasedDate, shippingInfo, tags } = document
  const { firstName = '', lastName = '' } = billingInfo?.contactDetails ?? {}
  const { deliveryTimeSlot: slot, shipByDate } = shippingInfo?.logistics ?? {}
  return {
    purchased_at: purchasedDate ? new Date(purchasedDate) : createdAt,
    authorized: minorOf(balance?.authorized, currency),
    pending: minorOf(balance?.pending, currency),
    pending_refund: minorOf(balance?.pendingRefund, currency),
    email_key: fold(email),
    first_name: firstName,
    first_name_key: fold(firstName),
    last_name: lastName,
    last_name_key: fold(lastName),
    member_id: buyerInfo?.memberId ?? null,
    contact_id: buyerInfo?.contactId ?? null,
    created_by_user: createdBy?.userId ?? null,
    channel: channelInfo?.type ?? 'UNSPECIFIED',
    external_order_id: channelInfo?.externalOrderId ?? '',
    region: shippingInfo?.region?.name ?? '',
    shipping_title: shippingInfo?.title ?? '',
    delivery_time: shippingInfo?.logistics?.deliveryTime ?? '',
    slot_from: slot?.from ? new Date(slot.from) : null,
    slot_to: slot?.to ? new Date(slot.to) : null,
    ship_by: shipByDate ? new Date(shipByDate) : null,
    location_id: document.businessLocation?.id ?? null,
    location_name: document.businessLocation?.name ?? '',
    tax: minorOf(document.taxInfo?.totalTax, currency),
    archived: document.archived ?? false,
    imported: document.imported,
    seen: document.seenByAHuman ?? false,
    item_ids: each(lineItems, ({ catalogReference }) => [catalogReference?.catalogItemId]),
    line_ids: lineItems.map(({ id }) => id),
    line_items: lineItems.map(({ catalogReference }) => catalogReference?.catalogItemId ?? null),
    line_variants: lineItems.map(({ catalogReference }) => catalogReference?.options?.['variantId'] ?? null),
    line_quantities: lineItems.map(({ quantity }) => quantity),
    item_app_ids: each(lineItems, ({ catalogReference }) => [catalogReference?.appId]),
    item_names: each(lineItems, ({ productName }) => [productName?.original]),
    item_location_ids: each(lineItems, ({ locations = [] }) => locations.map(({ id }) => id)),
    elsewhere_due:
      !document.imported &&
      lineItems.some(({ catalogReference }) => catalogReference?.appId && isElsewhere({ appId: catalogReference.appId })),
    subscription_ids: each(lineItems, ({ subscriptionInfo }) => [subscriptionInfo?.id]),
    tags: tags?.tags?.tagIds ?? [],
    private_tags: tags?.privateTags?.tagIds ?? [],
    tracking_numbers: order.trackingNumbers,
    words: orderWords(order),
  }
}

const minorOf = (price: { readonly amount: string } | undefined, currency: string): number =>
  price ? parseDecimal(price.amount, currency) : 0

const each = <Line>(lines: readonly Line[], of: (line: Line) => readonly (string | undefined)[]): string[] =>
  [...new Set(lines.flatMap(of).filter((text) => text !== undefined && text !== ''))] as string[]
