import type { OrderUpdate, TagsInput } from '@vitrine/contract'
import { isSame } from '../../kernel/canonical.ts'
import { mergeContact } from '../selling/addresses.ts'
import type { NewActivity } from './store.ts'
import type { OrderDocument, StoredOrder } from './stored-order.ts'

export interface Changed {
  readonly email: string
  readonly document: OrderDocument
  readonly activities: readonly NewActivity[]
}

/** An order with what was sent written over what was stored: null clears, absent leaves unchanged. Tells of a new address or email. */
export function changed(order: StoredOrder, sent: OrderUpdate, locale: string): Changed {
  const before = order.document
  const document: OrderDocument = { ...before }
  const email = sent.buyerInfo === null ? '' : sent.buyerInfo?.email === undefined ? order.email : (sent.buyerInfo.email ?? '')
  if (sent.buyerInfo !== undefined) {
    const { email: _, contactId: saved, ...who } = before.buyerInfo ?? {}
    const contactId = sent.buyerInfo === null ? undefined : sent.buyerInfo.contactId === undefined ? saved : sent.buyerInfo.contactId
    document.buyerInfo = { ...who, ...(contactId && { contactId }), ...(email && { email }) }
  }
  put(document, 'billingInfo', mergeContact(before.billingInfo, sent.billingInfo, locale))
  put(document, 'recipientInfo', mergeContact(before.recipientInfo, sent.recipientInfo, locale))
  const logistics = sent.shippingInfo?.logistics
  if (logistics && before.shippingInfo) {
    const next = { ...before.shippingInfo.logistics }
    put(next, 'shippingDestination', mergeContact(next.shippingDestination, logistics.shippingDestination, locale))
    put(next, 'deliveryTime', written(next.deliveryTime, logistics.deliveryTime))
    put(next, 'instructions', written(next.instructions, logistics.instructions))
    document.shippingInfo = { ...before.shippingInfo, logistics: next }
  }
  put(document, 'buyerNote', written(before.buyerNote, sent.buyerNote))
  if (sent.archived !== undefined) document.archived = sent.archived ?? false
  if (sent.seenByAHuman !== undefined) document.seenByAHuman = sent.seenByAHuman ?? false
  if (sent.attributionSource !== undefined) document.attributionSource = sent.attributionSource
  if (sent.channelInfo !== undefined) {
    const channel = { ...(before.channelInfo ?? { type: 'UNSPECIFIED' as const }) }
    put(
      channel,
      'externalOrderId',
      sent.channelInfo === null ? undefined : written(channel.externalOrderId, sent.channelInfo.externalOrderId),
    )
    put(
      channel,
      'externalOrderUrl',
      sent.channelInfo === null ? undefined : written(channel.externalOrderUrl, sent.channelInfo.externalOrderUrl),
    )
    document.channelInfo = channel
  }
  if (sent.tags !== undefined)
    document.tags = {
      tags: { tagIds: unique(tagIds(sent.tags, 'tags') ?? (sent.tags ? before.tags?.tags?.tagIds : undefined) ?? []) },
      privateTags: { tagIds: unique(tagIds(sent.tags, 'privateTags') ?? (sent.tags ? before.tags?.privateTags?.tagIds : undefined) ?? []) },
    }
  const moved =
    !isSame(before.recipientInfo, document.recipientInfo) || !isSame(before.shippingInfo?.logistics, document.shippingInfo?.logistics)
  return {
    email,
    document,
    activities: [
      ...(moved ? [{ type: 'SHIPPING_ADDRESS_EDITED' as const, activityType: 'SHIPPING_ADDRESS_EDITED' as const }] : []),
      ...(email !== order.email ? [{ type: 'EMAIL_EDITED' as const, activityType: 'EMAIL_EDITED' as const }] : []),
    ],
  }
}

/** The tags of an order after some were given and some taken away. */
export function tagged({ tags }: OrderDocument, assign: TagsInput | null | undefined, unassign: TagsInput | null | undefined) {
  const of = (kind: 'tags' | 'privateTags') => {
    const gone = new Set(tagIds(unassign, kind))
    return { tagIds: unique([...(tags?.[kind]?.tagIds ?? []), ...(tagIds(assign, kind) ?? [])]).filter((id) => !gone.has(id)) }
  }
  return { tags: of('tags'), privateTags: of('privateTags') }
}

const tagIds = (tags: TagsInput | null | undefined, kind: 'tags' | 'privateTags'): readonly string[] | undefined => tags?.[kind]?.tagIds
const unique = (ids: readonly string[]): string[] => [...new Set(ids)]

const written = (saved: string | undefined, sent: string | null | undefined): string | undefined =>
  sent === undefined ? saved : sent || undefined

/** A field that has a value, or is not there. */
function put<T extends object, K extends keyof T>(target: T, key: K, value: T[K] | undefined): void {
  if (value === undefined) delete target[key]
  else target[key] = value
}
