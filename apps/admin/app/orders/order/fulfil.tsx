import type { OrderTransactions } from '@vitrine/contract'
import { useState } from 'react'
import { client } from '../../client.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Check, SelectField, Stepper, TextField } from '../../parts/field.tsx'
import { Head, RowHead, Table, Td, Tr } from '../../parts/table.tsx'
import { Thumb } from '../../parts/thumb.tsx'
import { useMay } from '../../shell/desk.tsx'
import { added, decimalOf, minorOf, money } from '../sums.ts'
import { buyerOf, choicesOf, many, numberOf } from '../words.ts'
import type { OrderDialogProps } from './order.tsx'

/** Those whose links to follow a parcel the platform knows. */
const carriers = ['dhl', 'ups', 'fedex', 'usps', 'canadaPost']

interface FulfilProps extends OrderDialogProps {
  left: ReadonlyMap<string, number>
  /** Which parcel of the order it is. */
  nth: number
  held: OrderTransactions['payments']
}

/** Sends pieces of an order: which, by whom, and whether their money is taken now. */
export function FulfilDialog({ order, busy, onAct, onClose, left, nth, held }: FulfilProps) {
  const may = useMay()
  const lines = order.lineItems.filter(({ id }) => (left.get(id) ?? 0) > 0)
  const [sent, setSent] = useState<ReadonlyMap<string, number>>(new Map(lines.map(({ id }) => [id, left.get(id)!])))
  const [carrier, setCarrier] = useState('')
  const [number, setNumber] = useState('')
  const [captures, setCaptures] = useState(true)
  const pieces = [...sent.values()].reduce((sum, quantity) => sum + quantity, 0)
  const stays = [...left.values()].reduce((sum, quantity) => sum + quantity, 0) - pieces
  const collected = order.shippingInfo?.logistics?.pickupDetails !== undefined
  const mayCapture = held.length > 0 && may('payments.write')
  const heldAmount = added(['0', ...held.map(({ amount }) => amount?.amount ?? '0')])
  const capture = mayCapture && captures ? (stays === 0 ? heldAmount : partOf(heldAmount)) : undefined

  /** What the pieces cost, as far as it is held: with the last of them the delivery, too. */
  function partOf(most: string): string {
    const worth = added([
      '0',
      ...lines.map((line) => {
        const places = 4
        const whole = minorOf(line.totalPriceAfterTax?.amount ?? '0', places)
        return decimalOf((whole * BigInt(sent.get(line.id) ?? 0)) / BigInt(line.quantity), places)
      }),
    ])
    const places = most.split('.')[1]?.length ?? 0
    const cut = minorOf(worth, places)
    return decimalOf(cut < minorOf(most, places) ? cut : minorOf(most, places), places)
  }

  const send = () =>
    onAct(async () => {
      const lineItems = [...sent].filter(([, quantity]) => quantity > 0).map(([id, quantity]) => ({ id, quantity }))
      const trackingInfo = { ...(number.trim() && { trackingNumber: number.trim() }), ...(carrier && { shippingProvider: carrier }) }
      await client.orderFulfillments.createFulfillment({
        orderId: order.id!,
        fulfillment: { lineItems, ...((carrier || number.trim()) && { trackingInfo }) },
      })
      if (capture !== undefined && Number(capture) > 0 && held.length === 1)
        await client.orderBilling.captureAuthorizedPayments({
          orderId: order.id!,
          payments: [{ paymentId: held[0]!.id!, amount: { amount: capture } }],
        })
      else if (capture !== undefined && held.length > 1)
        await client.orderBilling.captureAuthorizedPayments({ orderId: order.id!, payments: held.map(({ id }) => ({ paymentId: id! })) })
      return `${many(pieces, 'item')} sent${capture !== undefined ? `, ${money(capture, order.currency!)} captured` : ''}.`
    })

  return (
    <Dialog
      title={collected ? `Hand over collection ${nth}` : `Send parcel ${nth}`}
      about={`Order ${numberOf(order.number)}. ${stays === 0 ? 'With it everything has left.' : `${many(stays, 'item')} ${stays === 1 ? 'stays' : 'stay'} and can go in a parcel of ${stays === 1 ? 'its' : 'their'} own.`}`}
      wide
      does={`Send ${many(pieces, 'item')}${capture !== undefined ? `, capture ${money(capture, order.currency!)}` : ''}`}
      says={capture !== undefined && stays > 0 ? 'What is not captured now is let go.' : `${buyerOf(order).split(' ')[0]} is written to.`}
      busy={busy}
      disabled={pieces === 0}
      onDo={() => void send()}
      onClose={onClose}
    >
      <Table
        caption="Items for this parcel"
        className="in pic"
        head={
          <>
            <Head>Item</Head>
            <Head>{collected ? 'Handed over' : 'In this parcel'}</Head>
          </>
        }
      >
        {lines.map((line) => (
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
            <Td of="In this parcel" className="fit">
              <Stepper
                of={line.productName?.original ?? line.id}
                most={left.get(line.id)!}
                value={sent.get(line.id) ?? 0}
                onChange={(value) => setSent(new Map([...sent, [line.id, value]]))}
              />
            </Td>
          </Tr>
        ))}
      </Table>
      {!collected && (
        <div className="grid2" style={{ marginBlockStart: 16 }}>
          <SelectField label="Carrier" optional value={carrier} onChange={(event) => setCarrier(event.target.value)}>
            <option value="">Not said</option>
            {carriers.map((name) => (
              <option key={name} value={name}>
                {name === 'canadaPost' ? 'Canada Post' : name.toUpperCase()}
              </option>
            ))}
          </SelectField>
          <TextField label="Tracking number" optional value={number} onChange={(event) => setNumber(event.target.value)} maxLength={100} />
        </div>
      )}
      {mayCapture && (
        <div className="stack-s" style={{ marginBlockStart: 16 }}>
          <Check
            checked={captures}
            onChange={(event) => setCaptures(event.target.checked)}
            hint={`${money(heldAmount, order.currency!)} is held for this order.`}
          >
            Capture the money for what leaves
          </Check>
        </div>
      )}
    </Dialog>
  )
}
