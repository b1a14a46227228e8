import type { DescriptionLine, OrderActivity } from '@vitrine/contract'
import type { OrderDocument, StoredOrder } from './stored-order.ts'

type Line = OrderDocument['lineItems'][number]

/** The parts of an order, or of a document like it, that hold personal data of its buyer. */
type Personal = Pick<OrderDocument, 'customFields' | 'lineItems'> &
  Partial<
    Pick<
      OrderDocument,
      'buyerInfo' | 'buyerNote' | 'billingInfo' | 'recipientInfo' | 'shippingInfo' | 'extendedFields' | 'createdBy' | 'giftCards'
    >
  >

/** A document without its buyer's personal data: what was sold, for how much, to which country. */
export function withoutBuyer<D extends Personal>(document: D): Omit<D, keyof Personal> & Personal {
  const {
    buyerInfo: _,
    buyerNote: _note,
    extendedFields: _fields,
    customFields: _custom,
    createdBy,
    billingInfo,
    recipientInfo,
    shippingInfo,
    lineItems,
    giftCards,
    ...rest
  } = document
  return {
    ...rest,
    buyerInfo: {},
    customFields: [],
    lineItems: lineItems.map(withoutTexts),
    ...(createdBy && {
      createdBy: { ...(createdBy.userId && { userId: createdBy.userId }), ...(createdBy.appId && { appId: createdBy.appId }) },
    }),
    ...(giftCards && { giftCards: Object.fromEntries(Object.entries(giftCards).map(([id, { gifting: _to, ...terms }]) => [id, terms])) }),
    ...(billingInfo && { billingInfo: { ...billingInfo, ...nowhere(billingInfo) } }),
    ...(recipientInfo && { recipientInfo: nowhere(recipientInfo) }),
    ...(shippingInfo && { shippingInfo: sentNowhere(shippingInfo) }),
  }
}

function sentNowhere(shippingInfo: NonNullable<OrderDocument['shippingInfo']>): NonNullable<OrderDocument['shippingInfo']> {
  if (!shippingInfo.logistics) return shippingInfo
  const { shippingDestination, instructions: _, ...logistics } = shippingInfo.logistics
  return { ...shippingInfo, logistics: { ...logistics, ...(shippingDestination && { shippingDestination: nowhere(shippingDestination) }) } }
}

/** A line without what its buyer wrote: only the variant or the options that were chosen stay. */
export function withoutTexts(sold: Line): Line {
  const { extendedFields: _, catalogReference: reference, descriptionLines, ...line } = sold
  return {
    ...line,
    ...(reference && { catalogReference: referenceWithoutTexts(reference) }),
    ...(descriptionLines && { descriptionLines: chosenLines(descriptionLines, reference) }),
  }
}

const choices: ReadonlySet<string> = new Set(['variantId', 'options', 'subscriptionOptionId'])

export function referenceWithoutTexts<R extends { readonly options?: Readonly<Record<string, unknown>> | undefined }>(reference: R): R {
  if (!reference.options) return reference
  return { ...reference, options: Object.fromEntries(Object.entries(reference.options).filter(([name]) => choices.has(name))) }
}

/** The lines of a description that are the catalogue's: no texts of the buyer's, no name of who gets a gift, nothing of an item without a product. */
export function chosenLines<L extends Pick<DescriptionLine, 'name'>>(
  lines: readonly L[],
  reference: { readonly options?: Readonly<Record<string, unknown>> | undefined } | undefined,
): L[] {
  const { customTextFields, giftingInfo } = reference?.options ?? {}
  if (!reference || giftingInfo) return []
  const texts = new Set(typeof customTextFields === 'object' && customTextFields !== null ? Object.keys(customTextFields) : [])
  return lines.filter(({ name }) => !texts.has(name?.original ?? ''))
}

/** An order without its buyer's personal data. */
export const blanked = (order: StoredOrder, now: Date): StoredOrder => ({
  ...order,
  email: '',
  guests: [],
  document: withoutBuyer(order.document),
  revision: order.revision + 1,
  updatedAt: now,
})

/** What happened to an order, without words about people; undefined for what is nothing but words. */
export function blankedActivity(activity: OrderActivity): OrderActivity | undefined {
  const { authorEmail: _, merchantComment, customActivity, draftOrderChangesApplied, savedPaymentMethod, ...rest } = activity
  if (merchantComment) return undefined
  return {
    ...rest,
    ...(customActivity && { customActivity: { appId: customActivity.appId, type: customActivity.type } }),
    ...(draftOrderChangesApplied && { draftOrderChangesApplied: { draftOrderId: draftOrderChangesApplied.draftOrderId } }),
    ...(savedPaymentMethod && { savedPaymentMethod: { name: savedPaymentMethod.name } }),
    ...(rest.orderRefunded && { orderRefunded: { ...rest.orderRefunded, reason: '' } }),
    ...(rest.refundInitiated && { refundInitiated: { ...rest.refundInitiated, reason: '' } }),
    ...(rest.refundedAsStoreCredit && { refundedAsStoreCredit: { ...rest.refundedAsStoreCredit, reason: '' } }),
  }
}

interface Somewhere {
  readonly address?: { readonly country?: string | undefined; readonly subdivision?: string | undefined } | undefined
}

const nowhere = ({ address }: Somewhere) => ({
  contactDetails: {},
  address: { ...(address?.country && { country: address.country }), ...(address?.subdivision && { subdivision: address.subdivision }) },
})
