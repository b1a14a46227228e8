import type { OrderRefundability, OrderTransactions } from '@vitrine/contract'
import { type Minor, parseDecimal, zero } from '@vitrine/pricing'
import { useEffect, useState } from 'react'
import { client } from '../../client.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Check } from '../../parts/field.tsx'
import { YourMessage } from '../../parts/your-message.tsx'
import { added, written } from '../sums.ts'
import { firstNameOf, numberOf } from '../text.ts'
import type { OrderDialogProps } from './act.ts'
import { isDeliveryRefundable, refundableUnits, refundItemsOf, refundsOf, waysBack } from './refunding.ts'

interface CancelProps extends OrderDialogProps {
  authorized: OrderTransactions['payments']
  /** Whether whoever is signed in may give money back. */
  mayRefund: boolean
}

/** Cancels an order, and gives back what was paid in the same step; money that is only authorised is voided with it. */
export function CancelDialog({ order, busy, onAct, onClose, authorized, mayRefund }: CancelProps) {
  const [mail, setMail] = useState(true)
  const [restock, setRestock] = useState(true)
  const [refunds, setRefunds] = useState(true)
  const [words, setWords] = useState('')
  const [can, setCan] = useState<OrderRefundability>()
  const [refunded, setRefunded] = useState<Minor>()
  const orderId = order.id!
  const currency = order.currency!
  useEffect(() => {
    if (mayRefund) client.orderBilling.getOrderRefundability({ orderId }).then(setCan, () => {})
  }, [orderId, mayRefund])
  const most = can ? parseDecimal(can.paymentsSummary.monetary.maxRefund.amount, currency) : zero
  const authorizedAmount = added(
    authorized.map(({ amount }) => amount),
    currency,
  )
  const back = mayRefund && refunds && refunded === undefined ? most : zero
  const text = (amount: Minor) => written(amount, currency)
  const isBlocked = authorizedAmount > 0 && !mayRefund
  const cancel = () =>
    onAct(async () => {
      if (authorizedAmount > 0) await client.orderBilling.voidAuthorizedPayments({ orderId, paymentIds: authorized.map(({ id }) => id!) })
      if (back > 0) {
        await client.orderBilling.refundPayments({
          orderId,
          paymentRefunds: refundsOf(can!, back, currency),
          refundItems: refundItemsOf(refundableUnits(can!), isDeliveryRefundable(can!)),
          sideEffects: { notifications: { sendCustomerEmail: false } },
          customerReason: 'Order cancelled',
        })
        // Should the cancellation fail, its second try gives nothing back again.
        setRefunded(back)
      }
      await client.orders.cancelOrder({
        id: orderId,
        sendOrderCanceledEmail: mail,
        restockAllItems: restock,
        ...(mail && words.trim() && { customMessage: words.trim() }),
      })
      const money = back > 0 ? back : refunded
      return `Order ${numberOf(order.number)} is cancelled${money ? `, ${text(money)} refunded` : ''}${authorizedAmount > 0 ? `, ${text(authorizedAmount)} voided` : ''}.`
    })
  return (
    <Dialog
      title={`Cancel order ${numberOf(order.number)}`}
      about={isBlocked ? 'Money is authorised for it, and your role may not void it.' : 'The order stays in the list, marked as cancelled.'}
      does={`Cancel the order${back > 0 ? ` and refund ${text(back)}` : ''}`}
      cancel="Keep the order"
      kind="danger"
      says={
        authorizedAmount > 0
          ? `${text(authorizedAmount)} is authorised and is voided with it.`
          : most > back && refunded === undefined
            ? `${text(most)} stays paid until you refund it.`
            : undefined
      }
      busy={busy}
      disabled={isBlocked || (mayRefund && !can)}
      onDo={() => void cancel()}
      onClose={onClose}
    >
      <div className="stack">
        {most > 0 && mayRefund && refunded === undefined && (
          <Check
            checked={refunds}
            onChange={(event) => setRefunds(event.target.checked)}
            hint={`Goes ${waysBack(can!, most, currency).join(' and ')}.`}
          >
            {`Refund ${text(most)}`}
          </Check>
        )}
        <Check checked={restock} onChange={(event) => setRestock(event.target.checked)}>
          Put all items back into stock
        </Check>
        <Check checked={mail} onChange={(event) => setMail(event.target.checked)}>
          Email {firstNameOf(order)} about it
        </Check>
        {mail && <YourMessage value={words} onWrite={setWords} />}
      </div>
    </Dialog>
  )
}
