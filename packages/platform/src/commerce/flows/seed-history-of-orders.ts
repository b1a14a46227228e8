import { allot, type Minor, minor, parseDecimal, sum } from '@vitrine/pricing'
import { trackingLinkOf } from '../fulfillment/carriers.ts'
import { activitiesOf, fulfillmentStatusOf, shipmentsTold, trackingNumbersOf } from '../fulfillment/rules.ts'
import type { StoredFulfillment } from '../fulfillment/store.ts'
import type { PastMove } from '../inventory/seed-history.ts'
import { balance, paymentStatusOf } from '../orders/books.ts'
import type { PastActivity } from '../orders/seed-history.ts'
import type { NewActivity } from '../orders/store.ts'
import type { StoredOrder } from '../orders/stored-order.ts'
import { booksOf } from '../payments/books.ts'
import { chargebackNews } from '../payments/chargebacks.ts'
import { cardOf } from '../payments/collect.ts'
import { heldNews, paymentNews } from '../payments/payment-news.ts'
import type { CardFace } from '../payments/provider.ts'
import { bySandbox } from '../payments/sandbox-store.ts'
import {
  type HoldAction,
  manual,
  newPayment,
  type PaymentDocument,
  type RefundAction,
  type StoredAction,
  type StoredChargeback,
  type StoredPayment,
} from '../payments/store.ts'
import type { Amounts } from '../selling/amounts.ts'
import { shipmentActivity } from './fulfilling.ts'

/** So many units of a line, by its place in the order; all of what is left where nobody says how many. */
export interface Some {
  readonly line: number
  readonly quantity: number
}

/** What happened to an order of the past. */
export type Happening = { readonly at: Date } & (
  | { readonly what: 'PAID'; readonly card: CardFace }
  /** Held until then, when the clock lets it go. */
  | { readonly what: 'HELD'; readonly card: CardFace; readonly until: Date }
  | { readonly what: 'CAPTURED' }
  | { readonly what: 'DECLINED'; readonly card: CardFace; readonly reason: string; readonly message: string }
  /** It is to come by hand. */
  | { readonly what: 'PROMISED'; readonly how: NonNullable<PaymentDocument['offline']>; readonly method: 'CASH' | 'BANK_TRANSFER' }
  | { readonly what: 'CAME' }
  | { readonly what: 'SENT'; readonly some?: readonly Some[]; readonly carrier?: string; readonly number?: string }
  | { readonly what: 'DELIVERED' }
  | { readonly what: 'REFUNDED'; readonly some?: readonly Some[]; readonly restock: boolean; readonly reason: string }
  | { readonly what: 'CANCELED'; readonly restock: boolean }
  | { readonly what: 'DISPUTED'; readonly won?: Date }
  | { readonly what: 'COMMENT'; readonly text: string }
)

/** An order with all that stands beside it. */
export interface PastBooks {
  readonly order: StoredOrder
  readonly payments: readonly StoredPayment[]
  readonly actions: readonly StoredAction[]
  readonly shipments: readonly StoredFulfillment[]
  readonly moves: readonly PastMove[]
  readonly told: readonly PastActivity[]
}

const tale = (type: NonNullable<NewActivity['activityType']>): NewActivity => ({ type, activityType: type })

/** Brings an order as it was placed to what became of it. `idAt` makes ids of a moment. */
export function toldTo(placed: StoredOrder, story: readonly Happening[], money: Amounts, idAt: (at: Date) => string): PastBooks {
  const told: PastActivity[] = []
  const moves: PastMove[] = []
  const actions: StoredAction[] = []
  const shipments: StoredFulfillment[] = []
  const lines = placed.document.lineItems.map((line) => ({
    id: line.id,
    quantity: line.quantity,
    total: parseDecimal((line.totalPriceAfterTax ?? line.lineItemPrice)?.amount ?? '0', placed.currency),
    goods: line.physicalProperties?.shippable ?? false,
    sent: 0,
    refunded: 0,
    restocked: 0,
  }))
  let payment: StoredPayment | undefined
  let status: StoredOrder['status'] = 'APPROVED'
  let holdsStock = true
  let at = placed.createdAt
  const tell = (...activities: readonly NewActivity[]) =>
    told.push(...activities.map((activity) => ({ id: idAt(at), orderId: placed.id, at, activity })))
  const books = () => booksOf(payment ? [payment] : [], actions)
  const units = (some: readonly Some[] | undefined, left: (line: (typeof lines)[number]) => number) =>
    some ? some.map(({ line, quantity }) => ({ line: lines[line]!, quantity })) : lines.map((line) => ({ line, quantity: left(line) }))
  const putBack = (some: readonly { readonly line: { readonly id: string }; readonly quantity: number }[]) => {
    for (const { line, quantity } of some)
      for (const { productId, variantId } of placed.stockItems.filter(({ lineItemId }) => lineItemId === line.id))
        moves.push({
          id: idAt(at),
          orderId: placed.id,
          productId,
          variantId,
          quantity: -quantity,
          reason: `RELEASE_${moves.length + 2}`,
          at,
        })
  }
  const pay = (state: StoredPayment['status'], provider: string, document: PaymentDocument) => {
    const id = idAt(at)
    const made = newPayment(
      { id, orderId: placed.id, provider, status: state, amount: placed.total, currency: placed.currency, document },
      at,
    )
    payment = provider === manual || state === 'DECLINED' ? made : { ...made, providerReference: `sandbox_${id}` }
    return payment
  }
  const change = (changes: Partial<StoredPayment>) => {
    if (payment) payment = { ...payment, ...changes, revision: payment.revision + 1, updatedAt: at }
  }
  const handed = () =>
    fulfillmentStatusOf(
      { lines: lines.map(({ goods, ...line }) => ({ ...line, byHand: goods })), fulfillmentStatus: placed.fulfillmentStatus },
      shipments,
    )

  tell(tale('ORDER_PLACED'))
  for (const { productId, variantId, quantity } of placed.stockItems)
    moves.push({ id: idAt(at), orderId: placed.id, productId, variantId, quantity, reason: 'ORDER_1', at })
  for (const happening of story) {
    at = happening.at
    switch (happening.what) {
      case 'PAID':
        pay('APPROVED', bySandbox, { card: happening.card })
        tell(tale('ORDER_PAID'))
        break
      case 'HELD': {
        pay('AUTHORIZED', bySandbox, { card: happening.card, delayCapture: true })
        change({ scheduledAction: 'VOID', scheduledAt: happening.until })
        if (payment) tell(heldNews(payment))
        break
      }
      case 'CAPTURED': {
        if (!payment) break
        const capture: HoldAction = {
          ...newAction(payment, idAt(at), payment.amount, at),
          kind: 'CAPTURE',
          document: { by: 'MANUAL' },
        }
        actions.push(capture)
        change({ status: 'APPROVED', scheduledAction: null, scheduledAt: null })
        const authorizedPaymentCaptured = { paymentId: payment.id, amount: money.plain(minor(payment.amount)), ...cardOf(payment) }
        tell({ ...tale('AUTHORIZED_PAYMENT_CAPTURED'), authorizedPaymentCaptured }, tale('ORDER_PAID'))
        break
      }
      case 'DECLINED': {
        const { reason, message, card } = happening
        tell(paymentNews('PAYMENT_DECLINED', pay('DECLINED', bySandbox, { card, reason, message })))
        break
      }
      case 'PROMISED':
        pay('PENDING', manual, { offline: happening.how, method: { predefined: happening.method } })
        break
      case 'CAME':
        change({ status: 'APPROVED' })
        tell(tale('ORDER_PAID'))
        break
      case 'SENT': {
        const { some, carrier, number } = happening
        const going = units(some, ({ goods, quantity, sent, restocked }) => (goods ? quantity - sent - restocked : 0)).filter(
          ({ quantity }) => quantity > 0,
        )
        for (const { line, quantity } of going) line.sent += quantity
        const before = handed()
        const stage = placed.document.shippingInfo?.logistics?.pickupDetails ? 'READY' : 'SENT'
        const link = carrier && number ? trackingLinkOf(carrier, number) : undefined
        const shipment: StoredFulfillment = {
          id: idAt(at),
          orderId: placed.id,
          lines: going.map(({ line, quantity }) => ({ id: line.id, quantity })),
          ...(carrier &&
            number && { tracking: { shippingProvider: carrier, trackingNumber: number, ...(link && { trackingLink: link }) } }),
          completed: true,
          stage,
          reached: { [stage]: at.toISOString() },
          revision: 1,
          createdAt: at,
        }
        shipments.push(shipment)
        tell(
          ...shipmentsTold([{ after: shipment }], shipments).map(shipmentActivity),
          ...activitiesOf({ before, after: handed() }, [{ after: shipment }]).map(tale),
          tale(stage === 'READY' ? 'PICKUP_READY_EMAIL_SENT' : 'SHIPPING_CONFIRMATION_EMAIL_SENT'),
        )
        break
      }
      case 'DELIVERED': {
        for (const [i, shipment] of shipments.entries())
          shipments[i] = {
            ...shipment,
            stage: 'DELIVERED',
            status: 'Delivered',
            reached: { ...shipment.reached, DELIVERED: at.toISOString() },
            revision: shipment.revision + 1,
          }
        break
      }
      case 'REFUNDED': {
        if (!payment) break
        const { some, restock, reason } = happening
        const back = units(some, ({ quantity, refunded }) => quantity - refunded).filter(({ quantity }) => quantity > 0)
        const { paid, refunded } = books()
        const amount = some ? sum(back.map(({ line, quantity }) => ofUnits(line, quantity))) : minor(paid - refunded)
        for (const { line, quantity } of back) {
          line.refunded += quantity
          if (restock) line.restocked += quantity
        }
        if (restock) putBack(back)
        const action: RefundAction = {
          ...newAction(payment, idAt(at), amount, at),
          kind: 'REFUND',
          document: {
            details: {
              reason,
              shippingIncluded: !some,
              lineItems: back.map(({ line, quantity }) => ({ lineItemId: line.id, quantity })),
            },
            external: payment.provider === manual,
          },
        }
        actions.push(action)
        const plain = money.plain(amount)
        tell(
          payment.provider === manual
            ? { ...tale('ORDER_REFUNDED'), orderRefunded: { manual: true, amount: plain, reason } }
            : {
                ...tale('PAYMENT_REFUNDED'),
                paymentRefunded: {
                  refundId: action.id,
                  payment: { paymentId: payment.id, externalRefund: false, regular: { amount: plain, ...cardOf(payment) } },
                },
              },
        )
        break
      }
      case 'CANCELED':
        status = 'CANCELED'
        if (happening.restock) {
          putBack(lines.map((line) => ({ line, quantity: line.quantity - line.restocked })).filter(({ quantity }) => quantity > 0))
          for (const line of lines) line.restocked = line.quantity
          holdsStock = false
        }
        if (payment?.status === 'PENDING') change({ status: 'CANCELED' })
        tell(tale('ORDER_CANCELED'))
        break
      case 'DISPUTED': {
        if (!payment) break
        const { won } = happening
        const { paid, refunded } = books()
        const amount = paid - refunded
        const id = idAt(at)
        const opened: StoredChargeback = {
          id,
          amount,
          reversed: 0,
          status: 'APPROVED',
          externalId: `sandbox_dispute_${id}`,
          createdAt: at.toISOString(),
          updatedAt: at.toISOString(),
        }
        tell(...chargebackNews(payment, [opened]))
        change({ document: { ...payment.document, chargebacks: [opened] } })
        if (!won) break
        at = won
        const closed: StoredChargeback = { ...opened, reversed: amount, status: 'REVERSED', updatedAt: won.toISOString() }
        tell(...chargebackNews(payment, [closed]))
        change({ document: { ...payment.document, chargebacks: [closed] } })
        break
      }
      case 'COMMENT':
        tell({ ...tale('MERCHANT_COMMENT'), merchantComment: { message: happening.text } })
        break
    }
  }

  const sums = books()
  const order: StoredOrder = {
    ...placed,
    status,
    holdsStock,
    paymentStatus: paymentStatusOf(placed.total, sums),
    fulfillmentStatus: handed(),
    revision: 1 + story.length,
    trackingNumbers: trackingNumbersOf(shipments),
    updatedAt: at,
    document: {
      ...placed.document,
      balanceSummary: balance(placed.total, sums, money),
      lineItems: placed.document.lineItems.map((line, i) => {
        const { refunded, restocked } = lines[i]!
        return { ...line, ...(refunded > 0 && { refundQuantity: refunded }), ...(restocked > 0 && { restockQuantity: restocked }) }
      }),
    },
  }
  return { order, payments: payment ? [payment] : [], actions, shipments, moves, told }
}

const newAction = (payment: StoredPayment, id: string, amount: number, at: Date) => ({
  id,
  paymentId: payment.id,
  orderId: payment.orderId,
  state: 'SUCCEEDED' as const,
  amount,
  attempt: id,
  reference: payment.providerReference && `sandbox_${id}`,
  createdAt: at,
  updatedAt: at,
})

/** What so many units of a line come to; all of them come to the line. */
const ofUnits = ({ quantity, total }: { readonly quantity: number; readonly total: Minor }, units: number): Minor =>
  sum(
    allot(
      total,
      Array.from({ length: quantity }, () => 1),
    ).slice(0, units),
  )
