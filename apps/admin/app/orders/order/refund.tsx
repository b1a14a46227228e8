import type { CalculatedRefund, OrderRefundability, OrderTransactions } from '@vitrine/contract'
import { type Minor, parseDecimal, toDecimal, zero } from '@vitrine/pricing'
import { useEffect, useState } from 'react'
import { client } from '../../client.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Check, SelectField, Stepper, TextArea, TextField } from '../../parts/field.tsx'
import { Head, Table, Td, Tr } from '../../parts/table.tsx'
import { readAmount, signOf, written } from '../sums.ts'
import { firstNameOf, many, numberOf } from '../words.ts'
import type { OrderDialogProps } from './order.tsx'
import { refundablePayments, refundsOf } from './refunding.ts'
import { Thing } from './thing.tsx'

const reasons = ['Arrived damaged', 'Not as expected', 'Too late', 'Goodwill']

interface RefundProps extends OrderDialogProps {
  transactions: OrderTransactions
}

/** Gives money back: for pieces, for the delivery, or an amount of its own. The platform reckons what the pieces come to. */
export function RefundDialog({ order, busy, onAct, onClose }: RefundProps) {
  const [can, setCan] = useState<OrderRefundability>()
  const [back, setBack] = useState<ReadonlyMap<string, number>>(new Map())
  const [delivery, setDelivery] = useState(false)
  const [restock, setRestock] = useState(true)
  const [reason, setReason] = useState(reasons[0]!)
  const [words, setWords] = useState('')
  const [own, setOwn] = useState<string>()
  const [reckonedSum, setSum] = useState<{ readonly asked: string; readonly sum: CalculatedRefund }>()
  const orderId = order.id!
  useEffect(() => {
    client.orderBilling.getOrderRefundability({ orderId }).then(setCan, () => {})
  }, [orderId])
  const lineItems = [...back].filter(([, quantity]) => quantity > 0).map(([lineItemId, quantity]) => ({ lineItemId, quantity }))
  const asked = JSON.stringify({ ...(lineItems.length > 0 && { lineItems }), ...(delivery && { shipping: {} }) })
  useEffect(() => {
    const stop = new AbortController()
    if (asked !== '{}')
      client.orderBilling.calculateRefund({ orderId, refundItems: JSON.parse(asked) as object }, { signal: stop.signal }).then(
        (sum) => setSum({ asked, sum }),
        () => {},
      )
    return () => stop.abort()
  }, [orderId, asked])

  const sum = reckonedSum?.asked === asked ? reckonedSum.sum : undefined
  const currency = order.currency!
  const text = (amount: Minor) => written(amount, currency)
  const most = can ? parseDecimal(can.paymentsSummary.monetary.maxRefund.amount, currency) : zero
  const reckoned = sum ? parseDecimal(sum.summary.total.amount, currency) : zero
  const amount = own === undefined ? reckoned : readAmount(own, currency)
  const tooMuch = amount !== undefined && amount > most
  const payments = can ? refundablePayments(can) : []

  const refund = () =>
    onAct(async () => {
      await client.orderBilling.refundPayments({
        orderId,
        paymentRefunds: refundsOf(can!, amount!, currency),
        refundItems: JSON.parse(asked) as object,
        sideEffects: {
          ...(restock && lineItems.length > 0 && { restock: { lineItems } }),
          notifications: { sendCustomerEmail: true, ...(words.trim() && { customMessage: words.trim() }) },
        },
        customerReason: reason,
      })
      return `${text(amount!)} refunded.`
    })

  const pieces = lineItems.reduce((all, { quantity }) => all + quantity, 0)
  const does = `Refund ${text(amount ?? zero)}${restock && pieces > 0 ? ` and restock ${pieces}` : ''}`
  return (
    <Dialog
      title={`Refund ${numberOf(order.number)}`}
      about={`Amounts are what ${firstNameOf(order)} paid for each piece, after all discounts.`}
      wide
      does={does}
      kind="primary"
      says="Cannot be undone once the bank has it."
      busy={busy}
      disabled={!can || amount === undefined || amount <= 0 || tooMuch}
      onDo={() => void refund()}
      onClose={onClose}
    >
      <Table
        caption="What comes back"
        className="in pic"
        head={
          <>
            <Head>Item</Head>
            <Head>Refund</Head>
            <Head className="num">Paid</Head>
          </>
        }
      >
        {order.lineItems.map((line) => {
          const available = can?.lineItems.find(({ lineItemId }) => lineItemId === line.id)?.availableRefundQuantity ?? 0
          return (
            <Tr key={line.id}>
              <Thing line={line} />
              <Td of="Refund" className="fit">
                <Stepper
                  of={line.productName?.original ?? line.id}
                  most={available}
                  value={back.get(line.id) ?? 0}
                  onChange={(value) => setBack(new Map([...back, [line.id, value]]))}
                />
              </Td>
              <Td of="Paid" className="num">
                {line.totalPriceAfterTax?.formattedAmount}
              </Td>
            </Tr>
          )
        })}
      </Table>
      <div className="grid2" style={{ marginBlockStart: 16 }}>
        <div className="stack">
          {can?.shipping && Number(can.shipping.availableRefundAmount.amount) > 0 && (
            <Check checked={delivery} onChange={(event) => setDelivery(event.target.checked)}>
              {`Delivery, ${can.shipping.availableRefundAmount.formattedAmount}`}
            </Check>
          )}
          <Check checked={restock} onChange={(event) => setRestock(event.target.checked)}>
            Put the pieces back into stock
          </Check>
          <SelectField label="Reason" value={reason} onChange={(event) => setReason(event.target.value)}>
            {reasons.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </SelectField>
          <TextArea
            label={`Words to ${firstNameOf(order)}`}
            optional
            rows={3}
            maxLength={1000}
            value={words}
            onChange={(event) => setWords(event.target.value)}
            hint="Goes into the mail above the amounts."
          />
        </div>
        <div className="sumbox">
          <h3>Goes back</h3>
          <table className="ledger tight">
            <caption className="vh">Refund sum</caption>
            <tbody>
              {sum?.calculatedRefundItems.lineItems.map(({ item, summary }) => (
                <tr key={item.lineItemId}>
                  <th scope="row">
                    {item.quantity} × {order.lineItems.find(({ id }) => id === item.lineItemId)?.productName?.original}
                  </th>
                  <td className="num">{summary.total.formattedAmount}</td>
                </tr>
              ))}
              {sum?.calculatedRefundItems.shipping && (
                <tr>
                  <th scope="row">Delivery</th>
                  <td className="num">{sum.calculatedRefundItems.shipping.summary.total.formattedAmount}</td>
                </tr>
              )}
              <tr className="sum">
                <th scope="row">Refund</th>
                <td className="num">{text(reckoned)}</td>
              </tr>
            </tbody>
          </table>
          <TextField
            label="Refund instead"
            end
            before={signOf(currency)}
            inputMode="decimal"
            value={own ?? ''}
            placeholder={toDecimal(reckoned, currency)}
            onChange={(event) => setOwn(event.target.value.trim() === '' ? undefined : event.target.value)}
            hint={`At most ${text(most)}, what is left of ${many(payments.length, 'payment')}.`}
            error={amount === undefined ? `That is no amount of ${currency}.` : tooMuch ? `That is more than ${text(most)}.` : undefined}
          />
        </div>
      </div>
    </Dialog>
  )
}
