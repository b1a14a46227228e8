import { parseDecimal } from '@vitrine/pricing'
import { fold } from '../query/fold.ts'
import type { StoredOrder } from './store.ts'

/** The columns by which an order is found, by their names. */
export type FoundBy = ReturnType<typeof columnsOf>

/** What an order can be searched and sorted by, out of its document. */
export function columnsOf({ document, email, currency, createdAt }: Omit<StoredOrder, 'number'>) {
  const { balanceSummary: balance, billingInfo, buyerInfo, channelInfo, createdBy, lineItems, shippingInfo, tags } = document
  const amount = (price: { readonly amount: string } | undefined): number => (price ? parseDecimal(price.amount, currency) : 0)
  const { firstName = '', lastName = '' } = billingInfo?.contactDetails ?? {}
  const slot = shippingInfo?.logistics?.deliveryTimeSlot
  return {
    purchased_at: document.purchasedDate ? new Date(document.purchasedDate) : createdAt,
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
    location_id: document.businessLocation?.id ?? null,
    location_name: document.businessLocation?.name ?? '',
    authorized: amount(balance?.authorized),
    pending: amount(balance?.pending),
    pending_refund: amount(balance?.pendingRefund),
    tax: amount(document.taxInfo?.totalTax),
    archived: document.archived ?? false,
    imported: document.imported,
    seen: document.seenByAHuman ?? false,
    item_ids: each(lineItems, ({ catalogReference }) => [catalogReference?.catalogItemId]),
    item_app_ids: each(lineItems, ({ catalogReference }) => [catalogReference?.appId]),
    item_names: each(lineItems, ({ productName }) => [productName?.original]),
    item_location_ids: each(lineItems, ({ locations = [] }) => locations.map(({ id }) => id)),
    subscription_ids: each(lineItems, ({ subscriptionInfo }) => [subscriptionInfo?.id]),
    tags: tags?.tags?.tagIds ?? [],
    private_tags: tags?.privateTags?.tagIds ?? [],
  }
}

const each = <Line>(lines: readonly Line[], of: (line: Line) => readonly (string | undefined)[]): string[] =>
  [...new Set(lines.flatMap(of).filter((text) => text !== undefined && text !== ''))] as string[]
