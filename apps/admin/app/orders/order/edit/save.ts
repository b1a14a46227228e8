import { Refused } from '@vitrine/client'
import type { DraftOrder, Order } from '@vitrine/contract'
import { type Minor, parseDecimal, toDecimal } from '@vitrine/pricing'
import { client } from '../../../client.ts'
import { attempted, type Done, NotDone } from '../../acts.ts'
import { written } from '../../sums.ts'
import { refundsOf } from '../refunding.ts'
import type { SettleMethod } from './settle.tsx'
import type { Settlement } from './settlement.ts'

interface Edit {
  readonly order: Order
  readonly draft: DraftOrder
  readonly settlement: Settlement
  readonly method: SettleMethod | undefined
  readonly mails: boolean
}

/** `saved` is what the order is then, whatever became of its money. */
export interface Saved extends Done {
  readonly saved: boolean
}

/** Makes the order what its draft says, and has the difference paid, asked for or given back. */
export async function saveEdit({ order, draft, settlement, method, mails }: Edit): Promise<Saved> {
  const orderId = order.id!
  const currency = order.currency!
  const amount = 'amount' in settlement ? settlement.amount : undefined
  const isAsked = method === 'LINK'
  const committed = await attempted(async () => {
    if (method === 'GOODWILL' && amount !== undefined)
      await client.draftOrders.createCustomDiscounts({
        draftOrderId: draft.id!,
        discounts: [
          {
            priceAmount: { amount: toDecimal(amount, currency) },
            discountType: 'GLOBAL',
            description: 'Goodwill',
            applyToDraftOrder: true,
          },
        ],
      })
    await commit(draft, mails && !isAsked)
    return 'Saved.'
  })
  if (!committed.ok) return { ...committed, saved: false }
  if (amount === undefined || method === undefined) return { ...committed, saved: true }
  const sum = written(amount, currency)
  const settled = await attempted(async () => {
    if (method === 'LINK') return `Saved. ${sum} asked for at ${await ask(orderId, amount, currency, mails)}.`
    if (method === 'CARD') {
      await client.orderBilling.chargeOrder({
        orderId,
        regularCharge: { amount: { amount: toDecimal(amount, currency) } },
        merchantInitiated: true,
      })
      return `Saved. ${sum} charged.`
    }
    if (method === 'REFUND') {
      await giveBack(orderId, amount, currency, mails)
      return `Saved. ${sum} given back.`
    }
    if (method === 'GOODWILL') return `Saved. ${sum} waived.`
    return `Saved. ${sum} ${settlement.kind === 'OWES' ? 'is still due' : 'was paid too much'}.`
  })
  return {
    saved: true,
    ok: settled.ok,
    answered: settled.answered,
    says: settled.ok ? settled.says : `The order is saved, its money is not settled. ${settled.says}`,
  }
}

/** Names what is in the way of a commit by the item it is about. */
async function commit(draft: DraftOrder, tells: boolean): Promise<void> {
  const { id, lineItems } = draft
  const moved = lineItems.filter(
    ({ added, removed, changedDetails }) => added || removed || changedDetails?.quantityBeforeChange !== undefined,
  )
  try {
    await client.draftOrders.commitDraftOrder({
      draftOrderId: id!,
      commitSettings: {
        sendNotificationsToBuyer: tells,
        addActivitiesToOrder: true,
        updateInventory: moved.map(({ lineItem }) => ({ lineItemId: lineItem.id })),
      },
    })
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'DRAFT_ORDER_COMMIT_FAILED_VALIDATIONS') throw error
    const { violations } = error.data as { violations: readonly { reason: string; lineItemId?: string }[] }
    const says = violations.map(({ reason, lineItemId }) => {
      const name = lineItems.find(({ lineItem }) => lineItem.id === lineItemId)?.lineItem.productName?.original ?? ''
      return (reasonText[reason] ?? reason).replace('{}', name)
    })
    throw new NotDone(says.join(' '))
  }
}

const reasonText: Readonly<Record<string, string>> = {
  OUT_OF_STOCK: 'There are too few of {} in stock.',
  FULFILLED_QUANTITY_EXCEEDED: 'More of {} has been sent than there would be.',
  ORDER_CHANGED: 'The order was changed meanwhile. Discard this edit and begin again.',
  ORDER_HAS_AUTHORIZED_TRANSACTION: 'A payment is authorised for it: capture or void it first.',
  NO_LINE_ITEMS: 'Nothing would be left. Cancel the order instead.',
  PARTIALLY_OR_FULLY_REFUNDED: 'Money went back for it meanwhile.',
  ORDER_STATUS_IS_NOT_SUPPORTED: 'The order was cancelled meanwhile.',
}

/** Sends the link at which an amount is paid; who it goes to, or the link itself where nobody is written to. */
export async function ask(orderId: string, amount: Minor, currency: string, changed: boolean): Promise<string> {
  const { paymentGatewayOrderId: id } = await client.orders.preparePaymentCollection({
    ecomOrderId: orderId,
    amount: { amount: toDecimal(amount, currency) },
  })
  const { sentTo } = await client.paymentLinks.sendPaymentLink({
    id,
    ...(changed && { customMessage: 'Your order has changed. This is the difference; everything else is as it was paid.' }),
  })
  return sentTo
}

async function giveBack(orderId: string, amount: Minor, currency: string, mails: boolean): Promise<void> {
  const can = await client.orderBilling.getOrderRefundability({ orderId })
  const paymentRefunds = refundsOf(can, amount, currency)
  const { refund } = await client.orderBilling.refundPayments({
    orderId,
    paymentRefunds,
    sideEffects: { notifications: { sendCustomerEmail: mails } },
    customerReason: 'The order was edited',
  })
  const failed = (refund.transactions ?? []).filter(({ refundStatus }) => refundStatus === 'FAILED')
  if (failed.length > 0 || paymentRefunds.reduce((all, one) => all + parseDecimal(one.amount.amount, currency), 0) < amount)
    throw new NotDone('Not all of it went back: look at the payments of the order.')
}
