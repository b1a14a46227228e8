import type { OrderActivity, OrderChange } from '@vitrine/contract'
import {
  Banknote,
  Circle,
  CreditCard,
  FileText,
  type LucideIcon,
  Mail,
  PackageCheck,
  Pencil,
  ShoppingBag,
  TriangleAlert,
  Truck,
  Undo2,
  XCircle,
} from 'lucide-react'
import { cardText } from '../text.ts'
import { shipmentText } from './timeline-entries.ts'

const card = (details: { brand?: string | undefined; lastFourDigits?: string | undefined } | undefined): string =>
  details?.lastFourDigits ? ` on ${cardText(details.brand, details.lastFourDigits)}` : ''

/** An activity in words, and in more of them below. */
export function told(activity: OrderActivity): readonly [LucideIcon, string, (readonly string[])?] {
  const {
    authorizedPaymentCreated: authorized,
    authorizedPaymentCaptured: captured,
    authorizedPaymentVoided: voided,
    refundInitiated: refund,
    paymentRefunded: refunded,
    paymentRefundFailed: notRefunded,
    paymentPending: pending,
    paymentDeclined: declined,
    draftOrderChangesApplied: edited,
  } = activity
  switch (activity.type) {
    case 'ORDER_PLACED':
      return [ShoppingBag, 'Placed']
    case 'ORDER_PAID':
      return [CreditCard, 'Paid']
    case 'ORDER_PARTIALLY_PAID':
      return [CreditCard, 'Part of it was paid']
    case 'ORDER_FULFILLED':
      return [PackageCheck, 'Everything has been sent']
    case 'ORDER_NOT_FULFILLED':
      return [Undo2, 'Fulfillment voided: to be fulfilled again']
    case 'ORDER_CANCELED':
      return [XCircle, 'Cancelled']
    case 'ORDER_PENDING':
      return [Circle, 'Waiting for payment or approval']
    case 'ORDER_REJECTED':
      return [XCircle, 'Rejected']
    case 'ORDER_REFUNDED':
      return [Undo2, `Refunded ${activity.orderRefunded?.amount?.formattedAmount ?? ''}`]
    case 'DOWNLOAD_LINK_SENT':
      return [Mail, 'Email with the downloads sent']
    case 'TRACKING_NUMBER_ADDED':
      return [Truck, 'A tracking number was added']
    case 'TRACKING_NUMBER_EDITED':
      return [Truck, 'The tracking number was changed']
    case 'TRACKING_LINK_ADDED':
      return [Truck, 'A tracking link was added']
    case 'SHIPPING_CONFIRMATION_EMAIL_SENT':
      return [Mail, 'Email “On its way” sent']
    case 'PICKUP_READY_EMAIL_SENT':
      return [Mail, 'Email “Ready to collect” sent']
    case 'FULFILLER_EMAIL_SENT':
      return [Mail, 'Email to the fulfiller sent']
    case 'INVOICE_ADDED':
      return [FileText, 'An invoice was added']
    case 'INVOICE_REMOVED':
      return [FileText, 'An invoice was taken away']
    case 'INVOICE_SENT':
      return [Mail, 'Invoice sent']
    case 'SHIPPING_ADDRESS_EDITED':
      return [Pencil, 'The address was changed']
    case 'EMAIL_EDITED':
      return [Pencil, 'The email address was changed']
    case 'SAVED_PAYMENT_METHOD':
      return [CreditCard, 'The card was saved for later payments']
    case 'AUTHORIZED_PAYMENT_CREATED':
      return [CreditCard, `${authorized?.amount?.formattedAmount ?? 'The money'} authorised${card(authorized)}`]
    case 'AUTHORIZED_PAYMENT_CAPTURED':
      return [Banknote, `${captured?.amount?.formattedAmount ?? 'The money'} captured${card(captured)}`]
    case 'AUTHORIZED_PAYMENT_VOIDED':
      return [XCircle, `${voided?.amount?.formattedAmount ?? 'The money'} voided${card(voided)}`]
    case 'REFUND_INITIATED':
      return [Undo2, `Refund of ${refund?.amount?.formattedAmount ?? ''} begun${refund?.reason ? `: ${refund.reason}` : ''}`]
    case 'PAYMENT_REFUNDED':
      return [
        Undo2,
        `${refunded?.payment?.regular?.amount?.formattedAmount ?? refunded?.payment?.giftCard?.amount?.formattedAmount ?? 'The money'} refunded${refunded?.payment?.regular ? card(refunded.payment.regular) : ''}${refund?.reason ? `: ${refund.reason}` : ''}`,
      ]
    case 'PAYMENT_REFUND_FAILED':
      return [TriangleAlert, `A refund failed: ${notRefunded?.payment?.regular?.amount?.formattedAmount ?? ''}`]
    case 'REFUNDED_AS_STORE_CREDIT':
      return [Undo2, `${activity.refundedAsStoreCredit?.amount?.formattedAmount ?? ''} given as credit`]
    case 'PAYMENT_PENDING':
      return [CreditCard, `${pending?.regular?.amount?.formattedAmount ?? 'The payment'} is under way`]
    case 'PAYMENT_CANCELED':
      return [XCircle, 'A payment was called off']
    case 'PAYMENT_DECLINED':
      return [TriangleAlert, `${declined?.regular?.amount?.formattedAmount ?? 'A payment'} was declined`]
    case 'DRAFT_ORDER_CHANGES_APPLIED':
      return [Pencil, edited?.reason ? `Edited: ${edited.reason}` : 'Edited', (edited?.changes ?? []).flatMap(changeText)]
    case 'RECEIPT_CREATED':
      return [FileText, 'A receipt was written']
    case 'RECEIPT_SENT':
      return [Mail, 'Receipt sent']
    case 'CHARGEBACK_CREATED':
      return [TriangleAlert, `${activity.chargebackCreated?.amount?.formattedAmount ?? 'The money'} was charged back`]
    case 'CHARGEBACK_REVERSED':
      return [Undo2, `${activity.chargebackReversed?.reversalAmount?.formattedAmount ?? 'The money'} came back from a chargeback`]
    case 'CUSTOM_ACTIVITY':
      if (activity.customActivity?.type.startsWith('SHIPMENT_'))
        return [activity.customActivity.type === 'SHIPMENT_VOIDED' ? Undo2 : Truck, shipmentText(activity.customActivity)]
      return activity.customActivity?.type === 'EMAIL_SENT_AGAIN'
        ? [Mail, `Asked to send ${again(activity.customActivity.additionalData)}`]
        : [Circle, activity.customActivity?.type ?? 'Told by an app']
    default:
      return [Circle, activity.type]
  }
}

const again = ({ subject, sentTo }: Readonly<Record<string, string>> = {}): string =>
  `${subject ? `“${subject}” again` : 'an email'}${sentTo ? ` to ${sentTo}` : ''}`

/** A change of an edit in words. */
function changeText(change: OrderChange): string[] {
  const { lineItemAdded, lineItemRemoved, lineItemChanged, discountAdded, discountRemoved, additionalFeeAdded, additionalFeeRemoved } =
    change
  const { totalPriceChanged, shippingInformationChanged: shipping } = change
  const named = (one: { readonly name?: { readonly original: string } | undefined } | undefined) => one?.name?.original ?? 'something'
  if (lineItemAdded) return [`${lineItemAdded.quantity ?? 1} × ${named(lineItemAdded)} on`]
  if (lineItemRemoved) return [`${lineItemRemoved.quantity ?? 1} × ${named(lineItemRemoved)} off`]
  if (lineItemChanged) {
    const { quantity, price } = lineItemChanged
    return [
      ...(quantity ? [`${named(lineItemChanged)}, ${quantity.originalQuantity} → ${quantity.newQuantity}`] : []),
      ...(price ? [`${named(lineItemChanged)}, ${price.originalPrice?.formattedAmount} → ${price.newPrice?.formattedAmount} each`] : []),
    ]
  }
  if (discountAdded) return [`${named(discountAdded)}, −${discountAdded.totalAmount?.formattedAmount ?? ''}`]
  if (discountRemoved) return [`${named(discountRemoved)} off`]
  if (additionalFeeAdded) return [`${named(additionalFeeAdded)}, ${additionalFeeAdded.totalAmount?.formattedAmount ?? ''}`]
  if (additionalFeeRemoved) return [`${named(additionalFeeRemoved)} off`]
  if (shipping)
    return [`Delivery: ${shipping.originalShippingInfo?.shippingTitle ?? 'none'} → ${shipping.newShippingInfo?.shippingTitle ?? 'none'}`]
  if (totalPriceChanged)
    return [`Total ${totalPriceChanged.originalTotal?.formattedAmount} → ${totalPriceChanged.newTotal?.formattedAmount}`]
  return []
}
