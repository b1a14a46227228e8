import type { CalculatedRefund, OrderRefundability, OrderTransactions } from '@vitrine/contract'
import { useEffect, useState } from 'react'
import { client } from '../../client.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Check, SelectField, Stepper, TextArea, TextField } from '../../parts/field.tsx'
import { Head, RowHead, Table, Td, Tr } from '../../parts/table.tsx'
import { Thumb } from '../../parts/thumb.tsx'
import { decimalOf, minorOf, money } from '../sums.ts'
import { buyerOf, choicesOf, many, numberOf } from '../words.ts'
import type { OrderDialogProps } from './order.tsx'

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
  const text = (amount: string) => money(amount, order.currency!)
  const most = can?.paymentsSummary.monetary.maxRefund.amount ?? '0'
  const places = most.split('.')[1]?.length ?? 2
  const reckoned = sum?.summary.total.amount ?? '0'
  const amount = own ?? reckoned
  const minor = minorOf(amount, places)
  const isSum = /^\d+(?:[.,]\d*)?$/.test(amount)
  const tooMuch = minor > minorOf(most, places)
  const payments = (can?.payments ?? []).filter(({ refundable, manuallyRefundable }) => refundable || manuallyRefundable)

  const refund = () =>
    onAct(async () => {
      let rest = minor
      const paymentRefunds = payments.flatMap(({ payment: { paymentId, monetary }, manuallyRefundable }) => {
        const room = minorOf(monetary.maxRefund.amount, places)
        const part = rest < room ? rest : room
        rest -= part
        return part > 0n
          ? [{ paymentId, amount: { amount: decimalOf(part, places) }, ...(manuallyRefundable && { externalRefund: true }) }]
          : []
      })
      await client.orderBilling.refundPayments({
        orderId,
        paymentRefunds,
        refundItems: JSON.parse(asked) as object,
        sideEffects: {
          ...(restock && lineItems.length > 0 && { restock: { lineItems } }),
          notifications: { sendCustomerEmail: true, ...(words.trim() && { customMessage: words.trim() }) },
        },
        customerReason: reason,
      })
      return `${text(decimalOf(minor, places))} refunded.`
    })

  const pieces = lineItems.reduce((all, { quantity }) => all + quantity, 0)
  const does = `Refund ${text(decimalOf(minor, places))}${restock && pieces > 0 ? ` and restock ${pieces}` : ''}`
  return (
    <Dialog
      title={`Refund ${numberOf(order.number)}`}
      about={`Amounts are what ${buyerOf(order).split(' ')[0]} paid for each piece, after all discounts.`}
      wide
      does={does}
      kind="primary"
      says="Cannot be undone once the bank has it."
      busy={busy}
      disabled={!can || !isSum || minor <= 0n || tooMuch}
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
              <RowHead>
                <div className="withpic">
                  <Thumb src={line.image?.url} size={36} />
                  <div className="two">
                    <span className="lead">{line.productName?.original}</span>
                    <span>{choicesOf(line)}</span>
                  </div>
                </div>
              </RowHead>
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
            label={`Words to ${buyerOf(order).split(' ')[0]}`}
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
            inputMode="decimal"
            value={own ?? ''}
            placeholder={reckoned}
            onChange={(event) => setOwn(event.target.value === '' ? undefined : event.target.value.replace(',', '.'))}
            hint={`At most ${text(most)}, what is left of ${many(payments.length, 'payment')}.`}
            error={tooMuch ? `That is more than ${text(most)}.` : undefined}
          />
        </div>
      </div>
    </Dialog>
  )
}
