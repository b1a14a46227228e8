import type { CalculatedRefund, OrderRefundability } from '@vitrine/contract'
import { type Minor, parseDecimal, toDecimal, zero } from '@vitrine/pricing'
import { useEffect, useState } from 'react'
import { client } from '../../client.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Check, SelectField, Stepper, TextArea, TextField } from '../../parts/field.tsx'
import { Head, Table, Td, Tr } from '../../parts/table.tsx'
import { readAmount, signOf, written } from '../sums.ts'
import { firstNameOf, many, numberOf } from '../text.ts'
import { restockable, restockedAtFirst } from '../units.ts'
import type { OrderDialogProps } from './act.ts'
import { isDeliveryRefundable, refundablePayments, refundableUnits, refundItemsOf, refundsOf, waysBack } from './refunding.ts'
import { Thing } from './thing.tsx'

/** Why money goes back, and whether what has left comes back with it as a thing that can be sold again. */
const reasons = new Map([
  ['Arrived damaged', false],
  ['Not as expected', true],
  ['Too late', true],
  ['Goodwill', false],
  ['Order cancelled', true],
])

interface RefundProps extends OrderDialogProps {
  /** The units of each line that have still to leave. */
  left: ReadonlyMap<string, number>
}

/** Gives money back: for items, for the delivery, or an amount of its own. The platform calculates what the items come to. */
export function RefundDialog({ order, busy, onAct, onClose, left }: RefundProps) {
  const [can, setCan] = useState<OrderRefundability>()
  const [back, setBack] = useState<ReadonlyMap<string, number>>(new Map())
  const [delivery, setDelivery] = useState(false)
  const [chosen, setChosen] = useState<ReadonlyMap<string, number>>(new Map())
  const [reason, setReason] = useState(order.status === 'CANCELED' ? 'Order cancelled' : 'Arrived damaged')
  const [words, setWords] = useState('')
  const [own, setOwn] = useState<string>()
  const [calculatedSum, setSum] = useState<{ readonly asked: string; readonly sum: CalculatedRefund }>()
  const orderId = order.id!
  useEffect(() => {
    client.orderBilling.getOrderRefundability({ orderId }).then(setCan, () => {})
  }, [orderId])
  const asked = JSON.stringify(refundItemsOf(back, delivery))
  useEffect(() => {
    const stop = new AbortController()
    if (asked !== '{}')
      client.orderBilling.calculateRefund({ orderId, refundItems: JSON.parse(asked) as object }, { signal: stop.signal }).then(
        (sum) => setSum({ asked, sum }),
        () => {},
      )
    return () => stop.abort()
  }, [orderId, asked])

  const stockItems = new Map(
    order.lineItems.map((line) => {
      const most = restockable(line, back.get(line.id) ?? 0)
      return [
        line.id,
        { most, now: Math.min(most, chosen.get(line.id) ?? restockedAtFirst(most, left.get(line.id) ?? 0, reasons.get(reason)!)) },
      ]
    }),
  )
  const restocked = [...stockItems].filter(([, { now }]) => now > 0).map(([lineItemId, { now }]) => ({ lineItemId, quantity: now }))

  const sum = calculatedSum?.asked === asked ? calculatedSum.sum : undefined
  const currency = order.currency!
  const text = (amount: Minor) => written(amount, currency)
  const most = can ? parseDecimal(can.paymentsSummary.monetary.maxRefund.amount, currency) : zero
  const calculated = sum ? parseDecimal(sum.summary.total.amount, currency) : zero
  const amount = own === undefined ? calculated : readAmount(own, currency)
  const tooMuch = amount !== undefined && amount > most
  const payments = can ? refundablePayments(can) : []
  const ways = can && amount && !tooMuch ? waysBack(can, amount, currency) : []
  const tax = own === undefined && sum ? parseDecimal(sum.summary.tax.amount, currency) : zero

  const hasDelivery = can !== undefined && isDeliveryRefundable(can)
  const all = can ? refundableUnits(can) : new Map<string, number>()
  const isAll = (delivery || !hasDelivery) && [...all].every(([id, quantity]) => (back.get(id) ?? 0) === quantity)
  const takeAll = () => {
    setBack(all)
    setDelivery(hasDelivery)
    setOwn(undefined)
  }

  const refund = () =>
    onAct(async () => {
      await client.orderBilling.refundPayments({
        orderId,
        paymentRefunds: refundsOf(can!, amount!, currency),
        refundItems: JSON.parse(asked) as object,
        sideEffects: {
          ...(restocked.length > 0 && { restock: { lineItems: restocked } }),
          notifications: { sendCustomerEmail: true, ...(words.trim() && { customMessage: words.trim() }) },
        },
        customerReason: reason,
      })
      return `${text(amount!)} refunded.`
    })

  const units = restocked.reduce((all, { quantity }) => all + quantity, 0)
  const does = `Refund ${text(amount ?? zero)}${units > 0 ? ` and restock ${units}` : ''}`
  return (
    <Dialog
      title={`Refund ${numberOf(order.number)}`}
      about={`Amounts are what ${firstNameOf(order)} paid for each item, after all discounts.`}
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
            <Head className="then">Then</Head>
            <Head className="num">Paid</Head>
          </>
        }
      >
        {order.lineItems.map((line) => {
          const available = all.get(line.id) ?? 0
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
              <Td of="Then" className="then">
                {stockItems.get(line.id)!.most === 0 ? (
                  '–'
                ) : (
                  <Then
                    of={line.productName?.original ?? line.id}
                    {...stockItems.get(line.id)!}
                    onChange={(units) => setChosen(new Map([...chosen, [line.id, units]]))}
                  />
                )}
              </Td>
              <Td of="Paid" className="num">
                {line.totalPriceAfterTax?.formattedAmount}
              </Td>
            </Tr>
          )
        })}
      </Table>
      {can && !isAll && (
        <Button small onClick={takeAll} style={{ marginBlockStart: 12 }}>
          Refund everything
        </Button>
      )}
      <div className="grid2" style={{ marginBlockStart: 16 }}>
        <div className="stack">
          {can?.shipping && hasDelivery && (
            <Check checked={delivery} onChange={(event) => setDelivery(event.target.checked)}>
              {`Delivery, ${can.shipping.availableRefundAmount.formattedAmount}`}
            </Check>
          )}
          <SelectField label="Reason" value={reason} onChange={(event) => setReason(event.target.value)}>
            {[...reasons.keys()].map((one) => (
              <option key={one}>{one}</option>
            ))}
          </SelectField>
          <TextArea
            label={`Message to ${firstNameOf(order)}`}
            optional
            rows={3}
            maxLength={1000}
            value={words}
            onChange={(event) => setWords(event.target.value)}
            hint="Stands in the email above the amounts."
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
                <td className="num">{text(calculated)}</td>
              </tr>
            </tbody>
          </table>
          <TextField
            label="Refund instead"
            end
            before={signOf(currency)}
            inputMode="decimal"
            value={own ?? ''}
            placeholder={toDecimal(calculated, currency)}
            onChange={(event) => setOwn(event.target.value.trim() === '' ? undefined : event.target.value)}
            hint={`At most ${text(most)}, what is left of ${many(payments.length, 'payment')}.`}
            error={amount === undefined ? `That is no amount of ${currency}.` : tooMuch ? `That is more than ${text(most)}.` : undefined}
          />
          {ways.length > 0 && (
            <p className="small soft">
              {`Goes ${ways.join(' and ')}.`}
              {tax > zero && ` Tax is corrected by ${text(tax)}.`}
            </p>
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** What becomes of the units of a line: how many of them go back into stock. */
function Then({ of, most, now, onChange }: { of: string; most: number; now: number; onChange: (units: number) => void }) {
  return (
    <SelectField label={`Then, ${of}`} hidden value={now} onChange={(event) => onChange(Number(event.target.value))}>
      {Array.from({ length: most }, (_, i) => most - i).map((units) => (
        <option key={units} value={units}>
          {most === 1 ? 'Restock' : units === most ? `Restock all ${most}` : `Restock ${units}`}
        </option>
      ))}
      <option value={0}>Do not restock</option>
    </SelectField>
  )
}
